/* SPDX-License-Identifier: MIT */
/* A matrix product, its innermost loop on lines of its own. */
#include "work.h"

enum { SIZE = 110 };

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

MARKED static void multiply(void)
{
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++) {
                double x = a[i][k];
                sum += x * b[k][j];
            }
            c[i][j] = sum;
        }
    }
}

int main(void)
{
    multiply();
    work_sink = (uint64_t)c[3][5];
    return 0;
}
