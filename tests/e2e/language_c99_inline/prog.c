// SPDX-License-Identifier: MIT
// An inline definition in the sense of C99, with no other: it links because it is
// inlined.
#include <stdio.h>
__attribute__((profile)) inline int f(int x)
{
    int s = 0;
    for (int i = 0; i < x; i++) {
        s += i;
        s ^= x;
    }
    return s;
}
__attribute__((profile)) int g(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++)
        r += f(i);
    return r;
}
int main(void)
{
    printf("%d\n", g(5));
    return 0;
}
