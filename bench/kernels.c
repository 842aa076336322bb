/* SPDX-License-Identifier: MIT */
/*
 * A set of numeric kernels as they are commonly written, a line a statement.
 * bench/whole runs it with all of them profiled.  What it prints shows that every way of
 * building it computes the same.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 160,      /* of the matrices */
    GRID = 256,      /* side of the heat plate */
    HEAT_STEPS = 20, /* steps of its cooling */
    BODIES = 24,
    BODY_STEPS = 300,
    SIEVE = 1000000,
    WORDS = 200000, /* what is sorted and summed */
    PICTURE = 96,   /* side of the Mandelbrot set */
    SIGNAL = 1 << 14,
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void fill(double *values, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t random = next_random(&seed);
        values[i] = random / 16777216.0;
    }
}

static double sum(const double *values, size_t count)
{
    double total = 0;
    for (size_t i = 0; i < count; i++)
        total += values[i];
    return total;
}

static void multiply(double *restrict c, const double *restrict a,
                     const double *restrict b)
{
    for (size_t i = 0; i < SIDE; i++) {
        for (size_t k = 0; k < SIDE; k++) {
            const double factor = a[i * SIDE + k];
            for (size_t j = 0; j < SIDE; j++)
                c[i * SIDE + j] += factor * b[k * SIDE + j];
        }
    }
}

static double run_matrices(void)
{
    static double a[SIDE * SIDE], b[SIDE * SIDE], c[SIDE * SIDE];
    fill(a, SIDE * SIDE, 1);
    fill(b, SIDE * SIDE, 2);
    multiply(c, a, b);
    return sum(c, SIDE * SIDE);
}

static void cool(double *restrict to, const double *restrict from)
{
    for (size_t y = 1; y + 1 < GRID; y++) {
        for (size_t x = 1; x + 1 < GRID; x++) {
            const double *at = from + y * GRID + x;
            const double around = at[-1] + at[1] + at[-GRID] + at[GRID];
            to[y * GRID + x] = 0.5 * *at + 0.125 * around;
        }
    }
}

static double run_heat(void)
{
    static double plates[2][GRID * GRID];
    fill(plates[0], GRID * GRID, 3);
    for (int step = 0; step < HEAT_STEPS; step++)
        cool(plates[~step & 1], plates[step & 1]);
    return sum(plates[0], GRID * GRID);
}

struct body {
    double at[3];
    double speed[3];
    double mass;
};

static void attract(struct body *one, const struct body *other, double step)
{
    double apart[3], square = 0.01;
    for (int d = 0; d < 3; d++) {
        apart[d] = other->at[d] - one->at[d];
        square += apart[d] * apart[d];
    }
    const double pull = other->mass * step / (square * sqrt(square));
    for (int d = 0; d < 3; d++)
        one->speed[d] += pull * apart[d];
}

static void move(struct body *body, double step)
{
    for (int d = 0; d < 3; d++)
        body->at[d] += step * body->speed[d];
}

static double run_bodies(void)
{
    static struct body bodies[BODIES];
    fill((double *)bodies, BODIES * sizeof *bodies / sizeof(double), 4);
    for (int step = 0; step < BODY_STEPS; step++) {
        for (int i = 0; i < BODIES; i++) {
            for (int j = 0; j < BODIES; j++) {
                if (i != j)
                    attract(&bodies[i], &bodies[j], 0.001);
            }
        }
        for (int i = 0; i < BODIES; i++)
            move(&bodies[i], 0.001);
    }
    return bodies[0].at[0] + bodies[BODIES - 1].at[2];
}

static double run_primes(void)
{
    static unsigned char composite[SIEVE];
    int count = 0;
    for (size_t i = 2; i < SIEVE; i++) {
        if (composite[i])
            continue;
        count++;
        for (size_t multiple = i * i; multiple < SIEVE; multiple += i)
            composite[multiple] = 1;
    }
    return count;
}

static void sort(uint32_t *from, uint32_t *to)
{
    while (to - from > 1) {
        const uint32_t pivot = from[(to - from) / 2];
        uint32_t *low = from, *high = to - 1;
        while (low <= high) {
            while (*low < pivot)
                low++;
            while (*high > pivot)
                high--;
            if (low <= high) {
                const uint32_t swapped = *low;
                *low++ = *high;
                *high-- = swapped;
            }
        }
        sort(from, high + 1);
        from = low;
    }
}

static uint32_t crc(const unsigned char *bytes, size_t count)
{
    uint32_t table[256], sum = 0xffffffffu;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xedb88320u : table[i] >> 1;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t index = (sum ^ bytes[i]) & 0xff;
        sum = sum >> 8 ^ table[index];
    }
    return ~sum;
}

static double run_words(void)
{
    static uint32_t words[WORDS];
    uint32_t seed = 5;
    for (size_t i = 0; i < WORDS; i++)
        words[i] = next_random(&seed);
    sort(words, words + WORDS);
    return crc((const unsigned char *)words, sizeof words);
}

static int escape(double re, double im)
{
    double x = 0, y = 0;
    int step = 0;
    while (step < 200 && x * x + y * y < 4) {
        const double next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        step++;
    }
    return step;
}

static double run_picture(void)
{
    int steps = 0;
    for (int row = 0; row < PICTURE; row++) {
        for (int column = 0; column < PICTURE; column++) {
            const double re = column * 3.0 / PICTURE - 2;
            const double im = row * 2.0 / PICTURE - 1;
            steps += escape(re, im);
        }
    }
    return steps;
}

/* In place; `step` is the distance between the values that belong to it. */
static void transform(double *re, double *im, size_t count, size_t step)
{
    if (count == 1)
        return;
    transform(re, im, count / 2, step * 2);
    transform(re + step, im + step, count / 2, step * 2);
    static double all_re[SIGNAL], all_im[SIGNAL];
    for (size_t i = 0; i < count / 2; i++) {
        const double angle = -6.283185307179586 * (double)i / (double)count;
        const double c = cos(angle), s = sin(angle);
        const size_t even = 2 * i * step, odd = even + step;
        const double odd_re = re[odd] * c - im[odd] * s;
        const double odd_im = re[odd] * s + im[odd] * c;
        all_re[i] = re[even] + odd_re;
        all_im[i] = im[even] + odd_im;
        all_re[i + count / 2] = re[even] - odd_re;
        all_im[i + count / 2] = im[even] - odd_im;
    }
    for (size_t i = 0; i < count; i++) {
        re[i * step] = all_re[i];
        im[i * step] = all_im[i];
    }
}

static double run_signal(void)
{
    static double re[SIGNAL], im[SIGNAL];
    fill(re, SIGNAL, 6);
    memset(im, 0, sizeof im);
    transform(re, im, SIGNAL, 1);
    return fabs(re[1]) + fabs(im[SIGNAL / 3]);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(void);
    } kernels[] = {
        {"matrices", run_matrices},
        {"heat",     run_heat    },
        {"bodies",   run_bodies  },
        {"primes",   run_primes  },
        {"words",    run_words   },
        {"picture",  run_picture },
        {"signal",   run_signal  },
    };
    const int rounds = argc > 1 ? atoi(argv[1]) : 1;

    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        double result = 0;
        for (int round = 0; round < rounds; round++)
            result = kernels[i].run();
        printf("%-10s %.6g\n", kernels[i].name, result);
    }
    return 0;
}
