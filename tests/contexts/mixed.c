/* SPDX-License-Identifier: MIT */
/* Compiled as usual.  What asks the compiler what it knows has frames, step() and light()
   have none: that is called from where calls tell. */
static volatile unsigned sink;

#define WITH_FRAMES(x)             \
    if (__builtin_constant_p((x))) \
    sink++

static __attribute__((profile, noinline)) void step(void)
{
    sink++;
}

static __attribute__((profile, noinline)) void back(int n)
{
    WITH_FRAMES(n);
    step();
}

static __attribute__((profile, noinline)) void direct(int times)
{
    WITH_FRAMES(times);
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
    WITH_FRAMES(times);
    light(times);
}

__attribute__((profile)) int main(int argc, char **argv)
{
    (void)argv;
    WITH_FRAMES(argc);
    direct(100);
    through(20);
    through(3);
    return 0;
}
