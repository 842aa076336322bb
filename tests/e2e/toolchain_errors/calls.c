/* SPDX-License-Identifier: MIT */
/* Calls that are an error unless GCC finds out, from -O1 on, that they are not reached.
 */
extern void never(void) __attribute__((error("reached")));
void use(int);

int by_rounds(int n)
{
    int limit = 5;
    for (int i = 0; i < limit; i++)
        if (i > 10)
            never();
    return n;
}

int by_rounds_with_calls(int n)
{
    for (int i = 0; i < 5; i++) {
        use(i);
        if (i > 10)
            never();
    }
    return n;
}

int by_what_is_in_a_table(int n)
{
    static const int table[3] = {1, 2, 3};
    for (unsigned i = 0; i < 3; i++) {
        use(n);
        if (table[i] > 3)
            never();
    }
    return n;
}

static int low_bits(int n)
{
    return n & 15;
}

static int low_bits_and_one(int n)
{
    return low_bits(n) + 1;
}

static inline __attribute__((always_inline)) void check(int value)
{
    if (value > 16)
        never();
}

int by_result(int n)
{
    int bits = low_bits(n);
    if (bits > 15)
        never();
    return bits;
}

int by_result_of_results(int n)
{
    int bits = low_bits_and_one(n);
    check(bits);
    return bits;
}
