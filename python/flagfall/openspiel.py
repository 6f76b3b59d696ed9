"""Stratego as a game of OpenSpiel's.

Where OpenSpiel is installed `Stratego` is one of its games and `State` one of its states, so
that its algorithms, those in C++ too, run on them as they are, and
`pyspiel.load_game("flagfall(edition=duel)")` finds them once `flagfall` is imported. Where it
is not they have the same methods by themselves.

Players are 0 (Red) and 1 (Blue). A seat whose set-up is not given sets up first, Red before
Blue, square by square from its own back row's left on: an action is then a rank (0: the square
stays empty; 1 spy .. 10 marshal, 11 bomb, 12 flag). Play follows, with the actions of
docs/simulator.md from the mover's side.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional

import numpy as np

from . import _c
from .editions import Edition, EditionLike, edition_of, editions, planes
from .game import LETTERS, SEATS, Game
from .types import Observations

if TYPE_CHECKING:
    from . import spiel as pyspiel
else:
    try:
        import pyspiel
    except ImportError:
        from . import spiel as pyspiel

_PARAMETERS = {"edition": "tournament", "setups": "drawn", "red": "", "blue": "", "ply_limit": 0}
_PLANES = [name for name, _, _ in planes()]


def _kind() -> Any:
    """Stratego among OpenSpiel's games; None where it is not installed."""
    words = getattr(pyspiel, "GameType", None)
    return words and words(
        short_name="flagfall",
        long_name="Stratego, by Flagfall",
        dynamics=words.Dynamics.SEQUENTIAL,
        chance_mode=words.ChanceMode.EXPLICIT_STOCHASTIC,
        information=words.Information.IMPERFECT_INFORMATION,
        utility=words.Utility.ZERO_SUM,
        reward_model=words.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS)


_KIND = _kind()


def _edition_of(edition: EditionLike) -> Edition:
    """By a name, or in a file."""
    if isinstance(edition, str) and edition not in editions() and Path(edition).is_file():
        return Edition.parse(Path(edition).read_text(encoding="utf-8"))
    return edition_of(edition)


class Beginning(NamedTuple):
    """What all states of a game share. `setups`: of Red and of Blue, "" where it is not given."""

    edition: Edition
    setups: tuple[str, str]
    drawn: bool
    ply_limit: int

    def __deepcopy__(self, _: object) -> "Beginning":
        return self


