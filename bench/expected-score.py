#!/usr/bin/env python3
"""How the worth of a side (in scouts, `flagfall analyse --json`) goes with results:
`flagfall match A B --record games.ffr`, `flagfall analyse --json --nodes N games.ffr |
bench/expected-score.py`. By edition the scale of the logistic curve that fits best (scouts by
which the odds grow e-fold), its mean squared error beside that of a half for everybody, and what
came of the plies by what was expected."""

import collections
import json
import math
import sys

BINS = 10


def samples_of(lines):
    """(worth to the mover, what the mover got) by edition; games weigh alike."""
    found = collections.defaultdict(list)
    for line in lines:
        game = json.loads(line)
        if game["result"] == "*" or not game["plies"]:
            continue
        for ply in game["plies"]:
            got = 0.5 if game["result"] == "draw" else float(game["result"] == ply["mover"])
            found[game["edition"]].append((ply["value"], got, 1 / len(game["plies"])))
    return found


def expected(value, scale):
    if abs(value) >= 100:
        return float(value > 0)
    return 1 / (1 + math.exp(-value / scale))


def error_of(samples, guess):
    return sum(weight * (guess(value) - got) ** 2 for value, got, weight in samples) / sum(s[2] for s in samples)


for edition, samples in samples_of(sys.stdin).items():
    scale = min((k / 4 for k in range(4, 161)), key=lambda k: error_of(samples, lambda v: expected(v, k)))
    error = error_of(samples, lambda v: expected(v, scale))
    print(f"{edition}: {len(samples)} plies, scale {scale}, error {error:.4f}, of a half {error_of(samples, lambda v: 0.5):.4f}")
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for value, got, weight in samples:
        guess = expected(value, scale)
        one = bins[min(BINS - 1, int(guess * BINS))]
        one[0] += weight * guess
        one[1] += weight * got
        one[2] += weight
    for guess, got, weight in bins:
        if weight:
            print(f"  expected {guess / weight:.2f}, came {got / weight:.2f}, {100 * weight / sum(b[2] for b in bins):.0f} % of plies")
