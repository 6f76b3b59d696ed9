"""Flagfall: Stratego for those who study games, over the C library (docs/simulator.md).

>>> import flagfall
>>> env = flagfall.VectorEnv(1024, "duel", seed=1)
>>> observations, infos = env.reset()
>>> observations, rewards, terminations, truncations, infos = env.step(env.sample())
"""

from .aec import AECEnv
from .editions import Edition, editions, planes
from .game import Computer, Game, IllegalMove
from .openspiel import State, Stratego
from .vector import VectorEnv

__all__ = ["AECEnv", "Computer", "Edition", "Game", "IllegalMove", "State", "Stratego",
           "VectorEnv", "editions", "planes"]
__version__ = "0.1.0"
