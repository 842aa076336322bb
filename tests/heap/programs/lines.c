// Each way to allocate, callees, recursion, callbacks, code that is not profiled.
#define _GNU_SOURCE
#include <malloc.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROFILED __attribute__((profile))

/* Valgrind ends programs that call it, and jemalloc has none. */
#ifdef LACKS_PVALLOC
#    define pvalloc malloc
#endif
/* Valgrind takes nothing for a byte. */
#ifdef UNDER_VALGRIND
#    define NOTHING 1
#else
#    define NOTHING 0
#endif

static void *volatile kept[64];
static jmp_buf back;

/* Not profiled: what it allocates is its caller's. */
static __attribute__((noinline)) void *helper(size_t size)
{
    void *memory = malloc(size);
    void *volatile gone = malloc(size);
    free(gone);
    return memory;
}

PROFILED static void *leaf(size_t size)
{
    return malloc(size); //@ 44, 44 * 100, 44 * 100, 0
}

PROFILED static void every_way(void)
{
    kept[0] = malloc(100);                           //@ 1, 100, 100, 0
    kept[1] = calloc(10, 30);                        //@ 1, 300, 300, 0
    kept[0] = realloc(kept[0], 1000);                //@ 1, 1000, 1000, u(100)
    kept[1] = reallocarray(kept[1], 10, 50);         //@ 1, 500, 500, u(300)
    kept[2] = aligned_alloc(64, 640);                //@ 1, 640, 640, 0
    if (posix_memalign((void **)&kept[3], 128, 256)) //@ 1, 256, 256, 0
        abort();
    kept[4] = memalign(256, 333); //@ 1, 333, 333, 0
    kept[5] = valloc(77);         //@ 1, 77, 77, 0
    kept[6] = pvalloc(78);        //@ 1, 78, 78, 0
    kept[7] = strdup("12345678"); //@ 1, 9, 9, 0
    kept[8] = realloc(NULL, 40);  //@ 1, 40, 40, 0
    free(kept[0]);                //@ 0, 0, 0, u(1000)
    free(kept[1]);                //@ 0, 0, 0, u(500)
    free(kept[7]), free(kept[8]); //@ 0, 0, 0, u(9) + u(40)
    for (int i = 2; i < 7; i++)
        free(kept[i]); //@ 0, 0, 0, None
    free(NULL);
    kept[0] = malloc(SIZE_MAX / 2); // there is no such memory
    kept[0] = calloc(SIZE_MAX, 16);
    kept[0] = malloc(NOTHING); //@ 1, 0, 0, 0
    free(kept[0]);             //@ 0, 0, 0, u(0)
}

PROFILED static void calls(void)
{
    for (int i = 0; i < 10; i++)
        kept[i] = leaf(100); //@ 10, 1000, 0, 0
    for (int i = 0; i < 10; i++)
        free(kept[i]);                         //@ 0, 0, 0, 10 * u(100)
    kept[0] = helper(500);                     //@ 2, 1000, 1000, u(500)
    kept[1] = helper(20), kept[2] = leaf(100); //@ 3, 140, 40, u(20)
    for (int i = 0; i < 3; i++)
        free(kept[i]); //@ 0, 0, 0, u(500) + u(20) + u(100)
}

PROFILED static int recursive(int depth)
{
    char *name = malloc(50); //@ 8, 400, 400, 0
    int sum = 0;
    if (depth > 1)
        sum = recursive(depth - 1);
    free(name); //@ 0, 0, 0, 8 * u(50)
    return sum + 1;
}

PROFILED static int odd(int n);

PROFILED __attribute__((noinline)) static int even(int n)
{
    if (n == 0)
        return 1;
    kept[n] = malloc(10); //@ 5, 50, 50, 0
    return odd(n - 1);    //@ 5, 100, 0, 0
}

PROFILED __attribute__((noinline)) static int odd(int n)
{
    kept[n] = malloc(20); //@ 5, 100, 100, 0
    return even(n - 1);   //@ 4, 40, 0, 0
}

static int order(const void *a, const void *b);

PROFILED static int compare(const void *a, const void *b)
{
    free(kept[20] = malloc(16)); //@ 6, 96, 96, 6 * u(16)
    return order(a, b);
}

static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void __attribute__((noinline)) each(const int *of, int count)
{
    for (int i = 0; i < count; i++)
        compare(&of[i], &of[0]);
}

PROFILED static void callback(void)
{
    static const int numbers[] = {3, 1, 2, 5, 4, 6};
    free(kept[20] = malloc(1)); //@ 1, 1, 1, u(1)
    each(numbers, 6);           //@ 6, 96, 0, 6 * u(16)
}

PROFILED __attribute__((noinline)) static void jump(int depth)
{
    kept[depth] = malloc(64); //@ 5, 320, 320, 0
    if (depth == 0)
        longjmp(back, 1);
    jump(depth - 1);
}

PROFILED static void jumps(void)
{
    volatile int times = 0;
    if (setjmp(back) == 0)
        jump(4); //@ 5, 320, 0, 0
    times++;
    kept[10] = malloc(1000); //@ 1, 1000, 1000, 0
    for (int i = 0; i < 5; i++)
        free(kept[i]); //@ 0, 0, 0, 5 * u(64)
    free(kept[10]);    //@ 0, 0, 0, u(1000)
}

PROFILED static void table(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size); //@ +, +, +, 0
    fputs("hello", out);
    fclose(out); //@ None, None, None, +
    free(text);  //@ 0, 0, 0, +
    for (int i = 0; i < 33; i++)
        free(leaf(100)); //@ 33, 3300, 0, 33 * u(100)
}

struct item {
    struct item *next;
    char *name;
};

/* Loops in which nothing but libc is called, and that go round often. */
PROFILED static void lists(void)
{
    struct item *list = NULL;
    for (int i = 0; i < 500; i++) {
        struct item *item = malloc(sizeof *item); //@ 500, 8000, 8000, 0
        item->name = strdup("ninechars");         //@ 500, 5000, 5000, 0
        item->next = list;
        list = item;
    }
    while (list) {
        struct item *next = list->next;
        free(list->name); //@ 0, 0, 0, +
        free(list);       //@ 0, 0, 0, +
        list = next;
    }
    for (int i = 0; i < 100; i++)
        free(canonicalize_file_name(i % 2 ? "/" : "/.")); //@ 100, 200, 200, +
}

PROFILED int main(void)
{
    every_way();  //@ 12, 3333, 0, None
    calls();      //@ 15, 2140, 0, None
    recursive(8); //@ 8, 400, 0, 8 * u(50)
    even(10);     //@ 10, 150, 0, 0
    for (int i = 1; i <= 10; i++)
        free(kept[i]); //@ 0, 0, 0, 5 * u(10) + 5 * u(20)
    callback();        //@ 7, 97, 0, 6 * u(16) + u(1)
    jumps();           //@ 6, 1320, 0, 5 * u(64) + u(1000)
    table();           //@ +, +, 0, +
    lists();           //@ +, +, 0, +
    return 0;
}
