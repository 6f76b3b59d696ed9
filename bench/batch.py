#!/usr/bin/env python3
"""Steps through Python beside the same through C: `bench/batch.py [GAMES [ROUNDS]]`.

Runs build/bench-batch and `flagfall.VectorEnv` in turn, masks only and with all planes as
floats, and prints the median of each and the median of the ratios. Processor time of the
steps alone, as bench-batch counts it."""

import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
os.environ.setdefault("FLAGFALL_LIBRARY", str(ROOT / "build" / "libflagfall.so"))
sys.path.insert(0, str(ROOT / "python"))

import flagfall  # noqa: E402

games = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5


def through_c(name):
    line = subprocess.check_output([ROOT / "build" / "bench-batch", "0.5", str(games),
                                    "tournament", name], text=True)
    return float(re.search(rf"^{name} threads=1 steps/s=(\d+)", line, re.M).group(1))


def through_python(planes):
    env = flagfall.VectorEnv(games, planes=planes, autoreset_mode="same_step")
    env.reset()
    best = 0
    for _ in range(10):  # rounds, of which the best counts, as in bench/batch.c
        spent = steps = 0
        while spent < 0.05:
            actions = env.sample()
            begin = time.process_time()
            env.step(actions)
            spent += time.process_time() - begin
            steps += games
        best = max(best, steps / spent)
    return best


for name, planes in (("masks", []), ("observe-float32", None)):
    pairs = [(through_c(name), through_python(planes)) for _ in range(rounds)]
    both = [statistics.median(column) for column in zip(*pairs)]
    ratio = statistics.median(python / c for c, python in pairs)
    print(f"{name} games={games} c/s={both[0]:.0f} python/s={both[1]:.0f} ratio={ratio:.2f}")
