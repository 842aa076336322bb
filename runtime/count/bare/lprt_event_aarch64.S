/* SPDX-License-Identifier: MIT */
/*
 * What instrumented code calls where another line becomes current (the `event` of
 * struct lineprof_module): x0 is the frame, x1 the line, x2 the reading.  Changes these,
 * x15 to x17, x30 and the flags only; all else that C may change is kept around it.
 */
        .text

        .macro  each_vector op
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
                   20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \op     q\n, [sp, #128 + 16 * \n]
        .endr
        .endm

        /* Room for `vectors` too, which what reads a clock may use. */
        .macro  keep function, vectors
        .type   \function, %function
        .globl  \function
        .hidden \function
        .p2align 4
\function:
        .cfi_startproc
        hint    #34                     /* bti c */
        sub     sp, sp, #128 + 512 * \vectors
        .cfi_def_cfa_offset 128 + 512 * \vectors
        stp     x29, x30, [sp]
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
        mov     x29, sp
        stp     x3, x4, [sp, #16]
        stp     x5, x6, [sp, #32]
        stp     x7, x8, [sp, #48]
        stp     x9, x10, [sp, #64]
        stp     x11, x12, [sp, #80]
        stp     x13, x14, [sp, #96]
        str     x18, [sp, #112]
        .if     \vectors
        each_vector str
        .endif
        .endm

        .macro  give_back vectors
        .if     \vectors
        each_vector ldr
        .endif
        ldp     x3, x4, [sp, #16]
        ldp     x5, x6, [sp, #32]
        ldp     x7, x8, [sp, #48]
        ldp     x9, x10, [sp, #64]
        ldp     x11, x12, [sp, #80]
        ldp     x13, x14, [sp, #96]
        ldr     x18, [sp, #112]
        ldp     x29, x30, [sp]
        .cfi_restore x29
        .cfi_restore x30
        add     sp, sp, #128 + 512 * \vectors
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .endm

        keep    lprt_event_counter, 0
        bl      lprt_event_stamped
        give_back 0
        .size   lprt_event_counter, . - lprt_event_counter

        keep    lprt_event_called, 1
        bl      lprt_event_read
        give_back 1
        .size   lprt_event_called, . - lprt_event_called

        /* What they call sees to allocations, too. */
        .irp    clock, counter, called
        .globl  lprt_event_heap_\clock
        .hidden lprt_event_heap_\clock
        .set    lprt_event_heap_\clock, lprt_event_\clock
        .endr

        .section .note.GNU-stack, "", %progbits
        .section .note.gnu.property, "a", %note
        .p2align 3
        .word   4, 16, 5                /* bti where it is called */
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0
