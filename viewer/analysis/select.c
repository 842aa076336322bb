/* SPDX-License-Identifier: MIT */
#include "analysis/select.h"

#include <fnmatch.h>
#include <string.h>

/* What follows the last separator. */
static const char *last_part(const char *name, const char *separator)
{
    for (const char *at; (at = strstr(name, separator));)
        name = at + strlen(separator);
    return name;
}

static bool matches_one(const struct word_list *globs, const char *name,
                        const char *separator)
{
    for (size_t i = 0; i < globs->count; i++) {
        if (!fnmatch(globs->words[i], name, 0) ||
            !fnmatch(globs->words[i], last_part(name, separator), 0))
            return true;
    }
    return globs->count == 0;
}

static bool matches(const struct function *function, const struct word_list *names,
                    const struct word_list *files)
{
    return matches_one(names, function->name, "::") &&
           matches_one(files, function->file, "/");
}

size_t select_functions(struct profile *profile, const struct word_list *names,
                        const struct word_list *files)
{
    size_t count = 0;

    for (size_t i = 0; i < profile->function_count; i++) {
        struct function *f = &profile->functions[i];
        f->shown = !f->is_outside && matches(f, names, files);
        count += f->shown;
    }
    return count;
}

size_t select_count(const struct profile *profile, const struct word_list *names,
                    const struct word_list *files)
{
    size_t count = 0;

    for (size_t i = 0; i < profile->function_count; i++)
        count += !profile->functions[i].is_outside &&
                 matches(&profile->functions[i], names, files);
    return count;
}

void select_drop_idle(struct profile *profile)
{
    for (size_t i = 0; i < profile->function_count; i++) {
        struct function *f = &profile->functions[i];
        f->shown = f->shown && (function_has_run(f) || f->total_ns);
    }
}
