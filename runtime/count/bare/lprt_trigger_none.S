/* SPDX-License-Identifier: MIT */
/* For machines that no light code is made for: nothing comes here. */
        .text
        .globl  lprt_trigger_entry
        .hidden lprt_trigger_entry
lprt_trigger_entry:
        ret
        .globl  lprt_keeping_vectors
        .hidden lprt_keeping_vectors
lprt_keeping_vectors:
        ret
        .globl  lprt_stretch_begin_entry
        .hidden lprt_stretch_begin_entry
lprt_stretch_begin_entry:
        ret
        .globl  lprt_stretch_tell_entry
        .hidden lprt_stretch_tell_entry
lprt_stretch_tell_entry:
        ret
        .globl  lprt_stretch_probe
        .hidden lprt_stretch_probe
lprt_stretch_probe:
        ret
        .section .note.GNU-stack, "", %progbits
