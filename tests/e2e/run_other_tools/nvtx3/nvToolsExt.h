/* SPDX-License-Identifier: MIT */
/* The part of NVTX's interface that lineprof.h uses, with functions that say what they
   are called with. */
#ifndef NV_TOOLS_EXT_H
#define NV_TOOLS_EXT_H

#include <stdint.h>
#include <stdio.h>

#define NVTX_VERSION                  3
#define NVTX_MESSAGE_TYPE_ASCII       1
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef const char *nvtxDomainHandle_t;

typedef struct {
    uint16_t version;
    uint16_t size;
    int32_t messageType;
    union {
        const char *ascii;
    } message;
} nvtxEventAttributes_t;

static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    return name;
}

static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                        const nvtxEventAttributes_t *message)
{
    return printf("%s pushes %s\n", domain, message->message.ascii);
}

static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    return printf("%s pops\n", domain);
}

static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain,
                                    const nvtxEventAttributes_t *message)
{
    printf("%s marks %s\n", domain, message->message.ascii);
}

#endif
