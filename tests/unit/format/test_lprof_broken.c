/* SPDX-License-Identifier: MIT */
/* Files that are wrong: each is refused for what is wrong with it, and none, however
   spoiled, makes the reader crash, hang or read where it must not. */
#include "sample_file.h"
#include "suite_main.h"

#include <stdlib.h>
#include <string.h>

static struct sample sample;
static struct memory_file file;

static void make_file(void)
{
    sample_fill(&sample);
    sample_write(&sample, &file);
}

static void drop_file(void)
{
    memory_file_release(&file);
}

/* Bytes of a string literal as a file. */
#define BYTES(literal) literal, sizeof literal - 1

static const struct {
    const char *bytes;
    size_t size;
    enum lprof_status expected;
    const char *what; /* part of detail.what */
} foreign[] = {
    {BYTES(""),                                    LPROF_EMPTY,     NULL           },
    {BYTES("\x89LPR"),                             LPROF_TRUNCATED, NULL           },
    {BYTES("\x89LPROF\r\n"),                       LPROF_TRUNCATED, NULL           },
    {BYTES("\x89LPROF\nrest of it"),               LPROF_TEXT_COPY, "line ends"    },
    {BYTES("\x80\x04\x95\x11\x22 LineStats"),      LPROF_PICKLE,    "pickle"       },
    {BYTES("\x80\x05"),                            LPROF_PICKLE,    "pickle"       },
    {BYTES("ccopy_reg\n(cline_profiler\nLineSta"), LPROF_PICKLE,    "pickle"       },
    {BYTES("\x1f\x8b\x08\0\0"),                    LPROF_FOREIGN,   "gzip"         },
    {BYTES("\x28\xb5\x2f\xfd"),                    LPROF_FOREIGN,   "zstd"         },
    {BYTES("\x7f\x45LF\x02"),                      LPROF_FOREIGN,   "object file"  },
    {BYTES("adcg"),                                LPROF_FOREIGN,   "gcov"         },
    {BYTES("PERFILE2"),                            LPROF_FOREIGN,   "perf"         },
    {BYTES("# callgrind format\n"),                LPROF_FOREIGN,   "callgrind"    },
    {BYTES("int main(void) {}\n"),                 LPROF_FOREIGN,   "a text file"  },
    {BYTES("\x01\x02\x03"),                        LPROF_FOREIGN,   NULL           },
    {BYTES("\0\0\0\0\0\0\0\0\0\0"),                LPROF_DAMAGED,   "begins with z"},
};

START_TEST(foreign_file_is_named)
{
    struct lprof_reader *r = NULL;
    struct lprof_detail detail;

    const enum lprof_status status =
        lprof_reader_open_bytes(&r, foreign[_i].bytes, foreign[_i].size, &detail);
    ck_assert_msg(status == foreign[_i].expected, "row %d: got \"%s\"", _i,
                  lprof_status_text(status));
    if (foreign[_i].what)
        ck_assert_msg(detail.what && strstr(detail.what, foreign[_i].what),
                      "row %d: says %s", _i, detail.what);
    else
        ck_assert_ptr_null(detail.what);
    ck_assert_ptr_null(r);
}
END_TEST

