/* SPDX-License-Identifier: MIT */
/* Estimates fit into what contains them. */
#include "suite_main.h"

#include "model/flow/profile_flow.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_FUNCTIONS = 4, LINES = 2, MOST_EDGES = 8 };

/* Functions of two lines each; `measured` first, then what is estimated. */
struct scene {
    struct tally tally;
    struct tally_function functions[MOST_FUNCTIONS];
    struct tally_cell cells[MOST_FUNCTIONS * LINES];
    struct tally_edge edges[MOST_EDGES];
    struct tally_thread thread;
};

static struct scene *new_scene(size_t functions)
{
    struct scene *scene = calloc(1, sizeof *scene);

    ck_assert_ptr_nonnull(scene);
    scene->thread.life_ticks = INFINITY;
    scene->thread.counted = true;
    scene->tally = (struct tally){.functions = scene->functions,
                                  .function_count = functions,
                                  .cells = scene->cells,
                                  .threads = &scene->thread,
                                  .thread_count = 1,
                                  .edges = scene->edges};
    for (size_t i = 0; i < functions; i++) {
        struct tally_function *f = &scene->functions[i];
        f->cells = &scene->cells[i * LINES];
        f->view.fields.site_count = LINES;
        f->has_times = true;
        f->calls = 1;
        f->most_ticks = INFINITY;
    }
    return scene;
}

static void estimate(struct scene *scene, size_t function, double first, double second)
{
    scene->functions[function].cells[0].estimate = first;
    scene->functions[function].cells[1].estimate = second;
}

static void call(struct scene *scene, size_t caller, uint32_t site, size_t callee,
                 uint64_t calls, uint64_t ticks)
{
    scene->edges[scene->tally.edge_count++] = (struct tally_edge){
        .caller = caller, .callee = callee, .site = site, .calls = calls, .ticks = ticks};
    scene->functions[caller].cells[site].child_ticks += ticks;
}

static uint64_t lines_of(const struct tally_function *f)
{
    return f->cells[0].ticks + f->cells[1].ticks;
}

/* Lines add up, and no call is longer than its line. */
static void check_parts(const struct scene *scene)
{
    for (size_t i = 0; i < scene->tally.function_count; i++) {
        const struct tally_function *f = &scene->functions[i];
        ck_assert_uint_eq(lines_of(f), f->ticks);
        for (int j = 0; j < LINES; j++)
            ck_assert_uint_le(f->cells[j].child_ticks, f->cells[j].ticks);
    }
    for (size_t i = 0; i < scene->tally.edge_count; i++) {
        const struct tally_edge *e = &scene->edges[i];
        ck_assert_uint_le(e->ticks, scene->functions[e->caller].ticks + 1);
    }
}

static void flow(struct scene *scene)
{
    tally_flow(&scene->tally);
    check_parts(scene);
}

/* A measured total stays, however much larger or smaller the estimates are. */
START_TEST(measured_total_wins)
{
    static const double sizes[] = {1, 100, 600, 2400, 1e6, 1e12};
    struct scene *scene = new_scene(1);

    scene->functions[0].ticks = 600;
    estimate(scene, 0, sizes[_i], 2 * sizes[_i]);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, 600);
    ck_assert_uint_eq(scene->cells[0].ticks, 200);
    ck_assert_uint_eq(scene->cells[1].ticks, 400);
    free(scene);
}
END_TEST

START_TEST(timed_visits_are_kept)
{
    struct scene *scene = new_scene(1);

    scene->functions[0].ticks = 1000;
    scene->cells[0].ticks = 700;
    estimate(scene, 0, 0, 5000);
    flow(scene);
    ck_assert_uint_eq(scene->cells[0].ticks, 700);
    ck_assert_uint_eq(scene->cells[1].ticks, 300);
    free(scene);
}
END_TEST

/* What is not accounted for goes first to where long visits have been seen. */
START_TEST(rare_visits_come_first)
{
    struct scene *scene = new_scene(1);

    scene->functions[0].ticks = 1000;
    estimate(scene, 0, 100, 100);
    scene->cells[1].possible = 5000;
    flow(scene);
    ck_assert_uint_eq(scene->cells[0].ticks, 100);
    ck_assert_uint_eq(scene->cells[1].ticks, 900);
    free(scene);
}
END_TEST

