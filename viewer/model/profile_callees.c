/* SPDX-License-Identifier: MIT */
#include "model/profile_callees.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

/* Who is meant, the nearest first.  An inline function has a record for each unit, and
   the linker has kept the code of one: that is the one which counts. */
enum scope {
    SCOPE_UNIT,    /* counted, in the unit; id: of the unit */
    SCOPE_MODULE,  /* counted by a layout, in the module; id: of the module */
    SCOPE_COUNTED, /* counted, anywhere; id: 0 */
    SCOPE_FILE,    /* any of the file; id: 0 */
};

struct callee {
    struct lprof_text name;
    enum scope scope;
    uint32_t id;
    size_t index; /* of the function */
};

static int compare_keys(const struct callee *a, const struct callee *b)
{
    const int names = text_order(a->name, b->name);
    if (names)
        return names;
    if (a->scope != b->scope)
        return a->scope < b->scope ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static int compare_callees(const void *a, const void *b)
{
    const struct callee *x = a;
    const struct callee *y = b;
    const int order = compare_keys(x, y);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void add(struct callees *callees, const struct tally *tally, size_t index,
                enum scope scope, uint32_t id)
{
    callees->all[callees->count++] = (struct callee){
        .name = tally->functions[index].view.symbol,
        .scope = scope,
        .id = id,
        .index = index,
    };
}

/* A part has the name of its function, which nobody calls it by; and what is outside may
   have a name that others have here. */
static bool is_no_callee(const struct tally *tally, size_t index)
{
    return tally->functions[index].view.fields.flags &
           (LPROF_FUNCTION_PART | LPROF_FUNCTION_OUTSIDE);
}

static void add_functions(struct callees *callees, const struct tally *tally)
{
    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        if (is_no_callee(tally, i))
            continue;
        add(callees, tally, i, SCOPE_FILE, 0);
        if (!f->has_block && !f->has_layout)
            continue;
        add(callees, tally, i, SCOPE_COUNTED, 0);
        add(callees, tally, i, SCOPE_UNIT, f->view.fields.unit);
    }
}

static void add_layouts(struct callees *callees, const struct tally *tally)
{
    struct lprof_layout_view layout;
    size_t index = 0;

    for (size_t i = 0; i < lprof_reader_count(tally->reader, LPROF_RECORD_LAYOUT); i++) {
        lprof_take_layout(tally->reader, i, &layout);
        if (tally_find_function(tally, layout.fields.function, &index) &&
            !is_no_callee(tally, index))
            add(callees, tally, index, SCOPE_MODULE, layout.fields.module);
    }
}

void callees_make(struct callees *callees, const struct tally *tally)
{
    const size_t room = tally->function_count * 3 +
                        lprof_reader_count(tally->reader, LPROF_RECORD_LAYOUT);

    *callees = (struct callees){.all = memory_zeroed(room, sizeof *callees->all)};
    add_functions(callees, tally);
    add_layouts(callees, tally);
    if (callees->count)
        qsort(callees->all, callees->count, sizeof *callees->all, compare_callees);
}

void callees_release(struct callees *callees)
{
    free(callees->all);
    *callees = (struct callees){0};
}

/* The first with a key. */
static bool find_first(const struct callees *callees, const struct callee *key,
                       size_t *index)
{
    size_t low = 0;

    for (size_t high = callees->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (compare_keys(&callees->all[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == callees->count || compare_keys(&callees->all[low], key))
        return false;
    *index = callees->all[low].index;
    return true;
}

bool callees_find(const struct callees *callees, struct lprof_text name, uint32_t unit,
                  uint32_t module, size_t *index)
{
    const struct callee keys[] = {
        {.name = name,            .scope = SCOPE_UNIT, .id = unit},
        {.name = name,                       .scope = SCOPE_MODULE,                               .id = module},
        {.name = name,           .scope = SCOPE_COUNTED},
        {.name = name,.scope = SCOPE_FILE          },
    };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (find_first(callees, &keys[i], index))
            return true;
    }
    return false;
}
