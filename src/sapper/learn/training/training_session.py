"""The whole of `sapper train`: train learners, export their networks, and measure how well they play."""

from __future__ import annotations

import hashlib
import json
import math
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch

from sapper.errors import SapperError
from sapper.learn.networks.paper_networks import parameters
from sapper.learn.simulation.evaluation import Score, evaluate
from sapper.learn.simulation.levels import LEVELS, SIZES, STARTS, Level, level_of
from sapper.learn.training import checkpoint
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.learner_registry import LEARNERS, learner_info, make_learner
from sapper.learn.training.training_loop import LearnerRun, Limits, Watch, train
from sapper.plural import counted
from sapper.source import commit


@dataclass(frozen=True)
class Options:
    """The options of a training session."""

    out: Path
    """The folder for checkpoints, logs, networks and cards."""
    limits: Limits | None
    """The limits of each learner. None means those of the checkpoint, if resumed, or ten minutes."""
    seed: int = 0
    device: str = "auto"
    """auto, cpu or cuda."""
    cells: int | None = None
    """The approximate number of cells in one batch of games. The default depends on the device."""
    level: str | None = None
    """One of `SIZES` to train on, instead of the learner's own level."""
    first_move: str | None = None
    """The promise of the first move to train with, instead of the learner's own."""
    start_from: Path | None = None
    """A checkpoint, an exported network, or a folder of checkpoints. Training starts from its weights."""
    resume: bool = False
    """Whether to resume from the checkpoints in `out`."""
    drop_slow: bool = False
    """Whether to drop the last-ranked learner at 25%, 50% and 75% of the training."""
    measure: int | None = None
    """The number of games played on each level after the training. The default is 1,000, or 100 for `resnet`
    on a CPU."""
    everywhere: bool = False
    """Whether to measure on all levels, not only on those of the training."""
    rate: float = 1.0
    """A factor for the learning rate of each learner. Less than 1 suits weights that are already trained."""
    teacher: bool = True
    """Whether `resnet` learns from exact risks. Otherwise its targets are the mines."""
    threads: int = 2
    """The number of threads in which the teacher computes exact risks."""
    compile: bool = False
    """Whether to compile blocks or record CUDA graphs. This takes up to a minute and makes steps faster."""
    log_every: int = 1000
    """The number of games between two entries of the log."""


TOLERANCE = 1e-5
"""The largest allowed difference in probability between an exported network and the trained one."""

DEFAULT_LIMITS = Limits(minutes=10.0)

Say = Callable[[str], None]
"""A callback that shows a message to the user."""


