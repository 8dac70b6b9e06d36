"""The registry of learners: every learner that `sapper train` can train, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import torch

from sapper.learn.networks import paper_encodings
from sapper.learn.networks.paper_networks import CNN, Encoding, WindowMLP
from sapper.learn.networks.resnet import ResNet
from sapper.learn.simulation.levels import Level, level_of
from sapper.learn.training.board_q_learner import BoardQLearner
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.online_learner import OnlineLearner, Recipe
from sapper.learn.training.resnet_learner import ResNetLearner

Make = Callable[[str, Level, Setup], Learner]


@dataclass(frozen=True)
class LearnerInfo:
    """The description of a learner, and the function that makes it."""

    summary: str
    paper: str | None
    level: Level
    """The level it is trained on by default."""
    make: Make
    published: float | None = None
    """The success rate in percent that the paper reports on this level."""
    own_boards: bool = False
    """Whether the learner chooses its own boards. It then ignores the level."""


def _mlp(published: float | None, *hidden: int, recipe: Recipe | None = None, what: str = "") -> LearnerInfo:
    def make(name: str, level: Level, setup: Setup) -> Learner:
        return OnlineLearner(name, WindowMLP(hidden), level, recipe or Recipe(border=True), setup)

    layers = "-".join(map(str, hidden))
    summary = f"Perceptron over the 5x5 window around each border cell, hidden layers {layers}{what}."
    return LearnerInfo(summary, "sajjad2022", level_of("beginner", "zero"), make, published)


def _cnn(
    published: float | None, level: str, first_move: str, filters: str, recipe: Recipe | None = None
) -> LearnerInfo:
    sizes = [(int(count), int(size)) for count, size in (layer.split("@") for layer in filters.split())]

    def make(name: str, where: Level, setup: Setup) -> Learner:
        return OnlineLearner(name, CNN(sizes), where, recipe or Recipe(), setup)

    shown = ", ".join(f"{count} {size}x{size}" for count, size in sizes)
    summary = f"Convolutions {shown}."
    return LearnerInfo(summary, "sajjad2022", level_of(level, first_move), make, published)


def _ablation(what: str, recipe: Recipe, integers: bool = False, sigmoid: bool = False) -> LearnerInfo:
    def make(name: str, level: Level, setup: Setup) -> Learner:
        encoding = paper_encodings.integers if integers else paper_encodings.one_hot
        network = CNN(FOUR_BY_32, encoding, torch.sigmoid if sigmoid else torch.relu)
        return OnlineLearner(name, network, level, recipe, setup)

    return LearnerInfo(f"cnn-18 with {what}.", "sajjad2022", level_of("beginner", "safe"), make)


def _resnet(blocks: int, channels: int, summary: str) -> LearnerInfo:
    def make(name: str, level: Level, setup: Setup) -> Learner:
        return ResNetLearner(name, ResNet(blocks, channels), setup)

    return LearnerInfo(summary, None, level_of("expert", "safe"), make, own_boards=True)


def _mehta(form: str, encoding: Encoding) -> LearnerInfo:
    def make(name: str, level: Level, setup: Setup) -> Learner:
        return BoardQLearner(name, CNN([(64, 3)] * 4, encoding), level, setup)

    summary = f"Q-learning on the whole board with Mehta's {form} encoding and rewards."
    return LearnerInfo(summary, "aua2023", level_of("beginner", "safe"), make)


def _dqn(what: str, **changes: Any) -> LearnerInfo:
    def make(name: str, level: Level, setup: Setup) -> Learner:
        from sapper.learn.training.window_dqn_learner import DQNRecipe, WindowDQNLearner

        return WindowDQNLearner(name, DQNRecipe(**changes), setup)

    summary = f"Q-learning of one decision in a 5x5 window where aua-csp is stuck{what}."
    return LearnerInfo(summary, "aua2023", level_of("beginner", "safe"), make, 75.0, own_boards=True)


FOUR_BY_32 = [(32, 3)] * 4 + [(64, 1)]
"""The filters of cnn-18 to cnn-20.

