/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/complain.h"
#include "base/output.h"
#include "base/problem.h"
#include "base/text.h"
#include "lprof.h"

#include <stdio.h>
#include <stdlib.h>

static const char name[] = "lineprof dump";

/* Failed writes are found when the stream is closed. */
static int to_stream(void *arg, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, arg) != size;
}

enum exit_code dump_run(int argc, char **argv)
{
    struct lprof_reader *reader = NULL;
    struct lprof_detail detail;
    struct output output;
    char *error = NULL;

    if (argc != 2) {
        fputs("lineprof dump: one file should be given\n", stderr);
        return EXIT_USAGE;
    }
    const enum lprof_status status = lprof_reader_open(&reader, argv[1], &detail);
    if (status)
        return complain(name, problem_text(argv[1], status, &detail));
    output_open(&output, NULL, true, &error); /* standard output is there already */
    const enum lprof_status dumped = lprof_dump(reader, to_stream, output.file, &detail);
    lprof_reader_close(reader);
    if (!output_close(&output, &error))
        return complain(name, error);
    return dumped ? complain(name, problem_text(argv[1], dumped, &detail)) : EXIT_DONE;
}
