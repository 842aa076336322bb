/* SPDX-License-Identifier: MIT */
/* What several tables have in common. */
#include "base/memory.h"
#include "base/text.h"
#include "print/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct sort_order table_order(const struct table_job *job, const uint32_t *otherwise)
{
    const struct number_list *keys = &job->options->sort_by;

    if (keys->count)
        return (struct sort_order){keys->numbers, keys->count};
    return (struct sort_order){otherwise, 1};
}

char *table_clean(const char *text)
{
    char *clean = NULL;
    size_t size = 0;
    FILE *out = memory_open(&clean, &size);

    for (; *text; text++) { /* a tab would move what follows */
        const size_t plain = strcspn(text, "\t");
        text_print_clean(out, (struct lprof_text){text, plain});
        text += plain;
        if (!*text)
            break;
        fputs("\\t", out);
    }
    memory_close(out);
    return clean;
}

char *table_place(const struct table_job *job, const struct function *function)
{
    if (function->is_outside) {
        char *name = memory_format("{%s}", function_title(function));
        char *clean = table_clean(name);
        free(name);
        return clean;
    }
    return table_place_of(job, &(struct ranked){.name = function_title(function),
                                                .file = function->file,
                                                .line = function->line});
}

char *table_place_of(const struct table_job *job, const struct ranked *ranked)
{
    char *place =
        memory_format("%s:%" PRIu32 "(%s)", sources_path(job->sources, ranked->file),
                      ranked->line, ranked->name);
    char *clean = table_clean(place);

    free(place);
    return clean;
}
