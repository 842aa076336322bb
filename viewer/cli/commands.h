/* SPDX-License-Identifier: MIT */
/*
 * The commands of both programs, each in the file that has its name: a door, which
 * declares what those files define.  argv[0] is the command's name.  All are for the main
 * thread, and complain on standard error before they return a failure.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "base/exit_code.h"
#include "cli/options.h"

/* The program lineprof-view. */
enum exit_code view_run(int argc, char **argv);

/* As a command of the front program, which messages are headed with, too. */
enum exit_code view_run_as(enum view_command command, int argc, char **argv);

/* lineprof merge: adds profiles up into one file. */
enum exit_code merge_run(int argc, char **argv);

/* lineprof dump: prints the raw records of the file argv[1]. */
enum exit_code dump_run(int argc, char **argv);

/* lineprof snapshot [--duration=SECONDS] [-o OUT] FILE|PID: what a program that runs has
   counted so far, or counts in so many seconds, as a file of its own. */
enum exit_code snapshot_run(int argc, char **argv);

/* lineprof pause FILE|PID: asks a program that runs, by a word of its file. */
enum exit_code request_pause_run(int argc, char **argv);

/* lineprof resume FILE|PID */
enum exit_code request_resume_run(int argc, char **argv);

/* lineprof reset FILE|PID: the same to count from 0 again. */
enum exit_code request_reset_run(int argc, char **argv);

/* lineprof run [OPTION]... PROGRAM [ARGUMENT]...: runs it with the runtime's variables
   set, and ends as it does. */
enum exit_code run_run(int argc, char **argv);

/* lineprof --cflags: the flags that compile with the plugin and its header, and choose
   what is profiled. */
enum exit_code flags_compile_run(int argc, char **argv);

/* lineprof --libs, --libs=heap: those that link the runtime, and what counts bytes. */
enum exit_code flags_link_run(int argc, char **argv);

#endif
