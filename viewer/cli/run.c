/* SPDX-License-Identifier: MIT */
/* lineprof run: a program as it would run anyway, with the runtime's variables set, and
   what counts bytes loaded before all else. */
#include "cli/commands.h"

#include "base/complain.h"
#include "base/memory.h"
#include "base/paths.h"
#include "cli/elf_program.h"
#include "cli/newest.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char name[] = "lineprof run";

static const char usage[] =
    "Usage: lineprof run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "Run a program that was compiled with the plugin, and say where its profile is.\n\n"
    "      --heap[=peak]    count the bytes that lines allocate; mode exact; peak: and\n"
    "                       which lines held the most that was in use\n"
    "      --view           show the listing when it has ended\n"
    "  -o, --output=NAME    name of the profile, as LINEPROF_OUT\n"
    "      --mode=MODE      adaptive, exact or hits, as LINEPROF_MODE\n"
    "      --fork=WHAT      newest, separate, merge or ignore, as LINEPROF_FORK\n"
    "      --timeline=N     as LINEPROF_TIMELINE\n"
    "      --stats=HZ       read what it uses so often a second, as LINEPROF_STATS\n"
    "      --paused         begin paused, as LINEPROF_START=0\n"
    "  -h, --help           this text\n\n"
    "Ends as the program does: with its status, or 128 and the number of the signal "
    "that\n"
    "ended it.\n";

/* An option that sets a variable of the program's. */
static const struct setting {
    const char *option;
    const char *variable;
    const char *value; /* NULL: the option's argument */
    char letter;
} settings[] = {
    {"output",   "LINEPROF_OUT",      NULL, 'o'},
    {"mode",     "LINEPROF_MODE",     NULL, 'm'},
    {"fork",     "LINEPROF_FORK",     NULL, 'f'},
    {"timeline", "LINEPROF_TIMELINE", NULL, 't'},
    {"stats",    "LINEPROF_STATS",    NULL, 's'},
    {"paused",   "LINEPROF_START",    "0",  'p'},
};

struct run {
    bool heap;
    const char *more; /* what is to be known of it beyond; NULL: nothing */
    bool view;
    char **words; /* the program and its arguments */
};

static const struct setting *find_setting(int letter)
{
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (settings[i].letter == letter)
            return &settings[i];
    }
    return NULL;
}

/* Getopt's code of what is asked for beside a run; 0: nothing. */
static int parse(struct run *run, int argc, char **argv)
{
    static const struct option longs[] = {
        {"heap",     optional_argument, NULL, 'H'},
        {"view",     no_argument,       NULL, 'v'},
        {"output",   required_argument, NULL, 'o'},
        {"mode",     required_argument, NULL, 'm'},
        {"fork",     required_argument, NULL, 'f'},
        {"timeline", required_argument, NULL, 't'},
        {"stats",    required_argument, NULL, 's'},
        {"paused",   no_argument,       NULL, 'p'},
        {"help",     no_argument,       NULL, 'h'},
        {NULL,       0,                 NULL, 0  },
    };
    int code = 0;

    opterr = 0;
    optind = 0; /* start anew, whoever has parsed before */
    while ((code = getopt_long(argc, argv, "+:o:h", longs, NULL)) != -1) {
        const struct setting *setting = find_setting(code);
        if (code == 'H') {
            run->heap = true;
            run->more = optarg;
        } else if (code == 'v')
            run->view = true;
        else if (setting)
            setenv(setting->variable, setting->value ? setting->value : optarg, 1);
        else
            return code;
    }
    run->words = argv + optind;
    return 0;
}

/* ---- Bytes ---- */

/* What the program says of itself: NULL, or why its bytes cannot be counted. */
static const char *why_not_counted(const char *program)
{
    switch (elf_program_kind(program)) {
    case ELF_PROGRAM_STATIC:
        return "is static";
    case ELF_PROGRAM_SANITIZED:
        return "was built with a sanitizer, which allocates by itself";
    default:
        return NULL;
    }
}

static void preload(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    char *all = memory_format("%s%s%s", library, others && *others ? ":" : "",
                              others ? others : "");

    setenv("LD_PRELOAD", all, 1);
    free(all);
}

