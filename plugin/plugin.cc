// SPDX-License-Identifier: GPL-3.0-or-later
// Where GCC comes in: version check, options, callbacks and passes.
#include "gcc/gcc_headers.h"

#include <vector>

#include "choice/attribute.h"
#include "choice/kept_calls.h"
#include "emit/runtime_glue.h"
#include "emit/static_data.h"
#include "gcc/plugin_options.h"
#include "gcc/unit_language.h"
#include "light/thread_counts.h"
#include "light/thrown_visits.h"
#include "lower_pass.h"
#include "marks/jump_marks.h"
#include "marks/marks.h"
#include "marks/unit.h"
#include "near_calls_pass.h"
#include "ordered_calls_pass.h"
#include "places/text_lines.h"
#include "probe_pass.h"
#include "reported_pass.h"
#include "schedule_pass.h"
#include "timed_blocks_pass.h"
#include "timed_function_pass.h"
#include "vector_pass.h"

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int plugin_is_GPL_compatible;

namespace lineprof {
namespace {

const char plugin_name[] = "lineprof";

// A function that the front end folds and lowers, and a flag as it was before.
struct finished_function {
    const_tree decl; // to compare; not read
    int statement_markers;
};

// The last is the one at work: others are finished meanwhile if it needs their values or
// their types.
std::vector<finished_function> being_finished;

void on_attributes(void *, void *)
{
    register_profile_attribute();
}

void on_start_unit(void *, void *data)
{
    want_statement_markers();
    note_users_inlining();
    keep_lone_jumps(*static_cast<unit *>(data));
}

// Not before: what keeps calls would be told to the headers by a macro, __NO_INLINE__.
void on_start_parse_function(void *, void *data)
{
    if (static_cast<unit *>(data)->may_profile())
        keep_calls();
}

// As if -D stood on the command line, so that it holds with -E, too.  The front end
// keeps room for as many -D as there are options, and -fplugin and the program's name
// were two.  It keeps the text, not a copy.
void define_macro(const std::string &definition)
{
    lang_hooks.handle_option(OPT_D, xstrdup(definition.c_str()), 1, 0, UNKNOWN_LOCATION,
                             NULL);
}

// As a string literal.
std::string c_string(const std::string &text)
{
    std::string literal = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            literal += '\\';
        literal += c;
    }
    return literal + '"';
}

// For <lineprof.h>: that there is a plugin, and where the runtime is.
void define_macros(const plugin_options &options)
{
    const lineprof_language language = unit_language();
    if (language != LINEPROF_LANGUAGE_C && language != LINEPROF_LANGUAGE_CXX)
        return;
    define_macro("__LINEPROF__=1");
    define_macro("__LINEPROF_RUNTIME__=" + c_string(runtime_path(options)));
}

// The front end folds and lowers the function right after this.  It makes markers
// for loops if it finds their flag set.
void on_pre_genericize(void *function, void *data)
{
    unit &out = *static_cast<unit *>(data);
    being_finished.push_back({static_cast<tree>(function), debug_nonbind_markers_p});
    out.function_parsed(static_cast<tree>(function));
    if (has_profile_attribute(static_cast<tree>(function)))
        want_statement_markers();
    else
        restore_statement_markers(static_cast<tree>(function));
    if (out.may_profile()) {
        keep_calls_of_body(static_cast<tree>(function),
                           out.counts_in(static_cast<tree>(function)));
        // For size, the clones of a constructor would call one that serves all of them,
        // and its lines would count in both.
        flag_declone_ctor_dtor = 0;
    }
}

void on_finish_parse_function(void *function, void *)
{
    keep_calls_after_body();
    if (being_finished.empty() || being_finished.back().decl != function)
        return; // a template
    // Where a function has options of its own, GCC has put back those of the others.
    if (!DECL_FUNCTION_SPECIFIC_OPTIMIZATION(being_finished.back().decl))
        debug_nonbind_markers_p = being_finished.back().statement_markers;
    being_finished.pop_back();
}

// GCC has found out which functions of the unit are referred to.
void on_ipa_passes_start(void *, void *data)
{
    if (!in_lto_p && !seen_error())
        list_unused(*static_cast<unit *>(data));
}

// All functions are in SSA form; it comes again after further passes.
void on_early_passes_end(void *, void *)
{
    finish_unit_counts();
    finish_thrown_visits();
}

void on_finish_unit(void *, void *out)
{
    static_cast<unit *>(out)->finish();
}

// After the body has been gimplified and before anything is warned about or
// lowered: the last moment at which it can be wrapped in try/finally.
const char before_lowering[] = "*warn_unused_result";

// After OpenMP regions have become functions, before optimisation and inlining;
// user variables are still declarations, so pins are plain statements.
const char before_ssa[] = "ssa";

// All functions are in SSA form, and none has been inlined.
const char before_inlining[] = "opt_local_passes";

// Where loops are unrolled.
const char before_unrolling[] = "cunroll";

// What is not in loops: one among the passes for loops, one where there are none.
const char vectorising[] = "slp";

// GIMPLE is what it is when the compiler reports calls that are left.
const char after_all[] = "optimized";

const char first_of_rtl[] = "expand";
const char parting_blocks[] = "bbpart";
const char first_scheduling[] = "sched1";
const char after_frames[] = "pro_and_epilogue";

const int first = 1, each = 0; // of the passes of that name

void add_pass(opt_pass *pass, const char *beside,
              pass_positioning_ops where = PASS_POS_INSERT_BEFORE, int which = first)
{
    register_pass_info info = {pass, beside, which, where};
    register_callback(plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

bool is_right_gcc(plugin_gcc_version *running)
{
    if (plugin_default_version_check(running, &gcc_version))
        return true;
    error(
        "the lineprof plugin was built for GCC %s, but this is GCC %s; rebuild lineprof "
        "with the %<gcc-%s-plugin-dev%> headers of this compiler",
        gcc_version.basever, running->basever, running->basever);
    return false;
}

} // namespace
} // namespace lineprof

EXPORTED int plugin_init(plugin_name_args *plugin, plugin_gcc_version *version)
{
    using namespace lineprof;

    static plugin_options options;
    if (!is_right_gcc(version) || !read_options(options, plugin->argc, plugin->argv))
        return 1;
    keep_standard_input();
    static unit out(options);
    define_macros(options);

    static plugin_info info = {
        LINEPROF_VERSION,
        "Counts and times the lines of functions marked __attribute__((profile)).\n"
        "-fplugin-arg-lineprof-functions=GLOB[,GLOB]  profile these as well\n"
        "-fplugin-arg-lineprof-files=GLOB             only in, or all of, these files\n"
        "-fplugin-arg-lineprof-exclude=GLOB           but not these\n"
        "-fplugin-arg-lineprof-exclude-files=GLOB     and nothing of these files\n"
        "-fplugin-arg-lineprof-inlines=yes|no         or only what is not inline\n"
        "-fplugin-arg-lineprof-mode=adaptive|exact|hits\n"
        "-fplugin-arg-lineprof-clock=tsc|fast|monotonic|cpu|count\n"
        "-fplugin-arg-lineprof-runtime=PATH           the runtime to load\n"
        "-fplugin-arg-lineprof-verbose                say what is profiled\n"};
    register_callback(plugin_name, PLUGIN_INFO, NULL, &info);
    register_kept_trees();
    register_callback(plugin_name, PLUGIN_ATTRIBUTES, on_attributes, NULL);
    register_callback(plugin_name, PLUGIN_START_UNIT, on_start_unit, &out);
    register_callback(plugin_name, PLUGIN_START_PARSE_FUNCTION, on_start_parse_function,
                      &out);
    register_callback(plugin_name, PLUGIN_PRE_GENERICIZE, on_pre_genericize, &out);
    register_callback(plugin_name, PLUGIN_FINISH_PARSE_FUNCTION, on_finish_parse_function,
                      NULL);
    register_callback(plugin_name, PLUGIN_ALL_IPA_PASSES_START, on_ipa_passes_start,
                      &out);
    register_callback(plugin_name, PLUGIN_EARLY_GIMPLE_PASSES_END, on_early_passes_end,
                      NULL);
    register_callback(plugin_name, PLUGIN_FINISH_UNIT, on_finish_unit, &out);
    add_pass(make_lower_pass(g, out), before_lowering);
    add_pass(make_probe_pass(g, out), before_ssa);
    add_pass(make_timed_function_pass(g, out), before_inlining);
    add_pass(make_unroll_pass(g), before_unrolling);
    add_pass(make_no_vector_pass(g), vectorising, PASS_POS_INSERT_BEFORE, each);
    add_pass(make_vector_again_pass(g), vectorising, PASS_POS_INSERT_AFTER, each);
    add_pass(make_reported_pass(g), after_all, PASS_POS_INSERT_AFTER);
    add_pass(make_ordered_calls_pass(g), first_of_rtl, PASS_POS_INSERT_AFTER);
    add_pass(make_timed_blocks_pass(g), parting_blocks);
    add_pass(make_no_schedule_pass(g), first_scheduling);
    add_pass(make_schedule_again_pass(g), first_scheduling, PASS_POS_INSERT_AFTER);
    add_pass(make_near_calls_pass(g), after_frames, PASS_POS_INSERT_AFTER);
    return 0;
}
