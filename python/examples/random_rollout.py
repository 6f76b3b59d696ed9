"""A thousand games at once, moves at random: who wins, and how fast that goes."""

import sys
import time

import numpy as np

import flagfall

games, steps = (64, 100) if "--short" in sys.argv else (1024, 2000)
env = flagfall.VectorEnv(games, "tournament", planes=[], autoreset_mode="same_step", seed=1)
env.reset()
won = np.zeros(2)
ended = 0
begin = time.process_time()
for step in range(steps):
    _, _, done, _, infos = env.step(env.sample())
    won += (infos["rewards"] > 0).sum(0)
    ended += int(done.sum())
spent = time.process_time() - begin
print(f"{games * steps / spent:.0f} steps a second; {ended} games ended, "
      f"red won {won[0]:.0f}, blue {won[1]:.0f}")
