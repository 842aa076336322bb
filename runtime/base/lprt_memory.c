/* SPDX-License-Identifier: MIT */
#include "base/lprt_memory.h"

#include <stdint.h>
#include <sys/mman.h>

enum { PIECE_BYTES = 64 * 1024, ALIGNMENT = 64 };

static unsigned char *piece; /* what is left of the last one */
static size_t piece_bytes;

static void *map(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void *lprt_memory_take(size_t bytes)
{
    if (bytes > SIZE_MAX - ALIGNMENT)
        return NULL;
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes >= PIECE_BYTES)
        return map(bytes);
    if (bytes > piece_bytes) {
        piece = map(PIECE_BYTES);
        piece_bytes = piece ? PIECE_BYTES : 0;
    }
    if (!piece)
        return NULL;
    void *memory = piece;
    piece += bytes;
    piece_bytes -= bytes;
    return memory;
}
