/* SPDX-License-Identifier: MIT */
/* For assembler: keeping registers on the stack, such that unwinders know. */
.macro save reg pushq   \reg.cfi_adjust_cfa_offset 8.cfi_rel_offset \reg,
    0.endm

            .macro restore reg popq    \reg.cfi_adjust_cfa_offset -
        8.cfi_restore \reg.endm
