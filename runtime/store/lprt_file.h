/* SPDX-License-Identifier: MIT */
/*
 * The output file on disk: made under a temporary name, locked, then given a name that
 * no live process holds.  What is in it is the region's business.
 *
 * For the guarded slow path only (lprt_lock.h).  Functions return 0, an errno value, or
 * one of enum lprt_file_error.
 */
#ifndef LPRT_FILE_H
#define LPRT_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* What errno has no word for; below 0. */
enum lprt_file_error {
    LPRT_FILE_NOT_REGULAR = -1, /* a device or a directory is in the way */
    LPRT_FILE_LOST = -2,        /* descriptor closed by the program, name taken away */
};

/* LPRT_FILE_NOT_REGULAR where something has a name that no file may take; else 0. */
int lprt_file_check_name(const char *path);

/*
 * Open a file that is made by it: for its owner to read and write, whatever the umask,
 * for others to read where that lets them, and for nobody else to write.
 *
 * flags    of open()
 *
 * Returns the descriptor, -1 where open() does.
 */
int lprt_file_open_new(const char *path, int flags);

/*
 * Create the file, empty, under a temporary name.  Missing directories are made.
 *
 * parent   of the fork that made this process; 0: none.  Its name is not taken, also
 *          when the parent has gone.
 */
int lprt_file_create(uint32_t pid, uint32_t parent);

/* Give the created file the first of its names that is free or left over; what is left
   over is kept under another name (lprt_old.h).  On failure the file is gone. */
int lprt_file_claim(void);

/* There is a file of this process, created and not given up. */
bool lprt_file_exists(void);

/* Its descriptor; -1 where there is none any more that is the file's.  A program may
   have closed it and have opened another file by the same number. */
int lprt_file_descriptor(void);

/* Make it longer, with disk space behind it. */
int lprt_file_extend(uint64_t from, uint64_t to);

/* Only the disk space, which takes far longer than making it longer, by
   lprt_file_truncate(); not every file system can. */
int lprt_file_reserve(uint64_t from, uint64_t to);

/* To any file: without SIGXFSZ, which ends programs. */
int lprt_file_write_to(int fd, const void *bytes, uint64_t size, uint64_t offset);

int lprt_file_write(const void *bytes, uint64_t size, uint64_t offset);

/* Bytes that these have written, which are not the program's.  Safe anywhere. */
uint64_t lprt_file_written(void);

int lprt_file_truncate(uint64_t size);

/* It is there, and at least so long. */
bool lprt_file_reaches(uint64_t size);

/* Drop the created file that could not be filled, under whichever name it has. */
void lprt_file_remove(void);

/* In a forked child: the file is the parent's. */
void lprt_file_leave_to_parent(void);

/* The file's path, absolute; before it is claimed the name that is tried first. */
const char *lprt_file_path(void);

/* Which of its names it has, as of lprt_name_candidate(). */
uint32_t lprt_file_number(void);

/* Where what an earlier run had left under that name is now; NULL if there was nothing.
 */
const char *lprt_file_kept(void);

/* Say that the file is not what it should be, and why. */
void lprt_file_say(const char *what, int error);

#endif
