#!/usr/bin/env python3
"""An engine by our own protocol that behaves as its file is called: `plain` plays the
first of its moves; the others do something wrong, most of them on their third turn."""
import os
import subprocess
import sys
import time

MANNER = os.path.basename(sys.argv[0])


def say(text):
    print(text, flush=True)


def misbehave(turn):
    if MANNER == "slow":
        time.sleep(0.3)
    if turn < 3:
        return
    if MANNER == "hang":
        time.sleep(1000)
    if MANNER == "crash":
        os.abort()
    if MANNER == "garbage":
        say('\x00\xff{}[Edition "x"]')
    if MANNER == "illegal":
        say("bestmove a1-a1")
    if MANNER == "nowhere":
        say("bestmove z9-z9")
    if MANNER == "resign":
        say("bestmove resign")
    if MANNER == "complain":
        say("error I do not like this")
    if MANNER == "silent":
        os.close(1)
        time.sleep(1000)
    if MANNER == "parent":
        # A child that leaves the group and the session, and holds the pipes open.
        seconds = os.environ["FLAGFALL_TEST_SLEEP"]
        subprocess.Popen(["setsid", "sleep", seconds], stderr=subprocess.DEVNULL)
        time.sleep(1000)
    if MANNER == "edge":  # as long as a line may be
        say("id name " + "x" * 492)
    if MANNER == "long":
        say("id name " + "y" * 493)
    if MANNER == "half":
        print("bestmove a1", end="", flush=True)
        sys.exit(3)
    if MANNER == "badinfo":
        say("info depth deep")
    while MANNER == "talk":
        say("info depth 1 score 2 nodes 3")
    while MANNER == "endless":
        sys.stdout.write("info " * 1000)
        sys.stdout.flush()
    if MANNER == "stubborn":  # thinks until it is told to stop
        while sys.stdin.readline().strip() != "stop":
            pass


def main():
    moves, turn = [], 0
    if MANNER == "mute":
        time.sleep(1000)
    if MANNER == "deaf":
        os.close(0)
        time.sleep(1000)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "flagfall":
            say("id name Test\noption wit spin 3 1 5\nready " + ("2" if MANNER == "newer" else "1"))
        elif word == "setup":
            say("setup BBB" if MANNER == "army" else "setup nothing")
        elif word == "set":
            with open("settings", "a", encoding="ascii") as file:
                file.write(rest + "\n")
            print("wit is ", end="", file=sys.stderr, flush=True)  # a line in two pieces
            time.sleep(0.1)
            print(rest + "\nno end", end="", file=sys.stderr, flush=True)
        elif word == "moves":
            moves = rest.split()
        elif word == "go":
            turn += 1
            misbehave(turn)
            say("bestmove " + moves[0])


main()
