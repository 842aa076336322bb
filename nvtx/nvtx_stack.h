/* SPDX-License-Identifier: MIT */
/* What a thread has pushed and not popped: each domain has a stack of its own. */
#ifndef NVTX_STACK_H
#define NVTX_STACK_H

#include "nvtx_names.h"

/* Begin a region.  Returns its level in the domain, from 0. */
int nvtx_push(const struct nvtx_domain *domain, const char *name);

/* End the domain's innermost.  Returns its level; NVTX_NOT_TRACKED if there is none. */
int nvtx_pop(const struct nvtx_domain *domain);

#endif
