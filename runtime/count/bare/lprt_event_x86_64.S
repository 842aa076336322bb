/* SPDX-License-Identifier: MIT */
/*
 * What instrumented code calls where another line becomes current (the `event` of
 * struct lineprof_module).  The common cases, by hand: everything but the reading and
 * a few adds is done while the processor is busy with the reading, and a C compiler
 * would save registers before that.  All else goes to lprt_event() in C, which does
 * the same and says why.
 *
 * In: rdi the frame, rsi the line, rdx and rax the halves of the reading.  Changes rax,
 * rdx, rsi and the flags only.  Nothing is pushed that an unwinder does not know of.
 */
#include "count/bare/lprt_offsets.h"
#include "count/bare/lprt_save_x86_64.inc"

        .text

        .macro  restore_all
        restore %r10
        restore %r9
        restore %r8
        restore %rcx
        .endm

        .macro  return
        .cfi_remember_state
        restore_all
        ret
        .cfi_restore_state
        .endm

        .globl  lprt_event_counter
        .hidden lprt_event_counter
        .type   lprt_event_counter, @function
        .p2align 4
lprt_event_counter:
        .cfi_startproc
        endbr64
        save    %rcx
        save    %r8
        save    %r9
        save    %r10
.Lsaved:                                /* lprt_event_heap_counter has done so */

        /* The last visit goes into its line's statistics: it does not depend on the
           reading, which is still under way. */
        movq    FRAME_VISITED(%rdi), %rcx
        movq    FRAME_BLOCK(%rdi), %r9
        testq   %rcx, %rcx
        jz      1f
        movq    FRAME_VISIT(%rdi), %r8
        movq    FRAME_HISTOGRAM(%rdi), %r10
        incq    CELL_TIMED(%rcx)
        cmpq    %r8, CELL_MIN_TICKS(%rcx)
        ja      .Lshortest
        cmpq    %r8, CELL_MAX_TICKS(%rcx)
        jb      .Llongest
.Lcount:
        imulq   %r8, %r8
        jo      .Llong
.Lsquare:
        orq     $1, %r8
        bsrq    %r8, %r8
.Lbucket:
        addl    $1, (%r10,%r8,4)
        sbbl    $0, (%r10,%r8,4)        /* stays at its largest value */
1:
        /* rax: how long the visit that ends was; rdx: when it began */
        movq    FRAME_THREAD(%rdi), %r10
        shlq    $32, %rdx
        orq     %rdx, %rax
        movq    FRAME_LAST(%rdi), %rdx
        movq    %rax, THREAD_READING(%r10)
        subq    FRAME_BIAS(%rdi), %rax
        xorl    %ecx, %ecx
        subq    %rdx, %rax
        cmovsq  %rcx, %rax              /* virtual time stands still */

        movq    THREAD_SWITCH_MARK(%r10), %r8
        movq    THREAD_SWITCH_ARM(%r10), %rcx
        cmpq    %rcx, (%r8)
        jne     .Lgeneral               /* it has not run all the time, or is called */
        testl   $UNTIMED_FLAG, BLOCK_FLAGS(%r9)
        jnz     .Lhits
        movq    THREAD_OFF_NS(%r10), %r8
        cmpq    %r8, FRAME_OFF_NS(%rdi)
        jne     .Lgeneral
        movq    %rax, %rcx
        movq    FRAME_LINE(%rdi), %r8
        shrq    $32, %rcx
        jnz     .Lgeneral               /* so long that the clock may have leapt */

        testq   %r8, %r8
        jz      .Lopen                  /* no line was timed */
        leaq    (%r9,%r8), %rcx
        cmpq    $0, CELL_DRAWN(%rcx)
        jne     .Lgeneral
        addq    %rax, CELL_TICKS(%rcx)
        movq    %rcx, FRAME_VISITED(%rdi)
        leaq    (%r8,%r8,2), %r8
        addq    %r9, %r8
        addq    BLOCK_HISTOGRAMS_BIAS(%r9), %r8
        movq    %r8, FRAME_HISTOGRAM(%rdi)
        movq    %rax, FRAME_VISIT(%rdi)
.Lopened:
        testl   $SAMPLED_FLAG, BLOCK_FLAGS(%r9)
        jnz     .Lsampled
.Ltimed:
        addq    %rax, %rdx
        movq    BLOCK_PROBE_TICKS(%r9), %rax
        movq    %rdx, FRAME_LAST(%rdi)
        addq    %rax, FRAME_BIAS(%rdi)
        movq    %rsi, FRAME_LINE(%rdi)
        movq    %rsi, FRAME_CALLING(%rdi)
        return

        /* The line was not timed: the reading only says when the new one begins. */
