/* SPDX-License-Identifier: MIT */
/* A loop that trains something, and the steps of which are not what takes its time. */
#include <lineprof.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 60 };

static double samples[SAMPLES];

__attribute__((profile)) static int is_used(const int *order, int count, int sample)
{
    for (int i = 0; i < count; i++)
        if (order[i] == sample)
            return 1;
    return 0;
}

__attribute__((profile)) static void shuffle(int *order)
{
    for (int i = 0; i < SAMPLES; i++) {
        order[i] = rand() % SAMPLES;
        while (is_used(order, i, order[i]))
            order[i] = (order[i] + 1) % SAMPLES;
    }
}

__attribute__((profile)) static double epoch(double weight)
{
    int order[SAMPLES];

    LINEPROF_REGION("epoch");
    shuffle(order);
    for (int i = 0; i < SAMPLES; i++)
        weight += 0.1 * (samples[order[i]] - weight);
    return weight;
}

int main(int argc, char **argv)
{
    double weight = 0;

    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 3); i++)
        weight = epoch(weight);
    return weight != 0;
}
