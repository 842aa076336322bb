/* SPDX-License-Identifier: MIT */
#include "analysis/contexts.h"
#include "base/memory.h"
#include "export/exporter.h"
#include "export/json_writer.h"
#include "stats/usage.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define JSON_VERSION 1

static void put_time(struct json *json, const char *key, bool has_times, uint64_t ns)
{
    if (has_times)
        json_count(json, key, ns);
    else
        json_null(json, key);
}

static void put_if_known(struct json *json, const char *key, uint64_t quantity)
{
    put_time(json, key, quantity != NOT_KNOWN, quantity);
}

static void put_start(struct json *json, const char *key, uint64_t start_ns)
{
    const time_t seconds = (time_t)(start_ns / 1000000000u);
    struct tm tm;
    char text[64] = "";

    gmtime_r(&seconds, &tm);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
    json_string(json, key, text);
}

static void put_rank(struct json *json, const char *key, int32_t rank)
{
    if (rank < 0)
        json_null(json, key);
    else
        json_integer(json, key, rank);
}

static void put_command(struct json *json, const char *key, struct lprof_text command)
{
    json_open_list(json, key);
    while (command.size) {
        const size_t size = strnlen(command.bytes, command.size);
        const size_t step = size < command.size ? size + 1 : size;
        json_text(json, NULL, (struct lprof_text){command.bytes, size});
        command.bytes += step;
        command.size -= step;
    }
    json_close_list(json);
}

/* ---- What a run has one of ---- */

static void put_program(struct json *json, const char *key, const struct input *input)
{
    json_string(json, key, input->program);
}

static void put_input_command(struct json *json, const char *key,
                              const struct input *input)
{
    put_command(json, key, input->command);
}

static void put_pid(struct json *json, const char *key, const struct input *input)
{
    json_count(json, key, input->pid);
}

static void put_input_rank(struct json *json, const char *key, const struct input *input)
{
    put_rank(json, key, input->rank);
}

static void put_job(struct json *json, const char *key, const struct input *input)
{
    if (*input->job)
        json_string(json, key, input->job);
    else
        json_null(json, key);
}

static void put_job_size(struct json *json, const char *key, const struct input *input)
{
    if (input->job_size)
        json_count(json, key, input->job_size);
    else
        json_null(json, key);
}

static void put_job_start(struct json *json, const char *key, const struct input *input)
{
    if (input->job_start_ns)
        put_start(json, key, input->job_start_ns);
    else
        json_null(json, key);
}

static void put_host(struct json *json, const char *key, const struct input *input)
{
    json_string(json, key, input->host);
}

static void put_input_start(struct json *json, const char *key, const struct input *input)
{
    put_start(json, key, input->start_ns);
}

static void put_wall(struct json *json, const char *key, const struct input *input)
{
    json_count(json, key, input->wall_ns);
}

static void put_heap_peak(struct json *json, const char *key, const struct input *input)
{
    if (input->heap_peak)
        json_count(json, key, input->heap_peak);
    else
        json_null(json, key);
}

static void put_state(struct json *json, const char *key, const struct input *input)
{
    json_string(json, key, run_state_name(input->state));
}

static void put_mode(struct json *json, const char *key, const struct input *input)
{
    json_string(json, key, lprof_mode_name(input->mode));
}

static void put_clock(struct json *json, const char *key, const struct input *input)
{
    json_string(json, key, lprof_clock_name(input->clock));
}

static void put_hz(struct json *json, const char *key, const struct input *input)
{
    json_count(json, key, input->hz);
}

static void put_resolution(struct json *json, const char *key, const struct input *input)
{
    json_number(json, key, input->resolution_ns);
}

static void put_probe(struct json *json, const char *key, const struct input *input)
{
    json_number(json, key, input->probe_ns);
}

static void put_taken_out(struct json *json, const char *key, const struct input *input)
{
    json_count(json, key, input->taken_out_ns);
}

typedef void (*input_writer)(struct json *json, const char *key,
                             const struct input *input);

/* The value that all runs have, or null when they differ.  What is written is compared,
   so there is no second list of fields. */
