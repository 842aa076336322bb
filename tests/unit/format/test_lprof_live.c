/* SPDX-License-Identifier: MIT */
/* A file's writer lives while it holds its lock, or is the process it says it is. */
#include "sample_file.h"
#include "suite_main.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *directory;
static char path[4096];
static char host[256];
static struct sample sample;

static void make_scratch(void)
{
    directory = scratch_make();
    snprintf(path, sizeof path, "%s/run.lprof", directory);
    sample_fill(&sample);
    sample.header.state = LPROF_STATE_RUNNING;
    sample.header.pid = 0; /* nobody's */
    ck_assert_int_eq(gethostname(host, sizeof host - 1), 0);
    sample.process.host = (struct lprof_text){host, strlen(host)};
}

static void drop_scratch(void)
{
    scratch_remove(directory);
}

static void save_sample(void)
{
    struct memory_file file = {0};

    sample_write(&sample, &file);
    memory_file_save(&file, path);
    memory_file_release(&file);
}

static bool is_live(void)
{
    struct lprof_reader *r = NULL;

    ck_assert_int_eq(lprof_reader_open(&r, path, NULL), LPROF_OK);
    const bool live = lprof_reader_is_live(r);
    lprof_reader_close(r);
    return live;
}

static int lock_file(short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
    const int fd = open(path, O_RDWR | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fcntl(fd, F_OFD_SETLK, &lock), 0);
    return fd;
}

/* The shell's word for it, not the library's. */
static void ask_stat(pid_t pid, int field, char *out)
{
    char command[128];

    snprintf(command, sizeof command, "sed 's/.*) //' /proc/%d/stat | cut -d' ' -f%d",
             (int)pid, field - 2);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    ck_assert_int_eq(fscanf(pipe, "%63s", out), 1);
    pclose(pipe);
}

static uint64_t start_of(pid_t pid)
{
    char start[64];

    ask_stat(pid, 22, start);
    return strtoull(start, NULL, 10);
}

static uint64_t own_start(void)
{
    return start_of(getpid());
}

/* The sample becomes that of a new process, which does as it is told. */
static pid_t start_writer(void (*work)(void))
{
    const pid_t pid = fork();

    ck_assert_int_ge(pid, 0);
    if (!pid) {
        work();
        _exit(0);
    }
    sample.header.pid = (uint32_t)pid;
    sample.header.process_start = start_of(pid);
    save_sample();
    return pid;
}

static void wait_for_state(pid_t pid, char state)
{
    char now[64] = "";

    for (int i = 0; i < 1000 && *now != state; i++) {
        usleep(10000);
        ask_stat(pid, 3, now);
    }
    ck_assert_int_eq(*now, state);
}

static void end_writer(pid_t pid)
{
    kill(pid, SIGKILL);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

START_TEST(locked_file_is_live)
{
    save_sample();
    ck_assert(!is_live());
    const int fd = lock_file(F_WRLCK);
    ck_assert(is_live());
    close(fd);
    ck_assert(!is_live());
}
END_TEST

START_TEST(file_of_a_living_process_is_live)
{
    sample.header.pid = (uint32_t)getpid();
    sample.header.process_start = own_start();
    save_sample();
    ck_assert(is_live());
}
END_TEST

static void be_idle(void)
{
    alarm(60);
    for (;;)
        pause();
}

static void *be_idle_in_a_thread(void *unused)
{
    be_idle();
    return unused;
}

static void go_on_in_a_thread(void)
{
    pthread_t thread;

    if (!pthread_create(&thread, NULL, be_idle_in_a_thread, NULL))
        pthread_exit(NULL);
}

/* It was killed, and its parent has not asked how it ended. */
START_TEST(uncollected_process_is_not_live)
{
    const pid_t pid = start_writer(be_idle);

    ck_assert(is_live());
    kill(pid, SIGKILL);
    wait_for_state(pid, 'Z');
    ck_assert(!is_live());
    end_writer(pid);
}
END_TEST

START_TEST(process_without_its_first_thread_is_live)
{
    const pid_t pid = start_writer(go_on_in_a_thread);

    wait_for_state(pid, 'Z');
    ck_assert(is_live());
    end_writer(pid);
}
END_TEST

START_TEST(other_start_is_another_process)
{
    sample.header.pid = (uint32_t)getpid();
    sample.header.process_start = own_start() + 1;
    save_sample();
    ck_assert(!is_live());
}
END_TEST

START_TEST(other_host_is_another_process)
{
    sample.header.pid = (uint32_t)getpid();
    sample.header.process_start = own_start();
    sample.process.host = TEXT("another host altogether");
    save_sample();
    ck_assert(!is_live());
}
END_TEST

START_TEST(complete_file_is_not_live)
{
    sample.header.pid = (uint32_t)getpid();
    sample.header.process_start = own_start();
    sample.header.state = LPROF_STATE_COMPLETE;
    save_sample();
    const int fd = lock_file(F_WRLCK);
    ck_assert(!is_live());
    close(fd);
}
END_TEST

/* The file of a running program is longer than what is used of it. */
START_TEST(room_behind_the_used_bytes_is_no_matter)
{
    save_sample();
    FILE *file = fopen(path, "ab");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 70000; i++)
        fputc(i, file);
    fclose(file);
    ck_assert(!is_live());
}
END_TEST

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprof_live");
    TCase *tests = tcase_create("all");

    tcase_add_checked_fixture(tests, make_scratch, drop_scratch);
    tcase_add_test(tests, locked_file_is_live);
    tcase_add_test(tests, file_of_a_living_process_is_live);
    tcase_add_test(tests, uncollected_process_is_not_live);
    tcase_add_test(tests, process_without_its_first_thread_is_live);
    tcase_add_test(tests, other_start_is_another_process);
    tcase_add_test(tests, other_host_is_another_process);
    tcase_add_test(tests, complete_file_is_not_live);
    tcase_add_test(tests, room_behind_the_used_bytes_is_no_matter);
    suite_add_tcase(suite, tests);
    return suite;
}
