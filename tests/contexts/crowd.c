/* SPDX-License-Identifier: MIT */
/* Each function calls the next one from two lines: 2^17 - 1 contexts, twice as many as a
   thread has room for. */
static volatile unsigned sink;

static __attribute__((profile, noinline)) void f16(void)
{
    sink++;
}

static __attribute__((profile, noinline)) void f15(void)
{
    f16();
    f16();
}

static __attribute__((profile, noinline)) void f14(void)
{
    f15();
    f15();
}

static __attribute__((profile, noinline)) void f13(void)
{
    f14();
    f14();
}

static __attribute__((profile, noinline)) void f12(void)
{
    f13();
    f13();
}

static __attribute__((profile, noinline)) void f11(void)
{
    f12();
    f12();
}

static __attribute__((profile, noinline)) void f10(void)
{
    f11();
    f11();
}

static __attribute__((profile, noinline)) void f9(void)
{
    f10();
    f10();
}

static __attribute__((profile, noinline)) void f8(void)
{
    f9();
    f9();
}

static __attribute__((profile, noinline)) void f7(void)
{
    f8();
    f8();
}

static __attribute__((profile, noinline)) void f6(void)
{
    f7();
    f7();
}

static __attribute__((profile, noinline)) void f5(void)
{
    f6();
    f6();
}

static __attribute__((profile, noinline)) void f4(void)
{
    f5();
    f5();
}

static __attribute__((profile, noinline)) void f3(void)
{
    f4();
    f4();
}

static __attribute__((profile, noinline)) void f2(void)
{
    f3();
    f3();
}

static __attribute__((profile, noinline)) void f1(void)
{
    f2();
    f2();
}

static __attribute__((profile, noinline)) void f0(void)
{
    f1();
    f1();
}

__attribute__((profile)) int main(void)
{
    for (int i = 0; i < 3; i++)
        f0();
    return 0;
}
