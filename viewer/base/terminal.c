/* SPDX-License-Identifier: MIT */
#include "base/terminal.h"

#include "base/memory.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* The other screen, without a cursor; and back. */
#define ENTER "\x1b[?1049h\x1b[?25l"
#define LEAVE "\x1b[?25h\x1b[?1049l"
#define HOME  "\x1b[H"

/* What ends a program that should give the terminal back first. */
static const int signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

struct terminal {
    struct termios before;
    struct sigaction handlers_before[SIGNAL_COUNT];
};

static volatile sig_atomic_t is_told_to_end;

static void tell_to_end(int number)
{
    (void)number;
    is_told_to_end = 1;
}

struct terminal *terminal_open(void)
{
    const struct sigaction end = {.sa_handler = tell_to_end};
    const char *term = getenv("TERM");
    struct terminal *terminal;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !term || !strcmp(term, "dumb"))
        return NULL;
    terminal = memory_zeroed(1, sizeof *terminal);
    tcgetattr(STDIN_FILENO, &terminal->before);
    struct termios raw = terminal->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    is_told_to_end = 0;
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &end, &terminal->handlers_before[i]);
    fputs(ENTER, stdout);
    return terminal;
}

void terminal_close(struct terminal *terminal)
{
    if (!terminal)
        return;
    fputs(LEAVE, stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal->before);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &terminal->handlers_before[i], NULL);
    free(terminal);
}

void terminal_begin_screen(struct terminal *terminal, size_t *width, size_t *height)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};

    (void)terminal;
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *width = size.ws_col ? size.ws_col : 80;
    /* The last line stays free: printing its end would scroll. */
    *height = size.ws_row > 1 ? size.ws_row - 1u : 1;
    fputs(HOME, stdout);
}

/* What keys without a character send. */
static const struct {
    const char *bytes;
    enum terminal_key key;
} sequences[] = {
    {"\x1b[A",  TERMINAL_UP       },
    {"\x1bOA",  TERMINAL_UP       },
    {"\x1b[B",  TERMINAL_DOWN     },
    {"\x1bOB",  TERMINAL_DOWN     },
    {"\x1b[5~", TERMINAL_PAGE_UP  },
    {"\x1b[6~", TERMINAL_PAGE_DOWN},
};

static enum terminal_key key_of(const char *bytes, size_t size)
{
    if (size == 1)
        return (enum terminal_key)(unsigned char)bytes[0];
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        if (strlen(sequences[i].bytes) == size &&
            !memcmp(bytes, sequences[i].bytes, size))
            return sequences[i].key;
    }
    return TERMINAL_OTHER;
}

/* One key: a character, or an escape and what comes with it at once. */
static enum terminal_key read_key(void)
{
    char bytes[8];
    size_t size = 0;

    if (read(STDIN_FILENO, bytes, 1) != 1)
        return TERMINAL_END;
    for (size = 1; bytes[0] == '\x1b' && size < sizeof bytes; size++) {
        if (read(STDIN_FILENO, bytes + size, 1) != 1)
            break;
        if (size > 1 && bytes[size] >= '@' && bytes[size] <= '~') {
            size++;
            break;
        }
    }
    return key_of(bytes, size);
}

enum terminal_key terminal_wait(struct terminal *terminal, int milliseconds)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};

    (void)terminal;
    const int ready = poll(&in, 1, milliseconds);
    if (is_told_to_end || (ready > 0 && !(in.revents & POLLIN)))
        return TERMINAL_END;
    return ready > 0 ? read_key() : TERMINAL_NONE;
}
