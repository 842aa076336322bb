/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

void memory_give_up(void)
{
    fputs("lineprof: not enough memory\n", stderr);
    exit(1);
}

void *memory_zeroed(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        memory_give_up();
    return memory;
}

void *memory_grown(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t more = *room ? *room * 2 : 16;
    if (more > SIZE_MAX / size)
        memory_give_up();
    void *memory = realloc(array, more * size);
    if (!memory)
        memory_give_up();
    *room = more;
    return memory;
}

void *memory_fitted(void *array, size_t count, size_t size)
{
    void *memory = realloc(array, (count ? count : 1) * size);

    return memory ? memory : array; /* what is too large is as good */
}

char *memory_string(const char *bytes, size_t size)
{
    char *string = memory_zeroed(size + 1, 1);
    if (size)
        memcpy(string, bytes, size);
    return string;
}

/* Locks would take most of the time of many short writes. */
FILE *memory_open(char **bytes, size_t *size)
{
    FILE *stream = open_memstream(bytes, size);

    if (!stream)
        memory_give_up();
    __fsetlocking(stream, FSETLOCKING_BYCALLER);
    return stream;
}

void memory_close(FILE *stream)
{
    if (fclose(stream))
        memory_give_up();
}

char *memory_format(const char *format, ...)
{
    char *string = NULL;
    va_list args;

    va_start(args, format);
    const int size = vasprintf(&string, format, args);
    va_end(args);
    if (size < 0)
        memory_give_up();
    return string;
}
