/* SPDX-License-Identifier: MIT */
/* Words of a text: copied, measured, compared. */
#include "work.h"

static char text[1 << 16], word[64];

MARKED static uint64_t read_words(int rounds)
{
    uint64_t same = 0;

    for (int i = 0; i < rounds; i++) {
        const char *at = text + (uint64_t)i * 37 % 65000;
        size_t size = strcspn(at, " ");
        memcpy(word, at, size);
        word[size] = 0;
        same += strcmp(word, "abcdefghi") == 0;
    }
    return same;
}

int main(void)
{
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = i % 13 % 7 == 6 ? ' ' : (char)('a' + i % 23);
    work_sink = read_words(500000);
    return 0;
}
