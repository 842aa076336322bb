/* SPDX-License-Identifier: MIT */
#include "base/lprt_proc.h"
#include "base/lprt_text.h"

#include "lprof_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Open a file of /proc; -1 if there is none. */
static int open_proc(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

static size_t read_all(int fd, char *buffer, size_t room)
{
    size_t size = 0;

    while (size < room) {
        const ssize_t got = read(fd, buffer + size, room - size);
        if (got <= 0)
            break;
        size += (size_t)got;
    }
    return size;
}

/* ---- Start time ---- */

bool lprt_proc_start(uint32_t pid, uint64_t *start)
{
    char path[32];
    char stat[512];
    struct lprt_text text = lprt_text_in(path, sizeof path);

    lprt_text_put(&text, "/proc/");
    lprt_text_put_number(&text, pid);
    lprt_text_put(&text, "/stat");
    const int fd = open_proc(path);
    if (fd < 0)
        return false;
    stat[read_all(fd, stat, sizeof stat - 1)] = '\0';
    close(fd);

    const char *ticks = lprof_stat_start(stat);
    if (!ticks)
        return false;
    *start = lprt_text_take_number(&ticks);
    return true;
}

static size_t read_proc(const char *path, char *buffer, size_t room)
{
    const int fd = open_proc(path);

    if (fd < 0)
        return 0;
    const size_t size = read_all(fd, buffer, room);
    close(fd);
    return size;
}

/* "ON-THE-PROCESSOR WAITING-FOR-IT TIMES-IT-RAN" */
uint64_t lprt_proc_delayed_ns(uint64_t tid)
{
    char path[64];
    char line[64];
    struct lprt_text text = lprt_text_in(path, sizeof path);

    lprt_text_put(&text, "/proc/self/task/");
    lprt_text_put_number(&text, tid);
    lprt_text_put(&text, "/schedstat");
    const int fd = open_proc(path);
    if (fd < 0)
        return 0;
    line[read_all(fd, line, sizeof line - 1)] = '\0';
    close(fd);
    const char *waiting = strchr(line, ' ');
    if (!waiting)
        return 0;
    waiting++;
    return lprt_text_take_number(&waiting);
}

size_t lprt_proc_command(char *buffer, size_t room)
{
    return read_proc("/proc/self/cmdline", buffer, room);
}

size_t lprt_proc_environment(char *buffer, size_t room)
{
    return read_proc("/proc/self/environ", buffer, room);
}

/* ---- Figures ---- */

int lprt_proc_open(const char *name)
{
    char path[64];
    struct lprt_text text = lprt_text_in(path, sizeof path);

    lprt_text_put(&text, "/proc/self/");
    lprt_text_put(&text, name);
    return open_proc(path);
}

size_t lprt_proc_text(int fd, char *buffer, size_t room)
{
    const ssize_t size = pread(fd, buffer, room - 1, 0);

    buffer[size > 0 ? size : 0] = '\0';
    return size > 0 ? (size_t)size : 0;
}

bool lprt_proc_number(const char *text, const char *name, uint64_t *number)
{
    const char *at = strstr(text, name);

    if (!at)
        return false;
    at += strlen(name);
    while (*at == ' ' || *at == '\t')
        at++;
    *number = lprt_text_take_number(&at);
    return true;
}

/* ---- Mappings ---- */

/* Lines of /proc/self/maps, of which the end may be cut off.  Small: it is used on the
   stacks of signal handlers. */
struct map_lines {
    int fd;
    size_t size;
    size_t at;
    char buffer[512];
};

static int next_byte(struct map_lines *lines)
{
    if (lines->at == lines->size) {
        const ssize_t got = read(lines->fd, lines->buffer, sizeof lines->buffer);
        if (got <= 0)
            return -1;
        lines->size = (size_t)got;
        lines->at = 0;
    }
    return (unsigned char)lines->buffer[lines->at++];
}

static bool next_line(struct map_lines *lines, char *line, size_t room)
{
    size_t size = 0;
    int byte = next_byte(lines);

    if (byte < 0)
        return false;
    for (; byte >= 0 && byte != '\n'; byte = next_byte(lines)) {
        if (size < room - 1)
            line[size++] = (char)byte;
    }
    line[size] = '\0';
    return true;
}

static uintptr_t take_hex(const char **at)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;

    for (const char *digit; **at && (digit = strchr(digits, **at)); ++*at)
        number = number * 16 + (uintptr_t)(digit - digits);
    return number;
}

/* "BEGIN-END PERMISSIONS OFFSET DEVICE INODE NAME" */
static bool is_wanted(const char *line, uintptr_t address, const char *name,
                      const struct lprt_proc_mapping *mapping)
{
    if (address)
        return mapping->begin <= address && address < mapping->end;
    return strstr(line, name) != NULL;
}

static bool find_mapping(uintptr_t address, const char *name,
                         struct lprt_proc_mapping *out)
{
    struct map_lines lines = {.fd = open_proc("/proc/self/maps")};
    char line[128];
    bool found = false;

    if (lines.fd < 0)
        return false;
    *out = (struct lprt_proc_mapping){0};
    while (!found && next_line(&lines, line, sizeof line)) {
        const char *at = line;
        out->below = out->end;
        out->begin = take_hex(&at);
        at += *at == '-';
        out->end = take_hex(&at);
        found = is_wanted(line, address, name, out);
    }
    close(lines.fd);
    return found;
}

bool lprt_proc_find_mapping(uintptr_t address, struct lprt_proc_mapping *out)
{
    return find_mapping(address, "[stack]", out);
}

bool lprt_proc_find_named(const char *name, struct lprt_proc_mapping *out)
{
    return find_mapping(0, name, out);
}
