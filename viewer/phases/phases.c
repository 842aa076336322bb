/* SPDX-License-Identifier: MIT */
#include "phases/phases.h"

/* Since counting began anew, if it did: what was before is in no count any more. */
static bool counts(const struct lprof_reader *reader, const struct lprof_phase_view *view)
{
    return view->fields.resets == lprof_reader_header(reader)->resets;
}

static bool is_end(const struct lprof_reader *reader, size_t record,
                   struct lprof_phase_view *view)
{
    lprof_take_phase(reader, record, view);
    return !view->fields.joined && counts(reader, view);
}

size_t phases_count(const struct lprof_reader *reader)
{
    const size_t records = lprof_reader_count(reader, LPROF_RECORD_PHASE);
    struct lprof_phase_view view;
    size_t count = 0;

    for (size_t i = 0; i < records; i++)
        count += is_end(reader, i, &view);
    return count;
}

bool phases_are_joined(const struct lprof_reader *reader)
{
    const size_t records = lprof_reader_count(reader, LPROF_RECORD_PHASE);
    struct lprof_phase_view view;

    for (size_t i = 0; i < records; i++) {
        lprof_take_phase(reader, i, &view);
        if (view.fields.joined && counts(reader, &view))
            return true;
    }
    return false;
}

/* The record with which a phase ended, from 1; false if there is none. */
static bool find_end(const struct lprof_reader *reader, size_t number, size_t *record,
                     struct lprof_phase_view *view)
{
    const size_t records = lprof_reader_count(reader, LPROF_RECORD_PHASE);
    size_t count = 0;

    for (*record = 0; number && *record < records; ++*record) {
        count += is_end(reader, *record, view);
        if (count == number)
            return true;
    }
    return false;
}

struct lprof_text phases_name(const struct lprof_reader *reader, size_t number)
{
    struct lprof_region_view region = {
        .name = {"", 0}
    };
    struct lprof_phase_view view;
    size_t record = 0;
    size_t index = 0;

    if (find_end(reader, number, &record, &view) &&
        lprof_find_region(reader, view.fields.region, &index))
        lprof_take_region(reader, index, &region);
    return region.name;
}

uint64_t phases_end(const struct lprof_reader *reader, size_t number)
{
    struct lprof_phase_view view;
    size_t record = 0;

    return find_end(reader, number, &record, &view) ? view.fields.reading : 0;
}

enum lprof_status phases_open(struct phase *phase, const struct lprof_reader *reader,
                              size_t number, struct lprof_detail *detail)
{
    struct phase found = {.end = UINT64_MAX};
    struct lprof_phase_view view;
    enum lprof_status status = LPROF_OK;
    size_t record = 0;

    if (find_end(reader, number - 1, &record, &view)) {
        found.begin = view.fields.reading;
        status = lprof_reader_open_phase(&found.before, reader, record, detail);
    }
    if (!status && find_end(reader, number, &record, &view)) {
        found.end = view.fields.reading;
        status = lprof_reader_open_phase(&found.after, reader, record, detail);
    }
    if (status)
        phases_close(&found);
    else
        *phase = found;
    return status;
}

void phases_close(struct phase *phase)
{
    lprof_reader_close(phase->before);
    lprof_reader_close(phase->after);
    *phase = (struct phase){0};
}
