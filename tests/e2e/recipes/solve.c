/* SPDX-License-Identifier: MIT */
/* A rank of a job, of which the third has most to do.  It needs nothing of MPI but its
   rank, so that it can be tried without. */
#include <stdlib.h>

__attribute__((profile)) static double sweep(int cells)
{
    double sum = 0;

    for (int i = 0; i < cells; i++)
        sum += 1.0 / (i + 1);
    return sum;
}

int main(void)
{
    const int rank = atoi(getenv("OMPI_COMM_WORLD_RANK"));
    double sum = 0;

    for (int step = 0; step < 3; step++)
        sum += sweep(rank == 2 ? 300 : 100);
    return sum < 0;
}
