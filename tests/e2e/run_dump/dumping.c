/* SPDX-License-Identifier: MIT */
#include <lineprof.h>

#include <errno.h>
#include <stdio.h>

LINEPROF_PROFILE static int count(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

/* Open at the dump, on its third line. */
LINEPROF_PROFILE static int dump_inside(const char *path)
{
    errno = 77;
    const int error = lineprof_dump(path);
    return error || errno != 77;
}

int main(int argc, char **argv)
{
    int wrong = argc > 1 ? 0 : lineprof_dump("too early.lprof");
    count(10);
    for (int i = 1; i < argc; i++)
        wrong |= lineprof_dump(argv[i]) != EEXIST;
    if (argc > 1)
        return wrong;
    wrong |= lineprof_dump(NULL);
    count(100);
    wrong |= dump_inside(NULL) | dump_inside("named") | dump_inside("named");
    wrong |= lineprof_dump("no/such/folder") != ENOENT;
    count(1000);
    return wrong;
}
