/* SPDX-License-Identifier: MIT */
/* Braces, loops and declarations of C and C++, in texts in which they are marked. */
#include "marked_text.h"
#include "text/c_scan.h"

using namespace lineprof;

/* ---- The end of a block ---- */

static const char *const blocks[] = {
    "int f() { @x; `}",
    "int f() @{ x; `}",
    "{ @x; { y; } `} }",
    "{ @x; { y; { } }\n { }\n `} }",
    "{ @x(\"}\", '}'); /* } */ // }\n`}",
    "{ @x(R\"(}\n})\"); `}",
    "{ @x = A{1}; `}",
    "{ @x;\n#if 1\n{\n#else\n{{\n#endif\n} `}",
    "{ @x;\n#if 0\n}\n#endif\n`}",
    "{ @x;\n#define END }\n`}",
    "{ @x;",
    "@",
};

START_TEST(a_block_ends_at_its_brace)
{
    const marked_text text(blocks[_i]);

    text.check(closing_brace_in(text.lines, text.start));
}
END_TEST

/* ---- The body of a function ---- */

static const char *const bodies[] = {
    "void @f() `{ }",
    "void @f(int a = g({1}), A b = {2}) const noexcept(true) `{ }",
    "void @f() -> A::B `{ }",
    "@A::A() : n{0}, b(1), c{{2}} `{ }",
    "@A::A() : B<int>{0}, n(1)\n`{ }",
    "@A::A() try : n{0} `{ }",
    "A::@~A() `{ }",
    "bool @operator()(int) const `{ }",
    "void @f() // {\n /* { */ `{ }",
    "void @f() requires (A<T>) `{ }",
    "void @f(int);\nvoid g() { }",
    "void @f() = delete;",
    "@f",
};

START_TEST(a_body_begins_at_its_brace)
{
    const marked_text text(bodies[_i]);

    text.check(body_brace_in(text.lines, text.start, body::any));
    text.check(body_brace_in(text.lines, text.start, body::behind_parameters));
}
END_TEST

static const struct {
    const char *text;
    body wanted;
} lambdas[] = {
    {"auto l = @[&] `{ };",             body::any              },
    {"auto l = @[x = A{1}] `{ };",      body::any              },
    {"auto l = @[x = A{1}](int) `{ };", body::any              },
    {"auto l = @[x = A{1}](int) `{ };", body::behind_parameters},
    {"auto l = @[&] { f(); };",         body::behind_parameters},
};

START_TEST(a_lambda_needs_no_parameters)
{
    const marked_text text(lambdas[_i].text);

    text.check(body_brace_in(text.lines, text.start, lambdas[_i].wanted));
}
END_TEST

/* ---- Where a statement ends ---- */

static const char *const statements[] = {
    "@for (;;) { x; `} y;",
    "@for (;;) x;",
    "@for (;;)\n if (a) { b; } else { c; `}\n y;",
    "@if (a) { x; `} y;",
    "@if (a) { x; } else if (b) { y; } else { z; `} }",
    "@if (a) { x; } else y;",
    "@if (a) x; else { y; `} }",
    "@if constexpr (a) { x; `} y;",
    "@if consteval { x; } else { y; `} z;",
    "@if !consteval { x; `} z;",
    "@while (f({1})) { x; `} y;",
    "@switch (a) { case '}': x; `} y;",
    "@do { x; } while (a);",
    "@{ x; `} y;",
    "@try { x; } catch (int) { y; } catch (...) { z; `} t;",
    "@x = A{1};",
    "@for (;;) [[likely]] { x; `} y;",
    "@for (;;) /* { */ { /* } */ `}",
    "@for (;;)",
    "@",
};

START_TEST(a_statement_ends_at_its_brace)
{
    const marked_text text(statements[_i]);

    text.check(last_brace_in(text.lines, text.start));
}
END_TEST

static const char *const macro_uses[] = {
    "@FOR_EACH (x, list) { y; `} z;",
    "@FOREVER { y; `} z;",
    "@FOR_EACH (x, list) y;",
    "@if (a) { x; `} else { y; }",
};

START_TEST(a_statement_ends_behind_a_macro)
{
    const marked_text text(macro_uses[_i]);

    text.check(last_brace_behind_macro_in(text.lines, text.start));
}
END_TEST

/* ---- Within a statement ---- */

/* The mark of what is found stands for the place that is asked about. */
static const struct {
    const char *text;
    bool is_in;
} places[] = {
    {"@x = f(`a);",             true },
    {"@x = f(a); `b;",          false},
    {"@x = [] { return `a; };", false},
    {"@x = A{`a};",             false},
    {"@if (`a) b;",             true },
    {"@if (a) `b;",             false},
    {"@for (x; `y; z) a;",      true },
    {"@for (x; y; z) { `a; }",  false},
    {"@while (f(a) && `b) ;",   true },
    {"@int x = a,\n  y = `b;",  true },
    {"@int x = a; // y\n `b;",  false},
    {"@f(\";\", `a);",          true },
};

