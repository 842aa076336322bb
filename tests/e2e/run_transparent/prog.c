/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((profile)) static void speak(int i)
{
    errno = i;
    fprintf(i % 2 ? stderr : stdout, "line %d errno %d\n", i, errno);
}

int main(void)
{
    for (int i = 0; i < 6; i++)
        speak(i);
    exit(7);
}
