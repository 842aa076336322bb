/* SPDX-License-Identifier: MIT */
/* The header's words, in C and C++. */
#include <lineprof.h>

/* What the system's header declares does not clash. */
#include <dlfcn.h>
#include <stdio.h>

LINEPROF_PROFILE int twice(int n);

LINEPROF_PROFILE int twice(int n)
{
    return 2 * n;
}

int main(void)
{
    LINEPROF_REGION("outer");
    LINEPROF_REGION("inner");
    LINEPROF_BEGIN("by hand");
    LINEPROF_END("by hand");
    LINEPROF_MARK("a point");
    char text[] = {'a', 'n', 'y', '\0'};
    LINEPROF_BEGIN_NAME(text);
    LINEPROF_END_NAME(text);
    lineprof_set_thread_name("main");
    if (lineprof_dump("use.dump"))
        return 1;
    lineprof_reset();
    lineprof_pause();
    lineprof_resume();
    printf("%d\n", twice(21));
    return dlopen("no such library", RTLD_LAZY) ? 1 : 0;
}