START_TEST(a_place_is_in_a_statement)
{
    const marked_text text(places[_i].text);

    ck_assert_msg(is_in_statement_in(text.lines, text.expected[0], text.start) ==
                      places[_i].is_in,
                  "%s", text.text);
}
END_TEST

/* ---- Loops ---- */

/* Reading begins behind the `do`, or at what follows it. */
static const struct {
    const char *text;
    group chosen;
} do_loops[] = {
    {"do@ { x; } `while (a);",                                      group::first },
    {"do @x; `while (a);",                                          group::first },
    {"do@ { while (b) { } } `while (a);",                           group::first },
    {"do@ { while (b) x; } `while (a);",                            group::first },
    {"do@ while (b) x; `while (a);",                                group::first },
    {"do@ do x; while (b); `while (a);",                            group::first },
    {"do@ do { x; } while (b); `while (a);",                        group::first },
    {"do@ { do x; while (b); } `while (a); while (c);",             group::first },
    {"do@ { meanwhile = 1; } `while (a);",                          group::first },
    {"do@ { /* while */ \"while\"; } `while (a);",                  group::first },
    {"do@ { x; }\n#if A\n`while (a);\n#else\nwhile (b);\n#endif\n", group::first },
    {"do@ { x; }\n#if A\nwhile (a);\n#else\n`while (b);\n#endif\n", group::second},
    {"do@ { x; }",                                                  group::first },
};

START_TEST(a_do_loop_ends_with_its_while)
{
    const marked_text text(do_loops[_i].text);

    text.check(while_of_do_in(text.lines, text.start, do_loops[_i].chosen));
}
END_TEST

static const struct {
    const char *text;
    bool is_range;
} for_loops[] = {
    {"@for (x; y; `z) ;",                       false},
    {"@for (;;`) ;",                            false},
    {"@for (x = f(a, b); y;\n   /* ; */ `z) ;", false},
    {"@for (auto f = [] { x; y; }; y; `z) ;",   false},
    {"@for (x : list) ;",                       true },
    {"@for (A x = {1}; B y : list) ;",          true },
    {"@for (auto x : f([] { y; z; })) ;",       true },
    {"@for (char c = ';'; y; `z) ;",            false},
    {"@for (x; y",                              false},
};

START_TEST(a_for_loop_has_a_step_or_is_a_range)
{
    const marked_text text(for_loops[_i].text);
    const for_step found = step_of_for_in(text.lines, text.start);

    text.check(found.step);
    ck_assert_msg(found.is_range == for_loops[_i].is_range, "%s", text.text);
}
END_TEST

/* ---- Declarations ---- */

/* The name's line is the last. */
static const char *const declarations[] = {
    "`int f()",
    "int x;\n`int f()",
    "x;\n`static inline\nint\nf()",
    "}\n`template <class T>\n__attribute__((cold))\nint f()",
    "#define X\n`int f()",
    "/* comment */\n`int f()",
    "/*\n * comment\n */\n`int f()",
    "// comment\n`int f()",
    "public:\n`int f()",
    "{\n`int f()",
    "int g()\n\n`int f()",
    "x\nx\nx\n`x\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nint f()",
};

START_TEST(a_declaration_begins_above_its_name)
{
    const marked_text text(declarations[_i]);
    std::string line;
    int last = 0;

    while (text.lines.line(last + 1, line))
        last++;
    text.check_line(declaration_start_in(text.lines, last));
}
END_TEST

#define ADD(tests, test, rows) \
    tcase_add_loop_test(tests, test, 0, sizeof(rows) / sizeof *(rows))

Suite *make_suite(void)
{
    Suite *suite = suite_create("c_scan");
    TCase *tests = tcase_create("all");

    ADD(tests, a_block_ends_at_its_brace, blocks);
    ADD(tests, a_body_begins_at_its_brace, bodies);
    ADD(tests, a_lambda_needs_no_parameters, lambdas);
    ADD(tests, a_statement_ends_at_its_brace, statements);
    ADD(tests, a_statement_ends_behind_a_macro, macro_uses);
    ADD(tests, a_place_is_in_a_statement, places);
    ADD(tests, a_do_loop_ends_with_its_while, do_loops);
    ADD(tests, a_for_loop_has_a_step_or_is_a_range, for_loops);
    ADD(tests, a_declaration_begins_above_its_name, declarations);
    suite_add_tcase(suite, tests);
    return suite;
}
