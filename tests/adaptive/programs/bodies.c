/* SPDX-License-Identifier: MIT */
/* Steps of two bodies that attract each other. */
#include "work.h"

static double x[2] = {0, 1}, y[2] = {0, 0}, u[2] = {0, 0}, v[2] = {-0.5, 0.5};

MARKED static void move(int rounds)
{
    for (int i = 0; i < rounds; i++) {
        double dx = x[1] - x[0];
        double dy = y[1] - y[0];
        double square = dx * dx + dy * dy + 0.01;
        double force = 0.001 / (square * __builtin_sqrt(square));
        u[0] += dx * force, u[1] -= dx * force;
        v[0] += dy * force, v[1] -= dy * force;
        x[0] += u[0] * 0.001, x[1] += u[1] * 0.001;
        y[0] += v[0] * 0.001, y[1] += v[1] * 0.001;
    }
}

int main(void)
{
    move(500000);
    work_sink = (uint64_t)(int64_t)(x[0] * 1000);
    return 0;
}