.Lopen:
        movq    $0, FRAME_VISITED(%rdi)
        jmp     .Lopened

        /* Adaptive mode: is the new line's visit one that is timed? */
.Lsampled:
        movq    %rsi, %rcx
        shrq    $3, %rcx
        addq    BLOCK_COUNTERS_BIAS(%r9), %rcx
        addq    %r9, %rcx
        cmpq    $0, COUNTER_SKIP(%rcx)
        jg      .Lskip
        leaq    (%r9,%rsi), %r8
        cmpq    $0, CELL_DRAWN(%r8)
        jne     .Ldraw
        cmpq    $FIRST_VISITS, CELL_TIMED(%r8)
        jae     .Ldraw
        movq    $0, COUNTER_SKIP(%rcx)
        jmp     .Ltimed
.Lskip:
        decq    COUNTER_SKIP(%rcx)
        addq    %rax, %rdx
        movq    BLOCK_PROBE_TICKS(%r9), %rax
        movq    %rdx, FRAME_LAST(%rdi)
        addq    %rax, FRAME_BIAS(%rdi)
        movq    $0, FRAME_LINE(%rdi)
        return

        /* The next visit to be timed is drawn by lot. */
.Ldraw:
        call    .Lcall_draw
        jmp     .Ltimed

        /* Hits are counted inline; that is all there is in this mode. */
.Lhits:
        shrq    $3, %rsi
        addq    BLOCK_COUNTERS_BIAS(%r9), %rsi
        movq    $0x3fffffffffffffff, %rax
        movq    %rax, COUNTER_SKIP(%r9,%rsi)
        movq    $0, FRAME_VISITED(%rdi)
        return

.Lshortest:
        movq    %r8, CELL_MIN_TICKS(%rcx)
        cmpq    %r8, CELL_MAX_TICKS(%rcx)
        jae     .Lcount
.Llongest:
        movq    %r8, CELL_MAX_TICKS(%rcx)
        cmpq    $1, CELL_TIMED(%rcx)
        jne     .Lcount
        movq    %r8, CELL_MIN_TICKS(%rcx)       /* the first is both */
        jmp     .Lcount

        /* The square may have no room, as lprt_visit_bucket() says; of 32 digits it has. */
.Llong:
        movl    $0xffffffff, %ecx
        movq    FRAME_VISIT(%rdi), %r8
        cmpq    %rcx, %r8
        ja      .Llonger
        imulq   %r8, %r8
        jmp     .Lsquare
.Llonger:
        movq    $LONGEST_VISIT, %rcx
        cmpq    %rcx, %r8
        cmovaq  %rcx, %r8
        shrq    $16, %r8
        imulq   %r8, %r8
        bsrq    %r8, %r8
        addq    $32, %r8
        jmp     .Lbucket

        /* rax + rdx is the virtual time of the reading, not before the last. */
.Lgeneral:
        movq    $0, FRAME_VISITED(%rdi)         /* done above */
        addq    %rax, %rdx
        restore_all
        jmp     .Lcall_event
        .cfi_endproc
        .size   lprt_event_counter, . - lprt_event_counter

        /* Call a C function with the frame, the line and the time, and keep all registers.
           The C is built for general registers only. */
        .macro  call_c function
        save    %rcx
        save    %r8
        save    %r9
        save    %r10
        save    %r11
        save    %rdi
        save    %rsi
        save    %rax
        save    %rdx
        save    %rbp
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-16, %rsp
        cld
        call    \function
        movq    %rbp, %rsp
        .cfi_def_cfa_register %rsp
        restore %rbp
        restore %rdx
        restore %rax
        restore %rsi
        restore %rdi
        restore %r11
        restore %r10
        restore %r9
        restore %r8
        restore %rcx
        .endm

        .p2align 4
.Lcall_event:
        .cfi_startproc
        call_c  lprt_event
        ret
        .cfi_endproc

        .p2align 4
.Lcall_draw:
        .cfi_startproc
        call_c  lprt_event_draw
        ret
        .cfi_endproc

        /* For clocks that have to be called: nothing has been read.  What reads them may
           use the vector registers. */
        .globl  lprt_event_called
        .hidden lprt_event_called
        .type   lprt_event_called, @function
        .p2align 4
lprt_event_called:
        .cfi_startproc
        endbr64
        subq    $264, %rsp
        .cfi_adjust_cfa_offset 264
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  %xmm\n, (16*\n)(%rsp)
        .endr
        call    .Lcall_read
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  (16*\n)(%rsp), %xmm\n
        .endr
        addq    $264, %rsp
        .cfi_adjust_cfa_offset -264
        ret
        .cfi_endproc
        .size   lprt_event_called, . - lprt_event_called

        /* The line that ends is charged what was allocated, before all else. */
        .p2align 4
