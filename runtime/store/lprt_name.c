/* SPDX-License-Identifier: MIT */
#include "store/lprt_name.h"
#include "base/lprt_early.h"
#include "base/lprt_text.h"

#include <errno.h>
#include <string.h>

static const char suffix[] = ".lprof";

/* Of the last part of a name, without the suffix: with it, process ids and what else is
   put behind, it is to stay below the 255 bytes that file systems have for it. */
enum { MOST_STEM_BYTES = 200, HASH_BYTES = 9 };

/* Absolute, with %p and %% still in it. */
static char pattern_left[LPRT_NAME_BYTES];
static bool pattern_is_cut;
static char directory[LPRT_NAME_BYTES]; /* ends in '/', or is empty */

/* Text that is no pattern, for a place where one is read once more. */
static void put_plain(struct lprt_text *text, const char *string)
{
    for (; *string; string++)
        lprt_text_put(text, *string == '%' ? "%%" : (char[]){*string, '\0'});
}

static void put_program(struct lprt_text *text, const struct lprt_name_facts *facts)
{
    put_plain(text, facts->program);
}

static void put_host(struct lprt_text *text, const struct lprt_name_facts *facts)
{
    put_plain(text, facts->host);
}

static void put_rank(struct lprt_text *text, const struct lprt_name_facts *facts)
{
    lprt_text_put_number(text, facts->rank < 0 ? 0 : (uint64_t)facts->rank);
}

static void put_start(struct lprt_text *text, const struct lprt_name_facts *facts)
{
    lprt_text_put_number(text, facts->start_s);
}

static void put_pid_later(struct lprt_text *text, const struct lprt_name_facts *facts)
{
    (void)facts;
    lprt_text_put(text, "%p");
}

static void put_percent(struct lprt_text *text, const struct lprt_name_facts *facts)
{
    (void)facts;
    lprt_text_put(text, "%%");
}

static const struct {
    char letter;
    void (*put)(struct lprt_text *text, const struct lprt_name_facts *facts);
} sequences[] = {
    {'e', put_program  },
    {'h', put_host     },
    {'p', put_pid_later},
    {'r', put_rank     },
    {'t', put_start    },
    {'%', put_percent  },
};

/* VAR of "q{VAR}"; an unset variable is empty.  Returns what is behind it; NULL if it
   is no such sequence. */
static const char *put_variable(struct lprt_text *text, const char *at)
{
    char name[256];
    const char *end = at[0] == 'q' && at[1] == '{' ? strchr(at, '}') : NULL;

    if (!end || (size_t)(end - at) - 2 >= sizeof name)
        return NULL;
    memcpy(name, at + 2, (size_t)(end - at) - 2);
    name[end - at - 2] = '\0';
    const char *value = lprt_early_variable(name);
    put_plain(text, value ? value : "");
    return end + 1;
}

/* One sequence, from behind its '%'; what is unknown stays as it is. */
static const char *put_sequence(struct lprt_text *text, const char *at,
                                const struct lprt_name_facts *facts)
{
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        if (*at == sequences[i].letter) {
            sequences[i].put(text, facts);
            return at + 1;
        }
    }
    const char *behind = put_variable(text, at);
    if (!behind)
        lprt_text_put(text, "%%");
    return behind ? behind : at;
}

static void put_pattern(struct lprt_text *text, const char *pattern,
                        const struct lprt_name_facts *facts)
{
    while (*pattern) {
        const size_t plain = strcspn(pattern, "%");
        lprt_text_put_bytes(text, pattern, plain);
        pattern += plain;
        if (*pattern)
            pattern = put_sequence(text, pattern + 1, facts);
    }
}

static void put_directory(const char *path)
{
    struct lprt_text text = lprt_text_in(directory, sizeof directory);

    lprt_text_put(&text, path);
    if (text.size && text.bytes[text.size - 1] != '/')
        lprt_text_put(&text, "/");
    if (text.cut)
        directory[0] = '\0';
}

void lprt_name_start(const char *pattern, const struct lprt_name_facts *facts)
{
    const char *usual = facts->rank < 0 ? "%e.lprof" : "%e.%r.lprof";
    struct lprt_text text = lprt_text_in(pattern_left, sizeof pattern_left);

    put_directory(facts->directory);
    if (!pattern)
        pattern = usual;
    if (*pattern != '/')
        put_plain(&text, directory);
    put_pattern(&text, pattern, facts);
    if (text.size && text.bytes[text.size - 1] == '/') /* only where to put it */
        put_pattern(&text, usual, facts);
    pattern_is_cut = text.cut;
}

static void put_name(struct lprt_text *text, uint32_t pid)
{
    for (const char *at = pattern_left; *at; at++) {
        if (*at != '%') {
            lprt_text_put_bytes(text, at, 1);
            continue;
        }
        at++;
        if (*at == 'p')
            lprt_text_put_number(text, pid);
        else
            lprt_text_put(text, "%");
    }
}

/* Whether there was one. */
static bool drop_suffix(struct lprt_text *text)
{
    const size_t size = sizeof suffix - 1;

    if (text->size <= size || strcmp(text->bytes + text->size - size, suffix) != 0)
        return false;
    text->size -= size;
    text->bytes[text->size] = '\0';
    return true;
}

/* Not in the middle of a character of UTF-8. */
static void cut(struct lprt_text *text, size_t size)
{
    enum { CONTINUES = 0x80, MASK = 0xc0 };

    while (size > 0 && ((unsigned char)text->bytes[size] & MASK) == CONTINUES)
        size--;
    text->size = size;
    text->bytes[size] = '\0';
}

/* What is cut off is told by a hash, so that other programs have other names. */
static void shorten_stem(struct lprt_text *text)
{
    static const char digits[] = "0123456789abcdef";
    char hash_text[HASH_BYTES + 1] = "~";
    const char *stem = lprt_text_base(text->bytes);
    uint32_t hash = UINT32_C(0x811c9dc5);

    if (strlen(stem) <= MOST_STEM_BYTES)
        return;
    for (const char *at = stem; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT32_C(0x01000193);
    for (size_t i = 1; i < HASH_BYTES; i++, hash >>= 4)
        hash_text[i] = digits[hash & 0xf];
    cut(text, (size_t)(stem - text->bytes) + MOST_STEM_BYTES - HASH_BYTES);
    lprt_text_put(text, hash_text);
}

int lprt_name_candidate(char *out, uint32_t pid, unsigned int n)
{
    struct lprt_text text = lprt_text_in(out, LPRT_NAME_BYTES);

    if (pattern_is_cut)
        return ENAMETOOLONG;
    put_name(&text, pid);
    const bool has_suffix = drop_suffix(&text);
    shorten_stem(&text);
    if (n > 0) {
        lprt_text_put(&text, ".");
        lprt_text_put_number(&text, pid);
        if (n > 1) {
            lprt_text_put(&text, ".");
            lprt_text_put_number(&text, n);
        }
    }
    if (n > 0 || has_suffix)
        lprt_text_put(&text, suffix);
    return text.cut ? ENAMETOOLONG : 0;
}

bool lprt_name_is_shared(uint32_t pid, uint32_t other_pid)
{
    if (pid == other_pid || pattern_is_cut)
        return true;
    for (const char *at = strchr(pattern_left, '%'); at; at = strchr(at + 2, '%')) {
        if (at[1] == 'p')
            return false;
    }
    return true;
}

const char *lprt_name_shown(const char *path)
{
    const size_t size = strlen(directory);
    return size && strncmp(path, directory, size) == 0 ? path + size : path;
}
