"""Agents that play by a trained network alone: onnxruntime, one thread, and no torch."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.game.view import View

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MODELS = Path(str(files("sapper.learn"))) / "models"
"""Where the shipped weights and their cards are."""


class NeuralAgent:
    """Opens every cell that its network judges sure, else the one it rates best."""

    name = ""
    paper: str | None = None
    uses_network = True
    """Tells `sapper reproduce --network-games` that a game of this agent takes long."""

    def __init__(self, model: str | Path | None = None) -> None:
        """Load a shipped network by its name, or any by the path of its ONNX file, the card beside it."""
        path = model_path(model or self.name)
        self.card = read_card(path.with_suffix(".json"))
        self.name, self.paper = self.card["name"], self.card["paper"]
        style = self.card["style"]
        self.sure, self.margin, self.border = style["sure"], style["margin"], style["border"]
        self.session = open_model(path)
        if self.session.get_inputs()[0].name != "views":
            raise SapperError(f"{path} judges windows, not whole boards: AuaCspDqn plays by it")

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Begin a game; nothing is kept, and nothing is drawn."""

    def choose(self, view: View) -> Decision:
        """Judge the view, and open what is judged best."""
        numbers = view.numbers
        logits = self.judge(numbers[None], np.array([view.mines]))[0]
        allowed = (numbers == -2) & ~view.flags
        if not allowed.any():
            return Decision.give_up("every covered cell carries a flag")
        if self.border:
            beside = allowed & beside_open(numbers)
            allowed = beside if beside.any() else allowed
        with np.errstate(over="ignore"):
            risk = np.where(allowed, 1 / (1 + np.exp(-logits[0])), 2)
        # No risk is stated with a decision: the arena takes stated risks for exact, and these are judgements.
        sure = np.argwhere(risk < self.sure)
        if len(sure):
            cells = tuple((int(row), int(col)) for row, col in sure)
            most = float(risk[tuple(sure.T)].max())
            return Decision(cells, reason=f"judged safe, with a risk of {most:.2%} at most")
        rating = -logits[0]
        if self.margin and len(logits) > 1:
            rating = np.where(risk <= risk.min() + np.float32(self.margin), logits[1], -np.inf)
        rating = np.where(allowed, rating, -np.inf)
        row, col = np.unravel_index(int(rating.argmax()), rating.shape)
        cell = (int(row), int(col))
        return Decision.guess(cell, reason=f"the best guess, judged to be a mine with {risk[cell]:.1%}")

    def judge(self, numbers: NDArray[np.int8], mines: NDArray[np.int64]) -> NDArray[np.float32]:
        """Logits (N, 1 or 2, rows, cols) of views (N, rows, cols): of the risk, and of a good guess."""
        inputs: dict[str, Any] = {"views": numbers}
        if len(self.session.get_inputs()) > 1:  # most of the papers' networks have no use for the count
            inputs["mines"] = mines.astype(np.int64)
        logits: NDArray[np.float32] = self.session.run(None, inputs)[0]
        return logits


def beside_open(numbers: NDArray[np.int8]) -> NDArray[np.bool_]:
    """The cells that show a number, and those around them."""
    shown = np.pad(numbers >= 0, 1)
    rows, cols = numbers.shape
    near = np.zeros((rows, cols), bool)
    for row in range(3):
        for col in range(3):
            near |= shown[row : row + rows, col : col + cols]
    return near


def model_path(model: str | Path) -> Path:
    """Where a network is: a shipped one by its name, any other by the path of its ONNX file."""
    return Path(model) if str(model).endswith(".onnx") else MODELS / f"{model}.onnx"


def read_card(path: Path) -> dict[str, Any]:
    """Read what is to be known of a network."""
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SapperError(
            f"there is no network at {path.with_suffix('.onnx')}: its card {path.name} is missing"
        ) from None
    except ValueError:
        raise SapperError(f"the card {path} of a network is damaged") from None
    style = card.get("style") if isinstance(card, dict) else None
    if not isinstance(style, dict) or not {"sure", "margin", "border"} <= style.keys() or "name" not in card:
        raise SapperError(f"{path} is no card of a network")
    return {"paper": None, **card}


@cache
def open_model(path: Path) -> InferenceSession:
    """Load a network, which must be the one that its card describes; sessions are shared within a process."""
    try:
        import onnxruntime
    except ImportError:
        raise SapperError("networks need onnxruntime: pip install 'sapper[neural]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise SapperError(f"there is no network at {path}") from None
    except OSError as error:
        raise SapperError(f"the network {path} cannot be read: {error.strerror}") from None
    beside = path.with_suffix(".json")
    expected = read_card(beside).get("sha256") if beside.exists() else None
    if expected is not None and hashlib.sha256(data).hexdigest() != expected:
        raise SapperError(f"the network {path} is damaged, or not the one that {beside.name} describes")
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has a class of error for each way in which a file can be damaged
        raise SapperError(
            f"the network {path} is damaged or no ONNX model ({type(error).__name__})"
        ) from None
