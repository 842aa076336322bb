# SPDX-License-Identifier: MIT
"""Run a command on a terminal and print what it shows, escapes spelled out.

usage: on_terminal.py [--keys=KEYS] COLUMNS COMMAND [ARGUMENT]...

With --keys, print what is on the screen before each of the keys, which are characters or
u and d for the arrows up and down.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

ROWS = 24
QUIET_S = 0.4
PATIENCE_S = 20
ARROWS = {"u": "\x1b[A", "d": "\x1b[B"}


def start(columns, command):
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        os.execvp(command[0], command)
    return child, terminal


def read_some(terminal, timeout_s):
    """What comes next; nothing after the time, or when the other end is closed."""
    if not select.select([terminal], [], [], timeout_s)[0]:
        return b""
    try:
        return os.read(terminal, 4096)
    except OSError:  # how a terminal says that its other end is closed
        return b""


def read_all(terminal, timeout_s=QUIET_S):
    """What comes, until nothing does for a time; something is waited for."""
    shown = read_some(terminal, PATIENCE_S)
    while piece := read_some(terminal, timeout_s):
        shown += piece
    return shown.decode("utf-8", "backslashreplace").replace("\r\n", "\n")


def show(text):
    sys.stdout.write(text.replace("\x1b", "\\e").replace("\r", "\\r"))


def main():
    keys = sys.argv.pop(1)[7:] if sys.argv[1].startswith("--keys=") else ""
    child, terminal = start(int(sys.argv[1]), sys.argv[2:])
    for key in keys:
        screen = read_all(terminal).split("\x1b[H")[-1]
        show(f"[{key}]\n" + screen.replace("\x1b[K", "").replace("\x1b[0m", ""))
        os.write(terminal, ARROWS.get(key, key).encode())
    show(read_all(terminal, PATIENCE_S))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if keys:
        usual = termios.ICANON | termios.ECHO | termios.ISIG
        is_usual = termios.tcgetattr(terminal)[3] & usual == usual
        print(f"\nstatus {status}, the terminal {'as before' if is_usual else 'has changed'}")


if __name__ == "__main__":
    main()
