// SPDX-License-Identifier: MIT
// What exceptions leave ends; what is called behind them is called from where they were
// caught.
static volatile unsigned sink;

[[gnu::profile, gnu::noinline]] static void step()
{
    sink = sink + 1;
}

[[gnu::profile, gnu::noinline]] static void fails(int depth)
{
    step();
    if (!depth)
        throw depth;
    fails(depth - 1);
    step();
}

[[gnu::profile, gnu::noinline]] static void tries(int depth)
{
    try {
        fails(depth);
    } catch (int) {
        step();
    }
    step();
}

[[gnu::profile]] int main()
{
    for (int i = 0; i < 5; i++)
        tries(i);
    step();
}

//~ main = 1
//~ main step = 1
//~ main tries = 5
//~ main tries step = 5 + 5
//~ main tries fails = 5
//~ main tries fails step = 15
//~ main tries fails fails = 10
