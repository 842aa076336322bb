/* SPDX-License-Identifier: MIT */
static inline int twice(int x)
{
    return 2 * x;
}

static int thrice(int x)
{
    return 3 * x;
}

#ifdef __cplusplus
struct Counter {
    Counter()
    {
        count = 1;
    }
    int next();
    int count;
};

inline int Counter::next()
{
    return ++count;
}

template <class T> T most(T a, T b)
{
    return a > b ? a : b;
}

constexpr int half(int x)
{
    return x / 2;
}
#endif
