/* SPDX-License-Identifier: MIT */
#define ROUNDS 3
#include "../misnamed.inc"
