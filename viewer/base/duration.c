/* SPDX-License-Identifier: MIT */
#include "base/duration.h"

#include <stddef.h>
#include <stdio.h>

/* A time is given in the first of these that it reaches; 999.5 would be printed as 1e+03
   of the unit below. */
static const struct {
    double ns;
    const char *unit;
} units[] = {
    {1e9, "s" },
    {1e6, "ms"},
    {1e3, "us"},
    {1,   "ns"},
};

enum { UNIT_COUNT = sizeof units / sizeof units[0] };

const char *duration_format(char text[DURATION_BYTES], double ns)
{
    size_t i = 0;

    while (i + 1 < UNIT_COUNT && ns < 0.9995 * units[i].ns)
        i++;
    const double value = ns / units[i].ns;
    if (value >= 999.5) /* so many seconds are whole */
        snprintf(text, DURATION_BYTES, "%.0f %s", value, units[i].unit);
    else
        snprintf(text, DURATION_BYTES, "%.3g %s", value, units[i].unit);
    return text;
}
