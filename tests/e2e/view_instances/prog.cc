/* SPDX-License-Identifier: MIT */
#include <cstdio>

template <typename T> __attribute__((profile)) T largest(T a, T b)
{
    return a < b ? b : a;
}

int main()
{
    int i = 1;
    double d = 1;

    for (int n = 0; n < 3; n++)
        i = largest(i, n * n);
    for (int n = 0; n < 2; n++)
        d = largest(d, n * 0.5);
    std::printf("%d %g\n", i, d);
    return 0;
}
