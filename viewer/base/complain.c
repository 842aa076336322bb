/* SPDX-License-Identifier: MIT */
#include "base/complain.h"

#include "base/output.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum exit_code complain(const char *name, char *text)
{
    fprintf(stderr, "%s: ", name);
    string_print_clean(stderr, text);
    fputc('\n', stderr);
    free(text);
    return EXIT_DATA;
}

enum exit_code complain_of_usage(const char *name, char *text)
{
    complain(name, text);
    fprintf(stderr, "%s: try %s --help\n", name, name);
    return EXIT_USAGE;
}

enum exit_code end_output(const char *name)
{
    struct output output = {.file = stdout};
    char *error = NULL;

    return output_close(&output, &error) ? EXIT_DONE : complain(name, error);
}
