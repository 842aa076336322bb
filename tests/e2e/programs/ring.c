/* SPDX-License-Identifier: MIT */
/* Ranks of MPI that meet after each step; the middle one has three times the work.
   usage: ring [kill]: it ends itself in the third of five steps */
#include <mpi.h>
#include <signal.h>

static volatile int sink;

__attribute__((profile)) static void work(int amount)
{
    for (int i = 0; i < amount; i++)
        sink += i;
}

__attribute__((profile)) static void step(int is_slow)
{
    work(is_slow ? 3000 : 1000);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++) {
        if (argc > 1 && i == 2 && rank == size / 2)
            raise(SIGKILL);
        step(rank == size / 2);
    }
    MPI_Finalize();
    return 0;
}