static void put_common(struct json *json, const char *key, const struct profile *profile,
                       input_writer put)
{
    char *texts[2] = {NULL, NULL};
    bool same = true;

    for (size_t i = 0; i < profile->input_count && same; i++) {
        char **text = &texts[i > 0];
        size_t size = 0;
        free(*text);
        *text = NULL;
        struct json probe = {.out = memory_open(text, &size)};
        put(&probe, "", &profile->inputs[i]);
        memory_close(probe.out);
        same = i == 0 || !strcmp(texts[0], texts[1]);
    }
    if (same && profile->input_count)
        put(json, key, &profile->inputs[0]);
    else
        json_null(json, key);
    free(texts[0]);
    free(texts[1]);
}

struct field {
    const char *key;
    input_writer put;
};

static void put_fields(struct json *json, const struct profile *profile,
                       const struct field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_common(json, fields[i].key, profile, fields[i].put);
}

static void put_run(struct json *json, const struct profile *profile)
{
    static const struct field before_clock[] = {
        {"program",         put_program      },
        {"command",         put_input_command},
        {"pid",             put_pid          },
        {"rank",            put_input_rank   },
        {"job",             put_job          },
        {"job_ranks",       put_job_size     },
        {"job_start",       put_job_start    },
        {"host",            put_host         },
        {"start",           put_input_start  },
        {"wall_ns",         put_wall         },
        {"heap_peak_bytes", put_heap_peak    },
    };
    static const struct field of_clock[] = {
        {"name",          put_clock     },
        {"hz",            put_hz        },
        {"resolution_ns", put_resolution},
        {"probe_ns",      put_probe     },
    };
    static const struct field after_clock[] = {
        {"state", put_state},
        {"mode",  put_mode },
    };

    put_fields(json, profile, before_clock, sizeof before_clock / sizeof *before_clock);
    json_open_object(json, "clock");
    put_fields(json, profile, of_clock, sizeof of_clock / sizeof *of_clock);
    json_null(json, "probes"); /* files hold their cost, not how many they were */
    put_common(json, "taken_out_ns", profile, put_taken_out);
    json_close_object(json);
    put_fields(json, profile, after_clock, sizeof after_clock / sizeof *after_clock);
}

static void put_inputs(struct json *json, const struct profile *profile)
{
    if (profile->input_count < 2)
        return;
    json_open_list(json, "inputs");
    for (size_t i = 0; i < profile->input_count; i++) {
        const struct input *input = &profile->inputs[i];
        json_open_object(json, NULL);
        put_program(json, "program", input);
        put_pid(json, "pid", input);
        put_input_rank(json, "rank", input);
        put_job(json, "job", input);
        put_job_size(json, "job_ranks", input);
        put_job_start(json, "job_start", input);
        put_host(json, "host", input);
        put_input_start(json, "start", input);
        put_state(json, "state", input);
        json_close_object(json);
    }
    json_close_list(json);
}

static void put_warnings(struct json *json, const struct notes *warnings, bool with_path)
{
    json_open_list(json, "warnings");
    for (size_t i = 0; i < warnings->count; i++) {
        const struct note *note = &warnings->all[i];
        if (note->path && with_path) {
            char *text = memory_format("%s: %s", note->path, note->text);
            json_string(json, NULL, text);
            free(text);
        } else {
            json_string(json, NULL, note->text);
        }
    }
    json_close_list(json);
}

/* ---- Functions ---- */

static void put_visits(struct json *json, const struct function *f,
                       const struct line *line)
{
    put_time(json, "timed", line_timed_is_known(f, line), line->timed);
    put_time(json, "min_ns", line_has_visits(f, line), line->min_ns);
    put_time(json, "max_ns", line_has_visits(f, line), line->max_ns);
    put_if_known(json, "p50_ns", line->p50_ns);
    put_if_known(json, "p90_ns", line->p90_ns);
    put_if_known(json, "p99_ns", line->p99_ns);
}

static void put_heap(struct json *json, struct heap_sums heap)
{
    const struct {
        const char *key;
        uint64_t count;
    } counts[] = {
        {"allocs",      heap.allocs    },
        {"bytes",       heap.bytes     },
        {"freed",       heap.freed     },
        {"self_allocs", heap.own_allocs},
        {"self_bytes",  heap.own_bytes },
        {"self_freed",  heap.own_freed },
    };

    if (heap.allocs == NOT_KNOWN) {
        json_null(json, "heap");
        return;
    }
    json_open_object(json, "heap");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        json_count(json, counts[i].key, counts[i].count);
    put_if_known(json, "peak_bytes", heap.at_peak);
    json_close_object(json);
}

