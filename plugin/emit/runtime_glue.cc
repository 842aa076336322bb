// SPDX-License-Identifier: GPL-3.0-or-later
#include "gcc/gcc_headers.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <vector>

#include "emit/function_builder.h"
#include "emit/light_machine.h"
#include "emit/runtime_glue.h"
#include "emit/static_data.h"

#define RUNTIME_SONAME "liblineprof.so.1"

namespace lineprof {
namespace {

tree module_var; // struct lineprof_module, one a module
tree module_type;
tree distance_var; // thread-local, one a module

tree enter_type()
{
    return build_function_type_list(ptr_type_node, ptr_type_node, u64_type(), NULL_TREE);
}

tree leave_type()
{
    return build_function_type_list(void_type_node, ptr_type_node, NULL_TREE);
}

tree attach_type()
{
    return build_function_type_list(integer_type_node, ptr_type_node, NULL_TREE);
}

// The runtime beside the plugin, or in the directory above.  Found through the
// address of something in the plugin.
std::string runtime_beside_plugin()
{
    Dl_info info;
    char real[PATH_MAX];
    if (!dladdr(reinterpret_cast<void *>(&emit_runtime_glue), &info) ||
        !realpath(info.dli_fname, real))
        return RUNTIME_SONAME;
    std::string directory = real;
    for (int up = 0; up < 4; up++) {
        directory.resize(directory.rfind('/'));
        const std::string path = directory + "/" RUNTIME_SONAME;
        if (!access(path.c_str(), R_OK))
            return path;
        if (directory.empty())
            break;
    }
    return RUNTIME_SONAME;
}

// A member of the module, by its offset: *(TYPE *)((char *)&module + OFFSET).
tree module_member(tree type, size_t offset)
{
    return build2(MEM_REF, type, build_fold_addr_expr(module_var),
                  build_int_cst(ptr_type_node, offset));
}

// The static library defines this pointer; a common symbol makes the linker take
// that definition from an archive, which a weak reference would not.
tree static_attach_pointer()
{
    tree var = build_decl(UNKNOWN_LOCATION, VAR_DECL,
                          get_identifier("__lineprof_static_attach"), ptr_type_node);
    TREE_PUBLIC(var) = 1;
    TREE_STATIC(var) = 1;
    TREE_USED(var) = 1;
    DECL_COMMON(var) = 1;
    DECL_ARTIFICIAL(var) = 1;
    DECL_VISIBILITY(var) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(var) = 1;
    TREE_THIS_VOLATILE(var) = 1; // its value comes from the linker
    finalize_variable(var);
    return var;
}

tree weak_function(const char *name, tree type)
{
    return build_fold_addr_expr(declare_weak_function(name, type));
}

tree emit_none()
{
    function_builder f(versioned("none").c_str(), enter_type());
    f.parameter(ptr_type_node);
    f.parameter(u64_type());
    f.return_value(null_pointer_node);
    f.finish();
    TREE_READONLY(f.decl()) = 1; // or GCC may advise to say so
    return f.decl();
}

tree emit_leave_none()
{
    function_builder f(versioned("leave_none").c_str(), leave_type());
    f.parameter(ptr_type_node);
    f.return_value(NULL_TREE);
    f.finish();
    TREE_READONLY(f.decl()) = 1;
    return f.decl();
}

// if (write) write(2, TEXT, size);
void emit_message(function_builder &f, const std::string &text)
{
    tree write = weak_function(
        "write", build_function_type_list(long_integer_type_node, integer_type_node,
                                          ptr_type_node, size_type_node, NULL_TREE));
    f.begin_if(not_null(write));
    f.add(call(write, long_integer_type_node,
               {build_int_cst(integer_type_node, 2), string_address(text),
                build_int_cst(size_type_node, text.size())}));
    f.end_if();
}

// ENTRY = getauxval ? getauxval (KIND) : 0
void emit_auxiliary(function_builder &f, tree entry, unsigned long kind)
{
    tree getauxval_p = weak_function(
        "getauxval", build_function_type_list(long_unsigned_type_node,
                                              long_unsigned_type_node, NULL_TREE));
    tree getter = f.local(TREE_TYPE(getauxval_p));
    f.assign(entry, build_int_cst(long_unsigned_type_node, 0));
    f.assign(getter, getauxval_p);
    f.begin_if(not_null(getter));
    f.assign(entry, call(getter, long_unsigned_type_node,
                         {build_int_cst(long_unsigned_type_node, kind)}));
    f.end_if();
}

// attach = dlsym (dlopen (path or soname), "__lineprof_attach"), if there is dlopen.
void emit_load(function_builder &f, tree attach, const std::string &path)
{
    tree dlopen_type = build_function_type_list(ptr_type_node, ptr_type_node,
                                                integer_type_node, NULL_TREE);
    tree dlsym_type =
        build_function_type_list(ptr_type_node, ptr_type_node, ptr_type_node, NULL_TREE);
    tree dlopen_p = weak_function("dlopen", dlopen_type);
    tree dlsym_p = weak_function("dlsym", dlsym_type);
    tree now = build_int_cst(integer_type_node, RTLD_NOW);
    tree handle = f.local(ptr_type_node);
    tree interpreter = f.local(long_unsigned_type_node);
    tree loader = f.local(TREE_TYPE(dlopen_p));
    tree finder = f.local(TREE_TYPE(dlsym_p));
    f.assign(loader, dlopen_p);
    f.assign(finder, dlsym_p);
    // A static program has no dynamic loader mapped; what its dlopen loads would
    // bring a second C library.
    emit_auxiliary(f, interpreter, AT_BASE);
    f.begin_if(build2(EQ_EXPR, boolean_type_node, interpreter,
                      build_int_cst(long_unsigned_type_node, 0)));
    f.assign(loader, build_zero_cst(TREE_TYPE(loader)));
    f.end_if();
    f.begin_if(
        build2(TRUTH_ANDIF_EXPR, boolean_type_node, not_null(loader), not_null(finder)));
    f.assign(handle, call(loader, ptr_type_node, {string_address(path), now}));
    f.begin_if(is_null(handle));
    f.assign(handle, call(loader, ptr_type_node, {string_address(RUNTIME_SONAME), now}));
    f.end_if();
    f.begin_if(not_null(handle));
    f.assign(attach,
             call(finder, ptr_type_node, {handle, string_address("__lineprof_attach")}));
    f.end_if();
    f.end_if();
    f.begin_if(is_null(attach));
    emit_message(f, "lineprof: not profiled: cannot load " + path +
                        " (a static program needs liblineprof.a on its link line)\n");
    f.end_if();
}

// What the program linked in itself, if it did.
void emit_linked_attach(function_builder &f, tree attach)
{
    f.assign(attach, static_attach_pointer());
    f.begin_if(is_null(attach));
    f.assign(attach, build1(NOP_EXPR, ptr_type_node,
                            weak_function("__lineprof_attach", attach_type())));
    f.end_if();
}

// A function for `trigger`, `visit` or `tell`, which have a calling convention of their
// own.
tree emit_trigger(const char *name, const std::string &body)
{
    function_builder f(versioned(name).c_str(),
                       build_function_type_list(void_type_node, NULL_TREE));
    f.make_naked();
    tree stmt = build5(ASM_EXPR, void_type_node, build_string(body.size(), body.c_str()),
                       NULL_TREE, NULL_TREE, NULL_TREE, NULL_TREE);
    ASM_VOLATILE_P(stmt) = 1;
    TREE_SIDE_EFFECTS(stmt) = 1;
    f.add(stmt);
    f.finish();
    return f.decl();
}

tree pointer_member(size_t offset)
{
    return module_member(ptr_type_node, offset);
}

// Until the module is attached, counts wait in its section to be taken over.
tree initial_trigger()
{
    if (!light_machine::exists)
        return NULL_TREE;
    return address_of(emit_trigger("pending", light_machine::do_nothing()));
}

tree initial_visit()
{
    if (!light_machine::exists)
        return NULL_TREE;
    return address_of(emit_trigger("passing", light_machine::begin_nothing()));
}

// Code tells that it has caught something whether or not anything is recorded.
tree initial_tell()
{
    if (!light_machine::exists)
        return NULL_TREE;
    return address_of(emit_trigger("quiet", light_machine::hear_nothing()));
}

// It tells of regions and loops, too, where the clock that it watches never changes.
tree initial_lasted()
{
    if (!light_machine::exists)
        return NULL_TREE;
    return address_of(emit_trigger("still", light_machine::hear_nothing_of_lasted()));
}

// Where nothing is recorded, each count comes up once.
void emit_silence(function_builder &f)
{
    if (!light_machine::exists)
        return;
    tree silence = emit_trigger("silence", light_machine::silence_count());
    tree hush = emit_trigger("hush", light_machine::silence_visit());
    f.assign(pointer_member(offsetof(lineprof_module, trigger)), address_of(silence));
    f.assign(pointer_member(offsetof(lineprof_module, trigger_near)),
             address_of(silence));
    f.assign(pointer_member(offsetof(lineprof_module, visit)), address_of(hush));
    f.assign(pointer_member(offsetof(lineprof_module, visit_near)), address_of(hush));
}

tree emit_start(tree first, tree none, const std::string &path)
{
    function_builder f(versioned("start").c_str(),
                       build_function_type_list(void_type_node, NULL_TREE));
    tree attach = f.local(ptr_type_node);
    tree secure = f.local(long_unsigned_type_node);
    tree enter = f.local(ptr_type_node);
    tree enter_member = module_member(ptr_type_node, offsetof(lineprof_module, enter));
    f.assign(enter, enter_member);
    f.begin_if(build2(NE_EXPR, boolean_type_node, enter, address_of(first)));
    f.return_value(NULL_TREE);
    f.end_if();
    // What is called from here may be profiled itself, a malloc for one.
    f.assign(off_flag(), build_int_cst(u32_type(), 1));
    f.assign(enter_member, address_of(none));
    emit_silence(f);

    emit_auxiliary(f, secure, AT_SECURE);
    f.begin_if(build2(EQ_EXPR, boolean_type_node, secure,
                      build_int_cst(long_unsigned_type_node, 0)));
    emit_linked_attach(f, attach);
    f.begin_if(is_null(attach));
    emit_load(f, attach, path);
    f.end_if();
    f.begin_if(not_null(attach));
    // Not before: where there is no C library threads may have no variables.
    f.assign(module_member(ptr_type_node, offsetof(lineprof_module, distance)),
             build1(NOP_EXPR, ptr_type_node,
                    build1(ADDR_EXPR, build_pointer_type(TREE_TYPE(distance_var)),
                           distance_var)));
    // Which sets module.enter and module.trigger and clears module.off, unless it
    // refuses the module.
    f.add(call(build1(NOP_EXPR, build_pointer_type(attach_type()), attach),
               integer_type_node, {address_of(module_var)}));
    f.end_if();
    f.end_if();
    f.return_value(NULL_TREE);
    f.finish();
    return f.decl();
}

void emit_first(function_builder &f, tree start)
{
    tree function = f.parameter(ptr_type_node);
    tree cfa = f.parameter(u64_type());
    f.add(call(build_fold_addr_expr(start), void_type_node, {}));
    f.return_value(call(enter_pointer(), ptr_type_node, {function, cfa}));
    f.finish();
}

void emit_module(tree first, tree leave)
{
    struct_builder b;
#define AT(member) offsetof(lineprof_module, member)
    b.add_u32(LINEPROF_ABI_VERSION, AT(abi));
    b.add_u32(sizeof(lineprof_module), AT(size));
    b.add_pointer(section_bound("__start_", LINEPROF_FUNCTIONS_SECTION), AT(begin));
    b.add_pointer(section_bound("__stop_", LINEPROF_FUNCTIONS_SECTION), AT(end));
    b.add_pointer(address_of(first), AT(enter));
    b.add_pointer(address_of(leave), AT(leave));
    b.add_pointer(NULL_TREE, AT(event)); // not called while nothing is recorded
    b.add_u32(0, AT(off));
    b.add_u32(0, AT(reserved));
    b.add_pointer(section_bound("__start_", LINEPROF_LAYOUTS_SECTION), AT(layouts_begin));
    b.add_pointer(section_bound("__stop_", LINEPROF_LAYOUTS_SECTION), AT(layouts_end));
    b.add_pointer(section_bound("__start_", LINEPROF_COUNTS_SECTION), AT(counts_begin));
    b.add_pointer(section_bound("__stop_", LINEPROF_COUNTS_SECTION), AT(counts_end));
    tree trigger = initial_trigger(), visit = initial_visit(), tell = initial_tell();
    tree lasted = initial_lasted();
    b.add_pointer(trigger, AT(trigger));
    b.add_pointer(trigger, AT(trigger_near));
    b.add_pointer(NULL_TREE, AT(distance)); // set before it is attached
    b.add_pointer(visit, AT(visit));
    b.add_pointer(visit, AT(visit_near));
    b.add_pointer(tell, AT(tell));
    b.add_pointer(tell, AT(tell_near));
    b.add_pointer(lasted, AT(lasted));
    b.add_pointer(lasted, AT(lasted_near));
    b.add_pointer(address_of(module_var), AT(tick)); // what is there does not change
    b.add_pointer(section_bound("__start_", LINEPROF_BASES_SECTION), AT(bases_begin));
    b.add_pointer(section_bound("__stop_", LINEPROF_BASES_SECTION), AT(bases_end));
#undef AT
    b.finish(sizeof(lineprof_module));
    module_type = b.type();
    TREE_TYPE(module_var) = module_type;
    DECL_INITIAL(module_var) = b.value();
    layout_decl(module_var, 0);
    make_one_a_module(module_var);
    finalize_variable(module_var);
    varpool_node::get(module_var)->force_output = 1;
}

// The offset of it from the thread's pointer is a constant of the program, or is looked
// up once: it needs no call, in the room that libc keeps for libraries opened late.
void emit_distance()
{
    const std::string name = versioned("distance");
    tree var = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()),
                          long_integer_type_node);
    TREE_STATIC(var) = 1;
    TREE_USED(var) = 1;
    DECL_ARTIFICIAL(var) = 1;
    DECL_IGNORED_P(var) = 1;
    TREE_THIS_VOLATILE(var) = 1; // triggers change it, which GCC does not see
    TREE_SIDE_EFFECTS(var) = 1;
    make_one_a_module(var);
    set_decl_tls_model(var, flag_shlib || (flag_pic && !flag_pie) ? TLS_MODEL_INITIAL_EXEC
                                                                  : TLS_MODEL_LOCAL_EXEC);
    finalize_variable(var);
    varpool_node::get(var)->force_output = 1;
    distance_var = keep(var);
}

