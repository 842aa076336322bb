/* SPDX-License-Identifier: MIT */
/* Where the file goes, and what happens where it cannot. */
#include "profile_sums.h"
#include "scratch.h"
#include "suite_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "lprt_place_program"
#define PROFILE PROGRAM ".lprof"

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static const struct {
    const char *pattern;
    const char *path;
} patterns[] = {
    {"LINEPROF_OUT=plain.lprof",                 "plain.lprof"            },
    {"LINEPROF_OUT=a/b/%e-x.lprof",              "a/b/" PROGRAM "-x.lprof"},
    {"LINEPROF_OUT=%q{WORD}%%%q{NONE}.%r.lprof", "blue%.0.lprof"          },
    {"LINEPROF_OUT=%z%.lprof",                   "%z%.lprof"              },
    {"LINEPROF_OUT=folder/",                     "folder/" PROFILE        },
    {"LINEPROF_OUT=./%q{WORD}/../up.lprof",      "up.lprof"               },
};

START_TEST(pattern_makes_the_name)
{
    setenv("WORD", "blue", 1);
    const struct run *run = RUN_WITH(patterns[_i].pattern, PROGRAM, "plain");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_str_eq(profiles()[0], patterns[_i].path);
    ck_assert_uint_eq(function_in(read_profile(patterns[_i].path), "outer")->calls, 1);
}
END_TEST

