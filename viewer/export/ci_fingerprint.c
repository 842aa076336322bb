/* SPDX-License-Identifier: MIT */
#include "export/ci_fingerprint.h"

#include <inttypes.h>
#include <stdio.h>

__extension__ typedef unsigned __int128 wide;

struct ci_fingerprint ci_fingerprint_begin(void)
{
    return (struct ci_fingerprint){UINT64_C(0x6c62272e07bb0142),
                                   UINT64_C(0x62b821756295c58d)};
}

static void add_byte(struct ci_fingerprint *f, unsigned char byte)
{
    static const wide prime = ((wide)1 << 88) + 0x13b;
    const wide value = (((wide)f->high << 64 | f->low) ^ byte) * prime;

    f->high = (uint64_t)(value >> 64);
    f->low = (uint64_t)value;
}

void ci_fingerprint_add(struct ci_fingerprint *fingerprint, struct lprof_text text)
{
    for (size_t i = 0; i < text.size; i++)
        add_byte(fingerprint, (unsigned char)text.bytes[i]);
    ci_fingerprint_add_number(fingerprint, text.size);
}

void ci_fingerprint_add_number(struct ci_fingerprint *fingerprint, uint64_t number)
{
    for (size_t i = 0; i < sizeof number; i++)
        add_byte(fingerprint, (unsigned char)(number >> 8 * i));
}

const char *ci_fingerprint_format(char text[CI_FINGERPRINT_BYTES],
                                  struct ci_fingerprint fingerprint)
{
    snprintf(text, CI_FINGERPRINT_BYTES, "%016" PRIx64 "%016" PRIx64, fingerprint.high,
             fingerprint.low);
    return text;
}
