/* SPDX-License-Identifier: MIT */
#include "cli/elf_program.h"

#include "base/memory.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file as it was found; nothing in it is trusted. */
struct image {
    const uint8_t *bytes;
    size_t size;
};

static char *find_in_path(const char *word)
{
    const char *at = getenv("PATH");

    while (at && *at) {
        const size_t size = strcspn(at, ":");
        char *path = memory_format("%.*s%s%s", (int)size, at, size ? "/" : "", word);
        if (!access(path, X_OK))
            return path;
        free(path);
        at += size + (at[size] == ':');
    }
    return NULL;
}

static char *find_program(const char *word)
{
    return strchr(word, '/') ? memory_string(word, strlen(word)) : find_in_path(word);
}

static struct image map_file(const char *path)
{
    struct image image = {0};
    struct stat status;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED)
            image = (struct image){bytes, (size_t)status.st_size};
    }
    if (fd >= 0)
        close(fd);
    return image;
}

/* `size` bytes from an offset on, if they are all there. */
static bool take(struct image image, uint64_t offset, void *out, size_t size)
{
    if (offset > image.size || size > image.size - offset)
        return false;
    memcpy(out, image.bytes + offset, size);
    return true;
}

static bool take_header(struct image image, Elf64_Ehdr *header)
{
    return take(image, 0, header, sizeof *header) &&
           !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
           header->e_ident[EI_CLASS] == ELFCLASS64 &&
           header->e_ident[EI_DATA] == ELFDATA2LSB &&
           header->e_phentsize == sizeof(Elf64_Phdr);
}

static bool take_segment(struct image image, const Elf64_Ehdr *header, unsigned number,
                         Elf64_Phdr *segment)
{
    uint64_t at = 0;

    return number < header->e_phnum &&
           !__builtin_add_overflow(header->e_phoff, number * sizeof *segment, &at) &&
           take(image, at, segment, sizeof *segment);
}

static bool find_segment(struct image image, const Elf64_Ehdr *header, uint32_t type,
                         Elf64_Phdr *segment)
{
    for (unsigned i = 0; take_segment(image, header, i, segment); i++) {
        if (segment->p_type == type)
            return true;
    }
    return false;
}

/* Where in the file what will be at an address is; false if it is nowhere. */
static bool find_offset(struct image image, const Elf64_Ehdr *header, uint64_t address,
                        uint64_t *offset)
{
    Elf64_Phdr segment;

    for (unsigned i = 0; take_segment(image, header, i, &segment); i++) {
        const uint64_t distance = address - segment.p_vaddr;
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            distance < segment.p_filesz)
            return !__builtin_add_overflow(segment.p_offset, distance, offset);
    }
    return false;
}

static uint64_t dynamic_value(struct image image, const Elf64_Phdr *dynamic, int64_t tag)
{
    Elf64_Dyn entry = {.d_tag = DT_NULL + 1};

    for (uint64_t at = 0; at < dynamic->p_filesz && entry.d_tag != DT_NULL;
         at += sizeof entry) {
        if (!take(image, dynamic->p_offset + at, &entry, sizeof entry))
            return 0;
        if (entry.d_tag == tag)
            return entry.d_un.d_val;
    }
    return 0;
}

/* The names of the symbols and libraries that the loader reads, each with a NUL after it;
   empty if there are none. */
static struct image loaders_names(struct image image, const Elf64_Ehdr *header)
{
    const struct image none = {0};
    Elf64_Phdr dynamic;
    uint64_t offset = 0;

    if (!find_segment(image, header, PT_DYNAMIC, &dynamic) ||
        !find_offset(image, header, dynamic_value(image, &dynamic, DT_STRTAB), &offset))
        return none;
    const uint64_t size = dynamic_value(image, &dynamic, DT_STRSZ);
    if (offset > image.size || size > image.size - offset)
        return none;
    return (struct image){image.bytes + offset, (size_t)size};
}

static bool is_sanitized(struct image image, const Elf64_Ehdr *header)
{
    static const char *const signs[] = {"__asan_init", "__tsan_init", "__msan_init",
                                        "__hwasan_init", "liblsan.so."};
    const struct image names = loaders_names(image, header);

    for (size_t i = 0; names.size && i < sizeof signs / sizeof signs[0]; i++) {
        if (memmem(names.bytes, names.size, signs[i], strlen(signs[i])))
            return true;
    }
    return false;
}

static enum elf_program_kind kind_of(struct image image)
{
    Elf64_Ehdr header;
    Elf64_Phdr interpreter;

    if (!take_header(image, &header))
        return ELF_PROGRAM_OTHER;
    if (!find_segment(image, &header, PT_INTERP, &interpreter))
        return ELF_PROGRAM_STATIC;
    return is_sanitized(image, &header) ? ELF_PROGRAM_SANITIZED : ELF_PROGRAM_OTHER;
}

enum elf_program_kind elf_program_kind(const char *word)
{
    char *path = find_program(word);
    const struct image image = path ? map_file(path) : (struct image){0};
    const enum elf_program_kind kind = image.bytes ? kind_of(image) : ELF_PROGRAM_OTHER;

    if (image.bytes)
        munmap((void *)image.bytes, image.size);
    free(path);
    return kind;
}