/* main (measured) calls a sampled function, which calls another: all of them fit. */
START_TEST(callers_bound_callees)
{
    static const double sizes[] = {10, 900, 5000, 1e9};
    struct scene *scene = new_scene(3);

    scene->functions[0].ticks = 1000;
    scene->cells[0].ticks = 1000;
    for (size_t i = 1; i < 3; i++) {
        scene->functions[i].calls = 1000;
        scene->functions[i].calls_sampled = true;
        scene->functions[i].ticks = 77;
        estimate(scene, i, sizes[_i], sizes[_i]);
    }
    call(scene, 0, 0, 1, 1000, 64);
    call(scene, 1, 1, 2, 1000, 640000);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, 1000);
    ck_assert_uint_le(scene->functions[1].ticks, scene->cells[0].ticks);
    ck_assert_uint_le(scene->functions[2].ticks, scene->functions[1].cells[1].ticks);
    ck_assert_uint_eq(scene->edges[0].ticks, scene->functions[1].ticks);
    free(scene);
}
END_TEST

/* What a callee has taken for sure its callers have, though they were seen to take less.
 */
START_TEST(measured_callees_raise_callers)
{
    struct scene *scene = new_scene(3);

    scene->functions[0].ticks = 1000;
    estimate(scene, 0, 100, 100);
    scene->functions[1].calls = 1000;
    scene->functions[1].calls_sampled = true;
    estimate(scene, 1, 50, 50);
    scene->functions[2].ticks = 600;
    scene->functions[2].cells[0].ticks = 600;
    call(scene, 0, 0, 1, 1000, 100);
    call(scene, 1, 1, 2, 1, 600);
    flow(scene);
    ck_assert_uint_eq(scene->functions[2].ticks, 600);
    ck_assert_uint_ge(scene->functions[1].ticks, 650);
    ck_assert_uint_ge(scene->functions[1].cells[1].ticks, 600);
    ck_assert_uint_ge(scene->functions[0].cells[0].ticks, scene->functions[1].ticks);
    free(scene);
}
END_TEST

/* Of 100 too much most comes from what is least known; nothing from what is nothing. */
START_TEST(the_less_is_known_the_more_is_taken)
{
    struct flow_part parts[] = {
        {.more = 200,  .variance = 10000},
        {.more = 1000, .variance = 1000 },
        {.more = 0,    .variance = 10000},
        {.more = 10,   .variance = 9000 },
    };

    flow_take_excess(parts, 4, 110);
    ck_assert_double_eq_tol(parts[0].more, 200 - 100 * 10. / 11, 2);
    ck_assert_double_eq_tol(parts[1].more, 1000 - 100 * 1. / 11, 2);
    ck_assert_double_eq(parts[2].more, 0);
    ck_assert_double_eq(parts[3].more, 0);
}
END_TEST

/* A bias is that of all, so it is taken out in proportion. */
START_TEST(biases_are_in_the_same_direction)
{
    struct flow_part parts[] = {
        {.more = 400, .bias = 100},
        {.more = 400, .bias = 300}
    };

    flow_take_excess(parts, 2, 200);
    ck_assert_double_eq_tol(parts[0].more, 350, 1);
    ck_assert_double_eq_tol(parts[1].more, 250, 1);
    flow_take_excess(parts, 2, 1000);
    ck_assert_double_eq(parts[0].more, 0);
    ck_assert_double_eq(parts[1].more, 0);
}
END_TEST

/* What nobody is known to have called was called through a pointer, if it can have been:
   not what takes longer than each such line, as what the program begins with. */
START_TEST(calls_through_pointers_are_taken_out)
{
    struct scene *scene = new_scene(4);
    estimate(scene, 0, 50, 150);
    estimate(scene, 1, 100, 20);
    estimate(scene, 2, 60, 20);
    estimate(scene, 3, 1000, 0);
    for (size_t i = 0; i < 4; i++)
        scene->functions[i].calls_sampled = true;
    scene->functions[1].calls = scene->functions[2].calls = 10;
    scene->cells[LINES].calls_pointers = true;
    scene->cells[LINES].hits = 10;
    call(scene, 0, 1, 1, 10, 0);
    flow(scene);
    ck_assert_uint_eq(scene->cells[LINES].ticks, 100);
    ck_assert_uint_eq(scene->cells[LINES].child_ticks, 80);
    ck_assert_uint_eq(scene->cells[LINES + 1].child_ticks, 0);
    ck_assert_uint_eq(scene->cells[1].child_ticks, 120);
    ck_assert_uint_eq(scene->cells[0].child_ticks, 0);
    free(scene);
}
END_TEST