static void put_line(struct json *json, struct sources *sources, const struct function *f,
                     const struct line *line)
{
    const struct lprof_text text = sources_line(sources, f, line->file, line->number);

    json_open_object(json, NULL);
    json_count(json, "line", line->number);
    if (line->file != f->file)
        json_string(json, "file", line->file);
    json_count(json, "hits", line->hits);
    put_time(json, "time_ns", f->has_times, line->time_ns);
    put_if_known(json, "time_se_ns", line->time_se_ns);
    put_time(json, "self_ns", f->has_times, line->self_ns);
    put_visits(json, f, line);
    put_if_known(json, "off_cpu_ns", line->off_cpu_ns);
    put_heap(json, line->heap);
    if (text.bytes)
        json_text(json, "source", text);
    else
        json_null(json, "source");
    json_close_object(json);
}

static void put_function(struct json *json, struct sources *sources,
                         const struct function *f)
{
    json_open_object(json, NULL);
    json_string(json, "name", function_title(f));
    json_string(json, "symbol", f->symbol);
    json_string(json, "file", f->file);
    json_count(json, "line", f->line);
    json_count(json, "end_line", f->end_line);
    json_count(json, "calls", f->calls);
    put_if_known(json, "primitive_calls", f->primitive_calls);
    put_time(json, "total_ns", f->has_times, f->total_ns);
    put_time(json, "self_ns", f->has_times, f->self_ns);
    json_null(json, "off_cpu_ns");
    put_heap(json, function_heap(f));
    json_open_list(json, "lines");
    for (size_t i = 0; i < f->line_count; i++)
        put_line(json, sources, f, &f->lines[i]);
    json_close_list(json);
    json_close_object(json);
}

static void put_functions(struct json *json, const struct profile *profile,
                          struct sources *sources)
{
    json_open_list(json, "functions");
    for (size_t i = 0; i < profile->function_count; i++) {
        if (profile->functions[i].shown)
            put_function(json, sources, &profile->functions[i]);
    }
    json_close_list(json);
}

static void put_callee_file(struct json *json, const char *key, const struct function *f)
{
    if (f->is_outside)
        json_null(json, key);
    else
        json_string(json, key, f->file);
}

static void put_calls(struct json *json, const struct profile *profile)
{
    json_open_list(json, "calls");
    for (size_t i = 0; i < profile->call_count; i++) {
        const struct call *call = &profile->calls[i];
        if (!call->caller->shown && !call->callee->shown)
            continue;
        json_open_object(json, NULL);
        json_string(json, "caller", call->caller->name);
        json_string(json, "caller_file", call->caller->file);
        json_count(json, "line", call->line);
        json_string(json, "callee", call->callee->name);
        put_callee_file(json, "callee_file", call->callee);
        json_count(json, "count", call->count);
        put_time(json, "total_ns", call->callee->has_times, call->total_ns);
        json_close_object(json);
    }
    json_close_list(json);
}

static void put_index(struct json *json, const char *key, size_t node)
{
    if (node == NO_NODE)
        json_null(json, key);
    else
        json_count(json, key, node);
}

static void put_node(struct json *json, const struct node *node)
{
    json_open_object(json, NULL);
    put_index(json, "parent", node->parent);
    put_index(json, "home", node->home);
    json_string(json, "function", node->function->name);
    json_string(json, "function_file", node->function->file);
    if (node->call) {
        json_string(json, "file", node->call->file);
        json_count(json, "line", node->call->line);
    } else {
        json_null(json, "file");
        json_null(json, "line");
    }
    json_count(json, "calls", node->calls);
    put_time(json, "self_ns", node->function->has_times, node->self_ns);
    json_close_object(json);
}

/* What stacks rest on, and as far as that are nodes, these. */
static void put_contexts(struct json *json, const struct profile *profile)
{
    struct contexts contexts;

    contexts_make(&contexts, profile);
    json_open_object(json, "contexts");
    json_string(json, "from", contexts_basis_name(contexts_basis(&contexts, profile)));
    json_open_list(json, "nodes");
    for (size_t i = 0; i < profile->node_count; i++)
        put_node(json, &profile->nodes[i]);
    json_close_list(json);
    json_close_object(json);
    contexts_release(&contexts);
}

