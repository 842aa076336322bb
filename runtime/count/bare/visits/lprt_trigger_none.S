/* SPDX-License-Identifier: MIT */
/* For machines that no light code is made for: nothing comes here. */
        .text

        .irp    name, lprt_trigger_entry, lprt_trigger_entry_near, lprt_keeping_vectors, \
                      lprt_stretch_begin_entry, lprt_stretch_begin_entry_near, \
                      lprt_stretch_tell_entry, lprt_stretch_tell_entry_near, \
                      lprt_stretch_look_entry, lprt_lasting_entry, lprt_lasting_entry_near, \
                      lprt_stretch_probe, \
                      lprt_silent_entry, lprt_silent_entry_near, \
                      lprt_silent_visit_entry, lprt_silent_visit_entry_near
        .globl  \name
        .hidden \name
\name:
        .endr
        ret
        .section .note.GNU-stack, "", %progbits