/* One number of the file replaced: where, by what, and what is said then. */
static const struct {
    size_t offset;
    uint64_t value;
    size_t size;
    enum lprof_status expected;
    const char *what;
} spoiled[] = {
#define IN_HEADER(field, value, status, what)                             \
    {                                                                     \
        offsetof(struct lprof_header, field), value,                      \
            sizeof((struct lprof_header *)0)->field, LPROF_##status, what \
    }
    IN_HEADER(major, LPROF_MAJOR + 98, TOO_NEW, NULL),
    IN_HEADER(major, LPROF_MAJOR - 1, TOO_OLD, NULL),
    IN_HEADER(major, 0, DAMAGED, "version"),
    IN_HEADER(header_bytes, 0, DAMAGED, "header size"),
    IN_HEADER(header_bytes, UINT32_MAX - 7, DAMAGED, "header size"),
    IN_HEADER(header_bytes, LPROF_HEADER_BYTES + 4, DAMAGED, "header size"),
    IN_HEADER(used_bytes, 0, DAMAGED, "header size"),
    IN_HEADER(used_bytes, UINT64_MAX, TRUNCATED, NULL),
    IN_HEADER(state, 0, DAMAGED, "state"),
    IN_HEADER(state, 3, DAMAGED, "state"),
    {LPROF_HEADER_BYTES + 8,  0,              8, LPROF_DAMAGED, "record"        },
    {LPROF_HEADER_BYTES + 8,  8,              8, LPROF_DAMAGED, "record"        },
    {LPROF_HEADER_BYTES + 8,  17,             8, LPROF_DAMAGED, "record"        },
    {LPROF_HEADER_BYTES + 8,  UINT64_MAX - 7, 8, LPROF_DAMAGED, "record"        },
    {LPROF_HEADER_BYTES + 16, UINT32_MAX,     4, LPROF_DAMAGED, "PROCESS record"},
};

START_TEST(spoiled_number_is_refused)
{
    struct lprof_reader *r = NULL;
    struct lprof_detail detail;

    memcpy(file.bytes + spoiled[_i].offset, &spoiled[_i].value, spoiled[_i].size);
    const enum lprof_status status =
        lprof_reader_open_bytes(&r, file.bytes, file.size, &detail);
    ck_assert_msg(status == spoiled[_i].expected, "row %d: got \"%s\"", _i,
                  lprof_status_text(status));
    if (spoiled[_i].what)
        ck_assert_str_eq(detail.what, spoiled[_i].what);
    if (status == LPROF_TOO_NEW || status == LPROF_TOO_OLD)
        ck_assert_uint_eq(detail.number, spoiled[_i].value);
    ck_assert_ptr_null(r);
}
END_TEST

/* The sample with one thing changed before it is written. */
static void function_without_file(struct sample *s)
{
    s->function.fields.file_count = 0;
}

static void more_files_than_names(struct sample *s)
{
    s->function.fields.file_count = 3;
}

static void site_in_no_file(struct sample *s)
{
    s->sites[2].file = 2;
}

static void block_of_no_function(struct sample *s)
{
    s->block.fields.function++;
}

static void call_without_name(struct sample *s)
{
    s->sites[2] = (struct lprof_site){.line = 0, .file = LPROF_SITE_CALL | 1};
}

static void call_from_no_line(struct sample *s)
{
    s->sites[2] = (struct lprof_site){.line = 2, .file = LPROF_SITE_CALL};
}

static void call_before_line(struct sample *s)
{
    s->sites[1] = (struct lprof_site){.line = 0, .file = LPROF_SITE_CALL};
}

static void fewer_cells_than_sites(struct sample *s)
{
    s->block.fields.cell_count = 2;
}

static void layout_of_no_function(struct sample *s)
{
    s->layout.fields.function++;
}

static void layout_of_fewer_sites(struct sample *s)
{
    s->layout.fields.site_count--;
}

static void term_beyond_the_counts(struct sample *s)
{
    s->sums[4] = s->layout.fields.count_count;
}

/* The last sum takes the word that makes their number even, and one more. */
static void sum_beyond_the_words(struct sample *s)
{
    s->sums[10] = 2;
}

static void sum_of_endless_terms(struct sample *s)
{
    s->sums[0] = UINT32_MAX;
}

static void sums_missing(struct sample *s)
{
    s->layout.fields.sum_words = 8;
}

static void no_sums(struct sample *s)
{
    s->layout.fields.sum_words = 0;
}

/* The last sum would be one of no terms, and two words too many follow. */
static void words_left_over(struct sample *s)
{
    s->sums[8] = 0;
    s->sums[9] = 0;
}

/* One word is left over: not 0. */
static void word_left_over(struct sample *s)
{
    s->layout.fields.sum_words = 12;
    s->sums[11] = 1;
}

static void call_from_no_site(struct sample *s)
{
    s->calls[1].site = 3;
}

