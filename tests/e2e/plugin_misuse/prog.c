/* SPDX-License-Identifier: MIT */
__attribute__((profile)) int variable;
typedef int __attribute__((profile)) type;
__attribute__((profile(1))) int with_argument(void);
