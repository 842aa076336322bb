/* SPDX-License-Identifier: MIT */
#include "nvtx_stack.h"

#include "lineprof/names.h"

enum { MOST_PUSHED = 1024 }; /* the runtime records no more */

struct pushed {
    const struct nvtx_domain *domain;
    unsigned int region; /* what ends it; 0: not recorded */
};

static _Thread_local struct {
    struct pushed ranges[MOST_PUSHED];
    int count;
    int beyond; /* pushed when there was no room; popped first */
} stack;

static int level_of(const struct nvtx_domain *domain)
{
    int level = 0;

    for (int i = 0; i < stack.count; i++)
        level += stack.ranges[i].domain == domain;
    return level;
}

int nvtx_push(const struct nvtx_domain *domain, const char *name)
{
    const int level = level_of(domain);

    if (stack.count == MOST_PUSHED) {
        stack.beyond++;
        return NVTX_NOT_TRACKED;
    }
    stack.ranges[stack.count++] = (struct pushed){
        .domain = domain,
        .region = nvtx_domain_is_ours(domain) ? 0 : lineprof_begin(name),
    };
    return level;
}

static void remove_at(int index)
{
    stack.count--;
    for (int i = index; i < stack.count; i++)
        stack.ranges[i] = stack.ranges[i + 1];
}

int nvtx_pop(const struct nvtx_domain *domain)
{
    int at = stack.count - 1;

    if (stack.beyond) {
        stack.beyond--;
        return NVTX_NOT_TRACKED;
    }
    while (at >= 0 && stack.ranges[at].domain != domain)
        at--;
    if (at < 0)
        return NVTX_NOT_TRACKED;
    lineprof_end_begun(stack.ranges[at].region);
    remove_at(at);
    return level_of(domain);
}
