/* SPDX-License-Identifier: MIT */
/* What lines without frames called through pointers. */
#include "model/profile_flow.h"

#include <math.h>

/* Estimates of one and the same time differ. */
static const double slack = 1.25;

/* What a line that calls through pointers has which no profiled function is known to have
   taken from it. */
static double own_ticks(const struct tally_cell *cell)
{
    return cell->calls_pointers
               ? fmax(flow_ticks(cell->ticks) - flow_ticks(cell->child_ticks), 0)
               : 0;
}

static double sum_of_own(const struct tally *tally, double *longest)
{
    double sum = 0;

    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++) {
            const double own = own_ticks(&f->cells[s]);
            sum += own;
            *longest = fmax(*longest, own);
        }
    }
    return sum;
}

/* Calls that no line is known to have made, of each function. */
static uint64_t calls_left(const struct flow *flow, size_t index)
{
    const struct edge_list *incoming = &flow->order.incoming;
    uint64_t left = flow->tally->functions[index].calls;

    for (size_t i = incoming->starts[index]; i < incoming->starts[index + 1]; i++) {
        const uint64_t calls = flow->tally->edges[incoming->list[i]].calls;
        left = left > calls ? left - calls : 0;
    }
    return left;
}

/* Those of them that are short enough to have been made by some such line: main() and
   what threads begin with are not. */
static double sum_of_called(const struct flow *flow, double longest)
{
    double sum = 0;

    for (size_t i = 0; i < flow->tally->function_count; i++) {
        const struct flow_function *f = &flow->functions[i];
        const double ticks = fmin(f->root, f->total);
        const uint64_t calls = ticks > 0 ? calls_left(flow, i) : 0;
        if (calls && ticks / (double)calls <= longest * slack)
            sum += ticks;
    }
    return sum;
}

void flow_take_pointer_calls(struct flow *flow)
{
    struct tally *tally = flow->tally;
    double longest = 0;
    const double own = sum_of_own(tally, &longest);

    if (!(own > 0))
        return;
    const double part = fmin(sum_of_called(flow, longest) / own, 1);
    for (size_t i = 0; i < tally->function_count; i++) {
        const struct tally_function *f = &tally->functions[i];
        for (uint32_t s = 0; s < f->view.fields.site_count; s++)
            f->cells[s].child_ticks += (uint64_t)(own_ticks(&f->cells[s]) * part);
    }
}
