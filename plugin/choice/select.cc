// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <fnmatch.h>
#include <unordered_set>

#include "choice/attribute.h"
#include "choice/select.h"
#include "gcc/unit_language.h"
#include "places/source.h"

namespace lineprof {
namespace {

bool is_cxx()
{
    return strncmp(lang_hooks.name, "GNU C++", 7) == 0;
}

bool is_of_lambda(tree function)
{
    tree scope = DECL_CONTEXT(function);
    return is_cxx() && scope && TYPE_P(scope) && LAMBDA_TYPE_P(scope);
}

// The body of a lambda.  Its class has members besides, which copy and convert it.
bool is_lambda(tree function)
{
    return is_of_lambda(function) && DECL_NAME(function) &&
           id_equal(DECL_NAME(function), "operator()");
}

bool matches(const glob_list &globs, const char *text)
{
    for (const std::string &glob : globs)
        if (!fnmatch(glob.c_str(), text, 0))
            return true;
    return false;
}

// Names as a user may know them: plain, qualified, assembler's.
bool matches_name(const glob_list &globs, tree function)
{
    const std::string qualified = qualified_name(function);
    const size_t colon = qualified.rfind("::");
    const char *plain = qualified.c_str() + (colon == std::string::npos ? 0 : colon + 2);
    return matches(globs, plain) || matches(globs, qualified.c_str()) ||
           (DECL_NAME(function) &&
            matches(globs, IDENTIFIER_POINTER(DECL_NAME(function)))) ||
           (DECL_ASSEMBLER_NAME_SET_P(function) &&
            matches(globs, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function))));
}

// Files as a user may know them: as the compiler was told, by the last part alone, and
// from the root, where a pattern begins there.  (Others would match what stands above
// the working directory, too.)
bool matches_file(const glob_list &globs, tree function)
{
    const char *file = place_of(definition_location(function)).file;
    if (!file)
        return false;
    if (matches(globs, file) || matches(globs, lbasename(file)))
        return true;
    for (const std::string &glob : globs)
        if (IS_ABSOLUTE_PATH(glob.c_str()))
            for (const std::string &path : absolute_paths(file))
                if (matches({glob}, path.c_str()))
                    return true;
    return false;
}

bool matches_name_or_file(const glob_list &globs, tree function)
{
    return matches_name(globs, function) || matches_file(globs, function);
}

bool has_attribute(tree function, const char *name)
{
    return lookup_attribute(name, DECL_ATTRIBUTES(function)) != NULL_TREE;
}

// Functions whose frames or bodies are not ordinary ones.
bool can_be_profiled(tree function)
{
    return !has_attribute(function, "naked");
}

// Once, though it is asked for more than once.
void warn_of_naked(tree function)
{
    static std::unordered_set<unsigned> warned; // DECL_UIDs
    if (warned.insert(DECL_UID(function)).second)
        warning_at(definition_location(function), OPT_Wattributes,
                   "%qs attribute ignored on %qs function %qD", "profile", "naked",
                   function);
}

// What `delete` calls for a virtual destructor: GCC has made it, to call the destructor
// itself, which is the activation that was written, and to give back the memory.
bool is_deleting_destructor(tree function)
{
    return is_cxx() && DECL_NAME(function) && id_equal(DECL_NAME(function), "__dt_del ");
}

// What copies a task's own variables for it, from OpenMP: GCC has made it, with the
// attributes and under the name of the function that the task is in.
bool copies_for_task(tree function)
{
    return DECL_NAME(function) &&
           strstr(IDENTIFIER_POINTER(DECL_NAME(function)), "._omp_cpyfn.");
}

// What the Fortran compiler makes for itself: the C function from which a program is
// started, and what copies and destroys objects of derived types.
bool is_fortran_helper(tree function)
{
    if (unit_language() != LINEPROF_LANGUAGE_FORTRAN)
        return false;
    const bool is_main = id_equal(DECL_NAME(function), "main") &&
                         DECL_ASSEMBLER_NAME_SET_P(function) &&
                         id_equal(DECL_ASSEMBLER_NAME(function), "main");
    return is_main || IDENTIFIER_POINTER(DECL_NAME(function))[0] == '_';
}

