/* SPDX-License-Identifier: MIT */
#include "base/lprt_say.h"
#include "base/lprt_text.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_flag trouble_said = ATOMIC_FLAG_INIT;

/* Not on the stack: a handler's may be small. */
static char buffer[2 * PATH_MAX + 64];

/* Signals are blocked here; the SIGPIPE of a closed stderr must not be left pending,
   or it would end the program as soon as they are let through. */
static void drop_sigpipe(void)
{
    const struct timespec at_once = {0};
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigtimedwait(&set, NULL, &at_once);
}

static void write_line(struct lprt_text *line)
{
    lprt_text_put(line, "\n");
    if (line->cut)
        line->bytes[line->size - 1] = '\n';
    if (write(STDERR_FILENO, line->bytes, line->size) < 0 && errno == EPIPE)
        drop_sigpipe();
}

void lprt_say_trouble(const char *subject, const char *what, int error)
{
    struct lprt_text line = lprt_text_in(buffer, sizeof buffer);

    if (atomic_flag_test_and_set(&trouble_said))
        return;
    lprt_text_put(&line, "lineprof: ");
    if (subject) {
        lprt_text_put(&line, subject);
        lprt_text_put(&line, ": ");
    }
    lprt_text_put(&line, what);
    if (error) {
        lprt_text_put(&line, ": ");
        lprt_text_put(&line, strerrordesc_np(error));
    }
    write_line(&line);
}

void lprt_say_written(const char *file, const char *kept)
{
    struct lprt_text line = lprt_text_in(buffer, sizeof buffer);

    lprt_text_put(&line, "lineprof: wrote ");
    lprt_text_put(&line, file);
    lprt_text_put(&line, "; view it with: lineprof-view ");
    lprt_text_put(&line, file);
    if (kept) {
        lprt_text_put(&line, "; the run before is in ");
        lprt_text_put(&line, kept);
    }
    write_line(&line);
}
