/* SPDX-License-Identifier: MIT */
/* Hashes: FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), but a word at a time where
   there is one, as functions have many sites. */
#ifndef LPRT_HASH_H
#define LPRT_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LPRT_HASH_OF_NOTHING UINT64_C(0xcbf29ce484222325)

static inline uint64_t lprt_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

static inline uint64_t lprt_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t word = 0;

    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = lprt_hash_word(hash, word);
    }
    for (; size; size--)
        hash = lprt_hash_word(hash, *at++);
    return hash;
}

/* With an end, so that two in a row are not one. */
static inline uint64_t lprt_hash_string(uint64_t hash, const char *bytes, size_t size)
{
    return lprt_hash_bytes(lprt_hash_bytes(hash, bytes, size), "", 1);
}

static inline uint64_t lprt_hash_text(uint64_t hash, const char *text)
{
    return lprt_hash_string(hash, text, strlen(text));
}

#endif
