/* SPDX-License-Identifier: MIT */
#include "process/lprt_report.h"
#include "base/lprt_lock.h"
#include "base/lprt_text.h"

#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

/* Relative to the runtime's folder: as in the build tree and once installed, then in it.
 */
static const char *const places[] = {"../bin/lineprof-view", "lineprof-view"};

enum { PLACES = sizeof places / sizeof places[0] };

static char paths[PLACES][PATH_MAX]; /* empty: not known */

/* A static program's runtime is the program.  Whether the viewer is there is for exec
   to find out. */
static void find_paths(void)
{
    Dl_info info;

    if (!dladdr(paths, &info) || !info.dli_fname)
        return;
    for (size_t i = 0; i < PLACES; i++) {
        struct lprt_text path = lprt_text_in(paths[i], sizeof paths[i]);
        lprt_text_put_bytes(&path, info.dli_fname,
                            (size_t)(lprt_text_base(info.dli_fname) - info.dli_fname));
        lprt_text_put(&path, places[i]);
        if (path.cut)
            paths[i][0] = '\0';
    }
}

/* In the child. */
static void become_viewer(char *const arguments[])
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    for (size_t i = 0; i < PLACES; i++)
        execv(paths[i], arguments);
    execvp(arguments[0], arguments);
    _exit(127);
}

void lprt_report(const char *file)
{
    char *const arguments[] = {"lineprof-view", "--no-pager", "--", (char *)file, NULL};

    LPRT_GUARDED();
    find_paths();
    const pid_t child = _Fork(); /* without the program's handlers of forks, and ours */
    if (child == 0)
        become_viewer(arguments);
    if (child > 0)
        waitpid(child, NULL, 0);
}
