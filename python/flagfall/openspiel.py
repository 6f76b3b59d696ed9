"""Games and states with the names and meanings that OpenSpiel's Python games have.

Players are 0 (Red) and 1 (Blue). Set-ups are not moves here: a `Stratego` object has two
of them, or a seed that draws them, and its states are the play that follows. Actions are
those of docs/simulator.md from the mover's chair.
"""

from __future__ import annotations

from typing import Any, Optional

from . import _c
from .editions import EditionLike, edition_of
from .game import SEATS, Game
from .types import Observations

TERMINAL_PLAYER = -4  # pyspiel.PlayerId.TERMINAL


class Stratego:
    """What OpenSpiel calls a game: where states come from. Keywords as of `flagfall.Game`."""

    def __init__(self, edition: EditionLike = "tournament", **how: Any) -> None:
        self.edition = edition_of(edition)
        self._how = how

    def new_initial_state(self) -> "State":
        return State(self, Game(self.edition, **self._how))

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.edition.actions

    def max_game_length(self) -> int:
        value = self.edition._value
        limits = (self._how.get("ply_limit", 0) or value.host_cap, value.ply_limit, _c.PLIES_MAX)
        return min(int(n) for n in limits if n)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        with Game(self.edition) as game:
            return list(game.observation("red", dtype="uint8").shape)


class State:
    """A state of play."""

    def __init__(self, origin: Stratego, game: Game) -> None:
        self._origin, self._game = origin, game
        self._history: list[int] = []

    def get_game(self) -> Stratego:
        return self._origin

    def current_player(self) -> int:
        turn = self._game.turn
        return TERMINAL_PLAYER if turn is None else SEATS.index(turn)

    def is_terminal(self) -> bool:
        return self._game.over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        return self._game.actions() if player in (None, self.current_player()) else []

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        mask = [0] * self._origin.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        self._game.act(action)
        self._history.append(int(action))

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> "State":
        state = State(self._origin, self._game.copy())
        state._history = list(self._history)
        return state

    def returns(self) -> list[float]:
        return list(self._game.returns())

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> list[int]:
        return list(self._history)

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, player: int, action: int) -> str:
        del player
        return self._game.action_text(action)

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self._game.information(SEATS[self._who(player)])

    def observation_string(self, player: Optional[int] = None) -> str:
        return self._game.board(SEATS[self._who(player)])

    def observation_tensor(self, player: Optional[int] = None) -> Observations:
        """All planes, flat, float32."""
        return self._game.observation(SEATS[self._who(player)]).ravel()

    def _who(self, player: Optional[int]) -> int:
        player = self.current_player() if player is None else player
        if player not in (0, 1):
            raise ValueError(f"a player is 0 or 1, not {player}")
        return player

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self._origin.num_distinct_actions()

    def __str__(self) -> str:
        return self._game.record()
