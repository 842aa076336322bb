/* SPDX-License-Identifier: MIT */
#include "nvtx_names.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Of all domains, or all strings; only ever grows, at its head. */
struct kept {
    struct nvtx_name name;
    struct kept *next;
};

static _Atomic(struct kept *) domains;
static _Atomic(struct kept *) strings;

/* ---- Text ---- */

static void put(struct nvtx_name *name, size_t *size, const char *bytes, size_t count)
{
    const size_t room = sizeof name->text - 1 - *size;

    if (count > room)
        count = room;
    memcpy(name->text + *size, bytes, count);
    *size += count;
    name->text[*size] = '\0';
}

struct nvtx_name nvtx_name_of_text(const char *text)
{
    struct nvtx_name name = {0};
    size_t size = 0;

    if (text)
        put(&name, &size, text, strlen(text));
    return name;
}

/* UTF-8, at most 4 bytes.  Returns how many. */
static size_t encode(uint32_t c, char *bytes)
{
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = count; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(leads[count] | c);
    return count;
}

static bool is_character(uint32_t c)
{
    return c < 0x110000 && (c < 0xd800 || c > 0xdfff);
}

struct nvtx_name nvtx_name_of_wide(const wchar_t *wide)
{
    struct nvtx_name name = {0};
    size_t size = 0;

    for (; wide && *wide; wide++) {
        char bytes[4];
        const size_t count =
            encode(is_character((uint32_t)*wide) ? (uint32_t)*wide : '?', bytes);
        if (size + count >= sizeof name.text)
            break; /* no half of a character */
        put(&name, &size, bytes, count);
    }
    return name;
}

/* ---- Domains and strings ---- */

static const struct kept *find(const struct kept *first, const struct nvtx_name *name)
{
    while (first && strcmp(first->name.text, name->text) != 0)
        first = first->next;
    return first;
}

/* Two threads may keep the same name at a time; either will do. */
static const struct kept *keep(_Atomic(struct kept *) *all, const struct nvtx_name *name)
{
    const struct kept *known = find(atomic_load(all), name);
    struct kept *kept = known ? NULL : malloc(sizeof *kept);

    if (!kept)
        return known;
    kept->name = *name;
    kept->next = atomic_load(all);
    while (!atomic_compare_exchange_weak(all, &kept->next, kept))
        ;
    return kept;
}

static const char *domain_name(const struct nvtx_domain *domain)
{
    return domain ? ((const struct kept *)domain)->name.text : NULL;
}

const struct nvtx_domain *nvtx_domain_of(const struct nvtx_name *name)
{
    return (const struct nvtx_domain *)keep(&domains, name);
}

bool nvtx_domain_is_ours(const struct nvtx_domain *domain)
{
    return domain && strcmp(domain_name(domain), "lineprof") == 0;
}

const struct nvtx_string *nvtx_register(const struct nvtx_name *message)
{
    return (const struct nvtx_string *)keep(&strings, message);
}

/* ---- Both ---- */

struct nvtx_name nvtx_name_in(const struct nvtx_domain *domain, const char *message)
{
    struct nvtx_name name = {0};
    size_t size = 0;

    if (!message || !*message)
        message = NVTX_NO_MESSAGE;
    if (domain) {
        put(&name, &size, domain_name(domain), strlen(domain_name(domain)));
        put(&name, &size, ": ", 2);
    }
    put(&name, &size, message, strlen(message));
    return name;
}

static struct nvtx_name message_of(const struct nvtx_attributes *attributes)
{
    struct nvtx_name none = {0};
    const union nvtx_message *message = &attributes->message;

    switch (attributes->message_type) {
    case NVTX_MESSAGE_A:
        return nvtx_name_of_text(message->text);
    case NVTX_MESSAGE_W:
        return nvtx_name_of_wide(message->wide);
    case NVTX_MESSAGE_REGISTERED:
        return message->registered ? ((const struct kept *)message->registered)->name
                                   : none;
    default:
        return none;
    }
}

struct nvtx_name nvtx_name_of(const struct nvtx_domain *domain,
                              const struct nvtx_attributes *attributes)
{
    struct nvtx_name message = {0};

    if (attributes && attributes->size >= sizeof *attributes)
        message = message_of(attributes);
    return nvtx_name_in(domain, message.text);
}
