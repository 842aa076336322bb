/* SPDX-License-Identifier: MIT */
/* Compiled as usual.  What asks the compiler what it knows has frames, step() and light()
   have none: that is called from where calls tell. */
static volatile unsigned sink;

#define WITH_FRAMES __asm__ volatile("0:") /* a label, which can be there once */

static __attribute__((profile, noinline)) void step(void)
{
    sink++;
}

static __attribute__((profile, noinline)) void back(int n)
{
    WITH_FRAMES;
    step();
}

static __attribute__((profile, noinline)) void direct(int times)
{
    WITH_FRAMES;
    for (int i = 0; i < times; i++)
        back(i);
}

static __attribute__((profile, noinline)) void light(int times)
{
    for (int i = 0; i < times; i++)
        back(i);
}

static __attribute__((profile, noinline)) void through(int times)
{
    WITH_FRAMES;
    light(times);
}

__attribute__((profile)) int main(int argc, char **argv)
{
    (void)argv;
    WITH_FRAMES;
    direct(100);
    through(20);
    through(3);
    return 0;
}
