"""A training session from start to end: learners made, trained, measured, exported, each with its card."""

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
from sapper.learn.simulation.evaluation import LEVELS, SIZES, STARTS, Level, Score, evaluate, level_of
from sapper.learn.training import checkpoint
from sapper.learn.training.learner import Learner, Setup
from sapper.learn.training.learner_registry import LEARNERS, entry_of, make_learner
from sapper.learn.training.training_loop import Course, Limits, Watch, train
from sapper.source import commit


@dataclass(frozen=True)
class Options:
    """What a session is asked for."""

    out: Path
    limits: Limits | None
    """For each learner; None is that of the checkpoint it goes on from, or ten minutes."""
    seed: int = 0
    device: str = "auto"
    """auto, cpu or cuda."""
    cells: int | None = None
    """About how many cells the games played at once have together; by default what suits the device."""
    level: str | None = None
    """Train on this one of `SIZES`, not where the learner usually trains."""
    first_move: str | None = None
    """Train with this promise, not with the usual one."""
    start_from: Path | None = None
    """A checkpoint or an exported network whose weights are trained on, or a folder of checkpoints."""
    resume: bool = False
    drop_slow: bool = False
    measure: int | None = None
    """Games on each of its levels, played at the end; by default 1,000, or what a CPU can do."""
    everywhere: bool = False
    """Measure on all levels, those too that were not trained on."""
    rate: float = 1.0
    """Times each learner's usual learning rate; less than 1 suits weights that are trained on."""
    teacher: bool = True
    threads: int = 2
    compile: bool = False
    """Whether to spend up to a minute on making steps faster: blocks compiled, steps recorded on a GPU."""
    log_every: int = 1000


TOLERANCE = 1e-5
"""How far an exported network may be from torch, in probability."""

USUAL = Limits(minutes=10.0)

Say = Callable[[str], None]


