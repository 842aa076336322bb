/* SPDX-License-Identifier: MIT */
/* To be loaded and unloaded. */
void run_library(void);

static volatile unsigned long total;

__attribute__((profile)) void run_library(void)
{
    total++; /* library */
}
