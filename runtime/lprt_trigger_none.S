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
        .globl  lprt_stretch_entry
        .hidden lprt_stretch_entry
lprt_stretch_entry:
        ret
        .globl  lprt_stretch_probe
        .hidden lprt_stretch_probe
lprt_stretch_probe:
        ret
        .section .note.GNU-stack, "", %progbits
