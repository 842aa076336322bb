/* SPDX-License-Identifier: MIT */
/* Names for findings by which one run's are known again in the next one's. */
#ifndef CI_FINGERPRINT_H
#define CI_FINGERPRINT_H

#include "lprof.h"

#include <stdint.h>

/* FNV-1a of 128 bits. */
struct ci_fingerprint {
    uint64_t high;
    uint64_t low;
};

#define CI_FINGERPRINT_BYTES 33

struct ci_fingerprint ci_fingerprint_begin(void);

/* Take in a text; where it ends counts, too, so that "ab" and "c" are not "a" and "bc".
 */
void ci_fingerprint_add(struct ci_fingerprint *fingerprint, struct lprof_text text);
void ci_fingerprint_add_number(struct ci_fingerprint *fingerprint, uint64_t number);

/* 32 hexadecimal digits; returns text. */
const char *ci_fingerprint_format(char text[CI_FINGERPRINT_BYTES],
                                  struct ci_fingerprint fingerprint);

#endif
