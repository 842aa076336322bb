/* SPDX-License-Identifier: MIT */
#define ROUNDS 9
#include "../misnamed.inc"