.Lcall_heap:
        .cfi_startproc
        call_c  lprt_heap_line_ends
        ret
        .cfi_endproc

        /* A word of the thread's clock has gone on: the cell gets by how much since it was
           last charged, as the line's own and with callees.  Up to where that is done is
           said first, so a signal handler does not charge it again. */
        .macro  charge now, own, own_cell, all, all_cell
        movq    \now, %r8
        movq    %r8, %r11
        subq    \own, %r11
        movq    %r8, \own
        addq    %r11, \own_cell
        movq    %r8, %r11
        subq    \all, %r11
        movq    %r8, \all
        addq    %r11, \all_cell
        .endm

        /* As lprt_heap_line_ends() does where the frame is the topmost and the one that is
           charged.  Mostly nothing has been allocated or freed since it was charged last;
           then all of the thread's is some line's own already. */
        .macro  heap_event function, event
        .globl  \function
        .hidden \function
        .type   \function, @function
        .p2align 4
\function:
        .cfi_startproc
        endbr64
        save    %rcx
        save    %r8
        save    %r9
        save    %r10
        movq    FRAME_THREAD(%rdi), %r10
        leaq    FRAME_BYTES(%rdi), %r8
        cmpq    %r8, THREAD_NEXT(%r10)
        jne     4f
        movq    FRAME_BLOCK(%rdi), %r9
        movq    THREAD_RECORD(%r10), %r10
        movq    BLOCK_HEAP(%r9), %rcx
        addq    %r9, %rcx               /* none: what is there is no frame's address */
        cmpq    %rdi, HEAP_FRAME(%rcx)
        jne     4f
        movq    RECORD_HEAP_ALLOCS(%r10), %r8
        cmpq    %r8, HEAP_ALLOCS(%rcx)
        jne     2f
        movq    RECORD_HEAP_FREED(%r10), %r8
        cmpq    %r8, HEAP_FREED(%rcx)
        jne     2f
1:      .ifc    \event, lprt_event_counter
        jmp     .Lsaved
        .else
        .cfi_remember_state
        restore_all
        jmp     \event
        .cfi_restore_state
        .endif

        /* r9: the heap cell of the line, which are 3/8 as long as cells */
2:      movq    FRAME_LINE(%rdi), %r8
        testq   %r8, %r8
        jz      4f
        shrq    $3, %r8
        addq    BLOCK_COUNTERS_BIAS(%r9), %r8
        leaq    (%r8,%r8,2), %r8
        leaq    HEAP_CELLS - 3 * BLOCK_BYTES(%rcx,%r8), %r9
        save    %r11
        movq    RECORD_HEAP_ALLOCS(%r10), %r8
        cmpq    %r8, HEAP_ALLOCS(%rcx)
        je      3f
        charge  RECORD_HEAP_ALLOCS(%r10), \
                RECORD_OWN_ALLOCS(%r10), HEAP_CELL_OWN_ALLOCS(%r9), \
                HEAP_ALLOCS(%rcx), HEAP_CELL_ALLOCS(%r9)
        charge  RECORD_HEAP_BYTES(%r10), \
                RECORD_OWN_BYTES(%r10), HEAP_CELL_OWN_BYTES(%r9), \
                HEAP_BYTES(%rcx), HEAP_CELL_BYTES(%r9)
        movq    RECORD_HEAP_FREED(%r10), %r8
        cmpq    %r8, HEAP_FREED(%rcx)
        jne     3f
        .cfi_remember_state
        restore %r11
        jmp     1b
        .cfi_restore_state
3:      charge  RECORD_HEAP_FREED(%r10), \
                RECORD_OWN_FREED(%r10), HEAP_CELL_OWN_FREED(%r9), \
                HEAP_FREED(%rcx), HEAP_CELL_FREED(%r9)
        restore %r11
        jmp     1b

4:      restore_all
        call    .Lcall_heap
        jmp     \event
        .cfi_endproc
        .size   \function, . - \function
        .endm

        heap_event lprt_event_heap_counter, lprt_event_counter
        heap_event lprt_event_heap_called, lprt_event_called

        .p2align 4
.Lcall_read:
        .cfi_startproc
        call_c  lprt_event_read
        ret
        .cfi_endproc

        .section .note.GNU-stack, "", @progbits
        .section .note.gnu.property, "a", @note
        .p2align 3
        .long   4, 16, 5                /* endbr64 where it is called */
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
