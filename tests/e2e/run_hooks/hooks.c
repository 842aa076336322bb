/* SPDX-License-Identifier: MIT */
/* Hooks at regions: in order, on every thread, and whatever they do themselves. */
#include <lineprof.h>

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void say_start(const char *name, void *arg)
{
    printf("%s starts %s\n", (const char *)arg, name);
    errno = EDOM;
}

static void say_stop(const char *name, void *arg)
{
    printf("%s stops %s\n", (const char *)arg, name);
    errno = ERANGE;
}

static void say_teardown(void *arg)
{
    printf("%s is over\n", (const char *)arg);
    fflush(stdout);
}

static char first[] = "first", second[] = "second", third[] = "third",
            fourth[] = "fourth";

static const struct lineprof_hooks talking = {say_start, say_stop, say_teardown, first};

static void run_in_order(void)
{
    lineprof_set_hooks(&talking);
    errno = 77;
    LINEPROF_REGION("outer");
    {
        LINEPROF_REGION("inner");
        LINEPROF_MARK("mark");
    }
    LINEPROF_BEGIN("around");
    LINEPROF_BEGIN("left open");
    LINEPROF_END("around");
    printf("errno %d\n", errno);
}

/* What was started under other hooks is not stopped under these. */
static void run_replaced(void)
{
    const struct lineprof_hooks other = {NULL, say_stop, NULL, second};

    LINEPROF_BEGIN("begun before");
    lineprof_set_hooks(&other);
    LINEPROF_END("begun before");
    LINEPROF_BEGIN("without a start");
    LINEPROF_END("without a start");
    lineprof_set_hooks(NULL);
    LINEPROF_BEGIN("no hooks");
    LINEPROF_END("no hooks");
}

/* A hook may use everything; its own regions are not recorded. */
static void use_regions(const char *name, void *arg)
{
    LINEPROF_REGION("in a hook");
    LINEPROF_BEGIN("in a hook by hand");
    LINEPROF_END("in a hook by hand");
    LINEPROF_MARK("in a hook");
    LINEPROF_END("used"); /* not the one around it */
    lineprof_pause();
    lineprof_resume();
    printf("%s used at %s\n", (const char *)arg, name);
}

static void run_using(void)
{
    const struct lineprof_hooks using_all = {use_regions, use_regions, say_teardown,
                                             third};

    lineprof_set_hooks(&using_all);
    LINEPROF_BEGIN("used");
    LINEPROF_END("used");
    lineprof_set_hooks(NULL);
}

static jmp_buf out;

static void jump(const char *name, void *arg)
{
    (void)name;
    (void)arg;
    longjmp(out, 1);
}

static void begin_jumping(void)
{
    LINEPROF_BEGIN("jumped over");
}

/* Not allowed, but the thread records again further out. */
static void run_jumping(void)
{
    const struct lineprof_hooks jumping = {jump, NULL, NULL, NULL};

    lineprof_set_hooks(&jumping);
    if (!setjmp(out))
        begin_jumping();
    lineprof_set_hooks(NULL);
    LINEPROF_BEGIN("after the jump");
    LINEPROF_END("after the jump");
}

static int starts, stops;

static void count(const char *name, void *arg)
{
    (void)name;
    __atomic_fetch_add((int *)arg == &starts ? &starts : &stops, 1, __ATOMIC_RELAXED);
}

static void count_start(const char *name, void *arg)
{
    (void)arg;
    count(name, &starts);
}

static void count_stop(const char *name, void *arg)
{
    (void)arg;
    count(name, &stops);
}

static void *work(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        LINEPROF_REGION("in threads");
    }
    return unused;
}

/* While they are replaced over and over, what is started is stopped or not, and nothing
   else happens. */
static void run_threads(void)
{
    const struct lineprof_hooks counting = {count_start, count_stop, NULL, NULL};
    pthread_t threads[4];

    lineprof_set_hooks(&counting);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d\n", starts, stops);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 1000; i++)
        lineprof_set_hooks(i % 2 ? &counting : NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", stops <= starts && starts <= 8000);
    lineprof_set_hooks(NULL);
}

/* Those that are left end with the program, also in a child. */
static void run_to_the_end(void)
{
    const struct lineprof_hooks last = {NULL, NULL, say_teardown, fourth};

    lineprof_set_hooks(&last);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        exit(0);
    waitpid(child, NULL, 0);
}

int main(void)
{
    run_in_order();
    run_replaced();
    run_using();
    run_jumping();
    run_threads();
    run_to_the_end();
    return 0;
}
