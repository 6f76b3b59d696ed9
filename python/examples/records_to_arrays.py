"""Records into arrays for supervised learning: what the mover saw, what it did, and what it
thought the game was worth.

    records_to_arrays.py [FILE]      records as `flagfall selfplay --record FILE` or `Game.record`
                                     write them, compressed (.gz) or not; without a file, a game
                                     between computers is made
"""

import gzip
import re
import sys

import numpy as np

import flagfall

# A comment ({score 35}, {[%eval 0.5] [%best d1-e1]}) may name moves that were not played.
MOVE = re.compile(r"([a-k]\d+[-x][a-k]\d+)|\{(?:score\s+(-?\d+))?[^}]*\}")


def read(path: str) -> str:
    if path.endswith(".gz"):
        with gzip.open(path, "rt", encoding="utf-8") as packed:
            return packed.read()
    with open(path, encoding="utf-8") as file:
        return file.read()


def moves_of(text: str) -> list[tuple[str, float]]:
    """Each move with what its player thought; NaN where it did not tell."""
    moves: list[tuple[str, float]] = []
    for move, score in MOVE.findall(text):
        if move:
            moves.append((move, np.nan))
        elif score and moves:
            moves[-1] = (moves[-1][0], float(score))
    return moves


def play_one() -> str:
    made = flagfall.Game("duel", seed=1, ply_limit=30)
    player = flagfall.Computer("one-ply", 1)
    while not made.over:
        made.move(made.computer_move(player, 1))
    return made.record()


names = [a for a in sys.argv[1:] if not a.startswith("-")]
text = read(names[0]) if names else play_one()
seen, done, thought, won = [], [], [], []
for record in re.split(r"^(?=\[Edition )", text, flags=re.M)[1:]:
    tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]', record, flags=re.M))
    game = flagfall.Game(tags["Edition"], red=tags["RedSetup"], blue=tags["BlueSetup"])
    for turn, (move, score) in enumerate(moves_of(record.split("\n\n", 1)[1])):
        mover, other = ("red", "blue")[turn % 2], ("blue", "red")[turn % 2]
        seen.append(game.observation(mover, dtype="uint8"))
        numbers = {game.action_text(a): a for a in game.actions()}
        done.append(numbers[move])
        thought.append(score)
        won.append({mover: 1, other: -1}.get(tags.get("Result", ""), 0))
        game.move(move)
observations, actions = np.stack(seen), np.array(done, np.int16)
scores, results = np.array(thought, np.float32), np.array(won, np.int8)
print(f"observations {observations.shape} {observations.dtype}, actions {actions.shape}, "
      f"scores {scores.shape}, results {results.shape} of {results.mean():+.2f} on average")