static void more_calls_than_symbols(struct sample *s)
{
    s->layout.symbols = TEXT("_ZN2ns1gEv\0puts");
}

static void samples_without_room(struct sample *s)
{
    s->stats.fields.sample_bytes -= 8;
}

static void more_figures_than_values(struct sample *s)
{
    s->stats.fields.figures |= UINT64_C(1) << 63;
}

static const struct {
    void (*change)(struct sample *sample);
    const char *what;
} contradictions[] = {
    {function_without_file,    "FUNCTION record"},
    {more_files_than_names,    "FUNCTION record"},
    {site_in_no_file,          "FUNCTION record"},
    {block_of_no_function,     "BLOCK record"   },
    {call_without_name,        "FUNCTION record"},
    {call_from_no_line,        "FUNCTION record"},
    {call_before_line,         "FUNCTION record"},
    {fewer_cells_than_sites,   "BLOCK record"   },
    {layout_of_no_function,    "LAYOUT record"  },
    {layout_of_fewer_sites,    "LAYOUT record"  },
    {term_beyond_the_counts,   "LAYOUT record"  },
    {sum_beyond_the_words,     "LAYOUT record"  },
    {sum_of_endless_terms,     "LAYOUT record"  },
    {sums_missing,             "LAYOUT record"  },
    {no_sums,                  "LAYOUT record"  },
    {words_left_over,          "LAYOUT record"  },
    {word_left_over,           "LAYOUT record"  },
    {call_from_no_site,        "LAYOUT record"  },
    {more_calls_than_symbols,  "LAYOUT record"  },
    {samples_without_room,     "STATS record"   },
    {more_figures_than_values, "STATS record"   },
};

START_TEST(contradiction_is_refused)
{
    struct lprof_reader *r = NULL;
    struct lprof_detail detail;

    drop_file();
    sample_fill(&sample);
    contradictions[_i].change(&sample);
    sample_write(&sample, &file);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, file.bytes, file.size, &detail),
                     LPROF_DAMAGED);
    ck_assert_str_eq(detail.what, contradictions[_i].what);
    ck_assert_uint_ge(detail.offset, LPROF_HEADER_BYTES);
    ck_assert_uint_lt(detail.offset, file.size);
}
END_TEST

START_TEST(id_used_twice_is_refused)
{
    struct lprof_writer *w = NULL;
    struct lprof_reader *r = NULL;
    struct lprof_detail detail;

    drop_file();
    ck_assert_int_eq(lprof_writer_open(&w, SAMPLE_BASE), LPROF_OK);
    lprof_put_unit(w, &sample.unit);
    lprof_put_unit(w, &sample.unit);
    ck_assert_int_eq(lprof_writer_finish(w, &sample.header, memory_file_append, &file),
                     LPROF_OK);
    lprof_writer_close(w);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, file.bytes, file.size, &detail),
                     LPROF_DAMAGED);
    ck_assert_str_eq(detail.what, "id used twice");
}
END_TEST

static int count_bytes(void *arg, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)arg += size;
    return 0;
}

