/* SPDX-License-Identifier: MIT */
/* Commands that ask a program that runs for something, by a word of its file. */
#ifndef REQUEST_H
#define REQUEST_H

#include "exit_code.h"

/* lineprof pause FILE|PID */
enum exit_code request_pause_run(int argc, char **argv);

/* lineprof resume FILE|PID */
enum exit_code request_resume_run(int argc, char **argv);

#endif
