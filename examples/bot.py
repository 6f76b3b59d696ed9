#!/usr/bin/env python3
"""An engine for Flagfall (docs/engine-protocol.md): takes what is weaker, and marches on."""
import random
import sys

RANKS = "bomb spy scout miner sergeant lieutenant captain major colonel general marshal".split()


def draw_army(edition):
    """All pieces at random, but the flag (M) in the back row."""
    files = int(edition["files"])
    army = "".join(x * int(edition[rank].split()[0]) for x, rank in zip("BCDEFGHIJKL", RANKS))
    army = list(army.ljust(files * int(edition["zone-rows"]) - 1, "A"))  # A: left empty
    random.shuffle(army)
    army.insert(random.randrange(files), "M")
    return "".join(army)


def rate(move, board, files, forward):
    """How good a move looks; a4-a5, or a4xa5 where it attacks."""
    ends = [("abcdefghik".index(s[0]), int(s[1:]) - 1) for s in move.replace("x", "-").split("-")]
    if "x" not in move:
        return random.random() + (ends[1][1] - ends[0][1]) * forward
    letters = [board[file + files * row] for file, row in ends]
    # 0 is a bomb, 1 the spy, 2 a scout .. 10 the marshal, 11 the flag, of either colour.
    mine, other = [(ord(letter.upper()) - ord("B")) % 12 for letter in letters]
    if letters[1] in "?!-+":
        return random.random() + 3 - mine / 2
    return 20 if other == 11 or mine > other > 0 or (mine, other) in [(3, 0), (1, 10)] else -5


def main():
    edition, seat, board, moves = {}, "", "", []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "flagfall":
            print("id name Example", "option seed spin 0 0 1000000", "ready 1", sep="\n")
        elif word == "set":
            random.seed(rest)
        elif word == "ping":
            print("pong", rest)
        elif word == "newgame":
            seat = rest
        elif word == "edition":
            edition.update([rest.split(" = ", 1)])
        elif word == "setup":
            print("setup", draw_army(edition))
        elif word == "board":
            board = rest
        elif word == "moves":
            moves = rest.split()
        elif word == "go":
            look = (board, int(edition["files"]), 1 if seat == "red" else -1)
            print("bestmove", max(moves, key=lambda move: rate(move, *look)))
        elif word == "quit":
            break
        sys.stdout.flush()


main()
