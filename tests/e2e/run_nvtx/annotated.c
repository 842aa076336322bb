/* SPDX-License-Identifier: MIT */
/*
 * A program that calls as one with NVTX annotations does: through pointers that are NULL
 * until the library that NVTX_INJECTION64_PATH names has set them.
 */
#include "nvtx_abi.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CORE_SIZE = 16, CORE2_SIZE = 16 };

static nvtx_function core[CORE_SIZE], core2[CORE2_SIZE];
static nvtx_function *core_table[CORE_SIZE], *core2_table[CORE2_SIZE];

static int get_module(int module, nvtx_function ***table, unsigned int *size)
{
    *size = CORE_SIZE;
    *table = module == NVTX_MODULE_CORE    ? core_table
             : module == NVTX_MODULE_CORE2 ? core2_table
                                           : NULL;
    return *table != NULL;
}

static struct nvtx_callbacks callbacks = {sizeof callbacks, get_module};

static const void *get_export(uint32_t id)
{
    return id == NVTX_EXPORT_CALLBACKS ? &callbacks : NULL;
}

static int connect_library(void)
{
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *library = path ? dlopen(path, RTLD_LAZY) : NULL;
    int (*initialize)(nvtx_get_export) = NULL;

    for (int i = 1; i < CORE_SIZE; i++) {
        core_table[i] = &core[i];
        core2_table[i] = &core2[i];
    }
    if (!library)
        return 0;
    *(void **)&initialize = dlsym(library, "InitializeInjectionNvtx2");
    return initialize(get_export);
}

/* Calls a function of a table if it is there, as the headers do. */
#define CALL(table, id, type, ...) \
    (table[id] ? ((type)table[id])(__VA_ARGS__) : (__typeof__(((type)0)(__VA_ARGS__)))0)

typedef int (*push_fn)(const char *);
typedef int (*push_wide_fn)(const wchar_t *);
typedef int (*pop_fn)(void);
typedef uint64_t (*start_fn)(const char *);
typedef void (*end_fn)(uint64_t);
typedef void (*mark_fn)(const char *);
typedef void (*name_fn)(uint32_t, const char *);
typedef struct nvtx_domain *(*create_fn)(const char *);
typedef struct nvtx_string *(*register_fn)(struct nvtx_domain *, const char *);
typedef int (*domain_push_fn)(struct nvtx_domain *, const struct nvtx_attributes *);
typedef int (*domain_pop_fn)(struct nvtx_domain *);
typedef uint64_t (*domain_start_fn)(struct nvtx_domain *, const struct nvtx_attributes *);
typedef void (*domain_end_fn)(struct nvtx_domain *, uint64_t);
typedef void (*domain_mark_fn)(struct nvtx_domain *, const struct nvtx_attributes *);

static struct nvtx_attributes saying(const char *text)
{
    return (struct nvtx_attributes){.version = 3,
                                    .size = sizeof(struct nvtx_attributes),
                                    .message_type = NVTX_MESSAGE_A,
                                    .message.text = text};
}

static uint64_t across;

static void *work(void *unused)
{
    CALL(core, NVTX_NAME_THREAD_A, name_fn, (uint32_t)syscall(SYS_gettid), "a worker");
    CALL(core, NVTX_NAME_THREAD_A, name_fn, (uint32_t)getpid(), "of another");
    for (int i = 0; i < 100; i++) {
        CALL(core, NVTX_RANGE_PUSH_A, push_fn, "step");
        CALL(core, NVTX_MARK_A, mark_fn, "tick");
        CALL(core, NVTX_RANGE_POP, pop_fn, );
    }
    CALL(core, NVTX_RANGE_END, end_fn, across);
    return unused;
}

static void push_and_pop(void)
{
    char changing[16];

    printf("levels %d", CALL(core, NVTX_RANGE_PUSH_A, push_fn, "outer"));
    printf(" %d",
           CALL(core, NVTX_RANGE_PUSH_W, push_wide_fn, L"gr\u00f6\u00dfe \U0001f40c"));
    for (int i = 0; i < 3; i++) {
        snprintf(changing, sizeof changing, "batch %d", i % 2);
        CALL(core, NVTX_RANGE_PUSH_A, push_fn, changing);
        CALL(core, NVTX_RANGE_POP, pop_fn, );
    }
    printf(" %d", CALL(core, NVTX_RANGE_POP, pop_fn, ));
    printf(" %d", CALL(core, NVTX_RANGE_POP, pop_fn, ));
    printf(" %d\n", CALL(core, NVTX_RANGE_POP, pop_fn, ));
    CALL(core, NVTX_RANGE_PUSH_A, push_fn, NULL);
    CALL(core, NVTX_RANGE_POP, pop_fn, );
}

/* Each domain has a stack of its own, so they may overlap. */
static void use_domains(void)
{
    struct nvtx_domain *network = CALL(core2, NVTX_DOMAIN_CREATE_A, create_fn, "net");
    struct nvtx_domain *again = CALL(core2, NVTX_DOMAIN_CREATE_A, create_fn, "net");
    struct nvtx_domain *ours = CALL(core2, NVTX_DOMAIN_CREATE_A, create_fn, "lineprof");
    const struct nvtx_attributes send = saying("send"), late = saying("late");
    struct nvtx_attributes registered = saying(NULL), old = saying("not looked at");

    registered.message_type = NVTX_MESSAGE_REGISTERED;
    registered.message.registered =
        CALL(core2, NVTX_DOMAIN_REGISTER_A, register_fn, network, "receive");
    old.size = 16;
    printf("same %d\n", network == again);
    CALL(core, NVTX_RANGE_PUSH_A, push_fn, "begun before");
    CALL(core2, NVTX_DOMAIN_RANGE_PUSH_EX, domain_push_fn, network, &send);
    CALL(core2, NVTX_DOMAIN_RANGE_PUSH_EX, domain_push_fn, network, &registered);
    CALL(core, NVTX_RANGE_POP, pop_fn, );
    CALL(core2, NVTX_DOMAIN_RANGE_POP, domain_pop_fn, network);
    CALL(core2, NVTX_DOMAIN_RANGE_POP, domain_pop_fn, network);
    CALL(core2, NVTX_DOMAIN_RANGE_PUSH_EX, domain_push_fn, ours, &late);
    CALL(core2, NVTX_DOMAIN_RANGE_POP, domain_pop_fn, ours);
    CALL(core2, NVTX_DOMAIN_MARK_EX, domain_mark_fn, network, &late);
    CALL(core2, NVTX_DOMAIN_MARK_EX, domain_mark_fn, network, &old);
    const uint64_t range =
        CALL(core2, NVTX_DOMAIN_RANGE_START_EX, domain_start_fn, network, &send);
    CALL(core2, NVTX_DOMAIN_RANGE_END, domain_end_fn, network, range);
    CALL(core2, NVTX_DOMAIN_RANGE_END, domain_end_fn, network, range);
}

int main(void)
{
    pthread_t thread;

    printf("connected %d\n", connect_library());
    push_and_pop();
    use_domains();
    across = CALL(core, NVTX_RANGE_START_A, start_fn, "across threads");
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
