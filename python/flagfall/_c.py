"""The C library's structs and functions, as its headers have them.

Nothing here is public. `tests/python` compares every struct with the C compiler's.
"""

import ctypes as c
import ctypes.util
import operator
import os
from pathlib import Path
from typing import NoReturn

SQUARES, RANKS, ZONE_MAX, PLANES_MAX, MOVES_MAX = 100, 13, 50, 96, 400
GAMES_MAX, THREADS_MAX, PLIES_MAX = 1 << 20, 256, 65000
UINT16_MAX, UINT32_MAX = 2**16 - 1, 2**32 - 1


class Span(c.Structure):
    _fields_ = [("data", c.c_char_p), ("size", c.c_size_t)]


class Error(c.Structure):
    _fields_ = [("code", c.c_int), ("line", c.c_size_t), ("column", c.c_size_t),
                ("message", c.c_char * 160)]


class Buffer(c.Structure):
    _fields_ = [("data", c.c_void_p), ("size", c.c_size_t), ("capacity", c.c_size_t),
                ("failed", c.c_bool)]


class Rng(c.Structure):
    _fields_ = [("state", c.c_uint64 * 4)]


class Edition(c.Structure):
    _fields_ = [("id", c.c_char * 32), ("title", c.c_char * 64), ("language", c.c_int),
                ("files", c.c_uint8), ("rows", c.c_uint8), ("zone_rows", c.c_uint8),
                ("lake", c.c_bool * SQUARES), ("army", c.c_uint8 * RANKS),
                ("label", c.c_char * 4 * RANKS), ("name", c.c_char * 24 * RANKS),
                ("two_squares", c.c_uint8), ("chase", c.c_int), ("forfeit", c.c_bool),
                ("reveal_runs", c.c_bool), ("quiet_limit", c.c_uint16),
                ("ply_limit", c.c_uint16), ("host_cap", c.c_uint16)]


class Sized(c.Structure):
    """A struct that begins with its size, which is set here."""

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.size = c.sizeof(self)


class Options(Sized):
    _fields_ = [("size", c.c_uint32), ("forfeit", c.c_bool), ("no_limits", c.c_bool), ("ply_limit", c.c_uint16)]


class Setup(c.Structure):
    _fields_ = [("rank", c.c_uint8 * ZONE_MAX)]


class SetupList(c.Structure):
    _fields_ = [("setups", c.POINTER(Setup)), ("count", c.c_size_t)]


class Event(c.Structure):
    _fields_ = [("move", c.c_uint16), ("battle", c.c_uint8), ("attacker", c.c_uint8),
                ("defender", c.c_uint8), ("revealed", c.c_bool)]


class Cell(c.Structure):
    _fields_ = [("seat", c.c_uint8), ("rank", c.c_uint8), ("moved", c.c_uint8),
                ("known", c.c_uint8)]


class History(c.Structure):
    _fields_ = [("moves", c.POINTER(c.c_uint16)), ("size", c.c_uint32), ("capacity", c.c_uint32)]


class View(c.Structure):
    _fields_ = [("rules", c.c_void_p), ("viewer", c.c_uint8), ("turn", c.c_uint8),
                ("result", c.c_uint8), ("ending", c.c_uint8), ("memory", c.c_bool),
                ("plies", c.c_uint16), ("quiet", c.c_uint16), ("chase", c.c_uint16 * 2),
                ("cell", Cell * SQUARES), ("lost", c.c_uint8 * RANKS * 2), ("last", Event),
                ("events", c.POINTER(Event)), ("history", History)]


