"""One game: its moves, what each seat may know of it, and the computer as a player."""

from __future__ import annotations

import ctypes as c
from typing import Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import _c
from .editions import Edition, EditionLike, army_of, dtype_of, edition_of, observation_of
from .types import Draw, Dtype, Observations

SEATS = ("red", "blue")
LETTERS = "ACDEFGHIJKLBM"  # of set-ups, by rank
_ATTACKER_STANDS = (0, 1, 4)  # of ff_battle: none, attacker wins, flag taken
_SEAT = {"red": 0, "blue": 1}


class IllegalMove(ValueError):
    """A move that the rules refuse; `reason` is the word of docs/formats.md."""

    def __init__(self, move: str, reason: str) -> None:
        super().__init__(f"illegal move {move}: {reason}")
        self.reason = reason


def _seat(seat: str) -> int:
    if seat not in _SEAT:
        raise ValueError(f"a seat is 'red' or 'blue', not {seat!r}")
    return _SEAT[seat]


def draw_of(draw: Draw) -> Draw:
    if draw not in ("random", "people"):
        raise ValueError(f"draw must be 'random' or 'people', not {draw!r}")
    return draw


class Game:
    """A game from two set-ups on.

    `red`, `blue`: set-ups as letters (own back row first, from the owner's side); one that
    is not given is drawn by `draw`, "random" or "people", from `seed`. `ply_limit`: a cap of
    the host's; 0: the edition's own. Free its memory by `close` or a `with` block.
    """

    def __init__(self, edition: EditionLike = "tournament", *, red: Optional[str] = None,
                 blue: Optional[str] = None, seed: int = 0, draw: Draw = "random",
                 ply_limit: int = 0) -> None:
        self._handle: Optional[int] = None
        self.edition = edition_of(edition)
        draw = draw_of(draw)
        self._value = self.edition._value
        self._limit = (_c.whole("ply_limit", ply_limit, 0, _c.UINT16_MAX)
                       or self._value.host_cap)
        rng = _c.Rng()
        _c.lib.ff_rng_seed(c.byref(rng), _c.seed64(seed))
        armies = [self._drawn(draw, rng) if letters is None else
                  army_of(self.edition, seat, letters)
                  for seat, letters in zip(SEATS, (red, blue))]
        options = _c.Options(ply_limit=self._limit)
        self._handle = _c.lib.ff_game_new(c.byref(self._value), c.byref(options))
        if not self._handle:
            raise MemoryError("flagfall: not enough memory")
        self.setups = tuple(self._letters(army) for army in armies)
        self.moves_played: list[str] = []
        self._played: list[int] = []  # the same, as C has them
        for seat, army in enumerate(armies):
            _c.lib.ff_game_set_up(self._handle, seat, c.byref(army), None)

    def _drawn(self, draw: Draw, rng: _c.Rng) -> _c.Setup:
        army, value = _c.Setup(), c.byref(self._value)
        if draw == "people":
            _c.lib.ff_preset_draw(value, c.byref(rng), c.byref(army))
        else:
            _c.lib.ff_setup_random(c.byref(army), value, c.byref(rng))
        return army

    def _letters(self, army: _c.Setup) -> str:
        room = c.create_string_buffer(_c.ZONE_MAX + 1)
        _c.lib.ff_setup_write(c.byref(army), c.byref(self._value), room)
        return room.value.decode()

    # --- life -----------------------------------------------------------------

    def close(self) -> None:
        """Frees the game; whatever is asked of it afterwards is a ValueError."""
        if self._handle:
            _c.lib.ff_game_free(self._handle)
            self._handle = None

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def copy(self) -> "Game":
        """The same game once more, on its own."""
        return self._again(self.setups)

    def _again(self, setups: Sequence[str]) -> "Game":
        """The same moves from these set-ups on."""
        other = Game(self.edition, red=setups[0], blue=setups[1], ply_limit=self._limit)
        for move, text in zip(self._played, self.moves_played):
            other._play(move, text)
        return other

    def __deepcopy__(self, _: object) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.edition, self.setups, self._limit, self._played)

    # --- what can be known ----------------------------------------------------

    def _view(self, seat: int) -> _c.View:
        if not self._handle:
            raise ValueError("the game is closed")
        view = _c.View()
        _c.lib.ff_game_view(self._handle, seat, False, c.byref(view))
        return view

    @property
    def turn(self) -> Optional[str]:
        """"red" or "blue"; None when the game is over."""
        view = self._view(2)
        return None if self.over else SEATS[view.turn]

    @property
    def over(self) -> bool:
        if not self._handle:
            raise ValueError("the game is closed")
        return bool(_c.lib.ff_game_is_over(self._handle))

    @property
    def result(self) -> str:
        """"red", "blue", "draw", or "*" while it goes on."""
        return _c.word(_c.lib.ff_result_word(self._view(2).result))

    @property
    def ending(self) -> str:
        return _c.word(_c.lib.ff_ending_word(self._view(2).ending))

    def returns(self) -> tuple[float, float]:
        """Of Red and of Blue: 1 won, -1 lost, 0 drawn or not over."""
        red = {"red": 1.0, "blue": -1.0}.get(self.result, 0.0)
        return red, 0.0 - red

    def board(self, seat: str) -> str:
        """What a seat sees, as the letters of docs/formats.md."""
        room, view = c.create_string_buffer(_c.SQUARES + 1), self._view(_seat(seat))
        _c.lib.ff_view_board_write(c.byref(view), room)
        return room.value.decode()

    def information(self, seat: str) -> str:
        """Everything a seat knows, the past too: equal texts are one information state."""
        buffer, view = _c.Buffer(), self._view(_seat(seat))
        _c.lib.ff_view_information_write(c.byref(view), c.byref(buffer))
        return _c.take(buffer).decode()

    def json(self, seat: str) -> str:
        """The view as docs/protocol.md has it."""
        buffer, view = _c.Buffer(), self._view(_seat(seat))
        _c.lib.ff_json_view(c.byref(buffer), c.byref(view), 0)
        return _c.take(buffer).decode()

    def observation(self, seat: str, *, planes: Optional[Sequence[str]] = None,
                    dtype: Dtype = "float32", absolute: bool = False) -> Observations:
        """What a seat may know as numbers: shape [planes, rows, files] (docs/simulator.md)."""
        wanted = observation_of(planes, dtype, absolute)
        out = np.empty((wanted.planes, self.edition.rows, self.edition.files), dtype_of(dtype))
        view = self._view(_seat(seat))
        _c.lib.ff_observe(c.byref(view), c.byref(wanted), out.ctypes.data)
        return out

    def belief(self, seat: str, *, worlds: int = 400,
               seed: int = 0) -> npt.NDArray[np.float64]:
        """What a seat may think of enemy pieces: chances of shape [100, 13], by square (10 *
        row + file from a1) and rank. `worlds` 0: by counting alone; else as the computer
        believes, an average of so many ways to deal out the hidden ranks."""
        belief, view = _c.Belief(), self._view(_seat(seat))
        if _c.whole("worlds", worlds, 0, _c.UINT32_MAX):
            _c.lib.ff_belief_of(c.byref(view), _c.seed64(seed), worlds, c.byref(belief))
        else:
            _c.lib.ff_belief_by_counts(c.byref(view), c.byref(belief))
        return np.ctypeslib.as_array(belief.chance).copy()

    def world(self, seat: str, seed: int) -> npt.NDArray[np.uint8]:
        """A board that the seat must think possible, all equally likely: shape [100, 2], of
        each square seat (0 red, 1 blue, 2 nobody) and rank (0 none, 1 spy .. 12 flag)."""
        rng, position, view = _c.Rng(), _c.Position(), self._view(_seat(seat))
        _c.lib.ff_rng_seed(c.byref(rng), _c.seed64(seed))
        status = _c.lib.ff_world_draw(c.byref(view), c.byref(rng), c.byref(position))
        if status:
            raise RuntimeError(f"no world was drawn (ff_world {status})")
        at = c.byref(position)
        return np.array([(_c.lib.ff_position_owner(at, s), _c.lib.ff_position_rank(at, s))
                         for s in range(_c.SQUARES)], np.uint8)

    def possible(self, seat: str, seed: int) -> "Game":
        """A whole game that the seat must think possible: its own army and all moves as they
        were, the enemy's hidden ranks dealt anew, all ways equally likely."""
        return self._again(self._possible_setups(seat, seed))

    def _possible_setups(self, seat: str, seed: int) -> list[str]:
        enemy, world = 1 - _seat(seat), self.world(seat, seed)
        setups = [list(setup) for setup in self.setups]
        for square, began in enumerate(self._origins()):
            if world[square, 0] == enemy:
                setups[enemy][self._place(enemy, began)] = LETTERS[world[square, 1]]
        return ["".join(setup) for setup in setups]

    def _origins(self) -> list[int]:
        """For each square, where the piece on it, if there is one, began."""
        view, began = self._view(2), list(range(_c.SQUARES))
        for ply, move in enumerate(self._played):
            event = view.last if ply + 1 == view.plies else view.events[ply]
            source, target = move & 255, move >> 8
            if event.battle in _ATTACKER_STANDS:
                began[target] = began[source]
        return began

    def _place(self, seat: int, square: int) -> int:
        """The index of a square in the seat's set-up."""
        row, file = divmod(square, 10)
        if seat:
            row, file = self.edition.rows - 1 - row, self.edition.files - 1 - file
        return row * self.edition.files + file

    # --- moves ------------------------------------------------------------------

    def _legal(self) -> list[int]:
        if self.over:
            return []
        view = self._view(self._view(2).turn)
        room = (c.c_uint16 * _c.MOVES_MAX)()
        count = _c.lib.ff_view_moves(c.byref(view), room)
        return list(room[:count])

    def _text(self, move: int) -> str:
        room = c.create_string_buffer(8)
        attack = self._view(2).cell[move >> 8].seat != 2
        _c.lib.ff_move_write(move, attack, room)
        return room.value.decode()

    def moves(self) -> list[str]:
        """All legal moves of who is on turn: "a4-a5", attacks "a4xa5"."""
        return [self._text(move) for move in self._legal()]

    def _side(self, absolute: bool) -> int:
        return 0 if absolute else int(self._view(2).turn)

    def actions(self, *, absolute: bool = False) -> list[int]:
        """The same as numbers (docs/simulator.md), lowest first."""
        side, number, found = self._side(absolute), c.c_uint(), []
        for move in self._legal():
            _c.lib.ff_action_of_move(c.byref(self._value), side, move, c.byref(number))
            found.append(number.value)
        return sorted(found)

    def action_text(self, action: int, *, absolute: bool = False) -> str:
        """The move that a number stands for now."""
        move = c.c_uint16()
        number = _c.whole("an action", action, 0, self.edition.actions - 1)
        _c.lib.ff_action_to_move(c.byref(self._value), self._side(absolute), number, c.byref(move))
        return self._text(move.value)

    def move(self, text: str) -> None:
        """Plays a move of who is on turn; IllegalMove where the rules refuse it."""
        if not isinstance(text, str):
            raise TypeError(f"a move is a str like 'a4-a5', not {type(text).__name__}")
        source, target, error = c.c_uint(), c.c_uint(), _c.Error()
        data = text.encode()
        if not _c.lib.ff_move_parse(_c.span(data), c.byref(source), c.byref(target),
                                    c.byref(error)):
            raise ValueError(f"move {text!r}: {error.message.decode()}")
        move = source.value | target.value << 8
        known = max(source.value, target.value) < _c.SQUARES
        self._play(move, self._text(move) if known else text)

    def _play(self, move: int, text: str) -> None:
        """Plays a move, and writes it down as `text`."""
        turn = len(self._played) % 2
        reason = _c.lib.ff_game_move(self._handle, turn, move & 255, move >> 8)
        if reason:
            raise IllegalMove(text, _c.word(_c.lib.ff_reason_word(reason)))
        self.moves_played.append(text)
        self._played.append(move)

    def act(self, action: int, *, absolute: bool = False) -> None:
        """Plays an action (docs/simulator.md); IllegalMove where the rules refuse it."""
        self.move(self.action_text(action, absolute=absolute))

    # --- others -------------------------------------------------------------------

    def computer_move(self, player: "Computer", budget_ms: int = 100) -> str:
        """Asks the computer for a move of who is on turn; does not play it."""
        if not isinstance(player, Computer):
            raise TypeError(f"a player is a flagfall.Computer, not {type(player).__name__}")
        if self.over:
            raise ValueError("the game is over")
        view = self._view(self._view(2).turn)
        return self._text(player._move(view, _c.whole("budget_ms", budget_ms, 0, _c.UINT32_MAX)))

    def record(self) -> str:
        """The game as a record (docs/formats.md)."""
        tags = [("Edition", self.edition.id), ("RedSetup", self.setups[0]),
                ("BlueSetup", self.setups[1]), ("Result", self.result)]
        if self.over:
            tags.append(("Termination", self.ending))
        record, out = _c.Record(), _c.Buffer()
        at = c.byref(record)
        try:
            for name, value in tags:
                _c.lib.ff_record_add_tag(at, name.encode(), _c.span(value.encode()))
            for move, text in zip(self._played, self.moves_played):
                _c.lib.ff_record_add_move(at, move & 255, move >> 8, "x" in text, _c.span(b""))
            if record.text.failed:
                raise MemoryError("flagfall: not enough memory")
            _c.lib.ff_record_write(at, c.byref(out))
            return _c.take(out).decode()
        finally:
            _c.lib.ff_record_free(at)


