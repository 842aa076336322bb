/* SPDX-License-Identifier: MIT */
/* What GCC warns of by statements, each of which the timed copy has, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int f(int);
char *sink;
int *isink;
char **where;

void prints_null(void)
{
    f(1);
    printf("%s\n", (char *)0);
    f(2);
}

void prints_null_variable(FILE *o)
{
    const char *s = 0;
    f(1);
    fprintf(o, "a%sb", s);
    f(2);
}

void prints_maybe_null(int n)
{
    char *s = n ? "x" : 0;
    f(1);
    printf("%.*s", n, s);
}

void prints_wide(int n)
{
    f(2);
    printf("%.*d", -3 + n, n);
    printf("%2147483648d", n);
}

void copies_null(char *d)
{
    f(1);
    strcpy(d, 0);
    f(2);
}
__attribute__((nonnull)) void takes_pointer(char *, int);

void passes_null(int n)
{
    char *p = 0;
    f(1);
    takes_pointer(p, n);
    f(2);
    takes_pointer(0, n);
}

void copies_itself(char *d)
{
    f(1);
    memcpy(d, d, 4);
    f(2);
    memcpy(d, d + 1, 8);
}

void appends_itself(void)
{
    char a[16] = "abc";
    f(1);
    strcat(a, a);
    f(3);
    strcpy(a, a + 1);
    puts(a);
}
void takes_apart(char *restrict a, char *restrict b);

void passes_twice(char *p)
{
    f(1);
    takes_apart(p, p);
    sprintf(p, "%s", p);
}

void leaves_scope(void)
{
    f(1);
    {
        char b[4];
        f(2);
        sink = b;
    }
    f(3);
    *sink = 1;
}

void stores_local(void)
{
    int x = f(1);
    isink = &x;
    f(2);
}

void hands_out_local(int **out)
{
    int x = f(1);
    *out = &x;
}

int *returns_local(int n)
{
    int a[4];
    f(1);
    int *p = a;
    f(2);
    return p + n;
}

char *returns_copied(int n)
{
    char b[4];
    f(1);
    return memcpy(b, "abc", 4) ? b : 0;
}

void frees_twice(char *p)
{
    f(1);
    free(p);
    f(2);
    free(p);
}

void uses_freed(char *p)
{
    f(1);
    free(p);
    f(2);
    if (p == sink)
        f(3);
    sink = p;
}

char *uses_reallocated(char *p)
{
    f(1);
    char *q = realloc(p, 8);
    f(2);
    return q ? q : p;
}

void frees_local(void)
{
    char a[4];
    f(1);
    free(a);
    free(a + 1);
}

void frees_static(void)
{
    f(1);
    free("abc");
    free(&sink);
}

int unset_without_rounds(int n)
{
    int x;
    f(1);
    for (int i = 0; i < n; i++)
        x = f(i);
    return x;
}

int unset_in_default(int n)
{
    int x;
    switch (n) {
    case 1:
        x = f(2);
        break;
    default:
        f(3);
    }
    f(4);
    return x;
}

int beyond_ends(void)
{
    int a[3] = {1, 2, 3};
    f(1);
    return a[3] + a[-1];
}

int beyond_by_condition(int i)
{
    int a[3];
    f(1);
    if (i < 3)
        return 0;
    a[i] = f(2);
    return a[i];
}
struct s {
    char t[4];
    int k;
};

void beyond_member_constant(struct s *x)
{
    f(1);
    x->t[5] = f(2);
}

void fills_member(struct s *x)
{
    f(1);
    memset(x->t, 0, 8);
    f(2);
    strcpy(x->t, "abcd");
}

void fills_allocated(void)
{
    char *p = malloc(3);
    f(1);
    strcpy(p, "abc");
    f(2);
    sink = p;
}

void appends_too_much(char *s)
{
    char b[4];
    f(1);
    strncat(b, s, 8);
    f(2);
    strncpy(b, s, 5);
    puts(b);
}

int too_large_frame(int n)
{
    f(1);
    char *p = __builtin_alloca(-1);
    f(2);
    sink = p + n;
    return 0;
}

void too_large(void)
{
    f(1);
    sink = malloc(-1);
    f(2);
    sink = calloc(-1, 2);
    sink = realloc(sink, -5);
}

int compares_itself(const char *s)
{
    f(1);
    return strcmp(s, s) + (strcmp("abc", s) == 200);
}

int compares_short(void)
{
    char a[2] = "a";
    f(1);
    if (strcmp(a, "abcdef") == 0)
        return f(2);
    return 0;
}

__attribute__((noreturn)) void never_returns(int n)
{
    f(n);
    if (n)
        f(2);
}

int returns_sometimes(int n)
{
    f(1);
    if (n)
        return f(2);
}

void clears_nothing(void *p)
{
    f(1);
    memset(p, 5, 0);
    memset(p, sizeof p, 0);
    memcpy(p, p, sizeof(p));
}
__attribute__((access(read_only, 1, 2))) int reads(const void *, int);

int lends_short(void)
{
    char b[4];
    f(1);
    return reads(b, 4) + reads(b, 5);
}

int member_maybe(int n)
{
    struct s x;
    f(1);
    if (n)
        x.k = f(2);
    f(3);
    return x.k;
}

int reads_null(int *p)
{
    int *q = 0;
    f(1);
    if (p)
        q = p;
    f(2);
    return *q;
}