/* Follow everything that an opened reader offers. */
static void walk(const struct lprof_reader *r)
{
    struct lprof_block_view block;
    struct lprof_counts_view counts;
    struct lprof_timeline_view timeline;
    struct lprof_stats_view stats;
    struct lprof_thread thread;
    struct lprof_table_view table;
    struct lprof_node node;
    struct lprof_span span;
    struct lprof_place place;
    size_t index;
    size_t bytes = 0;

    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_BLOCK); i++) {
        lprof_take_block(r, i, &block);
        ck_assert(lprof_find_block(r, block.address, &index));
        for (uint32_t j = 0; j < block.fields.cell_count; j++)
            lprof_find_edge(r, block.cells[j].edges, &place);
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_NODES); i++) {
        lprof_take_table(r, LPROF_RECORD_NODES, i, &table);
        for (uint64_t j = 0; j < table.count; j++) {
            lprof_take_node(&table, j, &node);
            lprof_find_node(r, node.parent, &place);
        }
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_THREAD); i++) {
        lprof_take_thread(r, i, &thread);
        lprof_find_frame(r, thread.top, &place);
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_COUNTS); i++) {
        lprof_take_counts(r, i, &counts);
        ck_assert(lprof_find_counts(r, counts.address, &index));
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_PHASE); i++) {
        struct lprof_reader *then = NULL;
        if (lprof_reader_open_phase(&then, r, i, NULL) == LPROF_OK)
            lprof_reader_close(then);
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_STATS); i++) {
        struct lprof_sample_view one = {0};
        uint64_t at = 0;
        lprof_take_stats(r, i, &stats);
        while (lprof_next_sample(&stats, &at, &one))
            ck_assert_uint_le(at, stats.fields.capacity);
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_REGION); i++) {
        struct lprof_reader *inside = NULL;
        struct lprof_region_view region;
        lprof_take_region(r, i, &region);
        if (lprof_reader_open_inside(&inside, r, region.name, NULL) == LPROF_OK)
            lprof_reader_close(inside);
    }
    for (size_t i = 0; i < lprof_reader_count(r, LPROF_RECORD_TIMELINE); i++) {
        lprof_take_timeline(r, i, &timeline);
        const struct lprof_span_range range = lprof_timeline_spans(&timeline);
        ck_assert_uint_le(range.end - range.begin, timeline.fields.capacity);
        for (uint64_t number = range.begin; number < range.end; number++) {
            lprof_take_span(&timeline, number, &span);
            lprof_find_region(r, span.region, &index);
        }
    }
    ck_assert_int_eq(lprof_dump(r, count_bytes, &bytes, NULL), LPROF_OK);
    ck_assert_uint_gt(bytes, 0);
}

/* The bytes in a block of exactly their size, so that a sanitizer sees one too many. */
static enum lprof_status open_and_walk(const uint8_t *bytes, size_t size)
{
    struct lprof_reader *r = NULL;
    struct lprof_detail detail;

    const enum lprof_status status = lprof_reader_open_bytes(&r, bytes, size, &detail);
    if (!status)
        walk(r);
    lprof_reader_close(r);
    return status;
}

/* It may change counters, and no records. */
START_TEST(phase_that_changes_a_records_header_is_refused)
{
    const uint32_t first_record = LPROF_HEADER_BYTES / sizeof(uint64_t);
    struct lprof_reader *r = NULL;
    struct lprof_reader *then = NULL;
    struct lprof_phase_view phase;
    struct lprof_detail detail = {0};

    ck_assert_int_eq(lprof_reader_open_bytes(&r, file.bytes, file.size, NULL), LPROF_OK);
    lprof_take_phase(r, 0, &phase);
    unsigned char *words = memmem(file.bytes, file.size, phase.words,
                                  phase.fields.word_count * sizeof *phase.words);
    ck_assert_ptr_nonnull(words);
    lprof_reader_close(r);
    memcpy(words, &first_record, sizeof first_record);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, file.bytes, file.size, NULL), LPROF_OK);
    ck_assert_int_eq(lprof_reader_open_phase(&then, r, 0, &detail), LPROF_DAMAGED);
    ck_assert_str_eq(detail.what, "PHASE record");
    ck_assert_ptr_null(then);
    lprof_reader_close(r);
}
END_TEST

/* Sums of something that has none, of less than there is, and of more. */
START_TEST(sums_of_something_else_are_refused)
{
    const uint64_t good = sample.inside_sums.fields.sum_count;
    const uint64_t counts[] = {good, good - 1, good - 1 - good / 2};

    sample_fill(&sample);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct lprof_reader *r = NULL;
        struct lprof_reader *inside = NULL;
        struct lprof_detail detail = {0};
        drop_file();
        sample.inside_sums.fields.sum_count = counts[i];
        sample_write(&sample, &file);
        ck_assert_int_eq(lprof_reader_open_bytes(&r, file.bytes, file.size, NULL),
                         LPROF_OK);
        const enum lprof_status status = lprof_reader_open_inside(
            &inside, r, (struct lprof_text){"epoch", 5}, &detail);
        ck_assert_int_eq(status, i ? LPROF_DAMAGED : LPROF_OK);
        ck_assert_str_eq(i ? detail.what : "", i ? "INSIDE_SUMS record" : "");
        lprof_reader_close(inside);
        lprof_reader_close(r);
    }
}
END_TEST

