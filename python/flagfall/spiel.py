"""What of OpenSpiel's base classes `flagfall.openspiel` needs, for where OpenSpiel is not
installed: the names and meanings are pyspiel's."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any, Optional

import numpy as np

from .types import Observations


class PlayerId:
    CHANCE = -1
    TERMINAL = -4


GameInfo = SimpleNamespace


class Game:
    """Where states come from."""

    def __init__(self, kind: object, info: Any, parameters: dict[str, Any]) -> None:
        del kind
        self._info, self._parameters = info, parameters

    def new_initial_state(self) -> Any:
        raise NotImplementedError

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        raise NotImplementedError

    def get_parameters(self) -> dict[str, Any]:
        return dict(self._parameters)

    def num_players(self) -> int:
        return int(self._info.num_players)

    def num_distinct_actions(self) -> int:
        return int(self._info.num_distinct_actions)

    def max_chance_outcomes(self) -> int:
        return int(self._info.max_chance_outcomes)

    def max_game_length(self) -> int:
        return int(self._info.max_game_length)

    def min_utility(self) -> float:
        return float(self._info.min_utility)

    def max_utility(self) -> float:
        return float(self._info.max_utility)

    def utility_sum(self) -> float:
        return float(self._info.utility_sum)

    def observation_tensor_shape(self) -> list[int]:
        return list(self.make_py_observer().dict["observation"].shape)


class State:
    """A history. Who derives from it says what is legal, what an action does and what a
    player knows, by the methods that OpenSpiel's games in Python have."""

    def __init__(self, game: Any) -> None:
        self._of = game
        self._actions: list[int] = []

    def current_player(self) -> int:
        raise NotImplementedError

    def chance_outcomes(self) -> list[tuple[int, float]]:
        raise NotImplementedError

    def is_terminal(self) -> bool:
        raise NotImplementedError

    def returns(self) -> list[float]:
        raise NotImplementedError

    def _legal_actions(self, player: int) -> list[int]:
        raise NotImplementedError

    def _apply_action(self, action: int) -> None:
        raise NotImplementedError

    def _action_to_string(self, player: int, action: int) -> str:
        raise NotImplementedError

    def get_game(self) -> Any:
        return self._of

    def num_players(self) -> int:
        return int(self._of.num_players())

    def num_distinct_actions(self) -> int:
        return int(self._of.num_distinct_actions())

    def is_chance_node(self) -> bool:
        return self.current_player() == PlayerId.CHANCE

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        turn = self.current_player()
        if turn == PlayerId.TERMINAL or player not in (None, turn):
            return []
        if turn == PlayerId.CHANCE:
            return [action for action, _ in self.chance_outcomes()]
        return self._legal_actions(turn)

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        self._apply_action(action)
        self._actions.append(int(action))

    def child(self, action: int) -> Any:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> Any:
        state = self._of.new_initial_state()
        state.__dict__.update({name: value if name == "_of" else copy.deepcopy(value)
                               for name, value in self.__dict__.items()})
        return state

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> list[int]:
        return list(self._actions)

    def history_str(self) -> str:
        return ", ".join(map(str, self._actions))

    def move_number(self) -> int:
        return len(self._actions)

    def action_to_string(self, player: int, action: int) -> str:
        return self._action_to_string(player, action)

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self._known(player, SimpleNamespace(perfect_recall=True))

    def observation_string(self, player: Optional[int] = None) -> str:
        return self._known(player, SimpleNamespace(perfect_recall=False))

    def observation_tensor(self, player: Optional[int] = None) -> Observations:
        """All planes, flat, float32."""
        observer = self._of.make_py_observer()
        observer.set_from(self, self._who(player))
        return np.asarray(observer.tensor)

    def _known(self, player: Optional[int], kind: Any) -> str:
        return str(self._of.make_py_observer(kind).string_from(self, self._who(player)))

    def _who(self, player: Optional[int]) -> int:
        player = self.current_player() if player is None else player
        if player not in (0, 1):
            raise ValueError(f"a player is 0 or 1, not {player}")
        return player


def register_game(kind: object, creator: object) -> None:
    """OpenSpiel's list of games, which is not there."""
