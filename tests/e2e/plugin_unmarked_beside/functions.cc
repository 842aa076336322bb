// SPDX-License-Identifier: MIT
__attribute__((profile)) int marked(int x)
{
    return x + 1;
}

static int small(int a)
{
    return a * 3 + 1;
}

constexpr int square(int a)
{
    return a * a;
}

#define OWN(name, options)                                                          \
    __attribute__((optimize(options))) static int part_##name(int a)                \
    {                                                                               \
        return a * 5 + 2;                                                           \
    }                                                                               \
    __attribute__((optimize(options))) int plain_##name(const int *list, int count) \
    {                                                                               \
        int sum = 0;                                                                \
        for (int i = 0; i < count; i++)                                             \
            sum += small(list[i]) + part_##name(i) + square(i);                     \
        return sum;                                                                 \
    }
OWN(o0, "O0")
OWN(o1, "O1")
OWN(o2, "O2")
OWN(o3, "O3")
OWN(os, "Os")
OWN(apart, "no-inline")

__attribute__((target("avx2"))) int plain_wide(const int *list, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += small(list[i]) + square(i);
    return sum;
}

int plain_all(const int *list, int count)
{
    int sum = square(count);
    for (int i = 0; i < count; i++)
        sum += small(list[i]) + part_o0(i) + part_o1(i) + part_o2(i) + part_o3(i);
    return sum;
}
