"""Editions and planes by name."""

from __future__ import annotations

import ctypes as c
import functools
from typing import Iterable, Optional, Sequence, Union

import numpy as np

from . import _c
from .types import Dtype, DtypeName

EditionLike = Union[str, "Edition"]


class Edition:
    """A published set of rules: `Edition("duel")`, or `Edition.parse(text)` of a file of one's own.

    Attributes: `id`, `title`, `files`, `rows`, `actions` (how many there are), `army` (13
    counts by rank, `army[2]` scouts), `zone` (squares of one seat's zone).
    """

    def __init__(self, name: str = "tournament") -> None:
        if not isinstance(name, str):
            raise TypeError(f"an edition is named by a str, not {type(name).__name__}")
        found = _c.lib.ff_edition_find(_c.span(name.encode()))
        if not found:
            raise ValueError(f"unknown edition {name!r}; there are: {', '.join(editions())}")
        self._take(found.contents)

    @classmethod
    def parse(cls, text: str) -> "Edition":
        """An edition from the text of a file (docs/editions.md)."""
        if not isinstance(text, str):
            raise TypeError("an edition is the text of its file as a str, "
                            f"not {type(text).__name__}")
        value, error = _c.Edition(), _c.Error()
        data = text.encode()
        if not _c.lib.ff_edition_read(_c.span(data), c.byref(value), c.byref(error)):
            raise ValueError(f"line {error.line}: {error.message.decode()}")
        edition = cls.__new__(cls)
        edition._take(value)
        return edition

    def _take(self, value: _c.Edition) -> None:
        self._value = _c.Edition.from_buffer_copy(value)
        self.id: str = value.id.decode()
        self.title: str = value.title.decode()
        self.files: int = value.files
        self.rows: int = value.rows
        self.zone: int = value.files * value.zone_rows
        self.army: tuple[int, ...] = tuple(value.army)
        self.actions: int = _c.lib.ff_action_count(c.byref(self._value))

    def __repr__(self) -> str:
        return f"Edition({self.id!r})"


def editions() -> list[str]:
    """The names of the built-in editions."""
    return [_c.lib.ff_edition_at(i).contents.id.decode()
            for i in range(_c.lib.ff_edition_count())]


def edition_of(edition: EditionLike) -> Edition:
    return edition if isinstance(edition, Edition) else Edition(edition)


def army_of(edition: Edition, name: str, letters: str) -> _c.Setup:
    """A set-up from its letters; `name` is what an error calls it."""
    if not isinstance(letters, str):
        raise TypeError(f"{name} must be a set-up as a str of letters, "
                        f"not {type(letters).__name__}")
    army, error, data = _c.Setup(), _c.Error(), letters.encode()
    if _c.lib.ff_setup_parse(_c.span(data), c.byref(edition._value), c.byref(army),
                             c.byref(error)):
        raise ValueError(f"set-up {letters!r}: {error.message.decode()}")
    return army


def planes() -> list[tuple[str, str, str]]:
    """All planes of observations in the order of their indexes: name, range, meaning."""
    rows = (_c.lib.ff_plane_at(i).contents for i in range(_c.lib.ff_plane_count()))
    return [(p.name.decode(), p.range.decode(), p.text.decode()) for p in rows]


def dtype_of(dtype: Dtype) -> DtypeName:
    """The name of one of the two."""
    try:
        given = np.dtype(dtype)
    except (TypeError, ValueError):
        given = None
    if given == np.uint8:
        return "uint8"
    if given == np.float32:
        return "float32"
    raise ValueError(f"dtype must be 'uint8' or 'float32', not {dtype!r}")


def plane_names(names: Optional[Sequence[str]]) -> Optional[tuple[str, ...]]:
    """None: all planes."""
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise TypeError(f"planes must be a list of names, not {names!r}")
    given = tuple(names)
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"planes must be a list of names, and {name!r} is none")
    return given


def observation_of(names: Optional[Sequence[str]], dtype: Dtype,
                   absolute: bool) -> _c.Observation:
    """What C is asked for; `names` None: all planes. The same question has the same answer,
    which is not to be changed."""
    return _observation(plane_names(names), dtype_of(dtype), bool(absolute))


@functools.lru_cache(maxsize=64)
def _observation(names: Optional[tuple[str, ...]], dtype: DtypeName,
                 absolute: bool) -> _c.Observation:
    numbers = {"uint8": 0, "float32": 1}
    index = {name: i for i, (name, _, _) in enumerate(planes())}
    chosen = list(index) if names is None else list(names)
    for name in chosen:
        if name not in index:
            raise ValueError(f"unknown plane {name!r}; flagfall.planes() lists them")
    if not 1 <= len(chosen) <= _c.PLANES_MAX:
        raise ValueError(f"planes must be 1 to {_c.PLANES_MAX} names, not {len(chosen)}")
    wanted = _c.Observation(number=numbers[dtype],
                            absolute=absolute, planes=len(chosen))
    wanted.plane[:len(chosen)] = [index[name] for name in chosen]
    return wanted
