/* SPDX-License-Identifier: MIT */
#include "sample_file.h"
#include "suite_main.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sample sample;
static char *text;

static void dump_sample(void)
{
    struct memory_file file = {0};
    struct memory_file out = {0};
    struct lprof_reader *r = NULL;

    sample_fill(&sample);
    sample.function.source = TEXT("a \"b\"\\\n\x1b[31m\t\xff");
    sample_write(&sample, &file);
    ck_assert_int_eq(lprof_reader_open_bytes(&r, file.bytes, file.size, NULL), LPROF_OK);
    ck_assert_int_eq(lprof_dump(r, memory_file_append, &out, NULL), LPROF_OK);
    ck_assert_int_eq(memory_file_append(&out, "", 1), 0);
    text = (char *)out.bytes;
    lprof_reader_close(r);
    memory_file_release(&file);
}

static void drop_text(void)
{
    free(text);
}

static void expect(const char *line)
{
    ck_assert_msg(strstr(text, line) != NULL, "no \"%s\" in:\n%s", line, text);
}

#define EXPECT_FIELD(type, name, doc)                                                \
    snprintf(line, sizeof line, "    %-18s %lld\n", #name, (long long)fields->name); \
    expect(line);

START_TEST(every_field_is_shown)
{
    char line[256];

    const struct lprof_unit *fields = &sample.unit.fields;
    sample.unit.fields.directory_bytes = (uint32_t)sample.unit.directory.size;
    sample.unit.fields.flags_bytes = (uint32_t)sample.unit.flags.size;
    LPROF_UNIT_FIELDS(EXPECT_FIELD)
}
END_TEST

START_TEST(every_record_is_shown)
{
    static const char *const kinds[] = {
#define KIND_NAME(name, value, doc) ": " #name ", ",
        LPROF_RECORDS(KIND_NAME)};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        expect(kinds[i]);
    expect("0: HEADER\n");
    expect(": kind 999, ");
    expect(": kind 0, ");
}
END_TEST

START_TEST(bytes_are_escaped)
{
    expect("\"a \\\"b\\\"\\\\\\n\\x1b[31m\\x09\\xff\"\n");
    expect("\"./prog\\x00-x\\x00\"\n");
}
END_TEST

START_TEST(elements_are_shown_a_line_each)
{
    char line[128];

    snprintf(line, sizeof line, "    site 1: line=%" PRIu32 " file=1\n",
             sample.sites[1].line);
    expect(line);
    snprintf(line, sizeof line, "    counter 2: hits=%" PRIu64 " skip=%" PRIu64 "\n",
             sample.counters[2].hits, sample.counters[2].skip);
    expect(line);
    snprintf(line, sizeof line, "    cell 2: ticks=%" PRIu64 " child_ticks=%" PRIu64 " ",
             sample.cells[2].ticks, sample.cells[2].child_ticks);
    expect(line);
    snprintf(line, sizeof line, "    histogram 2: 0=%" PRIu32 " 1=%" PRIu32 " ",
             sample.histograms[2].counts[0], sample.histograms[2].counts[1]);
    expect(line);
    snprintf(line, sizeof line, "    edge 1: next=0 function=%" PRIu64,
             sample.edges[1].function);
    expect(line);
    snprintf(line, sizeof line, "    node 0: parent=%" PRIu64 " home=%" PRIu64 " ",
             sample.nodes[1].parent, sample.nodes[1].home);
    expect(line);
    expect("    frame 1: line=");
    expect("    sum 1: 1 2\n    sum 2:\n    sum 3: 2\n");
    snprintf(line, sizeof line, "    call 1: site=2 is_entry=%" PRIu32 "\n",
             sample.calls[1].is_entry);
    expect(line);
    expect("\"_ZN2ns1gEv\\x00puts\\x00\"\n");
    snprintf(line, sizeof line, "    count 3: count=%" PRIu64 " bias=%" PRIu64 "\n",
             sample.count_pairs[3].count, sample.count_pairs[3].bias);
    expect(line);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_dump");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, dump_sample, drop_text);
    tcase_add_test(tests, every_field_is_shown);
    tcase_add_test(tests, every_record_is_shown);
    tcase_add_test(tests, bytes_are_escaped);
    tcase_add_test(tests, elements_are_shown_a_line_each);
    suite_add_tcase(suite, tests);
    return suite;
}
