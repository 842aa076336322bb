/* SPDX-License-Identifier: MIT */
/* What a function costs depends on who called its caller: calls alone, line by line,
   would give few() and many() the same. */
static volatile unsigned sink;

static __attribute__((profile, noinline)) void step(void)
{
    sink++;
}

static __attribute__((profile, noinline)) void repeat(int times)
{
    for (int i = 0; i < times; i++)
        step();
}

static __attribute__((profile, noinline)) void few(void)
{
    repeat(10);
}

static __attribute__((profile, noinline)) void many(void)
{
    repeat(1000);
    repeat(30);
}

__attribute__((profile)) int main(void)
{
    few();
    many();
    for (int i = 0; i < 3; i++)
        few();
    return 0;
}

//~ main = 1
//~ main few = 4
//~ main few repeat = 4
//~ main few repeat step = 40
//~ main many = 1
//~ main many repeat = 2
//~ main many repeat step = 1030
