/* SPDX-License-Identifier: MIT */
/* Statements, constructs and directives of Fortran, in texts in which they are marked:
 * the line of the start is asked about. */
#include "marked_text.h"
#include "text/fortran_scan.h"

using namespace lineprof;

static const fortran_form free_form = fortran_form::free;
static const fortran_form fixed_form = fortran_form::fixed;

static const struct {
    const char *file;
    fortran_form form;
} files[] = {
    {"a.f",         fixed_form},
    {"dir.x/a.FOR", fixed_form},
    {"a.f77",       fixed_form},
    {"a.f90",       free_form },
    {"a.F90",       free_form },
    {"dir.f/a",     free_form },
    {"f",           free_form },
    {"",            free_form },
};

START_TEST(a_name_tells_the_form)
{
    ck_assert(fortran_form_of(files[_i].file) == files[_i].form);
}
END_TEST

/* ---- Lines that go on ---- */

static const struct {
    fortran_form form;
    const char *text;
} statements[] = {
    {free_form,  "`@x = 1\n"                                          },
    {free_form,  "y = 2\n`x = 1 + &\n@  2\n"                          },
    {free_form,  "y = 2\n`x = 1 + & ! so\n ! far\n\n   3 + &\n@  2\n" },
    {free_form,  "y = 2 ! &\n`@x = 1\n"                               },
    {free_form,  "`print *, '! &', &\n@  2\n"                         },
    {free_form,  "`print *, \"it's! &\", &\n@  2\n"                   },
    {free_form,  "`print *, 'a&\n@  &b'\n"                            },
    {fixed_form, "`@      x = 1\n"                                    },
    {fixed_form, "      y = 2\n`      x = 1 +\n@     &  2\n"          },
    {fixed_form, "`      x = 1 +\nc so far\n     1  2\n@     2  + 3\n"},
    {fixed_form, "`      x = 1 +\n* so far\n! so far\n\n@     1  2\n" },
    {fixed_form, "`      x = 1 +\n@     !  2\n"                       },
    {fixed_form, "      x = 1\n`@     0y = 2\n"                       },
    {fixed_form, "`\tx = 1 +\n@\t1 2\n"                               },
    {fixed_form, "\tx = 1\n`@\ty = 2\n"                               },
    {fixed_form, "      x = 1\n`@   10 continue\n"                    },
};

START_TEST(a_statement_may_go_on_over_lines)
{
    const marked_text text(statements[_i].text);
    const fortran_scan scan(text.lines, statements[_i].form);

    text.check_line(scan.statement(text.start.line));
}
END_TEST

/* ---- What a line says ---- */

enum { DO = 1, ASSOCIATE = 2, END = 4, SEVERAL = 8, DIRECTIVE = 16 };

static const struct {
    const char *text;
    int says;
} lines[] = {
    {"do i = 1, 10",                  DO          },
    {"DO I = 1, 10",                  DO          },
    {"  do",                          DO          },
    {"outer: do while (x)",           DO          },
    {"outer : do",                    DO          },
    {"10 do 20 i = 1, 3",             DO          },
    {"do ! forever",                  DO          },
    {"double = 1",                    0           },
    {"x = 'do'",                      0           },
    {"! do",                          0           },
    {"associate (a => b)",            ASSOCIATE   },
    {"name: associate (a => b(1:2))", ASSOCIATE   },
    {"end",                           END         },
    {"END ! of it",                   END         },
    {"end subroutine x",              END         },
    {"endfunction",                   END         },
    {"end module m",                  END         },
    {"end if",                        0           },
    {"end do",                        0           },
    {"end= 3",                        0           },
    {"endx = 3",                      0           },
    {"a = 1; b = 2",                  SEVERAL     },
    {"a = ';' ! no",                  SEVERAL     }, /* it is not looked for closely */
    {"a = 1 ! ; b",                   0           },
    {"do i = 1, 2; a = 1; end do",    DO | SEVERAL},
    {"!$omp parallel do",             DIRECTIVE   },
    {"  !$OMP end parallel",          DIRECTIVE   },
    {"c$omp parallel",                DIRECTIVE   },
    {"!$acc loop ! so",               DIRECTIVE   },
    {"!$ x = 1",                      0           },
    {"!$om",                          0           },
    {"",                              0           },
};

