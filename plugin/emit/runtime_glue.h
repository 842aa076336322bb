// SPDX-License-Identifier: GPL-3.0-or-later
// How an instrumented object finds the runtime with no flag at the link: a
// constructor that attaches to a runtime in the program, or else loads the one
// beside the plugin.  Until it has run, the first marked function does the same.
//
// In C, what a module gets once (hidden; NAME is __lineprof_NAME_v2):
//
//     struct lineprof_module module = {ABI, size, __start_, __stop_, first, stub};
//     void start(void)
//     {
//         if (module.enter != first)
//             return;
//         module.off = 1;
//         module.enter = none;
//         module.trigger = module.visit = silence;
//         attach = the program's own, static or shared;
//         if (!attach && not set-uid) attach = dlsym(dlopen(PATH), "__lineprof_attach");
//         if (attach) {
//             module.distance = &distance;
//             attach(&module);
//         }
//     }
//     frame *first(function, cfa) { start(); return module.enter(function, cfa); }
//     frame *none(function, cfa) { return NULL; }
#ifndef RUNTIME_GLUE_H
#define RUNTIME_GLUE_H

#include "gcc/plugin_options.h"

namespace lineprof {

// What is loaded where the program has no runtime of its own: an absolute path, or the
// library's name where it was not found.
std::string runtime_path(const plugin_options &options);

// Emits the above and the unit's constructor, once a unit.
void emit_runtime_glue(const plugin_options &options);

// Values to call or load through, for instrumented code: members of the module.
tree enter_pointer();
tree leave_pointer();
tree event_pointer();
tree off_flag();
tree trigger_pointer();
tree visit_pointer();
tree tell_pointer();
tree lasted_pointer();
tree tick_pointer(); // of a volatile word

// How far this thread's counts are from those in the module's section, in bytes.
tree distance_variable();

} // namespace lineprof

#endif
