/* SPDX-License-Identifier: MIT */
#include "base/demangle.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* abi::__cxa_demangle: NULL when the name is none of C++'s. */
typedef char *(*demangler)(const char *name, char *room, size_t *size, int *status);

/* The C++ library is asked, where there is one, rather than linked. */
static demangler find_demangler(void)
{
    static demangler found;
    static int is_tried;

    if (!is_tried) {
        void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        void *symbol = library ? dlsym(library, "__cxa_demangle") : NULL;
        memcpy(&found, &symbol, sizeof found);
        is_tried = 1;
    }
    return found;
}

char *demangle(const char *symbol)
{
    char *plain = memory_string(symbol, strcspn(symbol, "."));
    const demangler ask = strncmp(plain, "_Z", 2) ? NULL : find_demangler();
    int status = 0;
    char *name = ask ? ask(plain, NULL, NULL, &status) : NULL;

    if (!name)
        return plain;
    free(plain);
    return name;
}