START_TEST(a_line_says_what_begins_or_ends)
{
    const marked_text text(lines[_i].text);
    const fortran_scan scan(text.lines, free_form);
    const int says =
        (scan.begins_do(1) ? DO : 0) | (scan.begins_associate(1) ? ASSOCIATE : 0) |
        (scan.ends_unit(1) ? END : 0) | (scan.has_several_statements(1) ? SEVERAL : 0) |
        (scan.is_directive(1) ? DIRECTIVE : 0);

    ck_assert_msg(says == lines[_i].says, "%d, not %d: %s", says, lines[_i].says,
                  text.text);
}
END_TEST

START_TEST(a_line_that_is_not_there_says_nothing)
{
    const marked_text text("do\n");
    const fortran_scan scan(text.lines, free_form);

    for (const int line : {0, 2, -1}) {
        ck_assert(!scan.begins_do(line));
        ck_assert(!scan.begins_associate(line));
        ck_assert(!scan.ends_unit(line));
        ck_assert(!scan.has_several_statements(line));
        ck_assert(!scan.is_directive(line));
        ck_assert_int_eq(scan.statement(line), line);
    }
}
END_TEST

/* ---- Constructs ---- */

static const char *const selects[] = {
    "`select case (x)\ncase (1)\n@  y = 1\n",
    "`select case (x)\ncase (1)\n  y = 1\n@end select\n",
    "`select case (x)\nselect case (y)\nend select\n@  y = 1\n",
    "`name: select case (x)\n@case (1)\n",
    "`SELECT TYPE (x)\n@class is (t)\n",
    "selected = 1\n@x = 1\n",
    "select case (x)\nendselect\n@x = 1\n",
};

START_TEST(a_select_is_around_its_last_statement)
{
    const marked_text text(selects[_i]);
    const fortran_scan scan(text.lines, free_form);

    text.check_line(scan.select(text.start.line));
}
END_TEST

START_TEST(a_select_may_be_in_another)
{
    const marked_text around("`select case (x)\n@select case (y)\n");
    const marked_text itself("select case (x)\n`@select case (y)\n");
    const fortran_scan outer(around.lines, free_form);
    const fortran_scan inner(itself.lines, free_form);

    around.check_line(outer.select_around(around.start.line));
    itself.check_line(inner.select(itself.start.line));
}
END_TEST

static const struct {
    const char *text;
    const char *index;
} concurrents[] = {
    {"`do concurrent (i = 1:3)\n@x = 1\n",                      ""  },
    {"`@do concurrent (i = 1:3)\n",                             ""  },
    {"`do concurrent (i = 1:3)\ndo j = 1, 2\nend do\n@x = 1\n", ""  },
    {"do concurrent (i = 1:3)\ndo j = 1, 2\n@x = 1\n",          ""  },
    {"`do concurrent (i = 1:3)\ndo j = 1, 2\n@x = 1\n",         "i" },
    {"`do concurrent (i = 1:3, &\n  jj = 1:2)\n@x = 1\n",       "jj"},
    {"do concurrent (i = 1:3, jj == 2)\n@x = 1\n",              "jj"},
    {"do concurrent (ii = 1:3)\n@x = 1\n",                      "i" },
    {"do concurrent (i = 1:3)\n@forall (j = 1:3) x(j) = 1\n",   ""  },
    {"do concurrent (i = 1:3)\n@where (y) x = 1\n",             ""  },
    {"do concurrent (i = 1:3)\nend do\n@x = 1\n",               ""  },
};

START_TEST(a_concurrent_loop_is_found_by_its_index)
{
    const marked_text text(concurrents[_i].text);
    const fortran_scan scan(text.lines, free_form);

    text.check_line(scan.concurrent(text.start.line, concurrents[_i].index));
}
END_TEST

/* ---- Directives ---- */

static const struct {
    fortran_form form;
    const char *text;
} directives[] = {
    {free_form,  "`@!$omp parallel\n"                           },
    {free_form,  "x = 1\n`!$omp parallel &\n@!$omp private(x)\n"},
    {free_form,  "!$omp barrier\n`@!$omp parallel\n"            },
    {free_form,  "!$omp parallel &\n`@x = 1\n"                  },
    {fixed_form, "`c$omp parallel\n@c$omp& private(x)\n"        },
    {fixed_form, "c$omp barrier\n`@c$omp parallel\n"            },
};

START_TEST(a_directive_may_go_on_over_lines)
{
    const marked_text text(directives[_i].text);
    const fortran_scan scan(text.lines, directives[_i].form);

    text.check_line(scan.directive(text.start.line));
}
END_TEST

