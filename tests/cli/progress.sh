#!/bin/bash
# Long work tells on a terminal how far it is, and takes that line away at the end. It is
# silent in a pipe, and with --quiet.
set -u
flagfall=$(realpath "${FLAGFALL:-build/flagfall}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$flagfall" "$work" <<'PYTHON'
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

flagfall, work = sys.argv[1:]
passed = failed = 0
setup = "MBCDDEEKLB" + "A" * 30
with open(f"{work}/games.ffr", "w") as file:
    file.write(f'[Edition "duel"]\n[RedSetup "{setup}"]\n[BlueSetup "{setup}"]\n\n1. d1-d4 g10-g7\n\n' * 5)


def check(what, found, expected=True):
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"not so: {what}\n  found    {found!r}\n  expected {expected!r}")


def on_terminal(*words, columns=120, term="xterm", output=None):
    """What comes to a terminal of so many columns; standard output too where it is not elsewhere."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen((flagfall,) + words, stdin=subprocess.DEVNULL, stdout=output or theirs, stderr=theirs,
                               env={**os.environ, "TERM": term})
    os.close(theirs)
    text = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # so Linux says that the last writer has gone
            break
        if not part:
            break
        text += part
    process.wait()
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


CLEAR = "\r\x1b[K"


def lines_of(text):
    return re.findall(r"\r([^\r\n]+)\x1b\[K", text)


def what_stays(text):
    """The terminal's text when all is over: what is taken away is gone."""
    rows = []
    for row in text.split("\n"):
        rows.append(re.split(r"\r\x1b\[K|\r(?=[^\r]*\x1b\[K)", row)[-1].replace("\x1b[K", ""))
    return "\n".join(rows)


LEFT = r"(?:at most )?\d+:\d\d:\d\d left"
WORK = {
    "check": (("check", f"{work}/games.ffr"), rf"^ {{0,2}}\d+ %  \d+ games  \S+/s  {LEFT}$"),
    "convert": (("convert", "--to", "json", f"{work}/games.ffr"), rf"^ {{0,2}}\d+ %  \d+ games  \S+/s  {LEFT}$"),
    "perft": (("perft", "--edition", "duel", "3"), r"^ {0,2}\d+ %  \d+ sequences  \S+( million)?/s  " + LEFT + "$"),
    "match": (("match", "random", "random", "--games", "4", "--edition", "barrage"),
              rf"^ {{0,2}}\d+ %  \d of 4 games  \S+/s  {LEFT}  .*elo"),
    "tournament": (("tournament", "random", "a=random", "b=random", "--games", "2", "--edition", "barrage"),
                   rf"^ {{0,2}}\d+ %  \d of 6 games  \S+/s  {LEFT}$"),
    "learn": (("learn", "--editions", "examples/editions/toy-4x4.ffe", "--games", "128", "--every", "128", "--trial", "2",
               "--against", "random"),
              rf"^ {{0,2}}\d+ %  \d+ of 128 games  \S+/s  {LEFT}$"),
    "solve": (("solve", "examples/editions/toy-3x3.ffe", "--plies", "5", "--iterations", "64", "--player", "random"),
              rf"^ {{0,2}}\d+ %  \d+ of 64 iterations  \S+/s  {LEFT}  exploitability"),
    "analyse": (("analyse", f"{work}/games.ffr", "--movetime", "1"), rf"^ {{0,2}}\d+ %  \d+ plies  \S+/s  {LEFT}$"),
}
for name, (words, form) in WORK.items():
    with open(f"{work}/out", "w") as output:
        text = on_terminal(*words, output=output)
    told = lines_of(text)
    check(f"{name} tells how far it is: {told[:3]}", any(re.search(form, line) for line in told))
    check(f"{name} leaves nothing on the terminal", what_stays(text).strip(), "")
    check(f"{name} ends with an empty line", text.endswith(CLEAR))
    check(f"{name} prints its answer elsewhere", os.path.getsize(f"{work}/out") > 0)
    piped = subprocess.run((flagfall,) + words, capture_output=True, text=True)
    check(f"{name} is silent in a pipe", piped.stderr, "")
    with open(f"{work}/out", "w") as output:
        check(f"{name} --quiet is silent", on_terminal(*words, "--quiet", output=output), "")

words = WORK["check"][0]
plain = subprocess.run((flagfall,) + words, capture_output=True, text=True).stdout
check("on one terminal the answer stands as in a pipe", what_stays(on_terminal(*words)), plain)
narrow = lines_of(on_terminal(*words, columns=30))
check("a narrow terminal gets short lines", narrow and max(map(len, narrow)) <= 29)
check("a terminal that takes no line back gets none", on_terminal(*words, term="dumb"), plain)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
PYTHON
