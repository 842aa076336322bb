/* SPDX-License-Identifier: MIT */
#include "store/lprt_file.h"
#include "base/lprt_lock.h"
#include "base/lprt_say.h"
#include "base/lprt_text.h"
#include "store/lprt_name.h"
#include "store/lprt_old.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NAMES_TRIED = 1000,
    RACES_LOST = 16, /* with other processes, for one name */
    /* Still in the table that a process begins with: in one with threads, the kernel
       takes milliseconds to make it longer. */
    HIGH_DESCRIPTOR = 40,
    /* Whatever the umask allows: who can write to the file can pause the program, and end
       it by cutting the file. */
    FILE_MODE = 0644,
    DIRECTORY_MODE = 0755,
};

static int descriptor = -1;

static struct {
    bool exists;
    bool is_nameless; /* so far: `temporary` is not used */
    uint32_t number;  /* of its name, as of lprt_name_candidate() */
    bool has_kept;    /* an earlier run's, as lprt_old.h has it */
    uint32_t pid;
    uint32_t parent;
    dev_t device;
    ino_t inode;
    char path[LPRT_NAME_BYTES];
    char temporary[LPRT_NAME_BYTES];
} file;

bool lprt_file_exists(void)
{
    return file.exists;
}

const char *lprt_file_path(void)
{
    return file.path;
}

uint32_t lprt_file_number(void)
{
    return file.number;
}

const char *lprt_file_kept(void)
{
    return file.has_kept ? lprt_old_name(file.path) : NULL;
}

void lprt_file_say(const char *what, int error)
{
    const char *name = *file.path ? lprt_name_shown(file.path) : NULL;

    if (error == LPRT_FILE_NOT_REGULAR)
        lprt_say_trouble(name, "is not a regular file", 0);
    else if (error == LPRT_FILE_LOST)
        lprt_say_trouble(name, "was closed and taken away by the program", 0);
    else
        lprt_say_trouble(name, what, error);
}

/* ---- Creation ---- */

/* A umask may leave its owner no way into it. */
static void make_directory(const char *path)
{
    struct stat status;

    if (mkdir(path, DIRECTORY_MODE) == 0 && lstat(path, &status) == 0 &&
        S_ISDIR(status.st_mode) && (status.st_mode & S_IRWXU) != S_IRWXU)
        chmod(path, (status.st_mode & DIRECTORY_MODE) | S_IRWXU);
}

/* Every directory on the way to path, which is absolute. */
static void make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        make_directory(path);
        *slash = '/';
    }
}

int lprt_file_open_new(const char *path, int flags)
{
    const mode_t owners = S_IRUSR | S_IWUSR;
    const int fd = open(path, flags | O_CLOEXEC, FILE_MODE);
    struct stat status;

    if (fd >= 0 && fstat(fd, &status) == 0 && (status.st_mode & owners) != owners)
        fchmod(fd, (status.st_mode & FILE_MODE) | owners);
    return fd;
}

static int put_temporary_name(void)
{
    struct lprt_text text = lprt_text_in(file.temporary, sizeof file.temporary);

    lprt_text_put_bytes(&text, file.path,
                        (size_t)(lprt_text_base(file.path) - file.path));
    lprt_text_put(&text, ".lprof-");
    lprt_text_put_number(&text, file.pid);
    lprt_text_put(&text, ".tmp");
    return text.cut ? ENAMETOOLONG : 0;
}

/* Names of open files are there, by which one without a name gets one. */
static const char open_files[] = "/proc/self/fd";

/* A file that is gone if we are killed before it has a name. */
static int open_nameless(void)
{
    static char folder[sizeof file.temporary]; /* too large for a stack */
    struct lprt_text text = lprt_text_in(folder, sizeof folder);

    if (access(open_files, X_OK) != 0)
        return -1;
    lprt_text_put_bytes(&text, file.temporary,
                        (size_t)(lprt_text_base(file.temporary) - file.temporary));
    lprt_text_put(&text, "."); /* also where the directory is not known */
    return lprt_file_open_new(folder, O_RDWR | O_TMPFILE);
}

static int open_named(void)
{
    return lprt_file_open_new(file.temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
}

static int open_temporary(void)
{
    int fd = open_nameless();
    if (fd < 0 && errno == ENOENT) {
        make_directories(file.temporary);
        fd = open_nameless();
    }
    file.is_nameless = fd >= 0;
    if (fd < 0)
        fd = open_named();
    if (fd < 0 && errno == EEXIST) { /* of a process that died with our id */
        unlink(file.temporary);
        fd = open_named();
    }
    return fd;
}

/* Out of the way of programs that count on getting low numbers, or close them all. */
static int move_high(int fd)
{
    const int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

/* The lock tells others that the writer lives.  It belongs to the open file, which the
   mapping holds too: it outlasts a program that closes all descriptors. */
static bool lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &whole) == 0;
}

