/* SPDX-License-Identifier: MIT */
/*
 * A matrix product, the same as bench/product.py, line for line.  Prints its result and
 * the processor time, in ns, that it took.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double multiply(int n, const double *a, const double *b)
{
    double total = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double cell = 0.0;
            for (int k = 0; k < n; k++)
                cell += a[i * n + k] * b[k * n + j];
            total += cell;
        }
    }
    return total;
}

static long long cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1;
    double *values = calloc((size_t)(n * n), sizeof *values);
    if (!values)
        return 1;
    for (int i = 0; i < n * n; i++)
        values[i] = i % 7;
    const long long begun = cpu_ns();
    const double result = multiply(n, values, values);
    const long long took = cpu_ns() - begun;
    printf("%.1f %lld\n", result, took);
    free(values);
    return 0;
}