// What holds a coroutine's statements from GCC 15 on: by then the function itself has
// none.
bool is_coroutine_body(tree function)
{
    return GCCPLUGIN_VERSION >= 15000 && DECL_STRUCT_FUNCTION(function) &&
           DECL_STRUCT_FUNCTION(function)->coroutine_component;
}

// What a glob must not pick up by accident.
bool is_ordinary(tree function)
{
    static const char *const special[] = {"always_inline", "gnu_inline", "interrupt",
                                          "no_instrument_function"};
    for (const char *name : special)
        if (has_attribute(function, name))
            return false;
    // What Go and Objective-C make for themselves has no place.
    return (!DECL_ARTIFICIAL(function) || is_lambda(function) ||
            is_coroutine_body(function)) &&
           DECL_NAME(function) && place_of(definition_location(function)).line &&
           !is_fortran_helper(function) &&
           strncmp(IDENTIFIER_POINTER(DECL_NAME(function)), "__lineprof", 10) != 0;
}

// The class or namespace part of a C++ name, outermost first.
std::string scope_prefix(tree function)
{
    std::string prefix;
    tree scope = DECL_CONTEXT(function);
    while (scope && TREE_CODE(scope) != TRANSLATION_UNIT_DECL) {
        if (TYPE_P(scope))
            scope = TYPE_NAME(scope);
        if (!scope || !DECL_P(scope))
            break;
        tree name = DECL_NAME(scope);
        if (TREE_CODE(scope) == FUNCTION_DECL)
            prefix = qualified_name(scope) + "::" + prefix;
        else if (name && !IDENTIFIER_ANON_P(name) && IDENTIFIER_POINTER(name)[0] != ':')
            prefix = std::string(IDENTIFIER_POINTER(name)) + "::" + prefix;
        if (TREE_CODE(scope) == FUNCTION_DECL)
            break;
        scope = DECL_CONTEXT(scope);
    }
    return prefix;
}

// Cuts template arguments, parameters and the module (`name@module`) off a printed name.
std::string without_arguments(const char *printed)
{
    std::string out;
    int depth = 0;
    for (const char *at = printed; *at; at++) {
        const bool is_operator =
            out.size() >= 8 && !out.compare(out.size() - 8, 8, "operator");
        if (is_operator && (*at == '<' || *at == '(')) {
            // operator<, operator<<, operator<=>, operator()
            const char *end = at + (*at == '(' ? 2 : strspn(at, "<=>"));
            out.append(at, end - at);
            at = end - 1;
        } else if (*at == '<') {
            depth++;
        } else if (*at == '>') {
            depth -= depth > 0;
        } else if (depth == 0 && *at == '(' && strncmp(at, "(anonymous", 10) != 0) {
            break;
        } else if (depth == 0 && *at == '@') {
            at += strcspn(at, "<(") - 1;
        } else if (depth == 0) {
            out += *at;
        }
    }
    return out;
}

} // namespace

tree written_function(tree function)
{
    return DECL_ABSTRACT_ORIGIN(function) ? DECL_ABSTRACT_ORIGIN(function) : function;
}

std::string qualified_name(tree function)
{
    if (!is_cxx())
        return lang_hooks.decl_printable_name(function, 1);
    if (is_of_lambda(function))
        return scope_prefix(TYPE_NAME(DECL_CONTEXT(function))) + "<lambda>";
    return scope_prefix(function) +
           without_arguments(lang_hooks.decl_printable_name(function, 0));
}

// C leaves a function where a system header has declared it (a `strdup` of one's own).
// The variable for its result is where it is defined.
location_t definition_location(const_tree function)
{
    const location_t declared = DECL_SOURCE_LOCATION(function);
    if (is_cxx() || !in_system_header_at(declared) || !DECL_RESULT(function))
        return declared;
    const location_t defined = DECL_SOURCE_LOCATION(DECL_RESULT(function));
    return place_of(defined).line ? defined : declared;
}

