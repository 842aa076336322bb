/* SPDX-License-Identifier: MIT */
/* Variables that are set on no way, on some, or on all that matter. */
#include <stdio.h>

int f(int);
void sink(const int *);
void takes(const int *);
struct pair {
    int a, b;
};

int maybe1(int n)
{
    int x;
    switch (n) {
    case 1:
        x = f(1);
        break;
    case 2:
        x = f(2);
        break;
    }
    f(20);
    return x + n;
}

int maybe2(int n)
{
    int x;
    if (n)
        x = f(1);
    f(21);
    if (n)
        return x;
    return 0;
}

int maybe3(int n)
{
    int x, ok = 0;
    if (n > 5) {
        x = f(1);
        ok = 1;
    }
    f(22);
    if (ok)
        return x;
    return 0;
}

int maybe4(const char *s)
{
    int r;
    f(23);
    if (sscanf(s, "%d", &r) == 1)
        f(24);
    return r;
}

int maybe5(int n)
{
    int a[8];
    for (int i = 0; i < n; i++)
        a[i] = f(i);
    f(25);
    return a[2];
}

struct pair maybe6(int n)
{
    struct pair p;
    if (n)
        p.a = f(26);
    f(27);
    p.b = 1;
    return p;
}

void maybe7(void)
{
    int a[4];
    f(28);
    takes(a);
}

int loop1(int n)
{
    int s = 0, last, have = 0;
    for (int i = 0; i < n; i++) {
        if (have)
            s += last;
        last = f(i) * 3;
        have = 1;
        f(33);
    }
    return s;
}

int some(int n)
{
    int a;
    if (n > 3)
        a = f(n);
    f(2);
    return a;
}
int other_element(int n)
{
    int arr[4];
    arr[0] = f(n);
    f(2);
    return arr[1];
}
int never(void)
{
    int a;
    f(1);
    return a;
}
int in_a_loop(int n)
{
    int last;
    for (int i = 0; i < n; i++) {
        if (i > 0)
            f(last);
        last = f(i) * 3;
        f(2);
    }
    return 0;
}
int some_element(int n)
{
    int arr[4];
    if (n > 3)
        arr[0] = f(n);
    f(2);
    return 3 * arr[0];
}
struct s {
    int x, y;
};
int other_member(int n)
{
    struct s s;
    s.x = n;
    f(2);
    return s.y;
}
int passed(void)
{
    int x;
    f(x);
    return x;
}
int by_address(void)
{
    int x;
    f(2);
    sink(&x);
    f(3);
    return x;
}

/* Each half by itself. */
_Complex double halves(double x)
{
    _Complex double z;
    __real__ z = x;
    __imag__ z = 2 * x;
    f(1);
    return z;
}
