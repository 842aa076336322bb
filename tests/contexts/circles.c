/* SPDX-License-Identifier: MIT */
/* Functions that call themselves, directly and through each other, from two places.  A
   call of what is open further out is one of its own, below which nothing stands. */
static volatile unsigned sink;

static __attribute__((profile, noinline)) void leaf(void)
{
    sink++;
}

static __attribute__((profile, noinline)) int sum(int n)
{
    leaf();
    return n ? n + sum(n - 1) : 0;
}

static int odd(int n);

static __attribute__((profile, noinline)) int even(int n)
{
    if (!n)
        leaf();
    return n ? odd(n - 1) : 1;
}

static __attribute__((profile, noinline)) int odd(int n)
{
    return n ? even(n - 1) : 0;
}

static __attribute__((profile, noinline)) int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static __attribute__((profile, noinline)) void other(void)
{
    sink += sum(3);
    sink += odd(4);
}

__attribute__((profile)) int main(void)
{
    sink += sum(5);
    other();
    sink += even(6);
    sink += fibonacci(10);
    return 0;
}

//~ main = 1
//~ main sum = 1
//~ main sum leaf = 6
//~ main sum sum = 5
//~ main other = 1
//~ main other sum = 1
//~ main other sum leaf = 4
//~ main other sum sum = 3
//~ main other odd = 1
//~ main other odd even = 2
//~ main other odd even odd = 2
//~ main even = 1
//~ main even leaf = 1
//~ main even odd = 3
//~ main even odd even = 3
//~ main fibonacci = 1
//~ main fibonacci fibonacci = 176
