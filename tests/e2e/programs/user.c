/* SPDX-License-Identifier: MIT */
#include <stdio.h>

int library_work(int n);

__attribute__((profile)) static int program_work(int n)
{
    int sum = 0;
    while (n > 0)
        sum += library_work(n--);
    return sum;
}

int main(void)
{
    printf("%d\n", program_work(4));
    return 0;
}
