/* SPDX-License-Identifier: MIT */
/*
 * What light code calls where a count has come up to 0 (the `trigger` of struct
 * lineprof_module), and what code with a timed copy does (`visit`, `tell`): functions in
 * C, around which all registers are kept.
 */
#include "count/bare/lprt_save_x86_64.inc"

        .text

/* The code that calls has moved its stack pointer, by `below` bytes with what it pushed,
   without telling unwinders: to these its frame ends where it did before, which is what
   the function is given besides what was pushed.
   gone    bytes of that which the return takes
   fence   the code around it runs neither beside what is done before the clock is read
           nor beside what is done after: all of that is taken out of the times, so none
           of it may be hidden behind the work of a line */
        .macro  keeping_registers entry, function, below, gone, fence
        .globl  \entry
        .hidden \entry
        .type   \entry, @function
        .p2align 4
\entry:
        .cfi_startproc
        .cfi_def_cfa_offset 8 + \below
        .cfi_offset 16, -(8 + \below)
        endbr64
        .ifnb   \fence
        lfence
        .endif
        save    %rax
        save    %rcx
        save    %rdx
        save    %rsi
        save    %rdi
        save    %r8
        save    %r9
        save    %r10
        save    %r11
        save    %rbp
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        leaq    88(%rsp), %rdi          /* what was pushed before the call */
        leaq    88 + \below(%rsp), %rsi
        andq    $-16, %rsp
        cld
        call    \function
        negb    %al                     /* carry: not 0 */
        movq    %rbp, %rsp
        .cfi_def_cfa_register %rsp
        restore %rbp
        restore %r11
        restore %r10
        restore %r9
        restore %r8
        restore %rdi
        restore %rsi
        restore %rdx
        restore %rcx
        restore %rax
        .ifnb   \fence
        lfence
        .endif
        ret     $\gone
        .cfi_endproc
        .size   \entry, . - \entry
        .endm

        .macro  entries entry, function, below, gone, fence
        keeping_registers \entry, \function, 128 + \below, \gone, \fence
        keeping_registers \entry\()_near, \function, \below, \gone, \fence
        .endm

        entries lprt_trigger_entry, lprt_trigger, 24, 16
        entries lprt_stretch_begin_entry, lprt_stretch_begin, 16, 8, fence
        entries lprt_lasting_entry, lprt_lasting_add, 40, 32
        entries lprt_silent_entry, lprt_silent_trigger, 24, 16
        entries lprt_silent_visit_entry, lprt_silent_visit, 16, 8
        entries lprt_stretch_tell_entry, lprt_stretch_tell, 8, 8, fence
        keeping_registers lprt_stretch_look_entry, lprt_stretch_look, 128 + 8, 8, fence

/* void lprt_stretch_probe(void (*tell)(void), int64_t what): as instrumented code does. */
        .globl  lprt_stretch_probe
        .hidden lprt_stretch_probe
        .type   lprt_stretch_probe, @function
        .p2align 4
lprt_stretch_probe:
        .cfi_startproc
        endbr64
        addq    $-128, %rsp
        .cfi_adjust_cfa_offset 128
        pushq   %rsi
        .cfi_adjust_cfa_offset 8
        call    *%rdi
        .cfi_adjust_cfa_offset -8
        subq    $-128, %rsp
        .cfi_adjust_cfa_offset -128
        ret
        .cfi_endproc
        .size   lprt_stretch_probe, . - lprt_stretch_probe

/* The vector registers as far as the processor has them: where there is XSAVE, all that is
   enabled up to AVX-512, which fits into AREA; else those that FXSAVE knows.  What CPUID
   says of it is asked once: under a hypervisor it takes microseconds. */
#define AREA    2816
#define HEADER  512
#define PARTS   0xe7
#define ASKED   1                       /* a bit of CPUID's word that says something else */

        .bss
        .p2align 2
        .type   words, @object
        .size   words, 4
words:  .zero   4
        .text

        .globl  lprt_keeping_vectors
        .hidden lprt_keeping_vectors
        .type   lprt_keeping_vectors, @function
        .p2align 4
lprt_keeping_vectors:
        .cfi_startproc
        save    %rbp
        save    %rbx
        save    %r12
        save    %r13
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        movq    %rdi, %r12
        movq    %rsi, %r13
        subq    $AREA, %rsp
        andq    $-64, %rsp
        movl    words(%rip), %ebx
        testl   %ebx, %ebx
        jnz     0f
        movl    $1, %eax
        xorl    %ecx, %ecx
        cpuid
        movl    %ecx, %ebx
        orl     $ASKED, %ebx
        movl    %ebx, words(%rip)
0:      testl   $1 << 27, %ebx          /* the system has enabled XSAVE */
        jz      1f
        xorl    %eax, %eax
        .irp    n, 0, 8, 16, 24, 32, 40, 48, 56
        movq    %rax, (HEADER + \n)(%rsp)
        .endr
        movl    $PARTS, %eax
        xorl    %edx, %edx
        xsave64 (%rsp)
        jmp     2f
1:      fxsave64 (%rsp)
2:      movq    %r13, %rdi
        call    *%r12
        testl   $1 << 27, %ebx
        jz      3f
        movl    $PARTS, %eax
        xorl    %edx, %edx
        xrstor64 (%rsp)
        jmp     4f
3:      fxrstor64 (%rsp)
4:      movq    %rbp, %rsp
        .cfi_def_cfa_register %rsp
        restore %r13
        restore %r12
        restore %rbx
        restore %rbp
        ret
        .cfi_endproc
        .size   lprt_keeping_vectors, . - lprt_keeping_vectors

        .section .note.GNU-stack, "", @progbits
        .section .note.gnu.property, "a", @note
        .p2align 3
        .long   4, 16, 5                /* endbr64 where it is called */
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
