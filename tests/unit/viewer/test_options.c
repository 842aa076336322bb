/* SPDX-License-Identifier: MIT */
#include "suite_main.h"

#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

static struct options options;
static char *error;

static void release(void)
{
    options_release(&options);
    free(error);
    error = NULL;
}

/* The last word is NULL. */
static bool parse(const char *const *words)
{
    static char *argv[16];
    int argc = 1;

    argv[0] = (char *)"lineprof-view";
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    argv[argc] = NULL;
    return options_parse(&options, argc, argv, &error);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(defaults_are_line_profilers)
{
    ck_assert(parse(WORDS("a.lprof")));
    ck_assert_double_eq(options.unit_s, 1e-6);
    ck_assert(!options.skip_zero && !options.sort && !options.summarize && !options.rich);
    ck_assert_int_eq(options.format, FORMAT_TEXT);
    ck_assert_int_eq(options.color, COLOR_AUTO);
    ck_assert(!options.no_clang && !options.no_pager);
    ck_assert_uint_eq(options.path_count, 1);
    ck_assert_str_eq(options.paths[0], "a.lprof");
}
END_TEST

START_TEST(letters_and_names_are_the_same)
{
    ck_assert(parse(WORDS("-ztmru1e-3", "-fa*", "-ofile", "x")));
    ck_assert(options.skip_zero && options.sort && options.summarize && options.rich);
    ck_assert_double_eq(options.unit_s, 1e-3);
    ck_assert_str_eq(options.functions.words[0], "a*");
    ck_assert_str_eq(options.output, "file");
    release();
    ck_assert(parse(WORDS("x", "--skip-zero", "--sort", "--summarize", "--rich",
                          "--unit=1e-3", "--function", "a*", "--output=file")));
    ck_assert(options.skip_zero && options.sort && options.summarize && options.rich);
    ck_assert_double_eq(options.unit_s, 1e-3);
    ck_assert_str_eq(options.functions.words[0], "a*");
    ck_assert_str_eq(options.output, "file");
    ck_assert_str_eq(options.paths[0], "x");
}
END_TEST

START_TEST(filters_add_up)
{
    ck_assert(parse(WORDS("--thread=3", "--thread=4000000000", "-f", "a", "-f", "b",
                          "--file=*.c", "--source-dir=/old=/new", "--source-dir=/a=", "x",
                          "y")));
    ck_assert_uint_eq(options.threads.count, 2);
    ck_assert_uint_eq(options.threads.numbers[1], 4000000000u);
    ck_assert_uint_eq(options.functions.count, 2);
    ck_assert_str_eq(options.files.words[0], "*.c");
    ck_assert_str_eq(options.moves[0].from, "/old");
    ck_assert_str_eq(options.moves[0].to, "/new");
    ck_assert_str_eq(options.moves[1].to, "");
    ck_assert_uint_eq(options.path_count, 2);
}
END_TEST

static const struct {
    const char *words[4];
    const char *error; /* part of what is said */
} wrong[] = {
    {{NULL},                                 "no file"                            },
    {{"--nonsense", "x"},                    "no option --nonsense"               },
    {{"-q", "x"},                            "no option -q"                       },
    {{"x", "--unit"},                        "--unit needs an argument"           },
    {{"x", "-u"},                            "-u needs an argument"               },
    {{"--sort=up", "x"},                     "--sort takes no argument"           },
    {{"--unit=0", "x"},                      "--unit=0: should be ns, us, ms, s"  },
    {{"--unit=-1", "x"},                     "or a number of seconds"             },
    {{"--unit=nan", "x"},                    "or a number of seconds"             },
    {{"--unit=1s", "x"},                     "or a number of seconds"             },
    {{"--unit=", "x"},                       "or a number of seconds"             },
    {{"--thread=main", "x"},                 "not the number of a thread"         },
    {{"--thread=-1", "x"},                   "not the number of a thread"         },
    {{"--thread=4294967296", "x"},           "not the number of a thread"         },
    {{"--format=yaml", "x"},                 "one of text, json"                  },
    {{"--format=json", "--diff=b", "x"},     "--format=json goes without --diff"  },
    {{"--format=junit", "x"},                "--format=junit needs --diff=BASE"   },
    {{"--open", "x"},                        "--open needs --format=html"         },
    {{"--open", "--format=html", "x"},       "--open needs a file"                },
    {{"--color=maybe", "x"},                 "one of auto, always, never"         },
    {{"--source-dir=/old", "x"},             "OLD=NEW"                            },
    {{"--columns=line,hit", "x"},            "should be one or more of line, hits"},
    {{"--follow", "--format=json", "x"},     "--follow goes with no other view"   },
    {{"--follow", "--region=a", "x"},        "--follow goes with no other view"   },
    {{"--region=a", "--phase=1", "x"},       "--region goes with no phases"       },
    {{"--by-region", "--table=phases", "x"}, "--by-region goes with no phases"    },
    {{"--by-region", "--region=a", "x"},     "--by-region is of all regions"      },
    {{"--by-region", "--format=json", "x"},
     "--by-region goes with the listing, tables, csv and markdown alone"          },
    {{"--table=ops", "--format=json", "x"},  "--table and --format"               },
    {{"--fail-above=5", "x"},                "--fail-above needs --diff=BASE"     },
    {{"--fail-bytes", "x"},                  "--fail-bytes needs --diff=BASE"     },
    {{"--fail-hits", "x"},                   "--fail-hits needs --diff=BASE"      },
    {{"--diff=b", "--table=ops", "x"},       "--diff and --table"                 },
    {{"--diff=b", "--limit=3", "x"},         "--diff has columns and an order"    },
    {{"--fail-above=-1", "x"},               "not a number of percent"            },
    {{"--limit=1.5", "x"},                   "should be a number of rows"         },
    {{"--table=op", "x"},                    "should be one of lines, functions"  },
    {{"--sort-by=time,x", "x"},              "should be one or more of cumulative"},
};

START_TEST(wrong_words_are_named)
{
    ck_assert(!parse(wrong[_i].words));
    ck_assert_msg(error && strstr(error, wrong[_i].error), "%s, not %s", error,
                  wrong[_i].error);
    ck_assert_ptr_null(strchr(error, '\n'));
}
END_TEST

static const struct {
    const char *words[4];
    bool without_visits;
} visits_cases[] = {
    {{"a.lprof"},                               true },
    {{"--by-rank", "a.lprof"},                  true },
    {{"--table=functions", "a.lprof"},          true },
    {{"--columns=hits,time", "a.lprof"},        true },
    {{"--columns=hits,p90", "a.lprof"},         false},
    {{"--by-rank", "--columns=p50", "a.lprof"}, false},
    {{"--format=json", "a.lprof"},              false},
    {{"--format=csv", "a.lprof"},               false},
    {{"--format=html", "a.lprof"},              false},
};

START_TEST(distributions_are_asked_for_where_they_are_shown)
{
    ck_assert(parse(visits_cases[_i].words));
    const struct profile_request request =
        options_request(&options, options.paths, options.path_count);
    ck_assert_int_eq(request.without_visits, visits_cases[_i].without_visits);
}
END_TEST

START_TEST(help_needs_no_file)
{
    ck_assert(parse(WORDS("--help")));
    ck_assert(options.show_help);
    release();
    ck_assert(parse(WORDS("-V")));
    ck_assert(options.show_version);
}
END_TEST

START_TEST(help_names_what_there_is)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    options_print_help(out, VIEW_LISTING);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "-u, --unit=UNIT"));
    ck_assert_ptr_nonnull(strstr(text, "--source-dir=OLD=NEW"));
    ck_assert_ptr_nonnull(strstr(text, "--follow"));
    free(text);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, NULL, release);
    tcase_add_test(tests, defaults_are_line_profilers);
    tcase_add_test(tests, letters_and_names_are_the_same);
    tcase_add_test(tests, filters_add_up);
    tcase_add_loop_test(tests, wrong_words_are_named, 0,
                        (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_loop_test(tests, distributions_are_asked_for_where_they_are_shown, 0,
                        (int)(sizeof visits_cases / sizeof visits_cases[0]));
    tcase_add_test(tests, help_needs_no_file);
    tcase_add_test(tests, help_names_what_there_is);
    suite_add_tcase(suite, tests);
    return suite;
}