/* A line's own visits may have missed what its callee's have seen. */
START_TEST(estimated_callees_raise_callers)
{
    struct scene *scene = new_scene(2);
    scene->functions[0].calls_sampled = scene->functions[1].calls_sampled = true;
    estimate(scene, 0, 100, 200);
    estimate(scene, 1, 300, 500);
    scene->cells[LINES + 1].beyond = 450;
    call(scene, 0, 1, 1, 7, 0);
    scene->functions[1].calls = 7;
    flow(scene);
    check_parts(scene);
    ck_assert_uint_eq(scene->functions[1].ticks, 800);
    ck_assert_uint_eq(scene->cells[1].ticks, 800);
    ck_assert_uint_eq(scene->cells[0].ticks, 100);
    ck_assert_uint_eq(scene->edges[0].ticks, 800);
    free(scene);
}
END_TEST

/* Two functions that call each other take no longer than what called them. */
START_TEST(recursions_are_bounded)
{
    struct scene *scene = new_scene(3);

    scene->functions[0].ticks = 1000;
    scene->cells[0].ticks = 1000;
    for (size_t i = 1; i < 3; i++) {
        scene->functions[i].calls = 500;
        scene->functions[i].calls_sampled = true;
        estimate(scene, i, 688e9, 270e9);
    }
    call(scene, 0, 0, 1, 1, 900);
    call(scene, 1, 0, 2, 500, 0);
    call(scene, 2, 0, 1, 499, 0);
    flow(scene);
    ck_assert_uint_le(scene->functions[1].ticks, 1000);
    ck_assert_uint_le(scene->functions[2].ticks, 1000);
    ck_assert_uint_gt(scene->functions[2].ticks, 0);
    ck_assert(scene->tally.most_cut_ticks > 500e9);
    free(scene);
}
END_TEST

/* Two functions that call each other, but never while the other is open. */
START_TEST(lines_bound_what_is_never_in_itself)
{
    struct scene *scene = new_scene(3);

    scene->functions[0].ticks = 1000;
    scene->cells[0].ticks = 1000;
    for (size_t i = 1; i < 3; i++) {
        scene->functions[i].calls = scene->functions[i].primitive_calls = 500;
        scene->functions[i].calls_sampled = true;
    }
    estimate(scene, 1, 300, 500);
    estimate(scene, 2, 9e9, 5e9);
    call(scene, 0, 0, 1, 499, 900);
    call(scene, 1, 0, 2, 500, 64);
    call(scene, 2, 1, 1, 1, 0);
    flow(scene);
    ck_assert_uint_le(scene->functions[2].ticks, scene->functions[1].cells[0].ticks + 1);
    ck_assert_uint_le(scene->edges[1].ticks, scene->functions[1].cells[0].ticks + 1);
    free(scene);
}
END_TEST

START_TEST(lives_bound_what_nobody_calls)
{
    struct scene *scene = new_scene(1);

    scene->functions[0].calls_sampled = true;
    scene->functions[0].most_ticks = 5000;
    estimate(scene, 0, 3000, 7000);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, 5000);
    ck_assert_uint_eq(scene->cells[0].ticks, 1500);
    ck_assert_uint_eq(scene->tally.most_cut, 0);
    ck_assert(scene->tally.most_cut_ticks >= 5000);
    free(scene);
}
END_TEST

START_TEST(what_was_measured_is_not_touched)
{
    struct scene *scene = new_scene(2);

    scene->functions[0].ticks = 1000;
    scene->cells[0].ticks = 400;
    scene->cells[1].ticks = 600;
    scene->functions[1].ticks = 500;
    scene->functions[1].cells[0].ticks = 500;
    call(scene, 0, 1, 1, 3, 500);
    flow(scene);
    ck_assert_uint_eq(scene->cells[0].ticks, 400);
    ck_assert_uint_eq(scene->cells[1].ticks, 600);
    ck_assert_uint_eq(scene->cells[1].child_ticks, 500);
    ck_assert_uint_eq(scene->edges[0].ticks, 500);
    free(scene);
}
END_TEST

