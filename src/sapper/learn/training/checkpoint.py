"""Save and load checkpoints of learners."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, NamedTuple

import torch

from sapper.errors import SapperError
from sapper.learn.training.learner import Learner
from sapper.learn.training.onnx_export import read_weights

_MISFITS = (RuntimeError, ValueError, LookupError, TypeError, AttributeError, OverflowError)
"""What learners raise at a checkpoint whose content does not fit them."""


class RunState(NamedTuple):
    """The progress of a training run and its limits."""

    seconds: float
    games: int
    minutes: float | None = None
    """The limit in minutes."""
    steps: int | None = None
    """The limit in steps."""
    dropped: bool = False
    """Whether the learner was dropped because others were better."""


def save(learner: Learner, path: Path, past: RunState) -> None:
    """Write a checkpoint atomically: if the process is killed, either the old or the new file is complete."""
    temporary = path.with_name(f".{path.name}.tmp")
    known = {"format": 1, "past": past._asdict(), "levels": _levels(learner)}
    torch.save({**known, **learner.state()}, temporary)
    temporary.replace(path)


def load(learner: Learner, path: Path) -> RunState:
    """Restore a learner from a checkpoint of the same learner and return the state of its run."""
    state = _read(path)
    if state["name"] != learner.name:
        raise SapperError(f"{path} is a checkpoint of {state['name']}, not of {learner.name}")
    if state.get("levels", _levels(learner)) != _levels(learner):
        was, now = ("; ".join(each) or "boards of its own" for each in (state["levels"], _levels(learner)))
        raise SapperError(
            f"{path} was trained on {was}, not on {now}: give the same --level and --first-move"
        )
    try:
        past = RunState(**state["past"])
        learner.load(state)
    except _MISFITS as error:
        raise SapperError(f"{path} does not fit the network {learner.name}: {_short(error)}") from None
    return past


def begin_from(learner: Learner, path: Path) -> None:
    """Load the weights of a checkpoint or of an exported network, as the start of a new training."""
    if path.suffix == ".onnx":
        name, weights = path.stem, read_weights(path)
    else:
        state = _read(path)
        name, weights = state["name"], state["average"]
    try:
        learner.load_weights(weights, weights)
    except _MISFITS as error:
        raise SapperError(
            f"the network of {name} in {path} does not fit {learner.name}: {_short(error)}"
        ) from None


def _levels(learner: Learner) -> list[str]:
    return [f"{level.name}, {level.first_move} start" for level in learner.levels]


def _read(path: Path) -> dict[str, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch warns about files of other programs before it fails
            state = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise SapperError(f"there is no checkpoint at {path}") from None
    except Exception:  # the bytes of a damaged file reach every part of the unpickler
        raise SapperError(f"{path} is not a checkpoint, or it is damaged") from None
    if not isinstance(state, dict) or state.get("format") != 1 or "average" not in state:
        raise SapperError(f"{path} is not a checkpoint of a learner")
    if not _is_whole(state):
        raise SapperError(f"{path} is damaged: a field of the checkpoint is missing or of a wrong type")
    return state


def _is_whole(state: dict[Any, Any]) -> bool:
    """Whether the fields of a checkpoint that every learner has are of the right types."""
    past, levels = state.get("past"), state.get("levels", [])
    return (
        isinstance(state.get("name"), str)
        and isinstance(state["average"], dict)
        and isinstance(levels, list)
        and all(isinstance(level, str) for level in levels)
        and isinstance(past, dict)
        and all(value is None or isinstance(value, int | float) for value in past.values())
        and all(isinstance(past.get(name), int | float) for name in ("seconds", "games"))
    )


def _short(error: Exception) -> str:
    return str(error).strip().splitlines()[-1].strip()
