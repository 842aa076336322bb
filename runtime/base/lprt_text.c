/* SPDX-License-Identifier: MIT */
#include "base/lprt_text.h"

#include <string.h>

struct lprt_text lprt_text_in(char *buffer, size_t room)
{
    buffer[0] = '\0';
    return (struct lprt_text){.bytes = buffer, .room = room};
}

void lprt_text_put_bytes(struct lprt_text *text, const char *bytes, size_t size)
{
    const size_t left = text->room - text->size - 1;

    if (size > left) {
        size = left;
        text->cut = true;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

void lprt_text_put(struct lprt_text *text, const char *string)
{
    lprt_text_put_bytes(text, string, strlen(string));
}

void lprt_text_put_number(struct lprt_text *text, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;

    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    lprt_text_put_bytes(text, digits + first, sizeof digits - first);
}

uint64_t lprt_text_take_number(const char **at)
{
    uint64_t number = 0;

    for (; **at >= '0' && **at <= '9'; ++*at)
        number = number * 10 + (uint64_t)(**at - '0');
    return number;
}

const char *lprt_text_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
