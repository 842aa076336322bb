// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include "emit/static_data.h"
#include "emit/unit_info.h"
#include "gcc/unit_language.h"
#include "places/source.h"

namespace lineprof {
namespace {

// Options that decide how a source parser understands the file.
bool matters_to_parser(const cl_decoded_option &option)
{
    switch (option.opt_index) {
    case OPT_I:
    case OPT_isystem:
    case OPT_iquote:
    case OPT_idirafter:
    case OPT_include:
    case OPT_imacros:
    case OPT_D:
    case OPT_U:
    case OPT_fexceptions:
        return true;
    default:
        return option.opt_index < cl_options_count &&
               !strncmp(cl_options[option.opt_index].opt_text, "-std=", 5);
    }
}

std::string parser_flags()
{
    std::string flags;
    for (unsigned i = 1; i < save_decoded_options_count; i++) {
        const cl_decoded_option &option = save_decoded_options[i];
        if (!matters_to_parser(option))
            continue;
        for (size_t part = 0; part < option.canonical_option_num_elements; part++) {
            // Behind the option itself: a folder or file, or what is no path.
            const char *word = option.canonical_option[part];
            flags += part == 0 ? word : remap_debug_filename(word);
            flags += '\n';
        }
    }
    return flags;
}

} // namespace

std::string symbol_name(tree function)
{
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    return name[0] == '*' ? name + 1 : name;
}

tree unit_record(const plugin_options &options)
{
    static tree unit;
    if (!unit) {
        struct_builder b;
#define AT(member) offsetof(lineprof_unit, member)
        b.add_string(remap_debug_filename(getpwd()), AT(directory));
        b.add_string(parser_flags(), AT(flags));
        b.add_u32(unit_language(), AT(language));
        b.add_u32(options.clock, AT(clock));
        b.add_u32(options.mode, AT(mode));
        b.add_u32(MIN(optimize, 3), AT(level));
#undef AT
        b.finish(sizeof(lineprof_unit));
        unit = keep(local_variable("LPunit", b.type(), b.value(), true));
        finalize_variable(unit);
    }
    return address_of(unit);
}

} // namespace lineprof
