"""Types of what the package takes and gives."""

from __future__ import annotations

from typing import Any, Literal, Sequence, TypedDict, Union

import numpy as np
import numpy.typing as npt

DtypeName = Literal["uint8", "float32"]
Dtype = Union[DtypeName, "np.dtype[Any]", "type[np.generic]"]
"""One of the two by its name or as NumPy has it: `np.float32`, `np.dtype("float32")`."""
Draw = Literal["random", "people"]
Setups = Union[Draw, Sequence[str]]
AutoresetMode = Literal["next_step", "same_step", "disabled"]

Observations = npt.NDArray[Any]
"""Numbers of one of the two dtypes that were asked for."""


class Infos(TypedDict):
    """What `VectorEnv` tells beside observations, of N games with A actions."""

    action_mask: npt.NDArray[np.bool_]  # [N, A]
    turn: npt.NDArray[np.uint8]  # [N]: 0 Red, 1 Blue, 2 nobody
    rewards: npt.NDArray[np.float32]  # [N, 2]: of Red, of Blue
    ending: npt.NDArray[np.uint8]  # [N]: ff_ending


class Seen(TypedDict):
    """What an agent of `AECEnv` sees, with A actions and P planes on R x F."""

    observation: Observations  # [P, R, F]
    action_mask: npt.NDArray[np.int8]  # [A]