/* What one activation took is known of those that have ended. */
static void put_regions(struct json *json, const struct profile *profile)
{
    json_open_list(json, "regions");
    for (size_t i = 0; i < profile->region_count; i++) {
        const struct region *region = &profile->regions[i];
        json_open_object(json, NULL);
        json_string(json, "name", region->name);
        json_count(json, "calls", region->calls);
        json_count(json, "total_ns", region->total_ns);
        json_count(json, "min_ns", region->min_ns);
        json_count(json, "max_ns", region->max_ns);
        json_close_object(json);
    }
    json_close_list(json);
}

static void put_threads(struct json *json, const struct profile *profile)
{
    json_open_list(json, "threads");
    for (size_t i = 0; i < profile->thread_count; i++) {
        const struct thread *thread = &profile->threads[i];
        json_open_object(json, NULL);
        json_count(json, "id", thread->id);
        json_string(json, "name", thread->name);
        json_count(json, "total_ns", thread->total_ns);
        json_close_object(json);
    }
    json_close_list(json);
}

/* ---- What was used ---- */

/* Of a sum: by how much it grew, and that a second. */
static void put_usage(struct json *json, const struct stats *stats, unsigned figure,
                      const struct stats_span *span)
{
    struct usage usage;

    if (!usage_has(stats, figure))
        return;
    if (!usage_of(&usage, stats, figure, span)) {
        json_null(json, lprof_figure_name(figure));
        return;
    }
    json_open_object(json, lprof_figure_name(figure));
    if (usage_is_sum(figure))
        json_number(json, "total", usage.total);
    else
        json_null(json, "total");
    json_number(json, "min", usage.min);
    json_number(json, "avg", usage.avg);
    json_number(json, "max", usage.max);
    json_close_object(json);
}

static void put_span(struct json *json, const char *key, const struct stats *stats,
                     const struct stats_span *span)
{
    json_open_object(json, key);
    if (!key)
        json_string(json, "name", span->name ? span->name : "");
    json_count(json, "begin_ns", span->begin_ns);
    json_count(json, "end_ns", span->end_ns);
    json_open_object(json, "figures");
    for (unsigned figure = 0; figure < LPROF_FIGURE_COUNT; figure++)
        put_usage(json, stats, figure, span);
    json_close_object(json);
    json_close_object(json);
}

static void put_stats_of(struct json *json, const struct stats *stats)
{
    const struct stats_span whole = usage_whole(stats);

    json_open_object(json, NULL);
    json_string(json, "program", stats->program);
    json_count(json, "pid", stats->pid);
    put_rank(json, "rank", stats->rank);
    if (stats->gpu) {
        json_count(json, "gpu", stats->gpu - 1);
        json_string(json, "gpu_name", stats->gpu_name);
    } else {
        json_null(json, "gpu");
        json_null(json, "gpu_name");
    }
    json_count(json, "hz", stats->hz);
    json_count(json, "readings", usage_readings(stats));
    put_span(json, "whole", stats, &whole);
    json_open_list(json, "phases");
    for (size_t i = 0; i < stats->phase_count; i++)
        put_span(json, NULL, stats, &stats->phases[i]);
    json_close_list(json);
    json_close_object(json);
}

static void put_stats(struct json *json, const struct profile *profile)
{
    json_open_list(json, "stats");
    for (size_t i = 0; i < profile->stats_count; i++)
        put_stats_of(json, &profile->stats[i]);
    json_close_list(json);
}

void export_json(const struct export_job *job)
{
    struct json json = {.out = job->out};

    json_open_object(&json, NULL);
    json_string(&json, "format", "lineprof");
    json_count(&json, "version", JSON_VERSION);
    put_run(&json, job->profile);
    put_inputs(&json, job->profile);
    put_warnings(&json, job->warnings, job->profile->input_count > 1);
    put_functions(&json, job->profile, job->sources);
    put_calls(&json, job->profile);
    put_contexts(&json, job->profile);
    put_regions(&json, job->profile);
    put_threads(&json, job->profile);
    put_stats(&json, job->profile);
    json_close_object(&json);
    fputc('\n', job->out);
}
