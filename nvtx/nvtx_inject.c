/* SPDX-License-Identifier: MIT */
/*
 * liblineprof-nvtx.so: a program with NVTX annotations has regions.  What it pushes and
 * pops are regions, what it starts and ends are ranges, marks are marks; colours,
 * categories and payloads are not kept.
 */
#include "nvtx_names.h"
#include "nvtx_stack.h"

#include "lineprof/names.h"

#include <sys/syscall.h>
#include <unistd.h>

__attribute__((__visibility__("default"))) int
InitializeInjectionNvtx2(nvtx_get_export get_export);

/* ---- In a domain ---- */

static void domain_mark(const struct nvtx_domain *domain,
                        const struct nvtx_attributes *attributes)
{
    const struct nvtx_name name = nvtx_name_of(domain, attributes);

    if (!nvtx_domain_is_ours(domain))
        lineprof_mark(name.text);
}

static uint64_t domain_start(const struct nvtx_domain *domain,
                             const struct nvtx_attributes *attributes)
{
    const struct nvtx_name name = nvtx_name_of(domain, attributes);

    return nvtx_domain_is_ours(domain) ? 0 : lineprof_begin_range(name.text);
}

static void domain_end(const struct nvtx_domain *domain, uint64_t range)
{
    (void)domain;
    lineprof_end_range(range);
}

static int domain_push(const struct nvtx_domain *domain,
                       const struct nvtx_attributes *attributes)
{
    const struct nvtx_name name = nvtx_name_of(domain, attributes);

    return nvtx_push(domain, name.text);
}

static const struct nvtx_string *register_a(const struct nvtx_domain *domain,
                                            const char *text)
{
    const struct nvtx_name name = nvtx_name_of_text(text);

    (void)domain;
    return nvtx_register(&name);
}

static const struct nvtx_string *register_w(const struct nvtx_domain *domain,
                                            const wchar_t *wide)
{
    const struct nvtx_name name = nvtx_name_of_wide(wide);

    (void)domain;
    return nvtx_register(&name);
}

static const struct nvtx_domain *create_a(const char *text)
{
    const struct nvtx_name name = nvtx_name_of_text(text);

    return nvtx_domain_of(&name);
}

static const struct nvtx_domain *create_w(const wchar_t *wide)
{
    const struct nvtx_name name = nvtx_name_of_wide(wide);

    return nvtx_domain_of(&name);
}

/* ---- In none ---- */

static const char *plain(const char *text)
{
    return text && *text ? text : NVTX_NO_MESSAGE;
}

static void mark_ex(const struct nvtx_attributes *attributes)
{
    domain_mark(NULL, attributes);
}

static void mark_a(const char *text)
{
    lineprof_mark(plain(text));
}

static void mark_w(const wchar_t *wide)
{
    const struct nvtx_name name = nvtx_name_of_wide(wide);

    mark_a(name.text);
}

static uint64_t start_ex(const struct nvtx_attributes *attributes)
{
    return domain_start(NULL, attributes);
}

static uint64_t start_a(const char *text)
{
    return lineprof_begin_range(plain(text));
}

static uint64_t start_w(const wchar_t *wide)
{
    const struct nvtx_name name = nvtx_name_of_wide(wide);

    return start_a(name.text);
}

static void end(uint64_t range)
{
    lineprof_end_range(range);
}

static int push_ex(const struct nvtx_attributes *attributes)
{
    return domain_push(NULL, attributes);
}

static int push_a(const char *text)
{
    return nvtx_push(NULL, plain(text));
}

static int push_w(const wchar_t *wide)
{
    const struct nvtx_name name = nvtx_name_of_wide(wide);

    return push_a(name.text);
}

static int pop(void)
{
    return nvtx_pop(NULL);
}

/* Only a thread itself can have its name changed. */
static void name_thread_a(uint32_t thread, const char *text)
{
    if (thread == (uint32_t)syscall(SYS_gettid))
        lineprof_set_thread_name(text);
}

static void name_thread_w(uint32_t thread, const wchar_t *wide)
{
    const struct nvtx_name name = nvtx_name_of_wide(wide);

    name_thread_a(thread, name.text);
}

/* ---- Connecting ---- */

#define FUNCTION(name) ((nvtx_function)(name))

static const nvtx_function core[] = {
    [NVTX_MARK_EX] = FUNCTION(mark_ex),
    [NVTX_MARK_A] = FUNCTION(mark_a),
    [NVTX_MARK_W] = FUNCTION(mark_w),
    [NVTX_RANGE_START_EX] = FUNCTION(start_ex),
    [NVTX_RANGE_START_A] = FUNCTION(start_a),
    [NVTX_RANGE_START_W] = FUNCTION(start_w),
    [NVTX_RANGE_END] = FUNCTION(end),
    [NVTX_RANGE_PUSH_EX] = FUNCTION(push_ex),
    [NVTX_RANGE_PUSH_A] = FUNCTION(push_a),
    [NVTX_RANGE_PUSH_W] = FUNCTION(push_w),
    [NVTX_RANGE_POP] = FUNCTION(pop),
    [NVTX_NAME_THREAD_A] = FUNCTION(name_thread_a),
    [NVTX_NAME_THREAD_W] = FUNCTION(name_thread_w),
};

static const nvtx_function core2[] = {
    [NVTX_DOMAIN_MARK_EX] = FUNCTION(domain_mark),
    [NVTX_DOMAIN_RANGE_START_EX] = FUNCTION(domain_start),
    [NVTX_DOMAIN_RANGE_END] = FUNCTION(domain_end),
    [NVTX_DOMAIN_RANGE_PUSH_EX] = FUNCTION(domain_push),
    [NVTX_DOMAIN_RANGE_POP] = FUNCTION(nvtx_pop),
    [NVTX_DOMAIN_REGISTER_A] = FUNCTION(register_a),
    [NVTX_DOMAIN_REGISTER_W] = FUNCTION(register_w),
    [NVTX_DOMAIN_CREATE_A] = FUNCTION(create_a),
    [NVTX_DOMAIN_CREATE_W] = FUNCTION(create_w),
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    int module;
    const nvtx_function *functions;
    size_t count;
} modules[] = {
    {NVTX_MODULE_CORE,  core,  COUNT(core) },
    {NVTX_MODULE_CORE2, core2, COUNT(core2)},
};

/* What the program's NVTX does not have is left out. */
static int connect_module(const struct nvtx_callbacks *callbacks, size_t index)
{
    nvtx_function **table = NULL;
    unsigned int size = 0;

    if (!callbacks->get_module(modules[index].module, &table, &size) || !table)
        return 0;
    for (size_t i = 1; i < modules[index].count && i < size; i++) {
        if (modules[index].functions[i] && table[i])
            *table[i] = modules[index].functions[i];
    }
    return 1;
}

/* Returns 0 if the program is not to use the library: then its annotations do nothing. */
int InitializeInjectionNvtx2(nvtx_get_export get_export)
{
    const struct nvtx_callbacks *callbacks = get_export(NVTX_EXPORT_CALLBACKS);
    int connected = 0;

    if (!callbacks || callbacks->size < sizeof *callbacks)
        return 0;
    for (size_t i = 0; i < COUNT(modules); i++)
        connected |= connect_module(callbacks, i);
    return connected;
}
