"""Checkpoints: what training writes down so that it can go on, and refuses to go on from."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import torch

from sapper.errors import SapperError
from sapper.learn.training.learner import Learner
from sapper.learn.training.onnx_export import read_weights


class Past(NamedTuple):
    """What a learner has behind it, and where it was to end."""

    seconds: float
    games: int
    minutes: float | None = None
    steps: int | None = None
    dropped: bool = False


def save(learner: Learner, path: Path, past: Past) -> None:
    """Write a checkpoint in one stroke: killed at any moment, the old or the new one is there whole."""
    temporary = path.with_name(f".{path.name}.tmp")
    known = {"format": 1, "past": past._asdict(), "levels": _levels(learner)}
    torch.save({**known, **learner.state()}, temporary)
    temporary.replace(path)


def load(learner: Learner, path: Path) -> Past:
    """Go on from a checkpoint of the same learner; returns what it has behind it."""
    state = _read(path)
    if state["name"] != learner.name:
        raise SapperError(f"{path} is a checkpoint of {state['name']}, not of {learner.name}")
    if state.get("levels", _levels(learner)) != _levels(learner):
        was, now = ("; ".join(each) or "boards of its own" for each in (state["levels"], _levels(learner)))
        raise SapperError(f"{path} is of training on {was}, not on {now}: give its --level and --first-move")
    try:
        past = Past(**state["past"])
        learner.load(state)
    except (RuntimeError, ValueError, KeyError, TypeError) as error:
        raise SapperError(f"{path} does not fit the network {learner.name}: {_short(error)}") from None
    return past


def begin_from(learner: Learner, path: Path) -> None:
    """Take over the weights of a checkpoint or of an exported network, to train them on."""
    if path.suffix == ".onnx":
        name, weights = path.stem, read_weights(path)
    else:
        state = _read(path)
        name, weights = state["name"], state["average"]
    try:
        learner.load_weights(weights, weights)
    except (RuntimeError, KeyError) as error:
        raise SapperError(
            f"the network of {name} in {path} is not that of {learner.name}: {_short(error)}"
        ) from None


def _levels(learner: Learner) -> list[str]:
    return [f"{level.name}, {level.first_move} start" for level in learner.levels]


def _read(path: Path) -> dict[str, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # torch warns of files that are none of its own, then fails on them
            state = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise SapperError(f"there is no checkpoint at {path}") from None
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError, ValueError, KeyError):
        raise SapperError(f"{path} is no checkpoint, or is damaged") from None
    if not isinstance(state, dict) or state.get("format") != 1 or "average" not in state:
        raise SapperError(f"{path} is no checkpoint of a learner")
    return state


def _short(error: Exception) -> str:
    return str(error).strip().splitlines()[-1].strip()
