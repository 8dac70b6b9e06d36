"""Learners: neural networks, the code that trains them, and the agents that play with the shipped weights.

The folders in reading order:

- `networks`: the input encodings and the network architectures.
- `simulation`: batches of games as torch tensors, and the win rate of a network over many games.
- `training`: the learners, the training loop, checkpoints and ONNX export.
- `playing`: agents that play with a trained network.

The trained networks are a package of their own, `sapper-weights`, in the folder `weights` of the repository.

Training needs only torch and numpy, so it also runs where the C++ core is not built. Playing with a trained
network needs onnxruntime and not torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.lazy_names import lazy_names

if TYPE_CHECKING:
    from sapper.learn.playing.network_agent import NeuralAgent
    from sapper.learn.simulation.batched_games import Boards
    from sapper.learn.simulation.evaluation import Judge, Score, evaluate
    from sapper.learn.simulation.levels import LEVELS, Level, level_of
    from sapper.learn.simulation.move_choice import Style
    from sapper.learn.training.learner import GameCounter, Learner, Setup, Tally
    from sapper.learn.training.learner_registry import LEARNERS, LearnerInfo, Make, learner_info, make_learner
    from sapper.learn.training.training_loop import LearnerRun, Limits, LogEntry, Watch, train
    from sapper.learn.training.training_session import Options, Say, run_session

__all__ = [
    "LEARNERS",
    "LEVELS",
    "Boards",
    "GameCounter",
    "Judge",
    "Learner",
    "LearnerInfo",
    "LearnerRun",
    "Level",
    "Limits",
    "LogEntry",
    "Make",
    "NeuralAgent",
    "Options",
    "Say",
    "Score",
    "Setup",
    "Style",
    "Tally",
    "Watch",
    "evaluate",
    "learner_info",
    "level_of",
    "make_learner",
    "run_session",
    "train",
]

__getattr__ = lazy_names(
    __name__,
    {
        "simulation.batched_games": ["Boards"],
        "simulation.move_choice": ["Style"],
        "playing.network_agent": ["NeuralAgent"],
        "simulation.evaluation": ["Judge", "Score", "evaluate"],
        "simulation.levels": ["LEVELS", "Level", "level_of"],
        "training.learner": ["GameCounter", "Learner", "Setup", "Tally"],
        "training.learner_registry": ["LEARNERS", "LearnerInfo", "Make", "learner_info", "make_learner"],
        "training.training_loop": ["LearnerRun", "Limits", "LogEntry", "Watch", "train"],
        "training.training_session": ["Options", "Say", "run_session"],
    },
)
