/* SPDX-License-Identifier: MIT */
/*
 * What instrumented code calls where another line becomes current (the `event` of
 * struct lineprof_module): a0 is the frame, a1 the line, a2 the reading.  Changes these,
 * t0 to t2 and ra only; all else that C may change is kept around it.
 */
        .text

        .macro  each op
        \op     a3, 8(sp)
        \op     a4, 16(sp)
        \op     a5, 24(sp)
        \op     a6, 32(sp)
        \op     a7, 40(sp)
        \op     t3, 48(sp)
        \op     t4, 56(sp)
        \op     t5, 64(sp)
        \op     t6, 72(sp)
        .endm

        .macro  each_float op
        .set    at, 80
        .irp    n, ft0, ft1, ft2, ft3, ft4, ft5, ft6, ft7, ft8, ft9, ft10, ft11, \
                   fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7
        \op     \n, at(sp)
        .set    at, at + 8
        .endr
        .endm

        .macro  event function, calls
        .type   \function, @function
        .globl  \function
        .hidden \function
        .p2align 2
\function:
        .cfi_startproc
        addi    sp, sp, -240
        .cfi_def_cfa_offset 240
        sd      ra, 0(sp)
        .cfi_rel_offset ra, 0
        each    sd
#if defined __riscv_float_abi_double
        each_float fsd
#endif
        call    \calls
#if defined __riscv_float_abi_double
        each_float fld
#endif
        each    ld
        ld      ra, 0(sp)
        .cfi_restore ra
        addi    sp, sp, 240
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   \function, . - \function
        .endm

        event   lprt_event_counter, lprt_event_stamped
        event   lprt_event_called, lprt_event_read

        /* What they call sees to allocations, too. */
        .irp    clock, counter, called
        .globl  lprt_event_heap_\clock
        .hidden lprt_event_heap_\clock
        .set    lprt_event_heap_\clock, lprt_event_\clock
        .endr

        .section .note.GNU-stack, "", @progbits
