/* SPDX-License-Identifier: MIT */
/* A terminal as a screen with keys. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stddef.h>

struct terminal;

/* Characters are themselves. */
enum terminal_key {
    TERMINAL_NONE = 0,
    TERMINAL_INTERRUPT = 3, /* ^C */
    TERMINAL_UP = 256,
    TERMINAL_DOWN,
    TERMINAL_PAGE_UP,
    TERMINAL_PAGE_DOWN,
    TERMINAL_OTHER,
    TERMINAL_END /* the terminal is gone, or the program is to end */
};
#define TERMINAL_KEY(character) ((enum terminal_key)(character))

/* Take over the terminal that standard input and output are; NULL, and nothing done, if
   they are none.  One at a time: it catches the signals that would end the program. */
struct terminal *terminal_open(void);

/* Give it back as it was.  Accepts NULL. */
void terminal_close(struct terminal *terminal);

/* Go to the first line, and say how much room there is. */
void terminal_begin_screen(struct terminal *terminal, size_t *width, size_t *height);

/* The next key; TERMINAL_NONE after that many milliseconds without one. */
enum terminal_key terminal_wait(struct terminal *terminal, int milliseconds);

#endif
