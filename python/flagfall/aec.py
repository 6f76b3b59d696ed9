"""One game by PettingZoo's agent-environment-cycle conventions.

Where PettingZoo is installed `AECEnv` is one of its environments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence

import numpy as np

from . import _c
from .editions import EditionLike, dtype_of, edition_of, observation_of
from .game import SEATS, Game, draw_of
from .types import Draw, Dtype, Seen

if TYPE_CHECKING:
    spaces: Any
    _Base = object
else:
    try:
        from gymnasium import spaces
        from pettingzoo import AECEnv as _Base
    except ImportError:
        spaces = None
        _Base = object


class AECEnv(_Base):
    """Agents "red" and "blue". An observation is a dict: "observation" of shape [planes, rows,
    files], "action_mask" of shape [actions] int8 (zeros for who is not to move). Rewards come
    with the end: 1 won, -1 lost, 0 drawn."""

    metadata = {"name": "flagfall_v0", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, edition: EditionLike = "tournament", *,
                 planes: Optional[Sequence[str]] = None, dtype: Dtype = "float32",
                 draw: Draw = "random", ply_limit: int = 0) -> None:
        self.edition = edition_of(edition)
        count = observation_of(planes, dtype, False).planes
        _c.whole("ply_limit", ply_limit, 0, _c.UINT16_MAX)
        self._planes, self._dtype = planes, dtype_of(dtype)
        self._draw, self._limit = draw_of(draw), ply_limit
        self._shape = (count, self.edition.rows, self.edition.files)
        self._seeds = np.random.default_rng()
        self._game: Optional[Game] = None
        self.possible_agents = list(SEATS)
        self.agents: list[str] = []
        if spaces is not None:
            self._make_spaces()

    def _make_spaces(self) -> None:
        high = 1 if self._dtype == "float32" else 255
        numbers = spaces.Box(0, high, self._shape, self._dtype)
        mask = spaces.Box(0, 1, (self.edition.actions,), np.int8)
        seen = {"observation": numbers, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in SEATS}
        self.action_spaces = {agent: spaces.Discrete(self.edition.actions) for agent in SEATS}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _now(self) -> Game:
        if self._game is None:
            raise ValueError("there is no game: reset() begins one")
        return self._game

    def reset(self, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> None:
        del options
        if seed is not None:
            self._seeds = np.random.default_rng(_c.seed64(seed))
        self.close()
        self._game = Game(self.edition, seed=int(self._seeds.integers(2**63)), draw=self._draw,
                          ply_limit=self._limit)
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SEATS}
        self.agent_selection = "red"
        self._finish()

    def _finish(self) -> None:
        if self._now().over:
            self.rewards = dict(zip(SEATS, self._now().returns()))
            self.terminations = dict.fromkeys(SEATS, True)

    def observe(self, agent: str) -> Seen:
        game = self._now()
        mask = np.zeros(self.edition.actions, np.int8)
        if game.turn == agent:
            mask[game.actions()] = 1
        numbers = game.observation(agent, planes=self._planes, dtype=self._dtype)
        return {"observation": numbers, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Optional[Seen], float, bool, bool,
                                                   dict[str, Any]]:
        self._now()
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        game, agent = self._now(), self.agent_selection
        if not self.agents:
            raise ValueError("the game is over for both: reset() begins the next one")
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only action is None")
            self._leave(agent)
            return
        if action is None:
            raise ValueError("an action is a number, not None, while the game goes on")
        game.act(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._finish()
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]
        self.agent_selection = SEATS[1 - SEATS.index(agent)]

    def _leave(self, agent: str) -> None:
        """An agent whose game is over goes, with its entries, as PettingZoo has it."""
        self.agents.remove(agent)
        tables: tuple[dict[str, Any], ...] = (self.rewards, self._cumulative_rewards,
                                              self.terminations, self.truncations, self.infos)
        for table in tables:
            del table[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> None:
        """There is nothing to draw."""

    def close(self) -> None:
        if self._game is not None:
            self._game.close()
            self._game = None
