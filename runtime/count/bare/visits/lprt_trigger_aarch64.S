/* SPDX-License-Identifier: MIT */
/*
 * What light code calls where a count has come up to 0 (the `trigger` of struct
 * lineprof_module), and what code with a timed copy does (`visit`, `tell`): functions in
 * C, around which all registers are kept but x16, the answer, and x17.
 *
 * In: x17 points to what is told, on the stack.  The word above that is the return
 * address of the code that calls, which may keep it in x30 alone; so to unwinders where
 * it goes on after the call is in another column, as of a signal's handler.
 */
        .text

#define RETURN_COLUMN 16

        /* The code that calls has moved its stack pointer, by `below` bytes, without telling
           unwinders: to these its frame ends where it did before. */
        .macro  keeping_registers entry, function, below
        .globl  \entry
        .hidden \entry
        .type   \entry, %function
        .p2align 4
\entry:
        .cfi_startproc
        .cfi_return_column RETURN_COLUMN
        .cfi_def_cfa_offset \below
        .cfi_register RETURN_COLUMN, x30
        .cfi_offset x30, -8
        hint    #34                     /* bti c */
        sub     sp, sp, #160
        .cfi_def_cfa_offset 160 + \below
        stp     x29, x30, [sp]
        .cfi_rel_offset x29, 0
        .cfi_rel_offset RETURN_COLUMN, 8
        mov     x29, sp
        stp     x0, x1, [sp, #16]
        stp     x2, x3, [sp, #32]
        stp     x4, x5, [sp, #48]
        stp     x6, x7, [sp, #64]
        stp     x8, x9, [sp, #80]
        stp     x10, x11, [sp, #96]
        stp     x12, x13, [sp, #112]
        stp     x14, x15, [sp, #128]
        str     x18, [sp, #144]
        mov     x0, x17
        add     x1, x17, #\below
        bl      \function
        and     x16, x0, #255
        ldp     x0, x1, [sp, #16]
        ldp     x2, x3, [sp, #32]
        ldp     x4, x5, [sp, #48]
        ldp     x6, x7, [sp, #64]
        ldp     x8, x9, [sp, #80]
        ldp     x10, x11, [sp, #96]
        ldp     x12, x13, [sp, #112]
        ldp     x14, x15, [sp, #128]
        ldr     x18, [sp, #144]
        ldp     x29, x30, [sp]
        .cfi_restore x29
        .cfi_register RETURN_COLUMN, x30
        add     sp, sp, #160
        .cfi_def_cfa_offset \below
        ret
        .cfi_endproc
        .size   \entry, . - \entry
        .endm

        /* Without a red zone all is near. */
        .macro  entries entry, function, below
        .globl  \entry\()_near
        .hidden \entry\()_near
        .set    \entry\()_near, \entry
        keeping_registers \entry, \function, \below
        .endm

        entries lprt_trigger_entry, lprt_trigger, 32
        entries lprt_stretch_begin_entry, lprt_stretch_begin, 32
        entries lprt_lasting_entry, lprt_lasting_add, 48
        entries lprt_silent_entry, lprt_silent_trigger, 32
        entries lprt_silent_visit_entry, lprt_silent_visit, 32
        entries lprt_stretch_tell_entry, lprt_stretch_tell, 16
        entries lprt_stretch_look_entry, lprt_stretch_look, 16

/* void lprt_stretch_probe(void (*tell)(void), int64_t what): as instrumented code does. */
        .globl  lprt_stretch_probe
        .hidden lprt_stretch_probe
        .type   lprt_stretch_probe, %function
        .p2align 4
lprt_stretch_probe:
        .cfi_startproc
        hint    #34
        stp     x1, x30, [sp, #-16]!
        .cfi_def_cfa_offset 16
        .cfi_rel_offset x30, 8
        mov     x16, x0
        mov     x17, sp
        blr     x16
        ldp     x1, x30, [sp], #16
        .cfi_restore x30
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   lprt_stretch_probe, . - lprt_stretch_probe

        .arch_extension sve

        .macro  each_vector op
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
                   20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \op     q\n, [sp, #16 * \n]
        .endr
        .endm

        .macro  each_scalable op
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
                   20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \op     z\n, [sp, #3 + \n, mul vl]
        .endr
        .endm

        .macro  each_predicate op
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        \op     p\n, [sp, #\n, mul vl]
        .endr
        .endm

/* void lprt_keeping_vectors(void (*function)(void *), void *argument).  Where vectors are
   scalable, a system call is enough to lose what is above the first 128 bits. */
        .globl  lprt_keeping_vectors
        .hidden lprt_keeping_vectors
        .type   lprt_keeping_vectors, %function
        .p2align 4
lprt_keeping_vectors:
        .cfi_startproc
        hint    #34
        stp     x29, x30, [sp, #-32]!
        .cfi_def_cfa_offset 32
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
        mov     x29, sp
        .cfi_def_cfa_register x29
        mrs     x9, fpsr
        str     x9, [sp, #16]
        mov     x9, x0
        mov     x0, x1
        adrp    x10, lprt_vectors_are_scalable
        ldrb    w10, [x10, #:lo12:lprt_vectors_are_scalable]
        cbnz    w10, 1f
        sub     sp, sp, #512
        each_vector str
        blr     x9
        each_vector ldr
        b       2f
1:      addvl   sp, sp, #-32
        addvl   sp, sp, #-3             /* of predicates: eight are as long as a vector */
        each_scalable str
        each_predicate str
        rdffr   p0.b
        str     p0, [sp, #16, mul vl]
        blr     x9
        ldr     p0, [sp, #16, mul vl]
        wrffr   p0.b
        each_predicate ldr
        each_scalable ldr
2:      mov     sp, x29
        ldr     x9, [sp, #16]
        msr     fpsr, x9
        ldp     x29, x30, [sp], #32
        .cfi_restore x29
        .cfi_restore x30
        .cfi_def_cfa sp, 0
        ret
        .cfi_endproc
        .size   lprt_keeping_vectors, . - lprt_keeping_vectors

        .section .note.GNU-stack, "", %progbits
        .section .note.gnu.property, "a", %note
        .p2align 3
        .word   4, 16, 5                /* bti where it is called */
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0
