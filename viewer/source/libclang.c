/* SPDX-License-Identifier: MIT */
#include "source/libclang.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

static const char *const library_names[] = {
    "libclang-14.so.13", "libclang-14.so.1", "libclang-15.so.15", "libclang-16.so.16",
    "libclang-19.so.19", "libclang.so.13",   "libclang.so.1",     "libclang.so",
};

static void *open_library(void)
{
    for (size_t i = 0; i < sizeof library_names / sizeof library_names[0]; i++) {
        void *handle = dlopen(library_names[i], RTLD_NOW | RTLD_LOCAL);
        if (handle)
            return handle;
    }
    return NULL;
}

/* dlsym() gives a pointer to an object; copying its bytes is how POSIX makes it one to a
   function. */
static bool find_symbol(void *handle, const char *name, void *pointer)
{
    void *symbol = dlsym(handle, name);

    memcpy(pointer, &symbol, sizeof symbol);
    return symbol != NULL;
}

const struct libclang *libclang_get(void)
{
    static struct libclang clang;
    static bool is_tried;
    static bool is_there;

    if (is_tried)
        return is_there ? &clang : NULL;
    is_tried = true;
    void *handle = open_library();
    if (!handle)
        return NULL;
    is_there = true;
#define LIBCLANG_FIND(name) \
    is_there = is_there && find_symbol(handle, #name, &clang.name);
    LIBCLANG_FUNCTIONS(LIBCLANG_FIND)
    return is_there ? &clang : NULL;
}
