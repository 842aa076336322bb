/* SPDX-License-Identifier: MIT */
#include "page/html_data.h"

#include "analysis/contexts.h"
#include "analysis/outside.h"
#include "base/memory.h"
#include "base/text.h"
#include "page/html_base.h"
#include "page/html_code.h"
#include "page/html_lines.h"
#include "page/html_values.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Functions ---- */

typedef void (*function_writer)(struct html_data *d, const struct function *f);

static void put_name(struct html_data *d, const struct function *f)
{
    html_put_string(d, function_title(f));
}

static void put_symbol(struct html_data *d, const struct function *f)
{
    html_put_string(d, f->symbol);
}

static void put_function_file(struct html_data *d, const struct function *f)
{
    html_put_file(d, f->file);
}

static void put_line_number(struct html_data *d, const struct function *f)
{
    html_put_number(d, f->line);
}

static void put_first(struct html_data *d, const struct function *f)
{
    html_put_number(d, sources_view(d->page->sources, f).first_line);
}

static void put_text(struct html_data *d, const struct function *f)
{
    char *text = html_code_of_function(d->page->sources, f);

    if (text)
        string_print_json(d->out, text);
    else
        fputs("null", d->out);
    free(text);
}

static void put_calls_of(struct html_data *d, const struct function *f)
{
    html_put_number(d, f->calls);
}

static void put_primitive(struct html_data *d, const struct function *f)
{
    html_put_known(d, f->primitive_calls);
}

static void put_total(struct html_data *d, const struct function *f)
{
    html_put_time(d, f->has_times, f->total_ns);
}

static void put_self(struct html_data *d, const struct function *f)
{
    html_put_time(d, f->has_times, f->self_ns);
}

static void put_line_count(struct html_data *d, const struct function *f)
{
    html_put_number(d, f->line_count);
}

static void put_functions(struct html_data *d)
{
    static const struct {
        const char *key;
        function_writer put;
    } columns[] = {
        {"name",      put_name         },
        {"symbol",    put_symbol       },
        {"file",      put_function_file},
        {"line",      put_line_number  },
        {"first",     put_first        },
        {"text",      put_text         },
        {"calls",     put_calls_of     },
        {"primitive", put_primitive    },
        {"total",     put_total        },
        {"self",      put_self         },
        {"lines",     put_line_count   },
    };
    const struct profile *profile = d->page->profile;

    html_open_table(d, "functions");
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        html_open_list(d, columns[c].key);
        for (size_t i = 0; i < profile->function_count; i++) {
            if (!profile->functions[i].shown)
                continue;
            html_separate(d);
            columns[c].put(d, &profile->functions[i]);
        }
        html_close_list(d);
    }
    html_close_table(d);
}

/* ---- Calls ---- */

static void number_functions(struct html_data *d)
{
    const struct profile *profile = d->page->profile;
    size_t count = 0;

    d->shown = memory_zeroed(profile->function_count, sizeof *d->shown);
    for (size_t i = 0; i < profile->function_count; i++) {
        d->shown[i] = count;
        count += profile->functions[i].shown;
    }
}

static void put_function(struct html_data *d, const struct function *f)
{
    if (f->shown)
        html_put_number(d, d->shown[f - d->page->profile->functions]);
    else
        put_name(d, f);
}

static void put_caller(struct html_data *d, const struct call *call)
{
    put_function(d, call->caller);
}

static void put_callee(struct html_data *d, const struct call *call)
{
    put_function(d, call->callee);
}

static void put_call_file(struct html_data *d, const struct call *call)
{
    html_put_file(d, call->file);
}

static void put_call_line(struct html_data *d, const struct call *call)
{
    html_put_number(d, call->line);
}

static void put_call_count(struct html_data *d, const struct call *call)
{
    html_put_number(d, call->count);
}

static void put_call_total(struct html_data *d, const struct call *call)
{
    html_put_time(d, call->callee->has_times, call->total_ns);
}

static bool is_call_shown(const struct call *call)
{
    return call->caller->shown || call->callee->shown;
}

/* Of what is not profiled; null where there is none. */
static void put_own(struct html_data *d)
{
    const struct profile *profile = d->page->profile;
    uint64_t *own = outside_own(profile);
    bool is_any = false;

    for (size_t i = 0; i < profile->call_count; i++)
        is_any |= own[i] != 0;
    if (is_any) {
        html_open_list(d, "own");
        for (size_t i = 0; i < profile->call_count; i++) {
            if (!is_call_shown(&profile->calls[i]))
                continue;
            html_separate(d);
            html_put_number(d, own[i]);
        }
        html_close_list(d);
    } else {
        fputs(",\"own\":null", d->out);
    }
    free(own);
}