def run(names: list[str], options: Options, say: Say, watch: Watch) -> list[dict[str, Any]]:
    """Train the learners called `names`; returns their cards, which are written beside their weights too."""
    if not 0 < options.rate < math.inf:
        raise ValueError(f"a rate is above 0, not {options.rate:g}")
    levels = [level_for(name, options) for name in names]
    device = pick_device(options.device)
    if device.type == "cuda":
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
    cells = options.cells or (200_000 if device.type == "cuda" else 5_000)
    setup = Setup(device, options.seed, cells, options.rate, options.teacher, options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    courses = []
    for name, level in zip(names, levels, strict=True):
        course = Course(make_learner(name, setup, level), options.out, options.log_every)
        if options.resume:
            if not course.resume():
                say(f"{name}: there is nothing at {course.checkpoint} to go on from, so it begins anew")
        elif course.checkpoint.exists():
            raise SapperError(
                f"{course.checkpoint} exists: add --resume to go on from it, or choose another --out"
            )
        if options.start_from is not None and not course.learner.steps:
            checkpoint.begin_from(course.learner, _source(options.start_from, name))
        if options.compile:
            _hasten(course.learner, say)
        course.limits = course.limits or USUAL
        courses.append(course)
    train(courses, options.limits, watch, options.drop_slow)
    torch.backends.cudnn.benchmark = False  # the number of games left changes all the time from here
    return [finish(course, options, say) for course in courses if not course.dropped]


def level_for(name: str, options: Options) -> Level | None:
    """The level asked for, completed by what this learner usually trains on; None is its usual one."""
    entry = entry_of(name)
    if options.level is None and options.first_move is None:
        return None
    if entry.own_boards:
        raise ValueError(f"{name} trains on boards of its own: --level and --first-move are not for it")
    size, promise = options.level or entry.level.name, options.first_move or entry.level.first_move
    if size not in SIZES:
        raise ValueError(f"learners train on {', '.join(SIZES)}, not on {size!r}")
    if promise not in STARTS:
        raise ValueError(f"learners train with a first cell that is {' or '.join(STARTS)}, not {promise!r}")
    return level_of(size, promise)


def _source(path: Path, name: str) -> Path:
    """A checkpoint, or that of the learner's own name in a folder of them."""
    return path / f"{name}.pt" if path.is_dir() else path


def finish(course: Course, options: Options, say: Say) -> dict[str, Any]:
    """Export a trained learner, measure it, and write its card."""
    learner = course.learner
    path = options.out / f"{learner.name}.onnx"
    learner.export(path)
    card = card_of(course, options)
    card["onnx_difference"] = exported(learner, path)
    card["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    write_card(path.with_suffix(".json"), card)  # measuring takes long, and the weights are worth having
    generator = torch.Generator(learner.setup.device).manual_seed(options.seed + 1)
    levels = LEVELS if options.everywhere and learner.levels else learner.levels
    games = _games_to_measure(learner) if options.measure is None else options.measure
    for level in levels if games else ():
        card["measured"].append(measured(learner, level, games, generator))
        write_card(path.with_suffix(".json"), card)
        say(f"{learner.name}: {describe(card['measured'][-1])}")
    return card


def _games_to_measure(learner: Learner) -> int:
    """What takes minutes at most: `resnet` plays six levels, on a CPU at a few games a second."""
    from sapper.learn.training.resnet_learner import ResNetLearner

    return 100 if isinstance(learner, ResNetLearner) and learner.setup.device.type == "cpu" else 1000


def exported(learner: Learner, path: Path) -> float | None:
    """How far the file is from torch on 64 views, at most; None where onnxruntime is not there to ask."""
    if find_spec("onnxruntime") is None:
        return None
    found = learner.difference(path)
    if found > TOLERANCE:
        raise SapperError(f"{path} is off by {found:.1g}, in probability, from the network it was made of")
    return found


def measured(learner: Learner, level: Level, games: int, generator: torch.Generator) -> dict[str, Any]:
    """Play games of a level with the averaged weights."""
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
    """A measurement in words."""
    rate = 100 * figure["wins"] / figure["games"]
    return (
        f"{rate:.2f}% of {figure['games']} games, {figure['level']}, {figure['first_move']} start at "
        f"({figure['start'][0]}, {figure['start'][1]}), {figure['moves']} moves a game"
    )


def card_of(course: Course, options: Options) -> dict[str, Any]:
    """What is to be known of a trained network."""
    learner, entry = course.learner, LEARNERS[course.learner.name]
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
        "minutes": round(course.seconds / 60, 2),
        "games": course.games,
        "games_counted": learner.counted,
        "steps": learner.steps,
        "measured": [],
    }


def write_card(path: Path, card: dict[str, Any]) -> None:
    """Write a card as JSON."""
    path.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def pick_device(name: str) -> torch.device:
    """The device called `name`; auto is a GPU where there is one."""
    if name not in {"auto", "cpu", "cuda"}:
        raise ValueError(f"a device is auto, cpu or cuda, not {name!r}")
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise SapperError("there is no GPU that torch can use here: train on the cpu, or leave --device out")
    return torch.device("cuda" if found and name != "cpu" else "cpu")


def hardware(device: torch.device) -> str:
    """What it was trained on."""
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    return f"{platform.machine()} CPU, {torch.get_num_threads()} threads"


def _hasten(learner: Learner, say: Say) -> None:
    """Let a learner run as fast as the device allows; where that fails it runs as it is."""
    from sapper.learn.training.online_learner import OnlineLearner
    from sapper.learn.training.resnet_learner import ResNetLearner

    began = time.monotonic()
    if isinstance(learner, ResNetLearner):
        done = "compiled" if learner.compile() else "could not be compiled, and trains without: tried"
        say(f"{learner.name}: {done} in {time.monotonic() - began:.0f} s")
    elif isinstance(learner, OnlineLearner) and learner.can_record:
        try:
            learner.record()
        except RuntimeError as error:
            say(f"{learner.name}: its steps could not be recorded, and run one by one: {error}")


def _command() -> str:
    """The command that trains it again, by the front it was given to: their defaults differ."""
    given = sys.argv[1:]
    return " ".join(["sapper", *given] if given[:1] == ["train"] else ["scripts/learn", *given])
