"""Records into arrays for supervised learning: what the mover saw, and what it did.

    records_to_arrays.py [FILE]      a record as `Game.record` writes it; without one, a
                                     game between computers is made
"""

import re
import sys

import numpy as np

import flagfall

names = [a for a in sys.argv[1:] if not a.startswith("-")]
if names:
    text = open(names[0], encoding="utf-8").read()
else:
    made = flagfall.Game("duel", seed=1, ply_limit=30)
    player = flagfall.Computer("one-ply", 1)
    while not made.over:
        made.move(made.computer_move(player, 1))
    text = made.record()

tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', text))
moves = re.findall(r"[a-k]\d+[-x][a-k]\d+", text.split("\n\n", 1)[1])
game = flagfall.Game(tags["Edition"], red=tags["RedSetup"], blue=tags["BlueSetup"])
seen, done = [], []
for turn, move in enumerate(moves):
    seen.append(game.observation(("red", "blue")[turn % 2], dtype="uint8"))
    numbers = {game.action_text(a): a for a in game.actions()}
    done.append(numbers[move])
    game.move(move)
observations, actions = np.stack(seen), np.array(done, np.int16)
print(f"observations {observations.shape} {observations.dtype}, actions {actions.shape}, "
      f"result {tags['Result']}")
