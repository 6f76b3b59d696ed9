"""Many games at once, by the vector conventions of Gymnasium.

Where Gymnasium is installed `VectorEnv` is one of its `VectorEnv`s and has its spaces;
where it is not, nothing is missed but the spaces' classes.
"""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _c
from .editions import (EditionLike, army_of, dtype_of, edition_of, observation_of,
                       plane_names)
from .types import AutoresetMode, Dtype, DtypeName, Infos, Observations, Setups

if TYPE_CHECKING:
    gymnasium: Any
    _Base = object
else:
    try:
        import gymnasium
        from gymnasium.vector import VectorEnv as _Base
    except ImportError:
        gymnasium = None
        _Base = object

_Number = TypeVar("_Number", bound=np.generic)

_AFTER = {"same_step": 0, "next_step": 1, "disabled": 2}
_DRAW = {"random": "ff_setup_draw_random", "people": "ff_setup_draw_people"}
_ARMY_LIST = "ff_setup_draw_listed"
_BAD_ACTION = 4  # FF_BATCH_BAD_ACTION


class VectorEnv(_c.Owner, _Base):
    """`num_envs` games that are stepped together. With N games, A actions and P planes on R x F:

    - observations: [N, P, R, F] of `dtype`, of who is to move; [N, 0, R, F] with `planes=[]`
    - actions: [N] int32, numbers of docs/simulator.md from the mover's side
    - rewards: [N] float32, of who has just moved: 1 won, -1 lost, 0 else
    - infos["action_mask"]: [N, A] bool; infos["turn"]: [N] uint8, 0 Red, 1 Blue, 2 nobody;
      infos["rewards"]: [N, 2] float32 of Red and Blue; infos["ending"]: [N] uint8, ff_ending

    The arrays are the environment's own and are written anew by each step: copy what is to
    be kept, or say `copy=True`. They are NumPy's, so `torch.from_dlpack` and the like take
    them as they are. `autoreset_mode` as Gymnasium has it: with "next_step" a finished game
    ignores the next action and begins anew with it, with "same_step" it has begun anew in
    the observation already, with "disabled" `reset(options={"reset_mask": ...})` begins it.
    A game's end is a termination always, limits too: they are rules here.

    `setups`: "random", "people", or a list of set-ups as letters to draw from. The same
    seed and actions give the same games at any number of threads. One thread at a time may
    use it.
    """

    _instead = "save() and load() carry its games, clone() copies one to another"
    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": "next_step"}

    def __init__(self, num_envs: int, edition: EditionLike = "tournament", *,
                 planes: Optional[Sequence[str]] = None, dtype: Dtype = "float32",
                 absolute: bool = False, threads: int = 1, seed: int = 0,
                 setups: Setups = "random",
                 autoreset_mode: AutoresetMode = "next_step",
                 ply_limit: int = 0, copy: bool = False) -> None:
        self._batch: Optional[c.c_void_p] = None
        self.closed = False
        if autoreset_mode not in _AFTER:
            raise ValueError(f"autoreset_mode must be one of {', '.join(_AFTER)}, "
                             f"not {autoreset_mode!r}")
        self.edition = edition_of(edition)
        self.num_envs = _c.whole("num_envs", num_envs, 1, _c.GAMES_MAX)
        names, number = plane_names(planes), dtype_of(dtype)
        observation = None if names == () else observation_of(names, number, absolute)
        self._draw(setups)
        self._limits = _c.Options(ply_limit=_c.whole("ply_limit", ply_limit, 0, _c.UINT16_MAX))
        options = _c.BatchOptions(
            games=self.num_envs,
            threads=_c.whole("threads", threads, 0, _c.THREADS_MAX),
            after=_AFTER[autoreset_mode], absolute_actions=bool(absolute),
            seed=_c.seed64(seed), edition=c.pointer(self.edition._value),
            limits=c.pointer(self._limits), draw=self._draw_function,
            context=self._context, observation=c.pointer(observation) if observation else None)
        batch, error = c.c_void_p(), _c.Error()
        if _c.lib.ff_batch_new(c.byref(options), c.byref(batch), c.byref(error)):
            raise ValueError(error.message.decode())
        self._batch = batch
        self._copy = copy
        self._make_arrays(observation.planes if observation else 0, number)
        self._make_spaces(autoreset_mode)

    def _draw(self, setups: Setups) -> None:
        """Finds the C function that draws armies, and keeps its list alive."""
        self._context: Optional[c.c_void_p] = None
        name = _DRAW.get(setups, _ARMY_LIST) if isinstance(setups, str) else _ARMY_LIST
        if name == _ARMY_LIST:
            self._armies = self._listed(setups)
            self._list = _c.SetupList(self._armies, len(self._armies))
            self._context = c.cast(c.pointer(self._list), c.c_void_p)
        self._draw_function = c.cast(getattr(_c.lib, name), c.c_void_p)

    def _listed(self, setups: Sequence[str]) -> c.Array[_c.Setup]:
        several = isinstance(setups, Iterable)
        listed = list(setups) if several and not isinstance(setups, str) else []
        if not listed:
            error = ValueError if several else TypeError
            raise error(f"setups must be 'random', 'people' or a list of set-ups, not {setups!r}")
        return (_c.Setup * len(listed))(*(
            army_of(self.edition, f"setups[{i}]", letters) for i, letters in enumerate(listed)))

    def _make_arrays(self, count: int, dtype: DtypeName) -> None:
        n, e = self.num_envs, self.edition
        self._observations = np.zeros((n, count, e.rows, e.files), dtype)
        self._mask = np.zeros((n, e.actions), np.bool_)
        self._both = np.zeros((n, 2), np.float32)
        self._done = np.zeros(n, np.bool_)
        self._ending = np.zeros(n, np.uint8)
        self._turn = np.zeros(n, np.uint8)
        self._truncations = np.zeros(n, np.bool_)
        self._everyone = np.arange(n)
        self._actions = np.zeros(n, np.int32)
        self._arrays = _c.BatchArrays(
            actions=self._actions.ctypes.data,
            rewards=self._both.ctypes.data, done=self._done.ctypes.data,
            endings=self._ending.ctypes.data, turns=self._turn.ctypes.data,
            masks=self._mask.ctypes.data,
            observations=self._observations.ctypes.data if count else None)
        self._arrays_at = c.byref(self._arrays)
        self._turns = _c.BatchArrays(turns=self._turn.ctypes.data)
        self._turns_are_old = False  # a game was put in the place of another since
        self._bad = c.c_uint()

    def _make_spaces(self, autoreset_mode: str) -> None:
        self.metadata = dict(self.metadata, autoreset_mode=autoreset_mode)
        if gymnasium is None:
            return
        spaces, vector = gymnasium.spaces, gymnasium.vector
        if hasattr(vector, "AutoresetMode"):
            self.metadata["autoreset_mode"] = vector.AutoresetMode[autoreset_mode.upper()]
        shape, dtype = self._observations.shape[1:], self._observations.dtype
        high = 1 if dtype == np.float32 else 255
        self.single_observation_space = spaces.Box(0, high, shape, dtype)
        self.single_action_space = spaces.Discrete(self.edition.actions)
        batched = vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, self.num_envs)
        self.action_space = batched(self.single_action_space, self.num_envs)

    # --- what Gymnasium's users call ----------------------------------------------

    def _open(self) -> c.c_void_p:
        if not self._batch:
            raise ValueError("the environment is closed")
        return self._batch

    def _info(self) -> Infos:
        return {"action_mask": self._give(self._mask), "turn": self._give(self._turn),
                "rewards": self._give(self._both), "ending": self._give(self._ending)}

    def _give(self, array: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
        return array.copy() if self._copy else array

    def reset(self, *, seed: Union[int, Sequence[int], None] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observations, Infos]:
        """Begins games anew: all, or those of options["reset_mask"] ([N] bool). `seed`: one
        for all, from which each game gets its own (NumPy's SeedSequence; seeds near each
        other give other games), or N of them; None: each goes on with its own."""
        batch = self._open()
        seeds = self._seeds(seed)
        which = None if not options else options.get("reset_mask")
        if which is not None:
            which = np.ascontiguousarray(which)
            if which.shape != (self.num_envs,) or which.dtype != np.bool_:
                raise ValueError(f"reset_mask must be bool of shape ({self.num_envs},), not "
                                 f"{which.dtype} of {which.shape}")
        status = _c.lib.ff_batch_reset(batch, None if seeds is None else seeds.ctypes.data,
                                       None if which is None else which.ctypes.data,
                                       self._arrays_at)
        self._check(status)
        return self._give(self._observations), self._info()

    def _seeds(self, seed: Any) -> Optional[npt.NDArray[np.uint64]]:
        if seed is None:
            return None
        if isinstance(seed, (int, np.integer)):
            follow = np.random.SeedSequence(_c.seed64(seed))
            seeds: npt.NDArray[np.uint64] = np.array(
                follow.generate_state(self.num_envs, np.uint64), np.uint64)
        elif not isinstance(seed, Iterable):
            raise TypeError(f"seed must be an int or {self.num_envs} ints, "
                            f"not {type(seed).__name__}")
        else:
            seeds = np.array([_c.seed64(s) for s in seed], np.uint64)
        if seeds.shape != (self.num_envs,):
            raise ValueError(f"seed must be an int or {self.num_envs} ints, not {len(seeds)}")
        return seeds

    def step(self, actions: npt.ArrayLike) -> tuple[Observations, npt.NDArray[np.float32],
                                                    npt.NDArray[np.bool_], npt.NDArray[np.bool_],
                                                    Infos]:
        """Plays an action in each game; ValueError, and nothing played, where one is not
        legal. Returns observations, rewards, terminations, truncations, infos."""
        batch = self._open()
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions must be of shape ({self.num_envs},), not {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {actions.dtype}")
        if np.can_cast(actions.dtype, np.int32):
            np.copyto(self._actions, actions)
        else:  # what does not fit is no action either
            self._actions.fill(-1)
            np.copyto(self._actions, actions, casting="unsafe",
                      where=(actions >= 0) & (actions < self.edition.actions))
        self._see_turns()
        mover = self._turn & 1
        status = _c.lib.ff_batch_step(batch, self._arrays_at, c.byref(self._bad))
        if status == _BAD_ACTION:
            game = self._bad.value
            raise ValueError(f"action {actions[game]} of game {game} is not legal; "
                             "infos['action_mask'] says which are")
        self._check(status)
        rewards = self._both[self._everyone, mover]
        return (self._give(self._observations), rewards, self._give(self._done),
                self._give(self._truncations), self._info())

    def _see_turns(self) -> None:
        if self._turns_are_old:
            self._check(_c.lib.ff_batch_look(self._open(), c.byref(self._turns)))
            self._turns_are_old = False

    def _check(self, status: int) -> None:
        if status:
            raise RuntimeError(_c.lib.ff_batch_status_word(status).decode())

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action of each game, [N] int32, all equally likely, from streams that
        belong to the games' seeds; 0 where a game is over."""
        actions = np.empty(self.num_envs, np.int32)
        _c.lib.ff_batch_sample(self._open(), actions.ctypes.data)
        return actions

    # --- single games -----------------------------------------------------------------

    def _index(self, game: int) -> int:
        try:
            return _c.whole("game", game, 0, self.num_envs - 1)
        except ValueError as error:
            raise IndexError(str(error)) from None

    def clone(self, source: int, target: int) -> None:
        """Makes game `target` the same as game `source`, its chance included, for search;
        call `look` to see it."""
        _c.lib.ff_batch_copy(self._open(), self._index(source), self._index(target))
        self._turns_are_old = True

    def save(self, game: int) -> bytes:
        """A game as bytes, hidden ranks too; `load` puts it in the place of any game of the
        same edition and limits."""
        buffer = _c.Buffer()
        _c.lib.ff_batch_save(self._open(), self._index(game), c.byref(buffer))
        return _c.take(buffer)

    def load(self, game: int, saved: bytes) -> None:
        """Puts a saved game in the place of one; call `look` to see it."""
        if not isinstance(saved, bytes):
            raise TypeError(f"a saved game is bytes, not {type(saved).__name__}")
        if _c.lib.ff_batch_load(self._open(), self._index(game), _c.span(saved)):
            raise ValueError("these bytes are no saved game of this edition and these limits")
        self._turns_are_old = True

    def look(self) -> tuple[Observations, Infos]:
        """How the games stand, without playing."""
        self._check(_c.lib.ff_batch_look(self._open(), self._arrays_at))
        return self._give(self._observations), self._info()

    def close(self, **_: Any) -> None:
        if self._batch:
            _c.lib.ff_batch_free(self._batch)
            self._batch = None
        self.closed = True

    def __del__(self) -> None:
        if getattr(self, "_batch", None):
            self.close()
