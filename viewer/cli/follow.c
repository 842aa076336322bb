/* SPDX-License-Identifier: MIT */
#include "cli/follow.h"

#include "analysis/select.h"
#include "base/complain.h"
#include "base/terminal.h"
#include "base/text.h"
#include "print/follow_screen.h"

#include <stdlib.h>
#include <time.h>

#define REFRESH_MS  1000
#define PLAIN_WIDTH 200 /* where there is no terminal */
#define PAGE        10

/* A look at the files. */
struct look {
    struct profile profile;
    bool is_there;
    struct timespec when;
};

struct follow {
    const struct options *options;
    struct terminal *terminal; /* NULL: none */
    struct look now;
    struct look before;
    enum follow_order order;
    size_t scroll;
    bool has_help;
    bool is_done;
};

static void drop(struct look *look)
{
    if (look->is_there)
        profile_release(&look->profile);
    look->is_there = false;
}

static bool take_look(const struct options *options, struct look *look, char **error)
{
    const struct profile_request request =
        options_request(options, options->paths, options->path_count);

    clock_gettime(CLOCK_MONOTONIC, &look->when);
    look->is_there = profile_load(&look->profile, &request, error);
    if (look->is_there)
        select_functions(&look->profile, &options->functions, &options->files);
    return look->is_there;
}

static double seconds_between(const struct timespec *a, const struct timespec *b)
{
    return (double)(b->tv_sec - a->tv_sec) + (double)(b->tv_nsec - a->tv_nsec) * 1e-9;
}

/* As --limit has it: so many, or a share of them. */
static size_t rows_wanted(double limit, size_t count)
{
    if (limit < 0)
        return SIZE_MAX;
    return (size_t)(limit < 1 ? limit * (double)count + 0.5 : limit);
}

static void show(struct follow *f)
{
    const struct source_options source_options = {
        .moves = f->options->moves,
        .move_count = f->options->move_count,
    };
    const struct profile *before = f->before.is_there ? &f->before.profile : NULL;
    struct sources *sources = sources_open(&f->now.profile, &source_options);
    struct follow_rows rows = follow_rows_make(&f->now.profile, before, f->order);
    struct follow_screen screen = {
        .profile = &f->now.profile,
        .sources = sources,
        .rows = &rows,
        .order = f->order,
        .since_s = before ? seconds_between(&f->before.when, &f->now.when) : 0,
        .width = PLAIN_WIDTH,
        .limit = rows_wanted(f->options->limit, rows.count),
        .has_help = f->has_help,
        .is_terminal = f->terminal != NULL,
    };

    if (f->scroll >= rows.count)
        f->scroll = rows.count ? rows.count - 1 : 0;
    screen.scroll = f->scroll;
    if (f->terminal)
        terminal_begin_screen(f->terminal, &screen.width, &screen.height);
    follow_screen_print(stdout, &screen);
    fflush(stdout);
    free(rows.all);
    sources_close(sources);
}

static void quit(struct follow *f)
{
    f->is_done = true;
}

static void help(struct follow *f)
{
    f->has_help = true;
}

static void next_order(struct follow *f)
{
    f->order = (f->order + 1) % FOLLOW_ORDERS;
    f->scroll = 0;
}

static void up(struct follow *f)
{
    f->scroll -= f->scroll > 0;
}

static void down(struct follow *f)
{
    f->scroll++;
}

static void page_up(struct follow *f)
{
    f->scroll -= f->scroll < PAGE ? f->scroll : PAGE;
}

static void page_down(struct follow *f)
{
    f->scroll += PAGE;
}

static const struct {
    enum terminal_key key;
    void (*act)(struct follow *f);
} keys[] = {
    {TERMINAL_KEY('q'),  quit      },
    {TERMINAL_KEY('Q'),  quit      },
    {TERMINAL_INTERRUPT, quit      },
    {TERMINAL_END,       quit      },
    {TERMINAL_KEY('?'),  help      },
    {TERMINAL_KEY('s'),  next_order},
    {TERMINAL_UP,        up        },
    {TERMINAL_DOWN,      down      },
    {TERMINAL_PAGE_UP,   page_up   },
    {TERMINAL_PAGE_DOWN, page_down },
};

/* Until it is time for another look. */
static void serve_keys(struct follow *f)
{
    struct timespec now;
    int left_ms = REFRESH_MS;

    while (!f->is_done && left_ms > 0) {
        const enum terminal_key key = terminal_wait(f->terminal, left_ms);
        f->has_help &= key == TERMINAL_NONE;
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            if (keys[i].key == key)
                keys[i].act(f);
        }
        if (key != TERMINAL_NONE && !f->is_done)
            show(f);
        clock_gettime(CLOCK_MONOTONIC, &now);
        left_ms = REFRESH_MS - (int)(1000 * seconds_between(&f->now.when, &now));
    }
}

static bool is_running(const struct profile *profile)
{
    for (size_t i = 0; i < profile->input_count; i++) {
        if (profile->inputs[i].state == RUN_RUNNING)
            return true;
    }
    return false;
}

/* Without a terminal the looks stand below each other, until nothing changes any more. */
static void wait_plain(struct follow *f)
{
    const struct timespec pause = {.tv_sec = REFRESH_MS / 1000};

    f->is_done = !is_running(&f->now.profile) || ferror(stdout);
    if (!f->is_done) {
        putchar('\n');
        nanosleep(&pause, NULL);
    }
}

/* A file may be gone, or be replaced, between two looks: then the last one stays. */
static void look_again(struct follow *f)
{
    struct look next = {0};
    char *error = NULL;

    if (!take_look(f->options, &next, &error)) {
        free(error);
        clock_gettime(CLOCK_MONOTONIC, &f->now.when);
        return;
    }
    drop(&f->before);
    f->before = f->now;
    f->now = next;
}

static void run(struct follow *f)
{
    while (!f->is_done) {
        show(f);
        if (f->terminal)
            serve_keys(f);
        else
            wait_plain(f);
        if (!f->is_done)
            look_again(f);
    }
}

enum exit_code follow_run(const struct options *options)
{
    struct follow f = {.options = options};
    char *error = NULL;

    if (!take_look(options, &f.now, &error))
        return complain("lineprof-view", error);
    f.terminal = terminal_open();
    run(&f);
    terminal_close(f.terminal);
    drop(&f.now);
    drop(&f.before);
    return EXIT_DONE;
}