static int note_identity(int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0)
        return errno;
    file.device = status.st_dev;
    file.inode = status.st_ino;
    return 0;
}

static bool is_ours(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && status.st_dev == file.device &&
           status.st_ino == file.inode;
}

/* What was opened without a name is shown without one in /proc, where others look for it.
   In between nobody has the lock, but the header names us. */
static void open_by_name(const char *path)
{
    const int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return;
    if (!is_ours(fd)) {
        close(fd);
        return;
    }
    close(descriptor);
    lock(fd);
    descriptor = move_high(fd);
}

/* Where it has no name yet. */
static int give_name(const char *path)
{
    char buffer[sizeof open_files + 24];
    struct lprt_text text = lprt_text_in(buffer, sizeof buffer);

    lprt_text_put(&text, open_files);
    lprt_text_put(&text, "/");
    lprt_text_put_number(&text, (uint64_t)descriptor);
    if (linkat(AT_FDCWD, buffer, AT_FDCWD, path, AT_SYMLINK_FOLLOW) != 0)
        return errno;
    file.is_nameless = false;
    open_by_name(path);
    return 0;
}

/* A name that can be moved over another. */
static int give_temporary_name(void)
{
    int error = file.is_nameless ? give_name(file.temporary) : 0;

    if (error != EEXIST)
        return error;
    unlink(file.temporary); /* of a process that died with our id */
    return give_name(file.temporary);
}

/* Beyond the limit the system would send SIGXFSZ, which ends programs. */
static int check_size_limit(uint64_t size)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        size > limit.rlim_cur)
        return EFBIG;
    return 0;
}

/* Nothing at all is no error, as it is for the system. */
static int reserve(uint64_t from, uint64_t to)
{
    const int error = check_size_limit(to);

    if (error || from == to)
        return error;
    return posix_fallocate(descriptor, (off_t)from, (off_t)(to - from));
}

static bool is_named_as_profile(const char *path)
{
    static const char suffix[] = ".lprof";
    const size_t length = strlen(path);

    return length >= sizeof suffix &&
           strcmp(path + length - (sizeof suffix - 1), suffix) == 0;
}

/* A directory or a device that has the name is not ours to replace, nor is a link to
   one, nor one that is not called a profile: LINEPROF_OUT=/dev/stdout was a slip.  That
   another symbolic link is replaced, and not what it names, is meant. */
int lprt_file_check_name(const char *path)
{
    struct stat status;
    const bool is_link = lstat(path, &status) == 0 && S_ISLNK(status.st_mode);

    if (is_link && !is_named_as_profile(path))
        return LPRT_FILE_NOT_REGULAR;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode) ? 0
                                                               : LPRT_FILE_NOT_REGULAR;
}

int lprt_file_create(uint32_t pid, uint32_t parent)
{
    LPRT_GUARDED();
    file.pid = pid;
    file.parent = parent;
    file.has_kept = false;
    int error = lprt_name_candidate(file.path, pid, 0);
    if (!error)
        error = lprt_file_check_name(file.path);
    if (!error)
        error = put_temporary_name();
    if (error)
        return error;

    const int fd = open_temporary();
    if (fd < 0)
        return errno;
    descriptor = move_high(fd);
    file.exists = true;
    lock(descriptor); /* file systems without locks: others judge by the process */
    error = note_identity(descriptor);
    if (error)
        lprt_file_remove();
    return error;
}

static void forget(void)
{
    if (descriptor >= 0)
        close(descriptor);
    descriptor = -1;
    file.exists = false;
}

