// SPDX-License-Identifier: GPL-3.0-or-later
// Before a program is relocated its thread-local variables are zero.  In C, what a module
// gets once that has functions which run so early:
//
//     void early_bases(void)
//     {
//         if (__libc_setup_tls)
//             return;
//         char *own = __builtin_thread_pointer();
//         for (struct lineprof_base *base = __start_; base < __stop_; base++)
//             if (!*(void **)(own + base->place))
//                 *(void **)(own + base->place) = base->counts;
//     }
//
// The C library has the function that it asks for in programs that are linked statically:
// there are no thread-local variables at all until it has been called.
#ifndef EARLY_BASES_H
#define EARLY_BASES_H

namespace lineprof {

// Emits it, once a unit.
tree early_bases_function();

} // namespace lineprof

#endif
