/* SPDX-License-Identifier: MIT */
/*
 * Write a large profile and the sources it is of into the working folder.
 * usage: big_profile FILES FUNCTIONS LINES   (functions a file, lines a function)
 */
#include "lprof.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BASE_ADDRESS 0x10000000u

struct big {
    struct lprof_writer *writer;
    char directory[4096];
    uint32_t line_count; /* a function */
    uint32_t function;   /* the last one's id */
};

static void put_start(struct big *big)
{
    const struct lprof_text nothing = {"", 0};
    const struct lprof_process_view process = {
        .program = {"big",          3                     },
        .command = {"./big",        6                     },
        .host = {"host",         4                     },
        .directory = {big->directory, strlen(big->directory)},
    };
    const struct lprof_unit_view unit = {
        .fields = {.unit = 1, .language = LPROF_LANGUAGE_C, .mode = LPROF_MODE_EXACT},
        .directory = {big->directory,         strlen(big->directory)                       },
        .flags = nothing,
    };

    lprof_put_process(big->writer, &process);
    lprof_put_unit(big->writer, &unit);
    lprof_put_thread(big->writer, &(struct lprof_thread){.thread = 1});
}

/* The text of a function: its head, statements and end, `line_count` lines in all. */
static char *function_text(const struct big *big, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);

    if (!out)
        exit(1);
    fprintf(out, "int function_%05" PRIu32 "(int x)\n{\n", big->function);
    for (uint32_t i = 2; i + 2 < big->line_count; i++)
        fprintf(out, "    x = x * %" PRIu32 " + (x >> 3); /* step %" PRIu32 " */\n", i,
                i);
    fputs("    return x;\n}\n", out);
    fclose(out);
    return text;
}

static void put_function(struct big *big, const char *path, uint32_t line,
                         struct lprof_text source)
{
    const uint32_t count = big->line_count - 3;
    struct lprof_site *sites = calloc(count, sizeof *sites);
    struct lprof_counter *counters = calloc(count, sizeof *counters);
    struct lprof_cell *cells = calloc(count, sizeof *cells);
    struct lprof_histogram *histograms = calloc(count, sizeof *histograms);
    struct lprof_block block = {.function = big->function,
                                .cell_count = count,
                                .thread = 1,
                                .calls = 1,
                                .primitive_calls = 1};
    char name[32];

    snprintf(name, sizeof name, "function_%05" PRIu32, big->function);
    for (uint32_t i = 0; i < count; i++) {
        sites[i].line = line + 2 + i;
        counters[i].hits = i + 1;
        cells[i].ticks = (i * 7919u) % 100000u;
        block.ticks += cells[i].ticks;
    }
    lprof_put_function(big->writer, &(struct lprof_function_view){
                                        .fields = {.function = big->function,
                                                   .unit = 1,
                                                   .line = line,
                                                   .end_line = line + big->line_count - 1,
                                                   .source_line = line,
                                                   .site_count = count,
                                                   .file_count = 1},
                                        .sites = sites,
                                        .name = {name, strlen(name)},
                                        .symbol = {name,                        strlen(name)  },
                                        .files = {path,                          strlen(path) + 1    },
                                        .source = source,
    });
    lprof_put_block(big->writer, &(struct lprof_block_view){.fields = block,
                                                            .counters = counters,
                                                            .cells = cells,
                                                            .histograms = histograms});
    free(sites);
    free(counters);
    free(cells);
    free(histograms);
}

static void put_file(struct big *big, unsigned long number, unsigned long functions)
{
    char path[4200];
    uint32_t line = 1;

    snprintf(path, sizeof path, "%s/file_%03lu.c", big->directory, number);
    FILE *out = fopen(path, "w");
    if (!out)
        exit(1);
    for (unsigned long i = 0; i < functions; i++) {
        size_t size = 0;
        big->function++;
        char *text = function_text(big, &size);
        put_function(big, path, line, (struct lprof_text){text, size});
        fwrite(text, 1, size, out);
        fputc('\n', out);
        line += big->line_count + 1;
        free(text);
    }
    fclose(out);
}

static int write_bytes(void *arg, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, arg) == size ? 0 : 5;
}

static int save(struct big *big, const char *path)
{
    const struct lprof_header header = {
        .state = LPROF_STATE_COMPLETE,
        .rank = -1,
        .clock = LPROF_CLOCK_MONOTONIC,
        .end_clock_ns = 1000000000u,
        .end_ticks = 1000000000u,
        .tick_hz = 1000000000u,
    };
    FILE *out = fopen(path, "wb");

    if (!out)
        return 1;
    const enum lprof_status status =
        lprof_writer_finish(big->writer, &header, write_bytes, out);
    lprof_writer_close(big->writer);
    return fclose(out) || status;
}

int main(int argc, char **argv)
{
    struct big big = {0};

    if (argc != 4 || !getcwd(big.directory, sizeof big.directory) ||
        lprof_writer_open(&big.writer, BASE_ADDRESS))
        return 2;
    big.line_count = (uint32_t)strtoul(argv[3], NULL, 10);
    if (big.line_count < 5)
        return 2;
    put_start(&big);
    for (unsigned long i = 0; i < strtoul(argv[1], NULL, 10); i++)
        put_file(&big, i, strtoul(argv[2], NULL, 10));
    return save(&big, "big.lprof");
}