/* As a random program would have it: nothing but the rules is known of the result. */
START_TEST(parts_fit_whatever_is_estimated)
{
    struct scene *scene = new_scene(MOST_FUNCTIONS);
    unsigned state = 12345 + 7919 * (unsigned)_i;

    for (size_t i = 0; i < MOST_FUNCTIONS; i++) {
        struct tally_function *f = &scene->functions[i];
        state = state * 1103515245 + 12345;
        f->calls = 1 + (state >> 16) % 1000;
        f->calls_sampled = i && (state >> 8) % 2;
        estimate(scene, i, (state >> 4) % 100000, (state >> 12) % 1000);
        f->cells[0].ticks = (state >> 20) % 100;
        f->ticks = f->cells[0].ticks + (state >> 10) % 5000;
    }
    for (size_t i = 0; i + 1 < MOST_FUNCTIONS; i++)
        call(scene, i, state % 2, i + 1, scene->functions[i + 1].calls,
             scene->functions[i + 1].ticks);
    if (state >> 16 & 1)
        call(scene, 3, 1, 1, 5, 0);
    flow(scene);
    for (size_t i = 1; i < MOST_FUNCTIONS; i++)
        ck_assert(!scene->functions[i].calls_sampled ||
                  scene->functions[i].ticks <= scene->functions[i - 1].ticks + 1);
    free(scene);
}
END_TEST

/* ---- What lines took themselves ---- */

/* A line whose visits were drawn, and of what they took, what was called. */
static void draw(struct scene *scene, size_t cell, double ticks, double called,
                 double visits)
{
    scene->cells[cell].tells_calls = true;
    scene->cells[cell].estimate = ticks;
    scene->cells[cell].called = called;
    scene->cells[cell].drawn = visits;
    scene->cells[cell].hits = (uint64_t)visits;
}

static uint64_t own_of(const struct tally_cell *cell)
{
    return cell->ticks - cell->child_ticks;
}

static uint64_t sum_of_own(const struct scene *scene)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < scene->tally.function_count * LINES; i++)
        sum += own_of(&scene->cells[i]);
    return sum;
}

/* Its callee's lines say more than the call took, as they were timed one by one. */
START_TEST(lines_tell_what_they_called)
{
    struct scene *scene = new_scene(2);
    scene->functions[0].calls_sampled = scene->functions[1].calls_sampled = true;
    draw(scene, 0, 1000, 900, 10);
    draw(scene, LINES, 700, 0, 10);
    draw(scene, LINES + 1, 800, 0, 10);
    scene->functions[1].calls = 10;
    call(scene, 0, 0, 1, 10, 0);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, scene->cells[0].ticks);
    ck_assert_uint_ge(scene->cells[0].ticks, 1000);
    ck_assert_uint_le(own_of(&scene->cells[0]), 101);
    ck_assert_uint_eq(scene->functions[1].ticks, scene->cells[0].child_ticks);
    free(scene);
}
END_TEST

/* Nearly all calls come from a line, but those from elsewhere are longer: the callee is
   not bounded by what the line has, nor is the line as long as they are. */
START_TEST(calls_from_elsewhere_may_be_longer)
{
    struct scene *scene = new_scene(2);
    scene->functions[0].calls_sampled = scene->functions[1].calls_sampled = true;
    draw(scene, 0, 96000, 96000, 960);
    draw(scene, LINES, 600000, 0, 1000);
    draw(scene, LINES + 1, 400000, 0, 1000);
    scene->functions[1].calls = 1000;
    call(scene, 0, 0, 1, 960, 0);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, 96000);
    ck_assert_uint_eq(scene->functions[1].ticks, 1000000);
    ck_assert_uint_eq(scene->cells[0].child_ticks, 96000);
    free(scene);
}
END_TEST

/* Calls through pointers, as short as what readings add to them: the line has called what
   the functions took that nobody else called. */