static void put_calls(struct html_data *d)
{
    static const struct {
        const char *key;
        void (*put)(struct html_data *d, const struct call *call);
    } columns[] = {
        {"caller", put_caller    },
        {"callee", put_callee    },
        {"file",   put_call_file },
        {"line",   put_call_line },
        {"count",  put_call_count},
        {"total",  put_call_total},
    };
    const struct profile *profile = d->page->profile;

    html_open_table(d, "calls");
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        html_open_list(d, columns[c].key);
        for (size_t i = 0; i < profile->call_count; i++) {
            if (!is_call_shown(&profile->calls[i]))
                continue;
            html_separate(d);
            columns[c].put(d, &profile->calls[i]);
        }
        html_close_list(d);
    }
    put_own(d);
    html_close_table(d);
}

/* ---- Calling contexts ---- */

typedef void (*context_writer)(struct html_data *d, const struct context *context);

static void put_context_function(struct html_data *d, const struct context *context)
{
    html_put_number(d, d->shown[context->function]);
}

static void put_parent(struct html_data *d, const struct context *context)
{
    if (context->parent == NO_CONTEXT)
        fputs("-1", d->out);
    else
        html_put_number(d, context->parent);
}

static void put_context_file(struct html_data *d, const struct context *context)
{
    if (context->call)
        html_put_file(d, context->call->file);
    else
        fputs("-1", d->out);
}

static void put_context_line(struct html_data *d, const struct context *context)
{
    html_put_number(d, context->call ? context->call->line : 0);
}

static void put_share(struct html_data *d, const struct context *context)
{
    const bool has_times = d->page->profile->functions[context->function].has_times;
    const struct share share = has_times ? context->time : context->count;

    fprintf(d->out, "%.9g", share.end - share.begin);
}

static void put_contexts(struct html_data *d)
{
    static const struct {
        const char *key;
        context_writer put;
    } columns[] = {
        {"function", put_context_function},
        {"parent",   put_parent          },
        {"file",     put_context_file    },
        {"line",     put_context_line    },
        {"share",    put_share           },
    };
    struct contexts contexts;

    contexts_make(&contexts, d->page->profile);
    fprintf(d->out, ",\"basis\":\"%s\"",
            contexts_basis_name(contexts_basis(&contexts, d->page->profile)));
    html_open_table(d, "contexts");
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        html_open_list(d, columns[c].key);
        for (size_t i = 0; i < contexts.count; i++) {
            html_separate(d);
            columns[c].put(d, &contexts.list[i]);
        }
        html_close_list(d);
    }
    html_close_table(d);
    contexts_release(&contexts);
}

/* ---- Tables ---- */

static void put_regions(struct html_data *d)
{
    const struct profile *profile = d->page->profile;

    html_open_list(d, "regions");
    for (size_t i = 0; i < profile->region_count; i++) {
        const struct region *region = &profile->regions[i];
        const uint64_t numbers[] = {region->calls, region->total_ns, region->self_ns,
                                    region->min_ns, region->max_ns};
        html_separate(d);
        fputc('[', d->out);
        html_put_string(d, region->name);
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            fputc(',', d->out);
            html_put_number(d, numbers[n]);
        }
        fputc(']', d->out);
    }
    html_close_list(d);
}

static void put_threads(struct html_data *d)
{
    const struct profile *profile = d->page->profile;

    html_open_list(d, "threads");
    for (size_t i = 0; i < profile->thread_count; i++) {
        const struct thread *thread = &profile->threads[i];
        html_separate(d);
        fprintf(d->out, "[%" PRIu32 ",", thread->id);
        html_put_string(d, thread->name);
        fputc(',', d->out);
        html_put_number(d, thread->total_ns);
        fputc(']', d->out);
    }
    html_close_list(d);
}

static void put_inputs(struct html_data *d)
{
    const struct profile *profile = d->page->profile;

    html_open_list(d, "inputs");
    for (size_t i = 0; profile->input_count > 1 && i < profile->input_count; i++) {
        const struct input *input = &profile->inputs[i];
        html_separate(d);
        fputc('[', d->out);
        html_put_string(d, input->path);
        fputc(',', d->out);
        html_put_string(d, input->program);
        fprintf(d->out, ",%" PRIu32 ",%" PRId32 ",", input->pid, input->rank);
        html_put_string(d, input->host);
        fprintf(d->out, ",\"%s\",", run_state_name(input->state));
        html_put_number(d, input->wall_ns);
        fputc(']', d->out);
    }
    html_close_list(d);
}

static void put_files(struct html_data *d)
{
    html_open_list(d, "files");
    for (size_t i = 0; i < d->files.count; i++) {
        html_separate(d);
        html_put_string(d, sources_path(d->page->sources, d->files.keys[i].text));
    }
    html_close_list(d);
}

void html_data_print(FILE *out, const struct page *page)
{
    struct html_data d = {.out = out, .page = page, .separator = ","};

    number_functions(&d);
    fprintf(out, "{\"times\":%s", profile_has_times(page->profile) ? "true" : "false");
    put_functions(&d);
    html_put_lines(&d);
    html_put_others(&d);
    put_calls(&d);
    put_contexts(&d);
    put_regions(&d);
    put_threads(&d);
    put_inputs(&d);
    html_put_base(&d);
    put_files(&d); /* which the others have numbered */
    fputc('}', out);
    ids_release(&d.files);
    free(d.shown);
}
