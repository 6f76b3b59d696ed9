#!/usr/bin/env python3
"""A program of the 2012 competition that moves at random, and a way of misbehaving.

The way is the name under which it lies in its folder: `random` is honest. It
reads `luck`, a file beside it, and writes into its folder, as some programs do.
"""
import os
import random
import sys
import time

MANNER = os.path.basename(sys.argv[0])
ARMY = ["FB8sB479B8", "BB31555583", "6724898974", "967B669999"]
STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def hear():
    line = sys.stdin.readline()
    if not line or line.startswith("QUIT"):
        sys.exit(0)
    return line.split()


def say(text):
    print(text, flush=True)


def legal_moves(board):
    """One step to an empty or an enemy's square, and a scout's runs over empty ones."""
    for y in range(10):
        for x in range(10):
            if board[y][x] not in "s987654321":
                continue
            for name, (dx, dy) in STEPS.items():
                for steps in range(1, 10 if board[y][x] == "9" else 2):
                    to_x, to_y = x + steps * dx, y + steps * dy
                    if not (0 <= to_x < 10 and 0 <= to_y < 10) or board[to_y][to_x] not in ".#":
                        break
                    yield f"{x} {y} {name} {steps}"
                    if board[to_y][to_x] == "#":
                        break


def misbehave(turn):
    """What the manner does on its third turn."""
    if turn < 3:
        return
    if MANNER == "hang":
        time.sleep(1000)
    if MANNER == "crash":
        os.abort()
    if MANNER == "garbage":
        say("\x00\xff{}[Edition \"x\"]")
    if MANNER == "no_move":
        say("NO_MOVE")
    if MANNER == "illegal":
        say("0 0 UP")
    if MANNER == "surrender":
        say("SURRENDER")
    while MANNER == "endless":
        sys.stdout.write("9" * 65536)
    if MANNER == "deaf":
        os.close(0)
        time.sleep(1000)
    if MANNER == "parent":
        leave_children()


def leave_children():
    """One child of its own session, with a child of its own; both hold our output."""
    if os.fork() == 0:
        os.setsid()
        os.fork()
        os.execvp("sleep", ["sleep", os.environ["FLAGFALL_TEST_SLEEP"]])
    time.sleep(0.2)
    sys.exit(0)


def main():
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
    random.seed(open(os.path.join(folder, "luck")).read())
    assert os.getcwd() == folder and not os.path.exists("written")
    open("written", "w").close()
    # Standard streams and the listing itself: no descriptor of the match's.
    assert len(os.listdir("/proc/self/fd")) == 4
    red = hear()[0] == "RED"
    if MANNER == "bad_army":
        say("FFFFFFFFFF")
    for line in ARMY if red else reversed(ARMY):
        say(line)
    if red and hear() != ["START"]:
        sys.exit(1)
    if not red:
        hear()
    turn = 0
    while True:
        board = [hear()[0] for _ in range(10)]
        turn += 1
        misbehave(turn)
        moves = list(legal_moves(board))
        say(random.choice(moves) if moves else "SURRENDER")
        hear()
        hear()


main()
