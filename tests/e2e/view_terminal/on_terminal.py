# SPDX-License-Identifier: MIT
"""Run a command on a terminal and print what it shows, escapes spelled out.

usage: on_terminal.py COLUMNS COMMAND [ARGUMENT]...
"""

import fcntl
import os
import pty
import struct
import sys
import termios


def main():
    columns, command = int(sys.argv[1]), sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execvp(command[0], command)
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how a terminal says that its other end is closed
            break
        if not piece:
            break
        shown += piece
    os.waitpid(child, 0)
    text = shown.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    sys.stdout.write(text.replace("\x1b", "\\e").replace("\r", "\\r"))


if __name__ == "__main__":
    main()
