"""REINFORCE on `duel`: a linear policy over a few planes, in NumPy, against itself.

It learns that moves forward beat moves back: the share of games that the learner wins
against random moves is printed as it goes."""

import sys

import numpy as np
import numpy.typing as npt

import flagfall

SHORT = "--short" in sys.argv
GAMES, ROUNDS, STEPS = (32, 2, 60) if SHORT else (256, 40, 400)
PLANES = ["own-miner", "own-scout", "own-marshal", "unknown-unmoved", "unknown-moved"]
rng = np.random.default_rng(1)
edition = flagfall.Edition("duel")
channels = edition.files + edition.rows - 2
area = edition.files * edition.rows
# An action's score: a weight of its channel (where to), one of the row it leaves.
weights = np.zeros((channels, edition.rows))


def scores() -> npt.NDArray[np.float64]:
    return np.repeat(weights, edition.files, axis=1).reshape(channels * area)


def choose(mask: npt.NDArray[np.bool_], learner: npt.NDArray[np.bool_]) -> tuple[
        npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Actions by the policy where `learner`, by chance elsewhere; and their probabilities."""
    value = np.where(mask, np.where(learner[:, None], scores(), 0.0), -np.inf)
    value -= value.max(1, keepdims=True)
    chance = np.exp(value)
    chance /= chance.sum(1, keepdims=True)
    drawn = (chance.cumsum(1) > rng.random((len(chance), 1))).argmax(1)
    return drawn, chance


env = flagfall.VectorEnv(GAMES, edition, planes=PLANES, autoreset_mode="same_step", seed=7)
_, infos = env.reset()
trace = np.zeros((GAMES, channels * area))  # sum of gradients in the game under way
for round_ in range(ROUNDS):
    gradient, won, lost = np.zeros(channels * area), 0, 0
    for step in range(STEPS):
        mask, learner = infos["action_mask"], infos["turn"] == 0  # the learner is Red
        actions, chance = choose(mask, learner)
        here = -chance
        here[np.arange(GAMES), actions] += 1
        trace += here * learner[:, None]
        _, _, done, _, infos = env.step(actions)
        reward = infos["rewards"][:, 0]
        gradient += (trace[done] * reward[done, None]).sum(0)
        trace[done] = 0
        won += int((reward > 0).sum())
        lost += int((reward < 0).sum())
    ended = max(won + lost, 1)
    weights += 2.0 / ended * gradient.reshape(channels, edition.rows, edition.files).sum(2) / 10
    print(f"round {round_}: won {won} of {won + lost} decided games")
