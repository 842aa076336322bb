#include <stdlib.h>

/* Compiled to count hits: what it allocates is its caller's. */
__attribute__((profile)) void *take(size_t size)
{
    return malloc(size);
}
