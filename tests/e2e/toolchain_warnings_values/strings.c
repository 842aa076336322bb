/* SPDX-License-Identifier: MIT */
/* What GCC warns of, or must not, by what it knows of strings, objects and sizes. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char *sink;
int f(int);
void over2(int n)
{
    char b[8];
    memset(b, 0, 9);
    f(n);
    puts(b);
}
void over3(void)
{
    char *p = malloc(4);
    f(2);
    memcpy(p, "abcdefgh", 8);
    sink = p;
}
void over4(int n)
{
    char b[8];
    if (n < 10)
        n = 10;
    f(3);
    memset(b, 0, n);
    puts(b);
}
void read1(void)
{
    char a[4] = "abc", b[16];
    f(4);
    memcpy(b, a, 16);
    puts(b);
}
void trunc1(const char *s)
{
    char b[4];
    strncpy(b, "hello world", sizeof b);
    f(5);
    puts(b);
    strncpy(b, s, strlen(s));
    puts(b);
}
void trunc2(char *d, const char *s)
{
    int n = strlen(s);
    f(6);
    strncpy(d, s, n);
}
int bounds1(int i)
{
    int a[4] = {1, 2, 3, i};
    f(7);
    return a[4];
}
int bounds3(int n)
{
    int a[4] = {0};
    f(8);
    if (n > 3)
        return a[n];
    return a[0];
}
void format1(int n)
{
    char b[4];
    sprintf(b, "%d", n);
    f(9);
    puts(b);
}
void format2(int n)
{
    char b[4];
    if (n < 1000 || n > 99999)
        return;
    f(10);
    sprintf(b, "%d", n);
    puts(b);
}
void format3(const char *s)
{
    char b[8], c[32];
    f(11);
    snprintf(c, sizeof c, "name-of-it-%s", s);
    puts(c);
    f(12);
    snprintf(b, sizeof b, "%s-%d", c, 12345);
    puts(b);
}
void format4(void)
{
    char a[16] = "0123456789", b[8];
    f(13);
    sprintf(b, "%s", a);
    puts(b);
}
void restrict1(void)
{
    char a[16] = "abcdefgh";
    f(14);
    strcpy(a + 2, a);
    f(15);
    memcpy(a, a + 1, 4);
    sprintf(a, "%s", a);
    puts(a);
}
void free1(char *p)
{
    f(16);
    free(p);
    f(17);
    puts(p);
}
int free2(int *p, int n)
{
    free(p);
    f(n);
    return p[n];
}
char *free3(char *p)
{
    char *q = realloc(p, 100);
    f(18);
    if (!q)
        return NULL;
    *p = 1;
    return q;
}
void free4(void)
{
    char b[4];
    char *p = b;
    f(19);
    free(p);
}
size_t strlen1(void)
{
    char a[4] = {'a', 'b', 'c', 'd'};
    f(30);
    return strlen(a);
}
void alloc1(int n)
{
    f(31);
    sink = malloc(-1);
    f(n);
    sink = calloc(PTRDIFF_MAX, 2);
}
struct flex {
    int n;
    char t[4];
};
void mem1(struct flex *x)
{
    f(34);
    strcpy(x->t, "longer than that");
    f(35);
    memset(x, 0, sizeof(x));
}
void vla1(unsigned n)
{
    char a[3];
    if (n > 5) {
        f(36);
        memset(a, 1, n);
        puts(a);
    }
}
void ended(const char *s)
{
    char a[4];
    strncpy(a, s, 4);
    a[3] = 0;
    puts(a);
}
void ended_by_length(char *d, const char *s)
{
    strncpy(d, s, strlen(s));
    d[3] = 0;
    puts(d);
}
struct named {
    int k;
    char name[8];
};
void ended_member(struct named *t, const char *s)
{
    strncpy(t->name, s, sizeof t->name);
    t->name[sizeof t->name - 1] = '\0';
    puts(t->name);
}
void ended_later(const char *s)
{
    char a[4];
    strncpy(a, s, 4);
    f(3);
    a[3] = 0;
    puts(a);
}
void ended_maybe(const char *s, int n)
{
    char a[8];
    strncpy(a, s, sizeof a);
    if (n)
        a[7] = 0;
    puts(a);
}
void not_ended(const char *s)
{
    char a[4];
    strncpy(a, s, 4);
    puts(a);
}