START_TEST(file_cut_anywhere_is_refused)
{
    for (size_t size = 0; size < file.size; size++) {
        const enum lprof_status status = open_and_walk(file.bytes, size);
        ck_assert_msg(status == (size ? LPROF_TRUNCATED : LPROF_EMPTY),
                      "cut at %zu: \"%s\"", size, lprof_status_text(status));
    }
    ck_assert_int_eq(open_and_walk(file.bytes, file.size), LPROF_OK);
}
END_TEST

START_TEST(flipped_bits_do_no_harm)
{
    size_t refused = 0;

    for (size_t at = 0; at < file.size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            file.bytes[at] ^= (uint8_t)(1 << bit);
            refused += open_and_walk(file.bytes, file.size) != LPROF_OK;
            file.bytes[at] ^= (uint8_t)(1 << bit);
        }
    }
    ck_assert_uint_gt(refused, 64); /* the magic alone is that many */
}
END_TEST

START_TEST(hostile_numbers_do_no_harm)
{
    static const uint64_t numbers[] = {
        0, 1, 7, 16, 0x7fffffff, 0xffffffff, 0x100000000, INT64_MAX, UINT64_MAX};

    for (size_t at = 0; at + 8 <= file.size; at += 4) {
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            for (size_t size = 4; size <= 8; size += 4) {
                uint64_t kept;
                memcpy(&kept, file.bytes + at, sizeof kept);
                memcpy(file.bytes + at, &numbers[i], size);
                const enum lprof_status status = open_and_walk(file.bytes, file.size);
                ck_assert_int_ne(status, LPROF_NO_MEMORY);
                memcpy(file.bytes + at, &kept, sizeof kept);
            }
        }
    }
}
END_TEST

START_TEST(what_cannot_be_opened_or_read_is_told_apart)
{
    struct lprof_reader *r = NULL;
    struct lprof_detail detail;

    ck_assert_int_eq(lprof_reader_open(&r, "/nowhere/x.lprof", &detail),
                     LPROF_NOT_OPENED);
    ck_assert_int_ne(detail.error, 0);
    ck_assert_int_eq(lprof_reader_open(&r, "/", &detail), LPROF_NOT_READ);
    ck_assert_int_ne(detail.error, 0);
    ck_assert_int_eq(lprof_reader_open(&r, "/dev/zero", &detail), LPROF_DAMAGED);
    ck_assert_int_eq(lprof_reader_open(&r, "/dev/null", &detail), LPROF_EMPTY);
    ck_assert_ptr_null(r);
}
END_TEST

#define LENGTH(table) ((int)(sizeof table / sizeof table[0]))

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_broken");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 100);
    tcase_add_checked_fixture(tests, make_file, drop_file);
    tcase_add_loop_test(tests, foreign_file_is_named, 0, LENGTH(foreign));
    tcase_add_loop_test(tests, spoiled_number_is_refused, 0, LENGTH(spoiled));
    tcase_add_loop_test(tests, contradiction_is_refused, 0, LENGTH(contradictions));
    tcase_add_test(tests, id_used_twice_is_refused);
    tcase_add_test(tests, phase_that_changes_a_records_header_is_refused);
    tcase_add_test(tests, sums_of_something_else_are_refused);
    tcase_add_test(tests, file_cut_anywhere_is_refused);
    tcase_add_test(tests, flipped_bits_do_no_harm);
    tcase_add_test(tests, hostile_numbers_do_no_harm);
    tcase_add_test(tests, what_cannot_be_opened_or_read_is_told_apart);
    suite_add_tcase(suite, tests);
    return suite;
}
