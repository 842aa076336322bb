/* SPDX-License-Identifier: MIT */
#include <lineprof.h>

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf out;

static void jump(void)
{
    LINEPROF_REGION("jumped out of");
    longjmp(out, 1);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";

    errno = 77;
    LINEPROF_REGION("main");
    if (strcmp(how, "end") == 0) {
        LINEPROF_END("never begun");
        LINEPROF_END("never begun");
    }
    if (strcmp(how, "jump") == 0) {
        LINEPROF_REGION("around");
        if (!setjmp(out))
            jump();
    }
    LINEPROF_BEGIN("left open");
    LINEPROF_BEGIN("inner");
    LINEPROF_END("left open");
    LINEPROF_BEGIN("good");
    LINEPROF_END("good");
    printf("%s %d\n", how, errno);
    return 0;
}
