/* SPDX-License-Identifier: MIT */
#include "base/lprt_memory.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PIECE_BYTES = 64 * 1024, ALIGNMENT = 64, FIRST_ROOM = 4096 };

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

/* Libraries of communication (UCX, beneath MPI) patch libc's mremap() to hear of memory
   that goes, and what they put in its place drops the new address: a file was mapped at
   0, and counts went nowhere. */
bool lprt_memory_move(void *from, size_t bytes, void *to)
{
    return syscall(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) !=
           -1;
}

void *lprt_memory_grow(void *memory, size_t before, size_t bytes)
{
    if (!memory)
        return map(bytes);
    void *at = mremap(memory, before, bytes, MREMAP_MAYMOVE);
    return at == MAP_FAILED ? NULL : at;
}

bool lprt_room_make(struct lprt_room *room, size_t wanted)
{
    size_t bytes = room->bytes ? room->bytes : FIRST_ROOM;

    if (wanted <= room->bytes)
        return true;
    while (bytes < wanted)
        bytes *= 2;
    void *memory = lprt_memory_grow(room->memory, room->bytes, bytes);
    if (!memory)
        return false;
    room->memory = memory;
    room->bytes = bytes;
    return true;
}