START_TEST(pattern_knows_process_host_and_time)
{
    char host[256];
    char expected[512];

    ck_assert_int_eq(gethostname(host, sizeof host), 0);
    ck_assert(exited_with(RUN_WITH("LINEPROF_OUT=%p.%h.%t.lprof", PROGRAM, "plain"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    const struct profile_sums *profile = read_profile(profiles()[0]);
    snprintf(expected, sizeof expected, "%u.%s.%llu.lprof", profile->header.pid, host,
             (unsigned long long)(profile->header.start_ns / 1000000000));
    ck_assert_str_eq(profiles()[0], expected);
}
END_TEST

/* A number alone is no rank where it may be left over or set for something else. */
static const struct {
    const char *setting;
    const char *size; /* NULL: none */
    const char *path;
} ranks[] = {
    {"LINEPROF_RANK=3",         NULL,                     PROGRAM ".3.lprof" },
    {"OMPI_COMM_WORLD_RANK=12", NULL,                     PROGRAM ".12.lprof"},
    {"PMIX_RANK=0",             NULL,                     PROGRAM ".0.lprof" },
    {"PMI_RANK=7",              NULL,                     PROGRAM ".7.lprof" },
    {"SLURM_PROCID=8",          "SLURM_STEP_NUM_TASKS=9", PROGRAM ".8.lprof" },
    {"SLURM_PROCID=0",          "SLURM_STEP_NUM_TASKS=1", PROFILE            },
    {"SLURM_PROCID=0",          "SLURM_NTASKS=4",         PROFILE            },
    {"SLURM_PROCID=0",          NULL,                     PROFILE            },
    {"RANK=9",                  "WORLD_SIZE=16",          PROGRAM ".9.lprof" },
    {"RANK=0",                  "WORLD_SIZE=1",           PROGRAM ".0.lprof" },
    {"RANK=9",                  NULL,                     PROFILE            },
    {"RANK=9",                  "WORLD_SIZE=",            PROFILE            },
    {"RANK=9",                  "WORLD_SIZE=big",         PROFILE            },
    {"RANK=9",                  "WORLD_SIZE=9",           PROFILE            },
    {"RANK=first",              "WORLD_SIZE=2",           PROFILE            },
};

START_TEST(rank_is_in_the_name)
{
    if (ranks[_i].size)
        putenv((char *)ranks[_i].size);
    ck_assert(exited_with(RUN_WITH(ranks[_i].setting, PROGRAM, "plain"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_str_eq(profiles()[0], ranks[_i].path);
}
END_TEST

/* What launchers set, apart by spaces, and what that says of the job. */
static const struct {
    const char *id; /* NULL: no record */
    uint32_t size;
    uint64_t start_s;
    const char *variables;
} jobs[] = {
    {"openmpi 99",       4, 0,
     "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 PMIX_NAMESPACE=99"                             },
    {"openmpi 7",        4, 0,
     "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 OMPI_MCA_ess_base_jobid=7"                     },
    {"pmix a-5@1",       0, 0,          "PMIX_RANK=2 PMIX_NAMESPACE=a-5@1"                         },
    {"pmi 12.0",         3, 0,          "PMI_RANK=2 PMI_SIZE=3 PMI_JOBID=12.0"                     },
    {"",                 3, 0,          "PMI_RANK=2 PMI_SIZE=3"                                    },
    {NULL,               0, 0,          "PMI_RANK=2 PMI_SIZE=2"                                    },
    {NULL,               0, 0,          "PMI_RANK=2"                                               },
    {"slurm 31.4",       2, 1700000000,
     "SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2 SLURM_JOB_ID=31 SLURM_STEP_ID=4 "
     "SLURM_JOB_START_TIME=1700000000"                                                             },
    {"slurm 31.4",       0, 0,
     "PMI_RANK=1 SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2 SLURM_JOB_ID=31 SLURM_STEP_ID=4"            },
    {"torchrun abc",     2, 0,          "RANK=0 WORLD_SIZE=2 TORCHELASTIC_RUN_ID=abc MASTER_ADDR=a"},
    {"torchrun a.29500", 2, 0,
     "RANK=0 WORLD_SIZE=2 TORCHELASTIC_RUN_ID=none MASTER_ADDR=a MASTER_PORT=29500"                },
    {"lineprof mine",    2, 0,
     "LINEPROF_RANK=0 LINEPROF_SIZE=2 LINEPROF_JOB=mine PMIX_NAMESPACE=1"                          },
    {NULL,               0, 0,          "PMIX_NAMESPACE=1 WORLD_SIZE=2 SLURM_JOB_ID=31"            },
};

START_TEST(job_is_in_the_file)
{
    struct lprof_reader *reader = NULL;
    struct lprof_job_view job = {0};

    char *variables =
        strdup(jobs[_i].variables); /* the environment has them from now on */
    for (char *at = strtok(variables, " "); at; at = strtok(NULL, " "))
        putenv(at);
    ck_assert(exited_with(RUN(PROGRAM, "plain"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_int_eq(lprof_reader_open(&reader, profiles()[0], NULL), LPROF_OK);
    ck_assert_uint_eq(lprof_reader_count(reader, LPROF_RECORD_JOB), jobs[_i].id != NULL);
    if (jobs[_i].id) {
        lprof_take_job(reader, 0, &job);
        ck_assert_uint_eq(job.id.size, strlen(jobs[_i].id));
        ck_assert_mem_eq(job.id.bytes, jobs[_i].id, job.id.size);
    }
    ck_assert_uint_eq(job.fields.size, jobs[_i].size);
    ck_assert_uint_eq(job.fields.start_ns, jobs[_i].start_s * 1000000000);
    lprof_reader_close(reader);
}
END_TEST

START_TEST(name_is_relative_to_where_the_program_began)
{
    ck_assert_int_eq(mkdir("elsewhere", 0700), 0);
    ck_assert(exited_with(RUN(PROGRAM, "chdir", "elsewhere"), 0));
    ck_assert_uint_eq(profile_count(), 1);
    ck_assert_str_eq(profiles()[0], PROFILE);
}
END_TEST

START_TEST(file_of_another_kind_is_left_alone)
{
    write_text("notes.txt", "of value");
    ck_assert(exited_with(RUN_WITH("LINEPROF_OUT=notes.txt", PROGRAM, "plain"), 0));
    struct stat status;
    ck_assert_int_eq(stat("notes.txt", &status), 0);
    ck_assert_int_eq(status.st_size, 8);
    ck_assert_uint_eq(profile_count(), 1); /* notes.txt.PID.lprof */
}
END_TEST

/* To a device, and, as /dev/stdout may be, to a file. */
START_TEST(link_that_is_no_profile_is_left_alone)
{
    static const char *const targets[] = {"/dev/null", "notes.txt", "nowhere"};
    struct stat status;

    write_text("notes.txt", "of value");
    ck_assert_int_eq(symlink(targets[_i], "link"), 0);
    const struct run *run = RUN_WITH("LINEPROF_OUT=link", PROGRAM, "plain");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "lineprof: link: is not a regular file\n");
    ck_assert_int_eq(lstat("link", &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
}
END_TEST

START_TEST(old_file_is_replaced_not_written_over)
{
    struct stat before;
    struct stat after;

    write_text(PROFILE, "half of something");
    ck_assert_int_eq(link(PROFILE, "kept"), 0);
    ck_assert_int_eq(stat(PROFILE, &before), 0);
    ck_assert(exited_with(RUN(PROGRAM, "plain"), 0));
    ck_assert_int_eq(stat(PROFILE, &after), 0);
    ck_assert_uint_ne(before.st_ino, after.st_ino);
    ck_assert_int_eq(stat("kept", &after), 0);
    ck_assert_int_eq(after.st_size, 17);
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "outer")->calls, 1);
}
END_TEST

START_TEST(symbolic_link_is_not_followed)
{
    struct stat status;

    write_text("precious", "text");
    ck_assert_int_eq(symlink("precious", PROFILE), 0);
    ck_assert(exited_with(RUN(PROGRAM, "plain"), 0));
    ck_assert_int_eq(stat("precious", &status), 0);
    ck_assert_int_eq(status.st_size, 4);
    ck_assert_int_eq(lstat(PROFILE, &status), 0);
    ck_assert(S_ISREG(status.st_mode));
}
END_TEST

/* Its owner can always read and write, and nobody else write. */
static const struct {
    mode_t umask;
    mode_t file;
    mode_t directory;
} modes[] = {
    {0,    0644, 0755},
    {022,  0644, 0755},
    {027,  0640, 0750},
    {077,  0600, 0700},
    {0777, 0600, 0700},
};

START_TEST(nobody_else_can_write_whatever_the_umask)
{
    static const char *const settings[] = {"LINEPROF_OUT=new/x.lprof",
                                           "LINEPROF_FORK=merge"};
    struct stat status;

    umask(modes[_i].umask);
    ck_assert(exited_with(RUN_WITH(settings[0], PROGRAM, "plain"), 0));
    ck_assert_int_eq(stat("new/x.lprof", &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, modes[_i].file);
    ck_assert_int_eq(stat("new", &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, modes[_i].directory);
    ck_assert(exited_with(RUN_WITH(settings[1], PROGRAM, "plain"), 0));
    ck_assert_int_eq(stat(PROFILE, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, modes[_i].file);
}
END_TEST

static size_t lines_in(const char *text)
{
    size_t lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Where there can be no file: one line, which names it and the reason. */
static const struct {
    const char *setting;
    const char *line;
} obstacles[] = {
    {"LINEPROF_OUT=text/x.lprof",
     "lineprof: text/x.lprof: cannot be written: Not a directory\n"                      },
    {"LINEPROF_OUT=/proc/self/x.lprof",
     "lineprof: /proc/self/x.lprof: cannot be written: No such file or directory\n"      },
    {"LINEPROF_OUT=/dev/null",          "lineprof: /dev/null: is not a regular file\n"   },
    {"LINEPROF_OUT=folder.lprof",       "lineprof: folder.lprof: is not a regular file\n"},
};

START_TEST(trouble_is_said_once_and_harms_nobody)
{
    struct stat status;

    write_text("text", "");
    ck_assert_int_eq(mkdir("folder.lprof", 0700), 0);
    const struct run *run = RUN_WITH(obstacles[_i].setting, PROGRAM, "plain");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, obstacles[_i].line);
    ck_assert_uint_eq(profile_count(), 0);
    ck_assert_int_eq(stat("/dev/null", &status), 0);
    ck_assert(S_ISCHR(status.st_mode));
}
END_TEST

START_TEST(folder_that_cannot_be_written_to)
{
    ck_assert_int_eq(chmod(".", 0755), 0);
    ck_assert_int_eq(mkdir("closed", 0555), 0);
    const struct run *run =
        RUN_WITH("LINEPROF_OUT=closed/x.lprof", PROGRAM, "unprivileged");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err,
                     "lineprof: closed/x.lprof: cannot be written: Permission denied\n");
    ck_assert_uint_eq(profile_count(), 0);
}
END_TEST

START_TEST(unknown_setting_is_said)
{
    const struct run *run = RUN_WITH("LINEPROF_FORK=never", PROGRAM, "plain");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(
        run->err, "lineprof: LINEPROF_FORK: is not newest, separate, merge or ignore\n");
    ck_assert_uint_eq(profile_count(), 1);
}
END_TEST

/* The file grows after the program has closed its descriptor and taken the number. */
START_TEST(descriptors_are_the_programs)
{
    const struct run *run = RUN(PROGRAM, "close_all", "20000");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "");
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_gt(profile->size_bytes, 1000000);
    ck_assert_uint_eq(function_in(profile, "work")->calls, 20001);
    ck_assert_uint_eq(profile->header.state, LPROF_STATE_COMPLETE);
    check_sums(profile);
}
END_TEST

START_TEST(what_no_longer_fits_is_missing_and_nothing_else)
{
    const struct run *run = RUN(PROGRAM, "small_files", "20000");
    ck_assert(exited_with(run, 0));
    ck_assert_str_eq(run->err, "lineprof: " PROFILE ": cannot grow: File too large\n");
    ck_assert_uint_eq(lines_in(run->err), 1);
    const struct profile_sums *profile = read_profile(PROFILE);
    ck_assert_uint_eq(profile->header.state, LPROF_STATE_COMPLETE);
    ck_assert_uint_ne(profile->header.warnings & LPROF_WARNING_REGION_FULL, 0);
    /* Frames beyond the limit were in memory: what they counted is in the blocks. */
    ck_assert_uint_eq(function_in(profile, "work")->calls, 20001);
    check_sums(profile);
}
END_TEST

START_TEST(little_address_space_is_enough)
{
    ck_assert(exited_with(RUN(PROGRAM, "small_space", "5"), 0));
    ck_assert_uint_eq(function_in(read_profile(PROFILE), "work")->calls, 5);
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

Suite *make_suite(void)
{
    Suite *suite = suite_create("lprt_files");
    TCase *tests = tcase_create("all");

    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, scratch_enter, scratch_leave);
    tcase_add_loop_test(tests, pattern_makes_the_name, 0, COUNT(patterns));
    tcase_add_test(tests, pattern_knows_process_host_and_time);
    tcase_add_loop_test(tests, rank_is_in_the_name, 0, COUNT(ranks));
    tcase_add_loop_test(tests, job_is_in_the_file, 0, sizeof jobs / sizeof *jobs);
    tcase_add_test(tests, name_is_relative_to_where_the_program_began);
    tcase_add_test(tests, file_of_another_kind_is_left_alone);
    tcase_add_loop_test(tests, link_that_is_no_profile_is_left_alone, 0, 3);
    tcase_add_test(tests, old_file_is_replaced_not_written_over);
    tcase_add_test(tests, symbolic_link_is_not_followed);
    tcase_add_loop_test(tests, nobody_else_can_write_whatever_the_umask, 0, COUNT(modes));
    tcase_add_loop_test(tests, trouble_is_said_once_and_harms_nobody, 0,
                        COUNT(obstacles));
    tcase_add_test(tests, folder_that_cannot_be_written_to);
    tcase_add_test(tests, unknown_setting_is_said);
    tcase_add_test(tests, descriptors_are_the_programs);
    tcase_add_test(tests, what_no_longer_fits_is_missing_and_nothing_else);
    if (!ANY_SANITIZER)
        tcase_add_test(tests, little_address_space_is_enough);
    suite_add_tcase(suite, tests);
    return suite;
}
