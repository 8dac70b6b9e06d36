"""An agent that plays with a trained network, through onnxruntime on one thread and without torch."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sapper.agents.base import Decision
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.shipped_networks import shipped_networks

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


LARGEST = 1e6
"""No number in the style of a card is larger. Python's integers may be too large for a float."""


class NeuralAgent:
    """Opens every cell that its network predicts to be safe. If there is none, it opens the best guess."""

    card: dict[str, Any]
    sure: float
    margin: float
    border: float
    session: InferenceSession

    name: str = ""
    paper: str | None = None
    uses_network = True
    """Tells `sapper reproduce --network-games` that a game of this agent takes long."""

    def __init__(self, model: str | Path | None = None) -> None:
        """Load a shipped network by its name, or any network by the path of its ONNX file.

        The card, a JSON file with the same stem, must be in the same folder.
        """
        path = model_path(model or self.name)
        self.card = read_card(path.with_suffix(".json"))
        self.name, self.paper = self.card["name"], self.card["paper"]
        style = self.card["style"]
        self.sure, self.margin, self.border = style["sure"], style["margin"], style["border"]
        self.session = open_model(path)
        if first_input(self.session) != "views":
            raise SapperError(f"{path} judges windows, not whole boards: use it with AuaCspDqn")

    def reset(self, rules: Rules, rng: Generator) -> None:
        """Start a game. This agent has no state and uses no randomness."""

    def choose(self, view: View) -> Decision:
        """Run the network on the view and choose the cells to open."""
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
        # The decision states no risk: the arena treats stated risks as exact, and these are predictions.
        sure = np.argwhere(risk < self.sure)
        if len(sure):
            cells = tuple((int(row), int(col)) for row, col in sure)
            most = float(risk[tuple(sure.T)].max())
            return Decision(cells, reason=f"predicted safe, with a risk of at most {most:.2%}")
        rating = -logits[0]
        if self.margin and len(logits) > 1:
            rating = np.where(risk <= risk.min() + np.float32(self.margin), logits[1], -np.inf)
        rating = np.where(allowed, rating, -np.inf)
        row, col = np.unravel_index(int(rating.argmax()), rating.shape)
        cell = (int(row), int(col))
        return Decision.guess(cell, reason=f"the best guess, with a predicted risk of {risk[cell]:.1%}")

    def judge(self, numbers: NDArray[np.int8], mines: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return logits (N, 1 or 2, rows, cols) for views (N, rows, cols).

        The first channel is the risk. The second, if there is one, rates each cell as a guess.
        """
        inputs: dict[str, Any] = {"views": numbers}
        if len(self.session.get_inputs()) > 1:  # most of the papers' networks do not use the mine count
            inputs["mines"] = mines.astype(np.int64)
        logits = answer(self.session, inputs)
        if logits.ndim != 4 or not logits.shape[1] or logits.shape[::2] + logits.shape[3:] != numbers.shape:
            raise SapperError(f"the network {self.name} is damaged: its answer has the shape {logits.shape}")
        return logits


def beside_open(numbers: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return the cells that show a number, and their neighbours."""
    shown = np.pad(numbers >= 0, 1)
    rows, cols = numbers.shape
    near = np.zeros((rows, cols), bool)
    for row in range(3):
        for col in range(3):
            near |= shown[row : row + rows, col : col + cols]
    return near


def first_input(session: InferenceSession) -> str:
    """The name of the first input of a network; empty if it has none."""
    return next((str(each.name) for each in session.get_inputs()), "")


def answer(session: InferenceSession, inputs: dict[str, Any]) -> NDArray[np.float32]:
    """Run a network.

    Raises:
        SapperError: The network is damaged: it cannot be run on these inputs.
    """
    try:
        found = session.run(None, inputs)
    except Exception as error:  # onnxruntime has many classes of errors
        raise SapperError(f"a network is damaged: it cannot be run ({type(error).__name__})") from None
    if not found or not isinstance(found[0], np.ndarray) or not np.issubdtype(found[0].dtype, np.floating):
        raise SapperError("a network is damaged: its answer holds no numbers")
    values: NDArray[np.float32] = found[0]
    return values


def model_path(model: str | Path) -> Path:
    """Return the path of a network, given the name of a shipped one or the path of an ONNX file."""
    return Path(model) if str(model).endswith(".onnx") else shipped_networks() / f"{model}.onnx"


def read_card(path: Path) -> dict[str, Any]:
    """Read the card of a network."""
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SapperError(
            f"there is no network at {path.with_suffix('.onnx')}: its card {path.name} is missing"
        ) from None
    except (ValueError, RecursionError):
        raise SapperError(f"the card {path} of a network is damaged") from None
    style = card.get("style") if isinstance(card, dict) else None
    if not isinstance(style, dict) or not isinstance(card.get("name"), str):
        raise SapperError(f"{path} is not the card of a network")
    for part in ("sure", "margin", "border"):
        value = style.get(part)
        if not isinstance(value, int | float) or not abs(value) <= LARGEST:
            raise SapperError(f"{path} is not the card of a network: its style has no number {part!r}")
    if not isinstance(card.get("paper"), str | None):
        raise SapperError(f"{path} is not the card of a network: its paper is no name")
    return {"paper": None, **card}


@cache
def open_model(path: Path) -> InferenceSession:
    """Load a network and check it against the checksum in its card. Sessions are shared within a process."""
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
    except Exception as error:  # onnxruntime has many classes of errors for invalid files
        raise SapperError(
            f"the network {path} is damaged or not an ONNX model ({type(error).__name__})"
        ) from None
