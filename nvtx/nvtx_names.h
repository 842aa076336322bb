/* SPDX-License-Identifier: MIT */
/*
 * Names of regions, made of NVTX's domains and messages: "message", or "domain: message".
 * UTF-8; what is too long is cut.
 */
#ifndef NVTX_NAMES_H
#define NVTX_NAMES_H

#include "nvtx_abi.h"

#include <stdbool.h>

#define NVTX_NO_MESSAGE "(no message)"

/* Ended by NUL. */
struct nvtx_name {
    char text[256];
};

/* The domain of a name, one for each name; lives for ever.  NULL if there is no memory,
   which is the domain that has no name. */
const struct nvtx_domain *nvtx_domain_of(const struct nvtx_name *name);

/* What a domain's regions are called: its name, and a message in it.  NULL: no name. */
struct nvtx_name nvtx_name_in(const struct nvtx_domain *domain, const char *message);

/* Our own, whose regions the program tells the runtime itself. */
bool nvtx_domain_is_ours(const struct nvtx_domain *domain);

/* A message for later; lives for ever.  NULL if there is no memory. */
const struct nvtx_string *nvtx_register(const struct nvtx_name *message);

struct nvtx_name nvtx_name_of_text(const char *text);
struct nvtx_name nvtx_name_of_wide(const wchar_t *wide);

/* attributes   NULL, or of any version: what is not in their size is not looked at */
struct nvtx_name nvtx_name_of(const struct nvtx_domain *domain,
                              const struct nvtx_attributes *attributes);

#endif
