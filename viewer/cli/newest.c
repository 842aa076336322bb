/* SPDX-License-Identifier: MIT */
#include "cli/newest.h"

#include "base/memory.h"
#include "lprof_schema.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of the folder, while the newest is looked for. */
struct candidate {
    char *name; /* owned; NULL: none so far */
    struct timespec written;
};

static bool is_named_as_profile(const char *name)
{
    static const char suffix[] = ".lprof";
    const size_t size = strlen(name);
    const size_t tail = sizeof suffix - 1;

    return size > tail && name[0] != '.' && !strcmp(name + size - tail, suffix);
}

/* When it was written, if it is a profile: those of Python have the same suffix. */
static bool look(int folder, const char *name, struct timespec *written)
{
    char magic[sizeof(uint64_t)];
    struct stat status;
    const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return false;
    const bool is_one = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                        pread(fd, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
                        !memcmp(magic, LPROF_MAGIC, sizeof magic);
    close(fd);
    *written = status.st_mtim;
    return is_one;
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static void consider(struct candidate *newest, const char *name)
{
    struct timespec written;

    if (!is_named_as_profile(name) || !look(AT_FDCWD, name, &written))
        return;
    if (newest->name && !is_later(&written, &newest->written))
        return;
    free(newest->name);
    newest->name = memory_string(name, strlen(name));
    newest->written = written;
}

char *newest_profile(void)
{
    struct candidate newest = {0};
    DIR *folder = opendir(".");

    if (!folder)
        return NULL;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        consider(&newest, entry->d_name);
    closedir(folder);
    return newest.name;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_name(struct word_list *names, const char *folder, const char *name)
{
    const bool ends = *folder && folder[strlen(folder) - 1] == '/';

    names->words =
        memory_grown(names->words, names->count, &names->room, sizeof *names->words);
    names->words[names->count++] = memory_format("%s%s%s", folder, ends ? "" : "/", name);
}

bool folder_profiles(const char *path, struct word_list *names)
{
    const size_t first = names->count;
    struct timespec written;
    DIR *folder = opendir(path);

    if (!folder)
        return false;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (is_named_as_profile(entry->d_name) &&
            look(dirfd(folder), entry->d_name, &written))
            add_name(names, path, entry->d_name);
    }
    closedir(folder);
    if (names->count > first)
        qsort(names->words + first, names->count - first, sizeof *names->words,
              compare_words);
    return true;
}

/* ---- The profile of a run ---- */

/* Up to the last slash before any of the name's patterns; NULL: the current folder. */
static char *folder_of(const char *name)
{
    const size_t plain = name ? strcspn(name, "%") : 0;
    size_t size = plain;

    while (size && name[size - 1] != '/')
        size--;
    return size ? memory_string(name, size) : NULL;
}

static bool take_header(const char *path, struct lprof_header *header)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return false;
    const bool is_one = pread(fd, header, sizeof *header, 0) == (ssize_t)sizeof *header &&
                        !memcmp(&header->magic, LPROF_MAGIC, sizeof header->magic);
    close(fd);
    return is_one;
}

/* How well a profile fits: 0: it is of another run; more is better. */
static int fits(const struct lprof_header *header, const struct newest_wanted *wanted)
{
    const uint64_t since_ns =
        (uint64_t)wanted->since.tv_sec * 1000000000u + (uint64_t)wanted->since.tv_nsec;

    if (header->start_ns < since_ns)
        return 0;
    return header->pid == wanted->pid ? 2 : 1;
}

char *newest_profile_of(const struct newest_wanted *wanted)
{
    char *folder = folder_of(wanted->name);
    DIR *entries = opendir(folder ? folder : ".");
    char *best = NULL;
    int best_fit = 0;

    for (const struct dirent *entry = entries ? readdir(entries) : NULL; entry;
         entry = readdir(entries)) {
        struct lprof_header header;
        char *path = memory_format("%s%s", folder ? folder : "", entry->d_name);
        const int fit = take_header(path, &header) ? fits(&header, wanted) : 0;
        char *worse = fit > best_fit ? best : path;
        if (fit > best_fit) {
            best_fit = fit;
            best = path;
        }
        free(worse);
    }
    if (entries)
        closedir(entries);
    free(folder);
    return best;
}
