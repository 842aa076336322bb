/* SPDX-License-Identifier: MIT */
/* Every way out of a scope. */
#include <lineprof.h>

#include <cstdio>

static int leave(int way)
{
    LINEPROF_REGION("leave");
    for (int i = 0; i < 2; i++) {
        LINEPROF_REGION("loop");
        if (way == 0)
            break;
        if (way == 1)
            continue;
        if (way == 2)
            return 1;
        throw 5;
    }
    return way;
}

int main()
{
    int sum = 0;

    LINEPROF_REGION("main");
    for (int way = 0; way < 4; way++) {
        try {
            sum += leave(way);
        } catch (int thrown) {
            sum += thrown;
        }
    }
    std::printf("%d\n", sum);
}