static bool is_still_named(int fd, const char *path)
{
    struct stat opened;
    struct stat named;

    return fstat(fd, &opened) == 0 && lstat(path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

void lprt_file_remove(void)
{
    LPRT_GUARDED();
    unlink(file.temporary);
    if (descriptor >= 0 && is_still_named(descriptor, file.path))
        unlink(file.path);
    if (file.has_kept)
        lprt_old_restore(file.path);
    file.has_kept = false;
    forget();
}

/* ---- Naming ---- */

/* A name that nothing has; not renamed over what another process put there since. */
static int take_free_name(const char *path)
{
    if (file.is_nameless)
        return give_name(path);
    if (renameat2(AT_FDCWD, file.temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (link(file.temporary, path) == 0) { /* the same, for older file systems */
        unlink(file.temporary);
        return 0;
    }
    if (errno == EEXIST)
        return EEXIST;
    return rename(file.temporary, path) == 0 ? 0 : errno;
}

static int replace(const char *path)
{
    const int error = give_temporary_name();

    if (error)
        return error;
    return rename(file.temporary, path) == 0 ? 0 : errno;
}

/* What is neither called a profile nor is one is somebody's work: LINEPROF_OUT=train.c
   was a slip. */
static bool is_somebodys_work(int fd, const char *path)
{
    return !is_named_as_profile(path) && lprt_old_is_foreign(fd);
}

/* What an earlier run counted is not lost by this one: it gets out of the way.  Who is
   quicker to take the free name has it. */
static int take_name_of(int old, const char *path)
{
    struct stat status;

    if (fstat(old, &status) == 0 && status.st_size == 0)
        return replace(path);
    int error = lprt_old_keep(path);
    if (error)
        return error;
    error = take_free_name(path);
    file.has_kept = !error;
    return error == EEXIST ? EAGAIN : error;
}

/* EBUSY: a live process holds it.  EAGAIN: another process was quicker, try again.
   While the old file is locked nobody else takes its name. */
static int take_name(const char *path)
{
    int error = lprt_file_check_name(path);
    if (error)
        return error;
    const int old = lprt_old_open(path);
    if (old < 0 && errno == ENOENT) {
        error = take_free_name(path);
        return error == EEXIST ? EAGAIN : error;
    }
    if (old < 0 && errno == ELOOP) /* a symbolic link is nobody's file of ours */
        return replace(path);
    if (old < 0) /* not ours to look at: whether its process lives cannot be seen */
        return EBUSY;
    if (is_somebodys_work(old, path) || lprt_old_is_held(old))
        error = EBUSY;
    else if (!is_still_named(old, path))
        error = EAGAIN;
    else
        error = take_name_of(old, path);
    close(old);
    return error;
}

static int take_name_in_turn(const char *path)
{
    int error = EAGAIN;

    for (int i = 0; error == EAGAIN && i < RACES_LOST; i++)
        error = take_name(path);
    return error == EAGAIN ? EBUSY : error;
}

int lprt_file_claim(void)
{
    const bool shared = file.parent && lprt_name_is_shared(file.pid, file.parent);
    int error = EBUSY;

    LPRT_GUARDED();
    for (unsigned int n = shared; error == EBUSY && n < NAMES_TRIED; n++) {
        error = lprt_name_candidate(file.path, file.pid, n);
        file.number = n;
        if (!error)
            error = take_name_in_turn(file.path);
    }
    if (error)
        lprt_file_remove();
    return error;
}

/* ---- Use ---- */

int lprt_file_descriptor(void)
{
    if (!file.exists || (descriptor >= 0 && is_ours(descriptor)))
        return descriptor;
    descriptor = -1; /* whatever has the number now: not ours to close */
    const int fd = open(file.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && is_ours(fd))
        descriptor = move_high(fd);
    else if (fd >= 0)
        close(fd);
    return descriptor;
}

int lprt_file_extend(uint64_t from, uint64_t to)
{
    LPRT_GUARDED();
    return lprt_file_descriptor() < 0 ? LPRT_FILE_LOST : reserve(from, to);
}

static uint64_t written_bytes;

uint64_t lprt_file_written(void)
{
    return __atomic_load_n(&written_bytes, __ATOMIC_RELAXED);
}

int lprt_file_write_to(int fd, const void *bytes, uint64_t size, uint64_t offset)
{
    const char *from = bytes;
    int error = check_size_limit(offset + size);

    while (!error && size) {
        const ssize_t written = pwrite(fd, from, size, (off_t)offset);
        if (written <= 0) {
            error = written ? errno : ENOSPC;
            break;
        }
        __atomic_store_n(&written_bytes, written_bytes + (uint64_t)written,
                         __ATOMIC_RELAXED); /* the lock is held */
        from += written;
        size -= (uint64_t)written;
        offset += (uint64_t)written;
    }
    return error;
}

int lprt_file_write(const void *bytes, uint64_t size, uint64_t offset)
{
    LPRT_GUARDED();
    const int fd = lprt_file_descriptor();
    return fd < 0 ? LPRT_FILE_LOST : lprt_file_write_to(fd, bytes, size, offset);
}

int lprt_file_reserve(uint64_t from, uint64_t to)
{
    const int error = lprt_file_descriptor() < 0 ? LPRT_FILE_LOST : check_size_limit(to);

    LPRT_GUARDED();
    if (error)
        return error;
    return syscall(SYS_fallocate, descriptor, FALLOC_FL_KEEP_SIZE, (off_t)from,
                   (off_t)(to - from)) == 0
               ? 0
               : errno;
}

int lprt_file_truncate(uint64_t size)
{
    LPRT_GUARDED();
    if (lprt_file_descriptor() < 0)
        return LPRT_FILE_LOST;
    return ftruncate(descriptor, (off_t)size) == 0 ? 0 : errno;
}

bool lprt_file_reaches(uint64_t size)
{
    struct stat status;

    LPRT_GUARDED();
    return lprt_file_descriptor() >= 0 && fstat(descriptor, &status) == 0 &&
           (uint64_t)status.st_size >= size;
}

void lprt_file_leave_to_parent(void)
{
    LPRT_GUARDED();
    if (file.exists && descriptor >= 0 && !is_ours(descriptor))
        descriptor = -1;
    forget();
}
