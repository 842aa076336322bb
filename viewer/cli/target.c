/* SPDX-License-Identifier: MIT */
#include "cli/target.h"

#include "base/memory.h"
#include "base/problem.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A line of /proc/PID/maps. */
struct mapping {
    char permissions[5];
    uint64_t inode;
    char *path; /* borrowed from the line */
};

/* ---- The file that a process maps ---- */

static bool is_number(const char *word)
{
    return *word && strspn(word, "0123456789") == strlen(word) && strlen(word) < 10;
}

static bool parse_mapping(char *line, struct mapping *mapping)
{
    int at = 0;

    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%*s %4s %*s %*s %" SCNu64 " %n", mapping->permissions,
               &mapping->inode, &at) != 2 ||
        !at)
        return false;
    mapping->path = line + at;
    return mapping->permissions[3] == 's' && *mapping->path == '/';
}

static bool is_profile(const char *path, uint64_t inode)
{
    struct stat status;
    char magic[sizeof(uint64_t)] = "";
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return false;
    const bool is_one = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                        status.st_ino == inode &&
                        pread(fd, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
                        memcmp(magic, LPROF_MAGIC, sizeof magic) == 0;
    close(fd);
    return is_one;
}

/* The path if it leads to the profile; else it is freed. */
static char *checked(char *path, uint64_t inode)
{
    if (is_profile(path, inode))
        return path;
    free(path);
    return NULL;
}

/* One that has been deleted or renamed is found by the descriptor. */
static char *find_descriptor(const char *pid, uint64_t inode)
{
    char *directory = memory_format("/proc/%s/fd", pid);
    DIR *all = opendir(directory);
    char *found = NULL;

    for (struct dirent *entry; !found && all && (entry = readdir(all));)
        found = checked(memory_format("%s/%s", directory, entry->d_name), inode);
    if (all)
        closedir(all);
    free(directory);
    return found;
}

/* The process may see other files by the same names. */
static char *find_path(const char *pid, const struct mapping *mapping)
{
    char *path = checked(memory_format("%s", mapping->path), mapping->inode);

    if (!path)
        path =
            checked(memory_format("/proc/%s/root%s", pid, mapping->path), mapping->inode);
    return path ? path : find_descriptor(pid, mapping->inode);
}

static char *find_in_maps(FILE *maps, const char *pid)
{
    struct mapping mapping;
    char *line = NULL;
    size_t room = 0;
    uint64_t last = 0; /* inode looked at; a file has several mappings */
    char *path = NULL;

    while (!path && getline(&line, &room, maps) > 0) {
        if (!parse_mapping(line, &mapping) || mapping.inode == last)
            continue;
        last = mapping.inode;
        path = find_path(pid, &mapping);
    }
    free(line);
    return path;
}

static char *find_of_process(const char *pid, char **error)
{
    char *name = memory_format("/proc/%s/maps", pid);
    FILE *maps = fopen(name, "re");
    char *path = maps ? find_in_maps(maps, pid) : NULL;

    if (!maps)
        *error = errno == ENOENT ? memory_format("%s: no such file or process", pid)
                                 : memory_format("%s: %s", name, strerror(errno));
    else if (ferror(maps))
        *error = memory_format("%s: cannot be read", name);
    else if (!path)
        *error = memory_format("%s: the process has no profile (yet)", pid);
    if (maps)
        fclose(maps);
    free(name);
    return path;
}

bool target_find(struct target *target, const char *word, char **error)
{
    char *path = NULL;

    if (is_number(word) && access(word, F_OK) != 0)
        path = find_of_process(word, error);
    else
        path = memory_format("%s", word);
    *target = (struct target){.word = word, .path = path};
    return path != NULL;
}

void target_release(struct target *target)
{
    free(target->path);
    target->path = NULL;
}

/* ---- Reading it ---- */

static const char *why_not_running(const struct lprof_reader *reader)
{
    if (lprof_reader_header(reader)->state == LPROF_STATE_COMPLETE)
        return "the program has ended";
    return lprof_reader_is_live(reader) ? NULL : "the program was interrupted";
}

bool target_read(const struct target *target, struct lprof_reader **reader, char **error)
{
    struct lprof_detail detail;
    const enum lprof_status status = lprof_reader_open(reader, target->path, &detail);

    if (status) {
        *error = problem_text(target->path, status, &detail);
        return false;
    }
    const char *why = why_not_running(*reader);
    if (!why)
        return true;
    *error = memory_format("%s: %s", target->path, why);
    lprof_reader_close(*reader);
    *reader = NULL;
    return false;
}
