// SPDX-License-Identifier: MIT
#include "tools.h"

__attribute__((profile)) inline int marked(int x)
{
    return x + 1;
}

static inline int own(int x)
{
    return x - 1;
}

int main(int argc, char **)
{
    Counter counter;
    const int sum = twice(argc) + thrice(argc) + own(argc) + counter.next() + half(argc) +
                    most(argc, 2) + int(most(argc + 0.0, 2.0));
    return marked(sum) == 0;
}