static const struct {
    fortran_form form;
    const char *text;
} atomics[] = {
    {free_form,  "@!$omp atomic\n`x = x + 1\ny = 2\n"                             },
    {free_form,  "@!$omp atomic capture\n`x = x + 1\n`y = x\nz = 1\n"             },
    {free_form,  "@!$omp atomic &\n!$omp capture\n`x = x + 1\n`y = x\nz = 1\n"    },
    {free_form,  "@!$omp atomic capture\n`x = x + &\n  1\n`y = x\n"               },
    {free_form,  "@!$omp atomic capture\n`x = 1\n!$omp end atomic\ny = x\n"       },
    {free_form,  "@!$omp atomic\n\n! so\n`x = x + 1\n"                            },
    {free_form,  "@!$omp atomic\n"                                                },
    {fixed_form, "@c$omp atomic capture\n`      x = x\n     & + 1\n`      y = x\n"},
    {fixed_form, "@c$omp atomic\nc so\n`      x = x + 1\n"                        },
};

START_TEST(an_atomic_rules_its_statements)
{
    const marked_text text(atomics[_i].text);
    const fortran_scan scan(text.lines, atomics[_i].form);

    text.check_lines(scan.atomic(text.start.line));
}
END_TEST

static const struct {
    const char *text;
    const char *index;
    bool rules;
} ruled[] = {
    {"!$omp do\ndo i = 1, 3\n",                    "",  true },
    {"!$omp do\ndo i = 1, 3\n",                    "i", true },
    {"!$omp do\ndo ii = 1, 3\n",                   "i", false},
    {"!$omp do private(x)\n\n! so\ndo i = 1, 3\n", "i", true },
    {"!$omp do\nx = 1\ndo i = 1, 3\n",             "i", false},
    {"!$omp end do\ndo i = 1, 3\n",                "i", true }, /* what is on the line is not read */
    {"!$omp do\n!$omp end do\ndo i = 1, 3\n",      "i", false},
    {"do i = 1, 3\n",                              "i", false},
};

START_TEST(a_directive_rules_a_loop)
{
    const marked_text text(ruled[_i].text);
    const fortran_scan scan(text.lines, free_form);

    ck_assert_msg(scan.rules_loop(1, ruled[_i].index) == ruled[_i].rules, "%s, %s",
                  text.text, ruled[_i].index);
}
END_TEST

static const struct {
    const char *text;
    std::vector<std::string> indices;
} nests[] = {
    {"@!$omp do collapse(2)\n`do i = 1, 3\n`do j = 1, 3\nx = 1\n", {"i", "j"}},
    {"@!$omp do\n`do i = 1, 3\ndo j = 1, 3\nx = 1\n",              {"i"}     },
    {"`do i = 1, 3\n`do j = 1, 3\n@x = 1\n",                       {"i", "j"}},
    {"do i = 1, 3\n`do j = 1, 3\n@x = 1\n",                        {"j"}     },
    {"`@do i = 1, 3\n`do j = 1, 3\nx = 1\n",                       {"i", "j"}},
    {"`do i = 1, 3\ny = 1\ndo j = 1, 3\n@x = 1\n",                 {"i", "j"}},
    {"`do i = 1, &\n  3\n`do j = 1, 3\n@x = 1\n",                  {"i", "j"}},
    {"@x = 1\n",                                                   {"i"}     },
};

START_TEST(a_nest_has_its_headers)
{
    const marked_text text(nests[_i].text);
    const fortran_scan scan(text.lines, free_form);

    text.check_lines(scan.loop_headers(text.start.line, nests[_i].indices));
}
END_TEST

#define ADD(tests, test, rows) \
    tcase_add_loop_test(tests, test, 0, sizeof(rows) / sizeof *(rows))

Suite *make_suite(void)
{
    Suite *suite = suite_create("fortran_scan");
    TCase *tests = tcase_create("all");

    ADD(tests, a_name_tells_the_form, files);
    ADD(tests, a_statement_may_go_on_over_lines, statements);
    ADD(tests, a_line_says_what_begins_or_ends, lines);
    tcase_add_test(tests, a_line_that_is_not_there_says_nothing);
    ADD(tests, a_select_is_around_its_last_statement, selects);
    tcase_add_test(tests, a_select_may_be_in_another);
    ADD(tests, a_concurrent_loop_is_found_by_its_index, concurrents);
    ADD(tests, a_directive_may_go_on_over_lines, directives);
    ADD(tests, an_atomic_rules_its_statements, atomics);
    ADD(tests, a_directive_rules_a_loop, ruled);
    ADD(tests, a_nest_has_its_headers, nests);
    suite_add_tcase(suite, tests);
    return suite;
}
