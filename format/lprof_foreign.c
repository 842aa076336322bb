/* SPDX-License-Identifier: MIT */
/* Says what a file is that was taken for a .lprof file. */
#include "lprof_internal.h"

#include <string.h>

#define MAGIC_BYTES 8

/* A file that begins with `magic` is `what`. */
struct signature {
    const char *magic;
    size_t magic_bytes;
    enum lprof_status status;
    const char *what;
};

#define SIGNATURE(magic, status, what)                \
    {                                                 \
        magic, sizeof magic - 1, LPROF_##status, what \
    }

static const struct signature signatures[] = {
    SIGNATURE("\x89LPROF\n", TEXT_COPY, "line ends were changed"),
    SIGNATURE("\x89LPROF\r\r", TEXT_COPY, "line ends were changed"),
    SIGNATURE("\tLPROF\r\n", TEXT_COPY, "bytes were cut to 7 bits"),
    SIGNATURE("\x80\x02", PICKLE, "a pickle"),
    SIGNATURE("\x80\x03", PICKLE, "a pickle"),
    SIGNATURE("\x80\x04", PICKLE, "a pickle"),
    SIGNATURE("\x80\x05", PICKLE, "a pickle"),
    SIGNATURE("\x1f\x8b", FOREIGN, "compressed with gzip"),
    SIGNATURE("\x28\xb5\x2f\xfd", FOREIGN, "compressed with zstd"),
    SIGNATURE("\xfd"
              "7zXZ",
              FOREIGN, "compressed with xz"),
    SIGNATURE("BZh", FOREIGN, "compressed with bzip2"),
    SIGNATURE("PK\x03\x04", FOREIGN, "a zip archive"),
    SIGNATURE("\x7f"
              "ELF",
              FOREIGN, "a program or object file"),
    SIGNATURE("!<arch>\n", FOREIGN, "a library"),
    SIGNATURE("adcg", FOREIGN, "counts of gcov (.gcda)"),
    SIGNATURE("oncg", FOREIGN, "notes of gcov (.gcno)"),
    SIGNATURE("gmon", FOREIGN, "a profile of gprof"),
    SIGNATURE("PERFILE2", FOREIGN, "a profile of perf"),
    SIGNATURE("\x81rforpl", FOREIGN, "a profile of LLVM"),
    SIGNATURE("\xfflprofi\x81", FOREIGN, "a profile of LLVM"),
    SIGNATURE("# callgrind format", FOREIGN, "a profile of callgrind"),
    SIGNATURE("\0\0\0\0\0\0\0\0", DAMAGED, "it begins with zeros"),
};

static bool begins_with(const uint8_t *bytes, size_t size, const struct signature *s)
{
    return size >= s->magic_bytes && !memcmp(bytes, s->magic, s->magic_bytes);
}

static bool contains(const uint8_t *bytes, size_t size, const char *word)
{
    return memmem(bytes, size, word, strlen(word)) != NULL;
}

static bool is_text(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] < 32 && !strchr("\t\n\r\f", bytes[i]))
            return false;
    }
    return true;
}

static enum lprof_status say(struct lprof_detail *detail, enum lprof_status status,
                             const char *what)
{
    detail->what = what;
    return status;
}

static enum lprof_status identify_foreign(const uint8_t *bytes, size_t size,
                                          struct lprof_detail *detail)
{
    for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++) {
        if (begins_with(bytes, size, &signatures[i]))
            return say(detail, signatures[i].status, signatures[i].what);
    }
    if (contains(bytes, size,
                 "line_profiler")) /* the pickles of old protocols are text */
        return say(detail, LPROF_PICKLE, "a pickle");
    return say(detail, LPROF_FOREIGN, is_text(bytes, size) ? "a text file" : NULL);
}

enum lprof_status lprof_identify(const uint8_t *bytes, size_t size,
                                 struct lprof_detail *detail)
{
    if (!size)
        return LPROF_EMPTY;
    if (memcmp(bytes, LPROF_MAGIC, size < MAGIC_BYTES ? size : MAGIC_BYTES))
        return identify_foreign(bytes, size, detail);
    if (size < MAGIC_BYTES) {
        detail->offset = size;
        return LPROF_TRUNCATED;
    }
    return LPROF_OK;
}
