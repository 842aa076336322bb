/* SPDX-License-Identifier: MIT */
/* Compiled as usual.  back() and inner() have frames, and are called by what has none:
   who that was, calls tell, and nodes do not. */
static volatile unsigned sink;

#define WITH_FRAMES __asm__ volatile("0:") /* a label, which can be there once */

static __attribute__((profile, noinline)) void inner(int n)
{
    WITH_FRAMES;
}

static __attribute__((profile, noinline)) void back(int n)
{
    WITH_FRAMES;
    inner(n);
}

static __attribute__((profile, noinline)) void light(int times)
{
    for (int i = 0; i < times; i++)
        back(i);
}

__attribute__((profile)) int main(void)
{
    light(100);
    back(3);
    return 0;
}