class Position(c.Structure):
    _fields_ = [("pieces", c.c_uint64 * 4 * 2), ("movers", c.c_uint64 * 4 * 2),
                ("scouts", c.c_uint64 * 4 * 2), ("ranks", c.c_uint8 * (SQUARES // 2)),
                ("turn", c.c_uint8), ("result", c.c_uint8), ("ending", c.c_uint8),
                ("plies", c.c_uint16), ("quiet", c.c_uint16), ("chase", c.c_uint16 * 2)]


class Plane(c.Structure):
    _fields_ = [("name", c.c_char_p), ("range", c.c_char_p), ("text", c.c_char_p)]


class Observation(Sized):
    _fields_ = [("size", c.c_uint32), ("number", c.c_uint8), ("absolute", c.c_uint8),
                ("planes", c.c_uint16), ("plane", c.c_uint8 * PLANES_MAX)]


class Record(c.Structure):
    """ff_record; its lists are the library's alone."""

    _fields_ = [("line", c.c_size_t), ("tags", c.c_void_p), ("tag_count", c.c_size_t),
                ("tag_capacity", c.c_size_t), ("moves", c.c_void_p), ("move_count", c.c_size_t),
                ("move_capacity", c.c_size_t), ("text", Buffer)]


class Belief(c.Structure):
    _fields_ = [("chance", c.c_double * RANKS * SQUARES)]


class BatchOptions(Sized):
    _fields_ = [("size", c.c_uint32), ("games", c.c_uint32), ("threads", c.c_uint32),
                ("after", c.c_uint32), ("absolute_actions", c.c_uint32),
                ("observer", c.c_uint32), ("seed", c.c_uint64), ("edition", c.POINTER(Edition)),
                ("limits", c.POINTER(Options)), ("observation", c.POINTER(Observation)),
                ("draw", c.c_void_p), ("context", c.c_void_p)]


class BatchArrays(Sized):
    _fields_ = [("size", c.c_uint32), ("reserved", c.c_uint32), ("actions", c.c_void_p),
                ("rewards", c.c_void_p), ("done", c.c_void_p), ("endings", c.c_void_p),
                ("turns", c.c_void_p), ("masks", c.c_void_p), ("mask_bits", c.c_void_p),
                ("plies", c.c_void_p), ("observations", c.c_void_p)]


class Player(c.Structure):
    """The beginning of ff_player, with its first three functions; the rest is not called
    from here."""


Player._fields_ = [
    ("size", c.c_uint32),
    ("set_up", c.CFUNCTYPE(None, c.POINTER(Player), c.POINTER(Edition), c.c_int,
                           c.POINTER(Setup))),
    ("move", c.CFUNCTYPE(c.c_uint16, c.POINTER(Player), c.POINTER(View), c.c_uint)),
    ("free", c.CFUNCTYPE(None, c.POINTER(Player))),
]

# C structs whose layout the tests compare: here's name, C's name.
LAYOUTS = {Span: "ff_span", Error: "ff_error", Buffer: "ff_buffer", Rng: "ff_rng",
           Edition: "ff_edition", Options: "ff_options", Setup: "ff_setup",
           SetupList: "ff_setup_list", Event: "ff_event", Cell: "ff_cell",
           History: "ff_history", View: "ff_view", Position: "ff_position", Plane: "ff_plane",
           Observation: "ff_observation", Record: "ff_record", Belief: "ff_belief",
           BatchOptions: "ff_batch_options", BatchArrays: "ff_batch_arrays"}

_P, _U, _I, _B = c.c_void_p, c.c_uint, c.c_int, c.c_bool

# name: (what it returns, what it takes)
_FUNCTIONS = {
    "ff_action_count": (_U, [c.POINTER(Edition)]),
    "ff_action_of_move": (_B, [c.POINTER(Edition), _I, c.c_uint16, c.POINTER(_U)]),
    "ff_action_to_move": (_B, [c.POINTER(Edition), _I, _U, c.POINTER(c.c_uint16)]),
    "ff_batch_free": (None, [_P]),
    "ff_batch_copy": (_I, [_P, _U, _U]),
    "ff_batch_load": (_I, [_P, _U, Span]),
    "ff_batch_look": (_I, [_P, c.POINTER(BatchArrays)]),
    "ff_batch_new": (_I, [c.POINTER(BatchOptions), c.POINTER(_P), c.POINTER(Error)]),
    "ff_batch_reset": (_I, [_P, _P, _P, c.POINTER(BatchArrays)]),
    "ff_batch_sample": (None, [_P, _P]),
    "ff_batch_save": (_I, [_P, _U, c.POINTER(Buffer)]),
    "ff_batch_status_word": (c.c_char_p, [_I]),
    "ff_batch_step": (_I, [_P, c.POINTER(BatchArrays), c.POINTER(_U)]),
    "ff_belief_by_counts": (None, [c.POINTER(View), c.POINTER(Belief)]),
    "ff_belief_of": (None, [c.POINTER(View), c.c_uint64, _U, c.POINTER(Belief)]),
    "ff_buffer_free": (None, [c.POINTER(Buffer)]),
    "ff_computer_find": (_P, [Span]),
    "ff_edition_at": (c.POINTER(Edition), [c.c_size_t]),
    "ff_edition_count": (c.c_size_t, []),
    "ff_edition_find": (c.POINTER(Edition), [Span]),
    "ff_edition_read": (_B, [Span, c.POINTER(Edition), c.POINTER(Error)]),
    "ff_ending_word": (c.c_char_p, [_I]),
    "ff_game_free": (None, [_P]),
    "ff_game_is_over": (_B, [_P]),
    "ff_game_move": (_I, [_P, _I, _U, _U]),
    "ff_game_new": (_P, [c.POINTER(Edition), c.POINTER(Options)]),
    "ff_game_set_up": (_B, [_P, _I, c.POINTER(Setup), c.POINTER(_I)]),
    "ff_game_view": (None, [_P, _I, _B, c.POINTER(View)]),
    "ff_json_view": (None, [c.POINTER(Buffer), c.POINTER(View), _U]),
    "ff_move_parse": (_B, [Span, c.POINTER(_U), c.POINTER(_U), c.POINTER(Error)]),
    "ff_move_write": (None, [c.c_uint16, _B, c.c_char_p]),
    "ff_observe": (None, [c.POINTER(View), c.POINTER(Observation), _P]),
    "ff_plane_at": (c.POINTER(Plane), [c.c_size_t]),
    "ff_plane_count": (c.c_size_t, []),
    "ff_player_new": (c.POINTER(Player), [_P, c.c_uint64]),
    "ff_preset_draw": (None, [c.POINTER(Edition), c.POINTER(Rng), c.POINTER(Setup)]),
    "ff_reason_word": (c.c_char_p, [_I]),
    "ff_record_add_move": (_B, [c.POINTER(Record), _U, _U, _B, Span]),
    "ff_record_add_tag": (_B, [c.POINTER(Record), c.c_char_p, Span]),
    "ff_record_free": (None, [c.POINTER(Record)]),
    "ff_record_write": (None, [c.POINTER(Record), c.POINTER(Buffer)]),
    "ff_result_word": (c.c_char_p, [_I]),
    "ff_rng_seed": (None, [c.POINTER(Rng), c.c_uint64]),
    "ff_setup_parse": (_I, [Span, c.POINTER(Edition), c.POINTER(Setup), c.POINTER(Error)]),
    "ff_setup_random": (None, [c.POINTER(Setup), c.POINTER(Edition), c.POINTER(Rng)]),
    "ff_setup_write": (None, [c.POINTER(Setup), c.POINTER(Edition), c.c_char_p]),
    "ff_view_board_write": (None, [c.POINTER(View), c.c_char_p]),
    "ff_view_information_write": (None, [c.POINTER(View), c.POINTER(Buffer)]),
    "ff_view_moves": (c.c_size_t, [c.POINTER(View), c.POINTER(c.c_uint16)]),
    "ff_world_draw": (_I, [c.POINTER(View), c.POINTER(Rng), c.POINTER(Position)]),
    "ff_position_rank": (_I, [c.POINTER(Position), _I]),
    "ff_position_owner": (_I, [c.POINTER(Position), _I]),
}


def _find() -> str:
    named = os.environ.get("FLAGFALL_LIBRARY")
    if named:
        return named
    for beside in Path(__file__).parent.glob("libflagfall*"):
        return str(beside)
    installed = ctypes.util.find_library("flagfall")
    if installed:
        return installed
    raise ImportError("libflagfall was not found: install it (`make install`), install this "
                      "package by pip, or name the file in FLAGFALL_LIBRARY")


def _load() -> c.CDLL:
    library = c.CDLL(_find())
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = _load()


def whole(name: str, value: object, low: int, high: int) -> int:
    """A number that C takes as it is: ctypes itself would cut off what does not fit."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be {low} to {high}, not {number}")
    return number


class Owner:
    """What owns memory of C's, which a copy would free once more: copies and pickles are
    refused, with what there is instead."""

    _instead = ""

    def __reduce_ex__(self, protocol: object) -> NoReturn:  # `copy` asks it too
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: {self._instead}")


def seed64(seed: object) -> int:
    """A seed is any whole number; its low 64 bits count."""
    return whole("seed", seed, -2**127, 2**127) & (2**64 - 1)


def span(text: bytes) -> Span:
    return Span(text, len(text))


def word(text: bytes) -> str:
    """A word of the library's."""
    return text.decode()


def take(buffer: Buffer) -> bytes:
    """The bytes of a buffer, which is freed."""
    try:
        if buffer.failed:
            raise MemoryError("flagfall: not enough memory")
        return c.string_at(buffer.data, buffer.size) if buffer.size else b""
    finally:
        lib.ff_buffer_free(c.byref(buffer))