START_TEST(short_calls_through_pointers_are_what_these_took)
{
    struct scene *scene = new_scene(2);
    scene->tally.probe_ticks = 400;
    scene->tally.too_much = 1e6;
    scene->tally.too_much_visits = 1e4;
    scene->functions[0].calls_sampled = scene->functions[1].calls_sampled = true;
    draw(scene, 0, 40000, 30000, 1000);
    scene->cells[0].told = 30000;
    scene->cells[0].calls_pointers = true;
    scene->cells[0].hits = 1000;
    draw(scene, LINES, 3000, 0, 1000);
    draw(scene, LINES + 1, 2000, 0, 1000);
    scene->functions[1].calls = 1000;
    flow(scene);
    ck_assert_uint_eq(scene->functions[1].ticks, 5000);
    ck_assert_uint_ge(scene->functions[0].ticks, 14500);
    ck_assert_uint_le(scene->functions[0].ticks, 15500);
    free(scene);
}
END_TEST

/* Readings have added as much to each visit, whatever it called; and no line called less
   than the function that it has been seen to call takes. */
START_TEST(readings_add_to_each_call_alike)
{
    struct scene *scene = new_scene(4);
    struct tally_edge seen[] = {
        {.caller = 0, .callee = 2, .calls = 1},
        {.caller = 1, .callee = 3, .calls = 1},
    };
    scene->tally.probe_ticks = 400;
    scene->tally.too_much = 1e6;
    scene->tally.too_much_visits = 1e4;
    scene->tally.seen = seen;
    scene->tally.seen_count = 2;
    for (size_t i = 0; i < 4; i++) {
        scene->functions[i].calls = i < 2 ? 1 : 1000;
        scene->functions[i].calls_sampled = true;
    }
    for (size_t i = 0; i < 2; i++) {
        const double told = i ? 60000 : 22000;
        draw(scene, i * LINES, told, told, 1000);
        scene->cells[i * LINES].told = told;
        scene->cells[i * LINES].calls_pointers = true;
        scene->cells[i * LINES].hits = scene->cells[i * LINES].timed = 1000;
    }
    draw(scene, 2 * LINES, 2000, 0, 1000);
    draw(scene, 3 * LINES, 40000, 0, 1000);
    flow(scene);
    ck_assert_uint_ge(scene->functions[0].ticks, 1900);
    ck_assert_uint_le(scene->functions[0].ticks, 3000);
    ck_assert_uint_ge(scene->functions[1].ticks, 38000);
    ck_assert_uint_le(scene->functions[1].ticks, 42000);
    free(scene);
}
END_TEST

/* One visit leads to many calls: the line took itself what these left. */
START_TEST(what_calls_back_is_own)
{
    struct scene *scene = new_scene(3);
    struct tally_edge seen = {.caller = 0, .callee = 1, .calls = 500};
    scene->tally.seen = &seen;
    scene->tally.seen_count = 1;
    scene->functions[0].calls_sampled = scene->functions[1].calls_sampled = true;
    scene->functions[0].ticks = scene->cells[0].ticks = 100000;
    scene->cells[0].told = scene->cells[0].called = 99000;
    scene->cells[0].tells_calls = scene->cells[0].calls_pointers = true;
    scene->cells[0].hits = scene->cells[0].timed = 2;
    scene->functions[1].calls = 10000;
    draw(scene, LINES, 70000, 0, 10000);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, 100000);
    ck_assert_uint_eq(scene->functions[1].ticks, 70000);
    ck_assert_uint_eq(own_of(&scene->cells[0]), 30000);
    free(scene);
}
END_TEST

/* What is so brief that the rest of a loop calls it untold is as long in one line as in
   another, whatever these have told; and what windows took from that rest is its. */
START_TEST(brief_callees_are_shared_by_calls)
{
    struct scene *scene = new_scene(3);
    for (size_t i = 0; i < 3; i++)
        scene->functions[i].calls_sampled = true;
    draw(scene, 0, 1000, 10, 300);
    scene->cells[0].uncut = 4000;
    scene->cells[0].has_rest = true;
    draw(scene, LINES, 1500, 1000, 100);
    scene->cells[LINES].uncut = 1500;
    draw(scene, 2 * LINES, 4000, 0, 400);
    scene->functions[2].calls = 400;
    call(scene, 0, 0, 2, 300, 0);
    call(scene, 1, 0, 2, 100, 0);
    flow(scene);
    ck_assert_uint_eq(scene->edges[0].ticks, 3000);
    ck_assert_uint_eq(scene->edges[1].ticks, 1000);
    ck_assert_uint_ge(scene->functions[0].ticks, 3900);
    ck_assert_uint_le(scene->functions[0].ticks, 4100);
    free(scene);
}
END_TEST