class Stratego(pyspiel.Game):
    """A game of OpenSpiel's.

    `edition`: a name, an `Edition` or the path of its file. `setups`: who sets up a seat whose
    set-up, `red` or `blue` (letters as of `flagfall.Game`), is not given: "drawn", by chance, all
    set-ups alike, or "chosen", by its player. One that is given belongs to the rules of this game and is no
    secret. `ply_limit`: a cap of the host's; 0: the edition's own.
    """

    def __init__(self, edition: EditionLike = "tournament", *, setups: str = "drawn",
                 red: str = "", blue: str = "", ply_limit: int = 0) -> None:
        rules = _edition_of(edition)
        if setups not in ("drawn", "chosen"):
            raise ValueError(f"setups must be 'drawn' or 'chosen', not {setups!r}")
        with Game(rules, red=red or None, blue=blue or None, ply_limit=ply_limit):
            pass  # or an error that says what is wrong with a set-up or the limit
        limits = (ply_limit or rules._value.host_cap, rules._value.ply_limit, _c.PLIES_MAX)
        placed, drawn = rules.zone * ((not red) + (not blue)), setups == "drawn"
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions, max_chance_outcomes=_c.RANKS, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
            max_game_length=min(int(n) for n in limits if n) + (0 if drawn else placed))
        name = rules.id if isinstance(edition, Edition) else edition
        super().__init__(_KIND, info, {"edition": name, "setups": setups, "red": red,
                                       "blue": blue, "ply_limit": ply_limit})
        self._beginning = Beginning(rules, (red, blue), drawn, ply_limit)
        self._chance_nodes = placed if drawn else 0

    def new_initial_state(self) -> "State":
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self._chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"observations of Stratego have no parameters, not {params}")
        return Observer(self._beginning.edition,
                        recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class State(pyspiel.State):
    """A state of setting up or of play."""

    def __init__(self, game: Stratego) -> None:
        super().__init__(game)
        self._beginning = game._beginning
        self._setups = list(self._beginning.setups)
        self._play: Optional[Game] = None
        self._begin()

    def _begin(self) -> None:
        """Play begins when both have set up."""
        rules, (red, blue) = self._beginning, self._setups
        if len(red) == len(blue) == rules.edition.zone:
            self._play = Game(rules.edition, red=red, blue=blue, ply_limit=rules.ply_limit)

    def _placing(self) -> int:
        """Who sets up, where not both have."""
        return int(len(self._setups[0]) == self._beginning.edition.zone)

    def _left(self, seat: int) -> list[int]:
        """By rank, 0 for squares that stay empty: how many a seat has still to place."""
        edition, setup = self._beginning.edition, self._setups[seat]
        army = [edition.zone - sum(edition.army), *edition.army[1:]]
        return [count - setup.count(letter) for count, letter in zip(army, LETTERS)]

    def current_player(self) -> int:
        if self._play:
            turn = self._play.turn
            return int(pyspiel.PlayerId.TERMINAL) if turn is None else SEATS.index(turn)
        return int(pyspiel.PlayerId.CHANCE) if self._beginning.drawn else self._placing()

    def is_terminal(self) -> bool:
        return bool(self._play and self._play.over)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = self._left(self._placing())
        return [(rank, count / sum(left)) for rank, count in enumerate(left) if count]

    def _legal_actions(self, player: int) -> list[int]:
        if self._play:
            return self._play.actions()
        return [rank for rank, count in enumerate(self._left(player)) if count]

    def _apply_action(self, action: int) -> None:
        if self._play:
            self._play.act(action)
            return
        seat = self._placing()
        if action not in self._legal_actions(seat):
            raise ValueError(f"{SEATS[seat]} has nothing of rank {action} left to place")
        self._setups[seat] += LETTERS[action]
        self._begin()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._play.action_text(action) if self._play else LETTERS[action]

    def returns(self) -> list[float]:
        return list(self._play.returns()) if self._play else [0.0, 0.0]

    def resample_from_infostate(self, player_id: int,
                                probability_sampler: Callable[[], float]) -> "State":
        """A history that the player must think possible: the enemy's set-up dealt anew, all
        that are possible equally likely (docs/simulator.md, "Information sets and worlds")."""
        seed, given = int(probability_sampler() * 2**53), self._beginning.setups
        state: State = self.get_game().new_initial_state()
        for seat, setup in enumerate(self._dealt(player_id, seed)):
            for letter in "" if given[seat] else setup:
                state.apply_action(LETTERS.index(letter))
        for action in self.history()[state.move_number():]:
            state.apply_action(action)
        return state

    def _dealt(self, player: int, seed: int) -> list[str]:
        """The set-ups so far, the enemy's dealt anew."""
        enemy, setups = 1 - player, list(self._setups)
        if self._beginning.setups[enemy]:
            return setups
        if self._play:
            return self._play._possible_setups(SEATS[player], seed)
        army = [letter for letter, count in zip(LETTERS, self._left(enemy))
                for _ in range(count)] + list(setups[enemy])
        np.random.default_rng(seed).shuffle(army)
        setups[enemy] = "".join(army[:len(setups[enemy])])
        return setups

    def __str__(self) -> str:
        return self._play.record() if self._play else " ".join(self._setups)


class Observer:
    """What a player knows, as `tensor` and `dict["observation"]`: all planes of
    docs/simulator.md, float32; while seats set up the player's own ranks, `turn` and `red`
    alone. With perfect recall only as a text."""

    def __init__(self, edition: Edition, recall: bool) -> None:
        self.tensor: Optional[Observations] = None
        self.dict: dict[str, Observations] = {}
        if not recall:
            planes_seen = np.zeros((len(_PLANES), edition.rows, edition.files), np.float32)
            self.tensor, self.dict = planes_seen.ravel(), {"observation": planes_seen}

    def set_from(self, state: State, player: int) -> None:
        seen = self.dict["observation"]
        if state._play:
            seen[:] = state._play.observation(SEATS[player])
            return
        seen[:] = 0
        squares = seen.reshape(len(_PLANES), -1)
        for square, letter in enumerate(state._setups[player]):
            if letter != LETTERS[0]:
                squares[LETTERS.index(letter) - 1, square] = 1
        squares[_PLANES.index("turn")] = state.current_player() == player
        squares[_PLANES.index("red")] = player == 0

    def string_from(self, state: State, player: int) -> str:
        seat = SEATS[player]
        if not state._play:
            return f"{seat} sets up {state._setups[player]}"
        return state._play.board(seat) if self.dict else state._play.information(seat)


def _loaded(parameters: dict[str, Any]) -> Stratego:
    """What `pyspiel.load_game` returns."""
    return Stratego(**parameters)


pyspiel.register_game(_KIND, _loaded)