The paper lists only the first four layers, but its 32,833 parameters require another layer of 64 filters 1x1.
"""

_TOGETHER: dict[str, Any] = {
    "planes": True,
    "all_cells": True,
    "both": True,
    "decay": 0.9998,
    "at_once": 8,
    "batch": 1024,
    "replay": 200_000,
}
"""The settings of a learner that combines most suggestions of aua2023 for future work."""

_FOUR = "32@3 32@3 32@3 32@3 64@1"

LEARNERS: dict[str, LearnerInfo] = {
    "resnet": _resnet(10, 128, "Ten residual blocks of 128 channels: one network for every board."),
    "resnet-small": _resnet(6, 48, "Six residual blocks of 48 channels: a smaller and faster resnet."),
    "mlp-1": _mlp(24.0, 40, 30, 20, 10),
    "mlp-2": _mlp(37.5, 50, 60, 40, 20),
    "mlp-3": _mlp(40.2, 70, 80, 60, 35),
    "mlp-4": _mlp(35.6, 70, 100, 90, 45),
    "cnn-1": _cnn(88.0, "beginner", "zero", "25@5 25@5 64@5"),
    "cnn-3": _cnn(10.1, "expert", "zero", "32@3 32@3 64@3"),
    "cnn-4": _cnn(59.2, "beginner", "zero", "64@3 32@3 32@1"),
    "cnn-8": _cnn(62.3, "intermediate", "zero", "25@5 32@3 32@1"),
    "cnn-10": _cnn(91.8, "beginner", "zero", "25@5 32@3 64@1"),
    "cnn-11": _cnn(72.9, "intermediate", "zero", "25@5 25@5 64@5"),
    "cnn-14": _cnn(84.4, "beginner", "safe", "25@5 32@3 64@1"),
    "cnn-18": _cnn(88.4, "beginner", "safe", _FOUR),
    "cnn-19": _cnn(68.8, "intermediate", "safe", _FOUR),
    "cnn-20": _cnn(21.5, "expert", "safe", _FOUR),
    "dqn-5x5": _dqn(""),
    "dqn-5x5-fast": _dqn("; learning rate 0.001", rate=0.001),
    "dqn-5x5-slow": _dqn("; learning rate 0.0001", rate=0.0001),
    "dqn-5x5-half": _dqn("; epsilon starts at 0.5", epsilon=0.5),
    "dqn-5x5-early": _dqn("; epsilon decays by 0.99 per decision", decay=0.99),
    "dqn-5x5-late": _dqn("; epsilon decays by 0.9995 per decision", decay=0.9995),
    "dqn-5x5-planes": _dqn("; one input plane for each kind of cell", planes=True),
    "dqn-5x5-deep": _dqn("; five convolutions that predict all 25 cells", planes=True, all_cells=True),
    "dqn-5x5-pretrained": _dqn("; pre-trained on opened boards", pretrain=2000),
    "dqn-5x5-heuristic": _dqn("; random actions follow an estimate of the risk", heuristic=True),
    "dqn-5x5-both": _dqn("; each decision trains both actions", both=True),
    "dqn-5x5-long": _dqn("; epsilon decays slowly, for a longer training", decay=0.9998),
    "dqn-5x5-all": _dqn("; planes, deep, both and long combined, eight decisions per batch", **_TOGETHER),
    "mehta-10": _mehta("NxMx10", paper_encodings.mehta_ten),
    "mehta-2": _mehta("NxMx2", paper_encodings.mehta_two),
    "mehta-1": _mehta("NxMx1", paper_encodings.mehta_one),
    "mlp-3-sgd": _mlp(
        None,
        *(70, 80, 60, 35),
        recipe=Recipe(optimizer="sgd", rate=0.1, momentum=0.0, border=True),
        what="; SGD at the paper's learning rate of 0.1",
    ),
    "cnn-18-integers": _ablation("integer input instead of one-hot", Recipe(), integers=True),
    "cnn-18-sigmoid": _ablation("sigmoid instead of ReLU", Recipe(), sigmoid=True),
    "cnn-18-sgd": _ablation("SGD instead of Adam", Recipe(optimizer="sgd", rate=0.5)),
    "cnn-18-cross-entropy": _ablation("cross-entropy instead of MSE", Recipe(loss="cross-entropy")),
}
"""All learners by name."""


def _early() -> LearnerInfo:
    """Return the early network of figure 5.8, with sigmoid, MSE and SGD."""
    sizes = [(20, 5), (20, 5), (30, 5)]

    def make(name: str, level: Level, setup: Setup) -> Learner:
        network = CNN(sizes, activation=torch.sigmoid)
        return OnlineLearner(name, network, level, Recipe(optimizer="sgd", rate=0.5), setup)

    summary = "The paper's early network: convolutions 20, 20 and 30 5x5, sigmoid, SGD."
    return LearnerInfo(summary, "sajjad2022", level_of("beginner", "zero"), make, 40.0)


LEARNERS["cnn-0"] = _early()


def learner_info(name: str) -> LearnerInfo:
    """Return the description of the learner called `name`.

    Raises:
        ValueError: There is no such learner. The message suggests similar names.
    """
    entry = LEARNERS.get(name)
    if entry is None:
        close = get_close_matches(name, LEARNERS, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(LEARNERS)}"
        raise ValueError(f"no learner is called {name!r}; {hint}")
    return entry


def make_learner(name: str, setup: Setup, level: Level | None = None) -> Learner:
    """Make the learner called `name`, for its own level or for the given one."""
    entry = learner_info(name)
    torch.manual_seed(setup.seed)  # seeds the initial weights of the network
    return entry.make(name, level or entry.level, setup)


__all__ = ["FOUR_BY_32", "LEARNERS", "LearnerInfo", "learner_info", "make_learner"]