bool selector::options_exclude(tree function) const
{
    return matches_name_or_file(options_.exclude, function) ||
           matches_file(options_.exclude_files, function) ||
           (!options_.inlines && DECL_DECLARED_INLINE_P(written_function(function)));
}

// A name chooses none of a system's inline functions; a file's name may.
bool selector::is_programs(tree function) const
{
    return !options_.files.empty() || !in_system_header_at(definition_location(function));
}

bool selector::options_choose(tree function) const
{
    if (options_.functions.empty() && options_.files.empty())
        return false;
    if (!is_ordinary(function))
        return false;
    if (options_.files.empty())
        return is_programs(function) && matches_name(options_.functions, function);
    return matches_file(options_.files, function) &&
           (options_.functions.empty() || matches_name(options_.functions, function));
}

bool selector::options_name(tree function) const
{
    return options_choose(function) && !options_exclude(function);
}

bool selector::selects(tree function)
{
    if (is_deleting_destructor(function) || copies_for_task(function))
        return false;
    if (has_profile_attribute(function)) {
        if (can_be_profiled(function))
            return true;
        warn_of_naked(function);
        return false;
    }
    // A table beside a system's inline functions has nothing that a pattern could miss.
    asked_ = asked_ || (is_ordinary(function) && is_programs(function));
    if (!options_choose(function) || !can_be_profiled(function))
        return false;
    if (options_exclude(function)) {
        note_left_out(function);
        return false;
    }
    matched_ = true;
    by_options_.insert(DECL_UID(function));
    return true;
}

void selector::note_matches(pattern_files &noted, const char *key, const glob_list &globs,
                            tree function, bool (*matches)(const glob_list &, tree))
{
    const place where = place_of(definition_location(function));
    const std::string name = qualified_name(function) + ":" + std::to_string(where.line);
    for (const std::string &glob : globs)
        if (matches({glob}, function))
            noted[{key + glob, where.file}].insert(name);
}

void selector::note_left_out(tree function)
{
    note_matches(left_out_, "exclude=", options_.exclude, function, matches_name_or_file);
    note_matches(left_out_, "exclude-files=", options_.exclude_files, function,
                 matches_file);
}

bool selector::is_marked(tree function) const
{
    return !by_options_.count(DECL_UID(written_function(function))) &&
           !by_options_.count(DECL_UID(function));
}

void selector::note_profiled(tree function)
{
    if (is_marked(function)) {
        note_matches(chosen_, "attribute", {""}, function,
                     [](const glob_list &, tree) { return true; });
        return;
    }
    note_matches(chosen_, "functions=", options_.functions, function, matches_name);
    note_matches(chosen_, "files=", options_.files, function, matches_file);
}

void selector::say_noted(const pattern_files &noted, const char *verb,
                         const std::vector<std::pair<const char *, glob_list>> &asked)
{
    std::set<std::string> unused;
    for (const auto &row : asked)
        for (const std::string &glob : row.second)
            unused.insert(row.first + glob);
    for (const auto &row : noted) {
        unused.erase(row.first.first);
        inform_n(UNKNOWN_LOCATION, row.second.size(), "%qs %s %d function of %qs",
                 "%qs %s %d functions of %qs", row.first.first.c_str(), verb,
                 int(row.second.size()), row.first.second.c_str());
    }
    for (const std::string &what : unused)
        inform(UNKNOWN_LOCATION, "%qs %s no function", what.c_str(), verb);
}

void selector::say_chosen() const
{
    say_noted(chosen_, "chose",
              {
                  {"functions=", options_.functions},
                  {"files=",     options_.files    }
    });
    say_noted(
        left_out_, "left out",
        {
            {"exclude=",       options_.exclude      },
            {"exclude-files=", options_.exclude_files}
    });
}

bool selector::names(tree function) const
{
    return has_profile_attribute(function) || options_name(function);
}

void selector::warn_if_nothing_matched() const
{
    if (asked_ && !matched_ && !(options_.functions.empty() && options_.files.empty()))
        warning(0,
                "%<-fplugin-arg-lineprof-functions%> and %<-files%> matched no function");
}

} // namespace lineprof
