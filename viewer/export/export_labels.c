/* SPDX-License-Identifier: MIT */
#include "export/export_labels.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int compare_titles(const void *a, const void *b)
{
    const struct function *x = *(const struct function *const *)a;
    const struct function *y = *(const struct function *const *)b;
    const int order = strcmp(function_title(x), function_title(y));
    return order ? order : (x > y) - (x < y);
}

static char *label(const struct function *f, bool is_shared)
{
    const char *title = function_title(f);

    if (!is_shared)
        return memory_string(title, strlen(title));
    return memory_format("%s (%s:%" PRIu32 ")", title, path_base(f->file), f->line);
}

static bool same_title(const struct function *a, const struct function *b)
{
    return !strcmp(function_title(a), function_title(b));
}

char **labels_make(const struct profile *profile)
{
    const size_t count = profile->function_count;
    const struct function **sorted = memory_zeroed(count, sizeof *sorted);
    char **labels = memory_zeroed(count, sizeof *labels);

    for (size_t i = 0; i < count; i++)
        sorted[i] = &profile->functions[i];
    qsort(sorted, count, sizeof *sorted, compare_titles);
    for (size_t i = 0; i < count; i++) {
        const bool is_shared = (i > 0 && same_title(sorted[i], sorted[i - 1])) ||
                               (i + 1 < count && same_title(sorted[i], sorted[i + 1]));
        labels[sorted[i] - profile->functions] = label(sorted[i], is_shared);
    }
    free(sorted);
    return labels;
}

void labels_release(char **labels, const struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++)
        free(labels[i]);
    free(labels);
}

const char *label_of(char *const *labels, const struct profile *profile,
                     const struct function *function)
{
    return labels[function - profile->functions];
}