def run_session(names: list[str], options: Options, say: Say, watch: Watch) -> list[dict[str, Any]]:
    """Train the learners called `names`. Return their cards, which are also written to `options.out`."""
    if not 0 < options.rate < math.inf:
        raise ValueError(f"the rate must be above 0, not {options.rate:g}")
    levels = [level_for(name, options) for name in names]
    device = pick_device(options.device)
    if device.type == "cuda":
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
    cells = options.cells or (200_000 if device.type == "cuda" else 5_000)
    setup = Setup(device, options.seed, cells, options.rate, options.teacher, options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    runs = []
    for name, level in zip(names, levels, strict=True):
        run = LearnerRun(make_learner(name, setup, level), options.out, options.log_every)
        if options.resume:
            if not run.resume():
                say(
                    f"{name}: there is no checkpoint at {run.checkpoint}, so its training starts from scratch"
                )
        elif run.checkpoint.exists():
            raise SapperError(
                f"{run.checkpoint} exists: add --resume to continue from it, or choose another --out"
            )
        if options.start_from is not None and not run.learner.steps:
            checkpoint.begin_from(run.learner, _source(options.start_from, name))
        if options.compile:
            _speed_up(run.learner, say)
        run.limits = run.limits or DEFAULT_LIMITS
        runs.append(run)
    train(runs, options.limits, watch, options.drop_slow)
    torch.backends.cudnn.benchmark = False  # batch sizes change all the time during measurements
    return [finish(run, options, say) for run in runs if not run.dropped]


def level_for(name: str, options: Options) -> Level | None:
    """Return the level of the options, completed from the learner's own level; None means its own level."""
    entry = learner_info(name)
    if options.level is None and options.first_move is None:
        return None
    if entry.own_boards:
        raise ValueError(f"{name} chooses its own boards: --level and --first-move do not apply to it")
    size, promise = options.level or entry.level.name, options.first_move or entry.level.first_move
    if size not in SIZES:
        raise ValueError(f"learners train on {', '.join(SIZES)}, not on {size!r}")
    if promise not in STARTS:
        raise ValueError(f"learners train with the first move {' or '.join(STARTS)}, not {promise!r}")
    return level_of(size, promise)


def _source(path: Path, name: str) -> Path:
    """Return `path` itself or, if it is a folder, the checkpoint of the learner `name` in it."""
    return path / f"{name}.pt" if path.is_dir() else path


def finish(run: LearnerRun, options: Options, say: Say) -> dict[str, Any]:
    """Export a trained learner, measure it, and write its card."""
    learner = run.learner
    path = options.out / f"{learner.name}.onnx"
    learner.export(path)
    card = make_card(run, options)
    card["onnx_difference"] = check_export(learner, path)
    card["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    write_card(path.with_suffix(".json"), card)  # now, so that an interrupted measurement loses nothing
    generator = torch.Generator(learner.setup.device).manual_seed(options.seed + 1)
    levels = LEVELS if options.everywhere and learner.levels else learner.levels
    games = _games_to_measure(learner) if options.measure is None else options.measure
    for level in levels if games else ():
        card["measured"].append(measure_on(learner, level, games, generator))
        write_card(path.with_suffix(".json"), card)
        say(f"{learner.name}: {describe(card['measured'][-1])}")
    return card


def _games_to_measure(learner: Learner) -> int:
    """Return a number of games that takes minutes at most. `resnet` is slow on a CPU and plays six levels."""
    from sapper.learn.training.resnet_learner import ResNetLearner

    return 100 if isinstance(learner, ResNetLearner) and learner.setup.device.type == "cpu" else 1000


def check_export(learner: Learner, path: Path) -> float | None:
    """Return the largest difference between the exported file and the network, over 64 views.

    Returns None if onnxruntime is not installed.

    Raises:
        SapperError: The difference is above `TOLERANCE`.
    """
    if find_spec("onnxruntime") is None:
        return None
    found = learner.difference(path)
    if found > TOLERANCE:
        raise SapperError(f"the exported {path} differs from its network by {found:.1g} in probability")
    return found


def measure_on(learner: Learner, level: Level, games: int, generator: torch.Generator) -> dict[str, Any]:
    """Play games of a level with the averaged network. Return the result as the card stores it."""
    began = time.monotonic()
    batch = 8192 if generator.device.type == "cuda" else 64
    score: Score = evaluate(learner.judge(), level, games, generator, learner.style, batch)
    return {
        "level": level.name,
        "first_move": level.first_move,
        "start": list(level.start),
        "games": games,
        "wins": score.wins,
        "moves": round(score.moves, 2),
        "seconds": round(time.monotonic() - began, 2),
    }


def describe(figure: dict[str, Any]) -> str:
    """Describe a measurement in words."""
    rate = 100 * figure["wins"] / figure["games"]
    games = counted(figure["games"], "game")
    return (
        f"{rate:.2f}% of {games}, {figure['level']}, {figure['first_move']} start at "
        f"({figure['start'][0]}, {figure['start'][1]}), {figure['moves']} moves per game"
    )


def make_card(run: LearnerRun, options: Options) -> dict[str, Any]:
    """Return the card of a trained network, before any measurement."""
    learner, entry = run.learner, LEARNERS[run.learner.name]
    return {
        "format": 1,
        "name": learner.name,
        "paper": entry.paper,
        "architecture": entry.summary,
        "trained_on": None
        if entry.own_boards
        else f"{learner.levels[0].name}, {learner.levels[0].first_move} start",
        "parameters": parameters(learner.network),
        "style": asdict(learner.style),
        "command": _command(),
        "commit": commit(),
        "seed": options.seed,
        "hardware": hardware(learner.setup.device),
        "torch": torch.__version__,
        "minutes": round(run.seconds / 60, 2),
        "games": run.games,
        "games_counted": learner.counted,
        "steps": learner.steps,
        "measured": [],
    }


def write_card(path: Path, card: dict[str, Any]) -> None:
    """Write a card as JSON."""
    path.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def pick_device(name: str) -> torch.device:
    """Return the device called `name`; auto is the GPU if there is one, and else the CPU."""
    if name not in {"auto", "cpu", "cuda"}:
        raise ValueError(f"the device must be auto, cpu or cuda, not {name!r}")
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise SapperError("torch finds no GPU here: use --device cpu, or leave --device out")
    return torch.device("cuda" if found and name != "cpu" else "cpu")


def hardware(device: torch.device) -> str:
    """Return the name of the hardware for the card."""
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    return f"{platform.machine()} CPU, {torch.get_num_threads()} threads"


def _speed_up(learner: Learner, say: Say) -> None:
    """Compile or record the steps of a learner. If that fails, it trains at the normal speed."""
    from sapper.learn.training.online_learner import OnlineLearner
    from sapper.learn.training.resnet_learner import ResNetLearner

    began = time.monotonic()
    if isinstance(learner, ResNetLearner):
        done = "was compiled" if learner.compile() else "could not be compiled and trains uncompiled"
        say(f"{learner.name}: it {done} ({time.monotonic() - began:.0f} s)")
    elif isinstance(learner, OnlineLearner) and learner.can_record:
        try:
            learner.record()
        except RuntimeError as error:
            say(f"{learner.name}: its steps could not be recorded as a CUDA graph and are slower: {error}")


def _command() -> str:
    """Return the command of this training. `sapper train` and `scripts/learn` have different defaults."""
    given = sys.argv[1:]
    return " ".join(["sapper", *given] if given[:1] == ["train"] else ["scripts/learn", *given])
