/* SPDX-License-Identifier: MIT */
/*
 * The harness without a fuzzer, for every test run: real files as they are, cut at every
 * byte, and with bits flipped; the same flips every time.
 *
 * usage: fuzz_replay FLIPS FILE...
 */
#include "lprof.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t random_state = 1;

static uint64_t next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return random_state >> 33;
}

static uint8_t *read_whole(const char *path, size_t *size)
{
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(MOST);

    if (!file || !bytes) {
        fprintf(stderr, "fuzz_replay: %s: cannot be read\n", path);
        exit(1);
    }
    *size = fread(bytes, 1, MOST, file);
    fclose(file);
    return bytes;
}

/* A corpus of files that are refused at once would test nothing. */
static void check_sound(const char *path, const uint8_t *bytes, size_t size)
{
    struct lprof_reader *reader = NULL;

    if (lprof_reader_open_bytes(&reader, bytes, size, NULL) != LPROF_OK) {
        printf("%s is no profile of this version any more\n", path);
        exit(1);
    }
    lprof_reader_close(reader);
}

/* One to four bits; what they were is put back. */
static void flip_and_run(uint8_t *bytes, size_t size)
{
    enum { MOST_BITS = 4 };
    size_t places[MOST_BITS];
    const size_t count = 1 + next_random() % MOST_BITS;

    for (size_t i = 0; i < count; i++) {
        places[i] = next_random() % (size * 8);
        bytes[places[i] / 8] ^= (uint8_t)(1u << places[i] % 8);
    }
    LLVMFuzzerTestOneInput(bytes, size);
    for (size_t i = 0; i < count; i++)
        bytes[places[i] / 8] ^= (uint8_t)(1u << places[i] % 8);
}

int main(int argc, char **argv)
{
    const int flips = argc > 2 ? atoi(argv[1]) : 0;
    size_t runs = 0;

    if (flips <= 0 || !freopen("/dev/null", "w", stderr))
        return 2;
    for (int i = 2; i < argc; i++) {
        size_t size = 0;
        uint8_t *bytes = read_whole(argv[i], &size);
        check_sound(argv[i], bytes, size);
        for (size_t cut = 0; cut <= size; cut++)
            LLVMFuzzerTestOneInput(bytes, cut);
        for (int flip = 0; flip < flips; flip++)
            flip_and_run(bytes, size);
        runs += size + 1 + (size_t)flips;
        free(bytes);
    }
    printf("%zu damaged files read, dumped and shown\n", runs);
    return 0;
}
