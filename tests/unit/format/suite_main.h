/* SPDX-License-Identifier: MIT */
/* The main() of a suite's program calls this, which the suite defines. */
#ifndef SUITE_MAIN_H
#define SUITE_MAIN_H

#include <check.h>

#ifdef __cplusplus
extern "C" {
#endif

Suite *make_suite(void);

#ifdef __cplusplus
}
#endif

#endif