tree declare_module()
{
    const std::string name = versioned("module");
    tree array = build_array_type_nelts(u64_type(), sizeof(lineprof_module) / 8);
    tree var =
        build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name.c_str()), array);
    TREE_STATIC(var) = 1;
    TREE_USED(var) = 1;
    DECL_ARTIFICIAL(var) = 1;
    TREE_THIS_VOLATILE(var) = 0;
    return keep(var);
}

} // namespace

tree distance_variable()
{
    return distance_var;
}

tree trigger_pointer()
{
    return pointer_member(offsetof(lineprof_module, trigger));
}

tree visit_pointer()
{
    return pointer_member(offsetof(lineprof_module, visit));
}

tree tick_pointer()
{
    return module_member(
        build_pointer_type(build_qualified_type(u64_type(), TYPE_QUAL_VOLATILE)),
        offsetof(lineprof_module, tick));
}

tree tell_pointer()
{
    return pointer_member(offsetof(lineprof_module, tell));
}

tree lasted_pointer()
{
    return pointer_member(offsetof(lineprof_module, lasted));
}

tree enter_pointer()
{
    return module_member(build_pointer_type(enter_type()),
                         offsetof(lineprof_module, enter));
}

tree leave_pointer()
{
    return module_member(build_pointer_type(leave_type()),
                         offsetof(lineprof_module, leave));
}

tree event_pointer()
{
    return pointer_member(offsetof(lineprof_module, event));
}

tree off_flag()
{
    return module_member(u32_type(), offsetof(lineprof_module, off));
}

std::string runtime_path(const plugin_options &options)
{
    return options.runtime.empty() ? runtime_beside_plugin() : options.runtime;
}

void emit_runtime_glue(const plugin_options &options)
{
    if (module_var)
        return;
    const std::string path = runtime_path(options);
    module_var = declare_module();
    emit_distance();
    function_builder first(versioned("first").c_str(), enter_type());
    tree none = emit_none();
    emit_module(first.decl(), emit_leave_none());
    tree start = emit_start(first.decl(), none, path);
    emit_first(first, start);

    function_builder constructor(nullptr,
                                 build_function_type_list(void_type_node, NULL_TREE));
    constructor.add(call(build_fold_addr_expr(start), void_type_node, {}));
    constructor.return_value(NULL_TREE);
    constructor.finish_as_constructor();
}

} // namespace lineprof
