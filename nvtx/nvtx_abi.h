/* SPDX-License-Identifier: MIT */
/*
 * What an injection library and a program with NVTX 3 annotations agree on, as far as it
 * is used here.  The program looks up InitializeInjectionNvtx2() in the library that
 * NVTX_INJECTION64_PATH names, at its first annotation, and calls it with a function that
 * finds export tables; through one of these the library sets the program's pointers.
 */
#ifndef NVTX_ABI_H
#define NVTX_ABI_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum { NVTX_EXPORT_CALLBACKS = 1 }; /* id of the table below */

typedef void (*nvtx_function)(void);

struct nvtx_callbacks {
    size_t size; /* of the struct */
    /* Sets `table` to `size` pointers to the program's pointers, by callback id; 0 if
       there is no such module. */
    int (*get_module)(int module, nvtx_function ***table, unsigned int *size);
};

typedef const void *(*nvtx_get_export)(uint32_t id);

enum { NVTX_MODULE_CORE = 1, NVTX_MODULE_CORE2 = 5 };

enum {
    NVTX_MARK_EX = 1,
    NVTX_MARK_A,
    NVTX_MARK_W,
    NVTX_RANGE_START_EX,
    NVTX_RANGE_START_A,
    NVTX_RANGE_START_W,
    NVTX_RANGE_END,
    NVTX_RANGE_PUSH_EX,
    NVTX_RANGE_PUSH_A,
    NVTX_RANGE_PUSH_W,
    NVTX_RANGE_POP,
    NVTX_NAME_THREAD_A = 14,
    NVTX_NAME_THREAD_W,
};

enum {
    NVTX_DOMAIN_MARK_EX = 1,
    NVTX_DOMAIN_RANGE_START_EX,
    NVTX_DOMAIN_RANGE_END,
    NVTX_DOMAIN_RANGE_PUSH_EX,
    NVTX_DOMAIN_RANGE_POP,
    NVTX_DOMAIN_REGISTER_A = 10,
    NVTX_DOMAIN_REGISTER_W,
    NVTX_DOMAIN_CREATE_A,
    NVTX_DOMAIN_CREATE_W,
};

/* Opaque to the program: ours. */
struct nvtx_domain;
struct nvtx_string;

enum { NVTX_MESSAGE_NONE, NVTX_MESSAGE_A, NVTX_MESSAGE_W, NVTX_MESSAGE_REGISTERED };

union nvtx_message {
    const char *text;
    const wchar_t *wide;
    const struct nvtx_string *registered;
};

/* What an ...Ex function is called with. */
struct nvtx_attributes {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type;
    int32_t reserved;
    uint64_t payload;
    int32_t message_type;
    union nvtx_message message;
};

enum { NVTX_NOT_TRACKED = -2 }; /* instead of a level */

#endif