/* 0, or the command's exit code. */
static enum exit_code count_bytes(const struct run *run)
{
    const char *mode = getenv("LINEPROF_MODE");
    const char *why_not = why_not_counted(run->words[0]);

    if (run->more && strcmp(run->more, "peak") != 0)
        return complain_of_usage(
            name, memory_format("--heap=%s: there is only --heap=peak", run->more));
    if (mode && *mode && strcmp(mode, "exact") != 0)
        return complain_of_usage(
            name, memory_format("--heap needs mode exact, and the mode is %s", mode));
    if (why_not) {
        complain(name,
                 memory_format("%s: %s: bytes are not counted", run->words[0], why_not));
        return EXIT_DONE;
    }
    char *library = paths_heap_library();
    if (!library)
        return complain(name, memory_format("liblineprof-heap.so is not where this "
                                            "program expects it"));
    setenv("LINEPROF_MODE", "exact", 1);
    if (run->more)
        setenv("LINEPROF_HEAP_PEAK", "1", 1);
    preload(library);
    free(library);
    return EXIT_DONE;
}

/* ---- The program ---- */

/* As a shell has it: what the terminal sends is for the program. */
static int wait_for(pid_t pid)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before[2];
    int status = 0;

    sigaction(SIGINT, &ignore, &before[0]);
    sigaction(SIGQUIT, &ignore, &before[1]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGQUIT, &before[1], NULL);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static enum exit_code show(const struct run *run, const char *profile)
{
    char view[] = "view";
    char columns[] = "--columns=line,hits,time,allocs,bytes,self-bytes,freed,source";
    char with_peak[] =
        "--columns=line,hits,time,allocs,bytes,self-bytes,freed,peak-bytes,source";
    char *path = memory_string(profile, strlen(profile));
    char *words[] = {view, path, run->more ? with_peak : columns, NULL};
    const enum exit_code code = view_run(run->heap ? 3 : 2, words);

    free(path);
    return code;
}

/* What the program has left. */
static enum exit_code tell(const struct run *run, const struct newest_wanted *wanted)
{
    char *profile = newest_profile_of(wanted);
    enum exit_code code = EXIT_DONE;

    if (!profile) {
        complain(name,
                 memory_format("%s has left no profile%s%s: was it compiled with the "
                               "plugin, and did a marked function run?",
                               run->words[0], wanted->name ? " under " : "",
                               wanted->name ? wanted->name : ""));
        return run->view ? EXIT_DATA : EXIT_DONE;
    }
    fprintf(stderr, "%s: wrote %s\n", name, profile);
    if (run->view)
        code = show(run, profile);
    free(profile);
    return code;
}

/* The program's status is more than the command's own codes. */
static enum exit_code start(const struct run *run)
{
    struct newest_wanted wanted = {.name = getenv("LINEPROF_OUT")};
    pid_t pid = 0;

    clock_gettime(CLOCK_REALTIME, &wanted.since);
    const int error = posix_spawnp(&pid, run->words[0], NULL, NULL, run->words, environ);
    if (error)
        return complain(name, memory_format("%s: %s", run->words[0], strerror(error)));
    wanted.pid = (uint32_t)pid;
    const int status = wait_for(pid);
    unsetenv("LD_PRELOAD"); /* what shows the listing is not the program */
    const enum exit_code told = tell(run, &wanted);
    return status ? (enum exit_code)status : told;
}

enum exit_code run_run(int argc, char **argv)
{
    struct run run = {0};
    const int other = parse(&run, argc, argv);

    if (other == 'h') {
        fputs(usage, stdout);
        return end_output(name);
    }
    if (other)
        return complain_of_usage(
            name,
            memory_format(other == ':' ? "%s needs an argument" : "there is no option %s",
                          argv[optind - 1]));
    if (!run.words[0])
        return complain_of_usage(name, memory_format("say which program"));
    const enum exit_code counted = run.heap ? count_bytes(&run) : EXIT_DONE;
    return counted ? counted : start(&run);
}
