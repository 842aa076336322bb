// SPDX-License-Identifier: GPL-3.0-or-later
// What -fplugin-arg-lineprof-* asked for.
#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include <string>
#include <vector>

#include "lineprof/abi.h"

struct plugin_argument;

namespace lineprof {

using glob_list = std::vector<std::string>;

struct plugin_options {
    glob_list functions; // profile what matches, marked or not
    glob_list files;
    glob_list exclude;       // names or files
    glob_list exclude_files; // files alone
    bool inlines = true;     // functions declared inline as well
    std::string runtime;     // path to load the runtime from instead of the usual one
    lineprof_mode mode = LINEPROF_MODE_ADAPTIVE;
    lineprof_clock clock = LINEPROF_CLOCK_TSC;
    bool all_calls = false; // what lines call is counted and timed, profiled or not
    bool verbose = false;
};

// Reads the arguments of one compilation.  An unknown key or value is reported
// with error() and gives false.
bool read_options(plugin_options &options, int argc, const plugin_argument *argv);

// Splits "a,b\,c" into "a" and "b,c".
glob_list split_globs(const char *text);

} // namespace lineprof

#endif
