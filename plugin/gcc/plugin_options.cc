// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "gcc/plugin_options.h"

namespace lineprof {
namespace {

struct word {
    const char *name;
    int value;
};

const word mode_words[] = {
    {"adaptive", LINEPROF_MODE_ADAPTIVE},
    {"exact",    LINEPROF_MODE_EXACT   },
    {"hits",     LINEPROF_MODE_HITS    },
};

const word clock_words[] = {
    {"tsc",       LINEPROF_CLOCK_TSC      },
    {"fast",      LINEPROF_CLOCK_FAST     },
    {"monotonic", LINEPROF_CLOCK_MONOTONIC},
    {"cpu",       LINEPROF_CLOCK_CPU      },
    {"count",     LINEPROF_CLOCK_COUNT    },
};

const word inlines_words[] = {
    {"yes", true },
    {"no",  false},
};

const word calls_words[] = {
    {"profiled", false},
    {"all",      true },
};

template <size_t count>
bool read_word(const word (&words)[count], const char *key, const char *value, int &out)
{
    std::string valid;
    for (const word &row : words) {
        if (value && !strcmp(value, row.name)) {
            out = row.value;
            return true;
        }
        valid += valid.empty() ? "" : ", ";
        valid += row.name;
    }
    error("%<-fplugin-arg-lineprof-%s=%s%>: the valid values are %s", key,
          value ? value : "", valid.c_str());
    return false;
}

bool need_value(const char *key, const char *value)
{
    if (value && *value)
        return true;
    error("%<-fplugin-arg-lineprof-%s%> needs a value", key);
    return false;
}

bool read_globs(glob_list &list, const char *key, const char *value)
{
    if (!need_value(key, value))
        return false;
    const glob_list more = split_globs(value);
    list.insert(list.end(), more.begin(), more.end());
    return true;
}

bool set_functions(plugin_options &options, const char *key, const char *value)
{
    return read_globs(options.functions, key, value);
}

bool set_files(plugin_options &options, const char *key, const char *value)
{
    return read_globs(options.files, key, value);
}

bool set_exclude(plugin_options &options, const char *key, const char *value)
{
    return read_globs(options.exclude, key, value);
}

bool set_exclude_files(plugin_options &options, const char *key, const char *value)
{
    return read_globs(options.exclude_files, key, value);
}

bool set_inlines(plugin_options &options, const char *key, const char *value)
{
    int inlines = 0;
    if (!read_word(inlines_words, key, value, inlines))
        return false;
    options.inlines = inlines != 0;
    return true;
}

bool set_calls(plugin_options &options, const char *key, const char *value)
{
    int all = 0;
    if (!read_word(calls_words, key, value, all))
        return false;
    options.all_calls = all != 0;
    return true;
}

bool set_mode(plugin_options &options, const char *key, const char *value)
{
    int mode = 0;
    if (!read_word(mode_words, key, value, mode))
        return false;
    options.mode = static_cast<lineprof_mode>(mode);
    return true;
}

bool set_clock(plugin_options &options, const char *key, const char *value)
{
    int clock = 0;
    if (!read_word(clock_words, key, value, clock))
        return false;
    options.clock = static_cast<lineprof_clock>(clock);
    return true;
}

bool set_runtime(plugin_options &options, const char *key, const char *value)
{
    if (!need_value(key, value))
        return false;
    options.runtime = value;
    return true;
}

bool set_verbose(plugin_options &options, const char *key, const char *value)
{
    if (value) {
        error("%<-fplugin-arg-lineprof-%s%> takes no value", key);
        return false;
    }
    options.verbose = true;
    return true;
}

const struct {
    const char *key;
    bool (*set)(plugin_options &, const char *key, const char *value);
} keys[] = {
    {"functions",     set_functions    },
    {"files",         set_files        },
    {"exclude",       set_exclude      },
    {"exclude-files", set_exclude_files},
    {"inlines",       set_inlines      },
    {"calls",         set_calls        },
    {"mode",          set_mode         },
    {"clock",         set_clock        },
    {"runtime",       set_runtime      },
    {"verbose",       set_verbose      },
};

bool read_argument(plugin_options &options, const plugin_argument &argument)
{
    std::string valid;
    for (const auto &row : keys) {
        if (!strcmp(argument.key, row.key))
            return row.set(options, argument.key, argument.value);
        valid += valid.empty() ? "" : ", ";
        valid += row.key;
    }
    error("unknown option %<-fplugin-arg-lineprof-%s%>: the valid keys are %s",
          argument.key, valid.c_str());
    return false;
}

} // namespace

glob_list split_globs(const char *text)
{
    glob_list list(1);
    for (const char *at = text; *at; at++) {
        if (at[0] == '\\' && at[1] == ',')
            list.back() += *++at;
        else if (*at == ',')
            list.emplace_back();
        else
            list.back() += *at;
    }
    return list;
}

bool read_options(plugin_options &options, int argc, const plugin_argument *argv)
{
    bool good = true;
    for (int i = 0; i < argc; i++)
        good &= read_argument(options, argv[i]);
    return good;
}

} // namespace lineprof
