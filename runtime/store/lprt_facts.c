/* SPDX-License-Identifier: MIT */
#include "store/lprt_facts.h"
#include "base/lprt_early.h"
#include "base/lprt_lock.h"
#include "base/lprt_proc.h"
#include "base/lprt_text.h"
#include "store/lprt_region.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { MOST_COMMAND_BYTES = 128 * 1024 };

uint64_t lprt_facts_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Of the C library, so that it is the same whether the program was started through a
   link or by the dynamic linker. */
static const char *program_name(void)
{
    const char *name = lprt_early_program();
    return *name ? name : "program";
}

void lprt_facts_read(struct lprt_facts *facts)
{
    struct utsname system;
    struct lprt_text host = lprt_text_in(facts->host, sizeof facts->host);

    facts->program = program_name();
    facts->start_ns = lprt_facts_now_ns();
    if (uname(&system) == 0)
        lprt_text_put(&host, system.nodename);
    /* The system call: libc's function may call malloc. */
    if (syscall(SYS_getcwd, facts->directory, sizeof facts->directory) < 0 ||
        facts->directory[0] != '/')
        facts->directory[0] = '\0';
}

static void put(char **at, const void *bytes, size_t size)
{
    memcpy(*at, bytes, size);
    *at += size;
}

static bool add_record(const struct lprt_facts *facts, const char *command, size_t size)
{
    const struct lprof_process fields = {
        .program_bytes = (uint32_t)strlen(facts->program),
        .command_bytes = (uint32_t)size,
        .host_bytes = (uint32_t)strlen(facts->host),
        .directory_bytes = (uint32_t)strlen(facts->directory),
    };
    void *payload = lprt_region_add(sizeof fields + fields.program_bytes + size +
                                    fields.host_bytes + fields.directory_bytes);
    char *at = payload;

    if (!payload)
        return false;
    put(&at, &fields, sizeof fields);
    put(&at, facts->program, fields.program_bytes);
    put(&at, command, size);
    put(&at, facts->host, fields.host_bytes);
    put(&at, facts->directory, fields.directory_bytes);
    lprt_region_publish(payload, LPROF_RECORD_PROCESS);
    return true;
}

bool lprt_facts_record(const struct lprt_facts *facts)
{
    char *command = mmap(NULL, MOST_COMMAND_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    LPRT_GUARDED();
    if (command == MAP_FAILED)
        return add_record(facts, "", 0);
    const bool added =
        add_record(facts, command, lprt_proc_command(command, MOST_COMMAND_BYTES));
    munmap(command, MOST_COMMAND_BYTES);
    return added;
}
