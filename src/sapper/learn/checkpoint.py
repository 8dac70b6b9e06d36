"""Checkpoints: what training writes down so that it can go on, and refuses to go on from."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import torch

from sapper.errors import SapperError
from sapper.learn.learner import Learner


def save(learner: Learner, path: Path, seconds: float, games: int) -> None:
    """Write a checkpoint in one stroke: killed at any moment, the old or the new one is there whole."""
    temporary = path.with_name(f".{path.name}.tmp")
    torch.save({"format": 1, "seconds": seconds, "games": games, **learner.state()}, temporary)
    temporary.replace(path)


def load(learner: Learner, path: Path) -> tuple[float, int]:
    """Go on from a checkpoint of the same learner; returns the seconds and games it has behind it."""
    state = _read(path)
    if state["name"] != learner.name:
        raise SapperError(f"{path} is a checkpoint of {state['name']}, not of {learner.name}")
    try:
        learner.load(state)
    except (RuntimeError, ValueError, KeyError) as error:
        raise SapperError(f"{path} does not fit the network {learner.name}: {_short(error)}") from None
    return float(state["seconds"]), int(state["games"])


def begin_from(learner: Learner, path: Path) -> None:
    """Take over the weights of a checkpoint, to train them on from the start of a new schedule."""
    state = _read(path)
    try:
        learner.load_weights(state["average"], state["average"])
    except (RuntimeError, KeyError) as error:
        raise SapperError(
            f"{path} is a checkpoint of {state['name']}, whose network {learner.name} does not share: {_short(error)}"
        ) from None


def _read(path: Path) -> dict[str, Any]:
    try:
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
