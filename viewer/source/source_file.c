/* SPDX-License-Identifier: MIT */
#include "source/source_file.h"

#include "base/memory.h"
#include "base/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No source is bigger; a profile may name any file. */
#define FILE_LIMIT_BYTES ((off_t)256 * 1024 * 1024)

/* Where the line that goes through `at` ends, and the next begins: at a line feed, or at
   a carriage return alone, as compilers have it. */
static size_t next_line(struct lprof_text text, size_t at)
{
    while (at < text.size && text.bytes[at] != '\n' && text.bytes[at] != '\r')
        at++;
    if (at < text.size && text.bytes[at] == '\r')
        at++;
    else if (at < text.size)
        return at + 1;
    return at + (at < text.size && text.bytes[at] == '\n');
}

void source_lines_make(struct source_lines *lines, struct lprof_text text)
{
    size_t room = 0;

    *lines = (struct source_lines){.text = text};
    for (size_t at = 0; at < text.size;) {
        lines->starts =
            memory_grown(lines->starts, lines->count + 1, &room, sizeof *lines->starts);
        lines->starts[lines->count++] = at;
        at = next_line(text, at);
        lines->starts[lines->count] = at;
    }
}

void source_lines_release(struct source_lines *lines)
{
    free(lines->starts);
    *lines = (struct source_lines){0};
}

struct lprof_text source_lines_at(const struct source_lines *lines, size_t n)
{
    if (n >= lines->count)
        return (struct lprof_text){0};
    return text_without_end(
        (struct lprof_text){.bytes = lines->text.bytes + lines->starts[n],
                            .size = lines->starts[n + 1] - lines->starts[n]});
}

static bool read_whole(int fd, size_t size, struct lprof_text *text)
{
    char *bytes = memory_zeroed(size, 1);
    size_t have = 0;

    while (have < size) {
        const ssize_t got = read(fd, bytes + have, size - have);
        if (got < 0) {
            free(bytes);
            return false;
        }
        if (got == 0)
            break;
        have += (size_t)got;
    }
    *text = (struct lprof_text){.bytes = bytes, .size = have};
    return true;
}

bool source_file_read(const char *path, struct lprof_text *text)
{
    struct stat st;

    *text = (struct lprof_text){0};
    /* Not to wait for a pipe that a hostile profile names. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return false;
    const bool done = !fstat(fd, &st) && S_ISREG(st.st_mode) &&
                      st.st_size <= FILE_LIMIT_BYTES &&
                      read_whole(fd, (size_t)st.st_size, text);
    close(fd);
    return done;
}
