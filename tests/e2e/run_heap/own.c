#include <stddef.h>

static char bytes[1 << 20];
static size_t used;

void *malloc(size_t size)
{
    used += (size + 15) / 16 * 16;
    return used > sizeof bytes ? NULL : bytes + used - (size + 15) / 16 * 16;
}

void *calloc(size_t count, size_t size)
{
    return malloc(count * size);
}

void *realloc(void *memory, size_t size)
{
    (void)memory;
    return malloc(size);
}

void free(void *memory)
{
    (void)memory;
}