/* What a line called that is not profiled is its own. */
START_TEST(calls_of_others_are_own)
{
    struct scene *scene = new_scene(1);
    scene->functions[0].calls_sampled = true;
    draw(scene, 0, 1000, 900, 10);
    scene->cells[0].calls_others = true;
    flow(scene);
    ck_assert_uint_eq(own_of(&scene->cells[0]), 1000);
    free(scene);
}
END_TEST

/*
 * main() -> dispatch() -> (pointer) handle() -> dispatch(): a circle that no edge shows.
 * Lines that take less than readings can tell become shorter, until all fit; long ones
 * do not.
 */
START_TEST(short_lines_fit_the_whole)
{
    struct scene *scene = new_scene(3);
    scene->tally.probe_ticks = 70;
    scene->functions[0].view.name = (struct lprof_text){"main", 4};
    scene->functions[0].ticks = scene->cells[0].ticks = 100000;
    scene->cells[0].tells_calls = true;
    scene->cells[0].called = 99000;
    draw(scene, LINES, 200000, 190000, 2000);
    draw(scene, LINES + 1, 60000, 0, 2000);
    draw(scene, 2 * LINES, 40000, 0, 40);
    draw(scene, 2 * LINES + 1, 90000, 80000, 1000);
    for (size_t i = 1; i < 3; i++)
        scene->functions[i].calls_sampled = true;
    scene->cells[LINES].calls_pointers = true;
    scene->cells[LINES].max_ticks = 95000;
    for (size_t i = 0; i < 3; i++)
        scene->functions[i].most_ticks = 100000;
    scene->functions[1].calls = scene->functions[2].calls = 2000;
    call(scene, 0, 0, 1, 1000, 0);
    call(scene, 2, 1, 1, 1000, 0);
    flow(scene);
    ck_assert_uint_eq(scene->functions[0].ticks, 100000);
    ck_assert_uint_le(scene->functions[1].ticks, 100001);
    ck_assert_uint_le(scene->functions[2].ticks, 100001);
    ck_assert_uint_le(sum_of_own(scene), 101000);
    ck_assert_uint_ge(sum_of_own(scene), 90000);
    ck_assert_uint_ge(own_of(&scene->cells[2 * LINES]), 35000);
    ck_assert_uint_lt(own_of(&scene->cells[LINES + 1]), 60000);
    free(scene);
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("profile_flow");
    TCase *tests = tcase_create("all");

    tcase_add_loop_test(tests, measured_total_wins, 0, 6);
    tcase_add_test(tests, timed_visits_are_kept);
    tcase_add_test(tests, rare_visits_come_first);
    tcase_add_loop_test(tests, callers_bound_callees, 0, 4);
    tcase_add_test(tests, measured_callees_raise_callers);
    tcase_add_test(tests, the_less_is_known_the_more_is_taken);
    tcase_add_test(tests, biases_are_in_the_same_direction);
    tcase_add_test(tests, calls_through_pointers_are_taken_out);
    tcase_add_test(tests, lines_tell_what_they_called);
    tcase_add_test(tests, calls_from_elsewhere_may_be_longer);
    tcase_add_test(tests, short_calls_through_pointers_are_what_these_took);
    tcase_add_test(tests, readings_add_to_each_call_alike);
    tcase_add_test(tests, what_calls_back_is_own);
    tcase_add_test(tests, brief_callees_are_shared_by_calls);
    tcase_add_test(tests, calls_of_others_are_own);
    tcase_add_test(tests, short_lines_fit_the_whole);
    tcase_add_test(tests, estimated_callees_raise_callers);
    tcase_add_test(tests, recursions_are_bounded);
    tcase_add_test(tests, lines_bound_what_is_never_in_itself);
    tcase_add_test(tests, lives_bound_what_nobody_calls);
    tcase_add_test(tests, what_was_measured_is_not_touched);
    tcase_add_loop_test(tests, parts_fit_whatever_is_estimated, 0, 200);
    suite_add_tcase(suite, tests);
    return suite;
}
