/* SPDX-License-Identifier: MIT */
/* Loops of few rounds, each of a nanosecond: a convolution, sums of five, lengths of
 * words.
 */
#include "watch.h"

enum { SIZE = 512, REACH = 3, TIMES = 60, SUMS = 30000000, WORDS = 20000000 };

static double image[SIZE * SIZE];
static double filtered[SIZE * SIZE];
static double kernel[REACH * REACH];

__attribute__((profile, __noinline__)) static void convolve(void)
{
    for (int y = 1; y < SIZE - 1; y++)
        for (int x = 1; x < SIZE - 1; x++) {
            double sum = 0;
            for (int j = 0; j < REACH; j++)
                for (int i = 0; i < REACH; i++)
                    sum += image[(y + j - 1) * SIZE + x + i - 1] * kernel[j * REACH + i];
            filtered[y * SIZE + x] = sum;
        }
}

__attribute__((profile, __noinline__)) static double fives(long n)
{
    double sum = 0;

    for (long k = 0; k < n; k++) {
        double part = 0;
        for (long i = 0; i < 5; i++)
            part += image[(k + i) % 4096] * kernel[i];
        sum += part > 1 ? part : 1;
    }
    return sum;
}

__attribute__((profile, __noinline__)) static int length(const char *text)
{
    int n = 0;

    while (*text) {
        n++;
        text++;
    }
    return n;
}

int main(void)
{
    static const char *const words[] = {"alpha", "be", "gamma", "a few words in one",
                                        "x"};
    static volatile double sink;

    for (int i = 0; i < SIZE * SIZE; i++)
        image[i] = i % 11;
    for (int i = 0; i < REACH * REACH; i++)
        kernel[i] = i;
    const uint64_t begin = watch_now();
    for (int i = 0; i < TIMES; i++)
        convolve();
    const uint64_t convolved = watch_now();
    sink = fives(SUMS);
    const uint64_t summed = watch_now();
    for (int i = 0; i < WORDS; i++)
        sink += length(words[i % 5]);
    const uint64_t end = watch_now();
    watch_print("wall", end - begin);
    watch_print("convolve", convolved - begin);
    watch_print("fives", summed - convolved);
    watch_print("length", end - summed);
    return 0;
}
