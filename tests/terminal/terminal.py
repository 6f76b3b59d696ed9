"""A program in a pseudo-terminal, whose screen is read as a person would see it (pyte).

Nothing here waits for a time: `until` reads what comes until the screen is as it should be. A
program that hangs is ended with its suite."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

import pyte

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGFALL = os.path.realpath(os.environ.get("FLAGFALL", "build/flagfall"))


class Ended(Exception):
    """The program has ended before the screen was as it should be."""


class Screen(pyte.Screen):
    """With the scrolling of xterm that pyte lacks: the region between the margins, up or down."""

    def scroll(self, step, row, count):
        before = self.cursor.y
        self.cursor.y = row
        for _ in range(count or 1):
            step()
        self.cursor.y = before

    def scroll_up(self, count=1):
        self.scroll(self.index, self.margins.bottom if self.margins else self.lines - 1, count)

    def scroll_down(self, count=1):
        self.scroll(self.reverse_index, self.margins.top if self.margins else 0, count)


class Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"scroll_up", "scroll_down"}


class Terminal:
    """`words` are those of flagfall, or a whole command where `program` is None."""

    def __init__(self, *words, rows=24, columns=80, term="xterm-256color", program=FLAGFALL,
                 folder=None, **environment):
        self.raw = b""
        self.screen = Screen(columns, rows)
        self.stream = Stream(self.screen)
        own = {"TERM": term, "LANG": "C.UTF-8", "PATH": os.environ["PATH"], **environment}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                own[name] = os.environ[name]
        self.master, self.slave = pty.openpty()
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.slave)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for file in (0, 1, 2):
                os.dup2(self.slave, file)
            os.close(self.master)
            os.chdir(folder or "/")
            line = [program, *words] if program else list(words)
            os.execvpe(line[0], line, own)
        self.status = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        for file in (self.master, self.slave):
            if file is not None:
                os.close(file)

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def send(self, text):
        os.write(self.master, text.encode())

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def text(self):
        return "\n".join(self.lines())

    def read(self):
        """More of what the program writes; Ended where nothing will come."""
        if self.slave is not None:  # ours would keep the terminal open for ever
            os.close(self.slave)
            self.slave = None
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            raise Ended(self.text())
        self.raw += data
        self.stream.feed(data)

    def until(self, holds):
        """Until the screen shows that text, or the function says so; returns the lines."""
        if isinstance(holds, str):
            wanted = holds
            holds = lambda lines: any(wanted in line for line in lines)
        while not holds(self.lines()):
            self.read()
        while select.select([self.master], [], [], 0)[0] and self.slave is None:
            try:  # the rest of that screen, as far as it is there
                self.read()
            except Ended:
                break
        return self.lines()

    def keys(self, text, holds):
        self.send(text)
        return self.until(holds)

    def end(self):
        """Reads to the end; the exit status, or minus the signal."""
        try:
            while True:
                self.read()
        except Ended:
            pass
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status


def compare(name, lines):
    """Is that the screen that is kept under this name? `--write` keeps it."""
    path = os.path.join(HERE, "screens", name + ".txt")
    found = "\n".join(lines).rstrip("\n") + "\n"
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(found)
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    return found, expected
