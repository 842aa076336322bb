/* SPDX-License-Identifier: MIT */
/* What kind of program a file is, as far as it matters to what is preloaded. */
#ifndef ELF_PROGRAM_H
#define ELF_PROGRAM_H

enum elf_program_kind {
    ELF_PROGRAM_OTHER,     /* dynamic; or a script, or what cannot be read */
    ELF_PROGRAM_STATIC,    /* nothing can be preloaded */
    ELF_PROGRAM_SANITIZED, /* its allocator is to come before all others */
};

/* word   as the program is started by: a path, or a name that is looked for in PATH */
enum elf_program_kind elf_program_kind(const char *word);

#endif
