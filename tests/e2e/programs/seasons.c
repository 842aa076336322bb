/* SPDX-License-Identifier: MIT */
/* Seasons of an orchard, each a region; in the third one a worm comes, and all apples are
   looked at three times.  usage: seasons NUMBER [kill] */
#include <lineprof.h>
#include <signal.h>
#include <stdlib.h>

__attribute__((profile)) static int pick(int trees)
{
    int apples = 0;

    for (int i = 0; i < trees; i++)
        apples += i % 3;
    return apples;
}

__attribute__((profile)) static int look(int apples)
{
    int worms = 0;

    for (int i = 0; i < apples; i++)
        worms += i % 7 == 0;
    return worms;
}

__attribute__((profile)) static int season(int number)
{
    int sum = pick(100);

    for (int i = 0; i < (number == 3 ? 3 : 1); i++)
        sum += look(100);
    return sum;
}

__attribute__((profile)) static int grow(int seasons, int is_killed)
{
    int sum = 0;

    for (int i = 1; i <= seasons; i++) {
        LINEPROF_BEGIN("season");
        sum += season(i);
        if (is_killed && i == seasons)
            raise(SIGKILL);
        LINEPROF_END("season");
    }
    return sum;
}

int main(int argc, char **argv)
{
    return grow(atoi(argv[1]), argc > 2) < 0;
}