def _restored(edition: Edition, setups: Sequence[str], limit: int, played: list[int]) -> Game:
    """A game that was pickled."""
    game = Game(edition, red=setups[0], blue=setups[1], ply_limit=limit)
    for move in played:
        game._play(move, game._text(move))
    return game


class Computer(_c.Owner):
    """A computer player: "level:1" .. "level:10", "one-ply", ... One plays one seat of one game."""

    _instead = "make another by its name and seed"

    def __init__(self, name: str = "level:5", seed: int = 0) -> None:
        self._player = None
        if not isinstance(name, str):
            raise TypeError(f"a player is named by a str, not {type(name).__name__}")
        kind = _c.lib.ff_computer_find(_c.span(name.encode()))
        if not kind:
            raise ValueError(f"unknown player {name!r}; try 'level:1' to 'level:10'")
        self._player = _c.lib.ff_player_new(kind, _c.seed64(seed))
        if not self._player:
            raise MemoryError("flagfall: not enough memory")

    def _move(self, view: _c.View, budget_ms: int) -> int:
        if not self._player:
            raise ValueError("the player is closed")
        move: int = self._player.contents.move(self._player, c.byref(view), budget_ms)
        if move == 0xffff:
            raise RuntimeError("the computer resigns")
        return move

    def close(self) -> None:
        """Frees the player; asking it for a move afterwards is a ValueError."""
        if self._player:
            self._player.contents.free(self._player)
            self._player = None

    def __del__(self) -> None:
        if getattr(self, "_player", None):
            self.close()
