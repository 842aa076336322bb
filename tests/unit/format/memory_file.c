/* SPDX-License-Identifier: MIT */
#include "memory_file.h"

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int memory_file_append(void *arg, const void *bytes, size_t size)
{
    struct memory_file *file = arg;

    file->bytes = realloc(file->bytes, file->size + size);
    ck_assert_ptr_nonnull(file->bytes);
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
    return 0;
}

void memory_file_release(struct memory_file *file)
{
    free(file->bytes);
    *file = (struct memory_file){0};
}

void memory_file_save(const struct memory_file *file, const char *path)
{
    FILE *out = fopen(path, "wb");
    ck_assert_msg(out != NULL, "%s cannot be written", path);
    ck_assert_uint_eq(fwrite(file->bytes, 1, file->size, out), file->size);
    ck_assert_int_eq(fclose(out), 0);
}

char *scratch_make(void)
{
    const char *parent = getenv("TMPDIR");
    char *path = NULL;

    ck_assert_int_ge(asprintf(&path, "%s/lineprof-test-XXXXXX", parent ? parent : "/tmp"),
                     0);
    ck_assert_ptr_nonnull(mkdtemp(path));
    return path;
}

static int remove_entry(const char *path, const struct stat *st, int type,
                        struct FTW *place)
{
    (void)st;
    (void)type;
    (void)place;
    return remove(path);
}

void scratch_remove(char *path)
{
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(path);
}
