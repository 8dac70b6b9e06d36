"""The runs that make `sapper-deep`: a teacher learns from games played out, a student from the teacher."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from sapper.learn.networks.deep_resnet import DeepResNet, Positions, log_odds
from sapper.learn.training.deep_generator import BOARDS, Batch, BoardsOf, Generator
from sapper.learn.training.deep_loss import (
    Judgement,
    chances,
    corrections_of,
    flipped,
    judge_held_out,
)
from sapper.learn.training.deep_store import Archive, Store, read_archive
from sapper.learn.training.deep_trainer import DeepTrainer, export_network, load_network, save_network

Say = Callable[[str], None]

HELD_OUT_SEED = 900_000_000
"""Held-out positions come from boards with seeds from this one on, training positions from those below it."""


@dataclass(frozen=True)
class DeepOptions:
    """The settings of a run."""

    out: Path
    """The folder for checkpoints, logs and networks."""
    start_from: Path
    """A checkpoint to train on, or an exported `resnet`."""
    seconds: float
    """The run ends by itself before this time is over."""
    blocks: int | None = None
    """A student begins with so many blocks of its teacher, instead of with `start_from`."""
    steps: int | None = None
    """The run ends after so many steps, if its time is not over before."""
    seed: int = 1
    """Every run needs another seed: equal seeds give equal positions."""
    device: str = "auto"
    threads: int = 0
    """Threads that generate positions; 0 for one less than there are cores."""
    layouts: int = 3
    """The layouts on which the cells of a position are played out."""
    player: str = "sapper-fast"
    """The agent that plays them out."""
    batch: int = 2048
    """The positions of a step."""
    passes: float = 6.0
    """Steps wait for new positions when every position was used this often, on average."""
    rate: float = 3e-4
    """The learning rate."""
    fade_from: float = 1.0
    """The share of the run after which the learning rate falls to zero."""
    keep: Path | None = None
    """A folder with positions of earlier runs, to which the new ones are added."""
    held_out: int = 8000
    """The wanted number of held-out positions. Missing ones are generated before the training."""
    held_out_seconds: float = 45.0
    """The most time for generating them."""
    held_out_layouts: int = 32
    every: float = 60.0
    """Seconds between two checkpoints."""
    boards: tuple[BoardsOf, ...] = BOARDS

    def find_device(self) -> torch.device:
        """Return the device to train on."""
        if self.device != "auto":
            return torch.device(self.device)
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")

    @property
    def workers(self) -> int:
        """The number of threads that generate positions."""
        return self.threads or max(1, (os.cpu_count() or 2) - 1)


class Run:
    """What both kinds of runs share: the clock, the log, the held-out positions and the random draws."""

    RESERVE = 0.03
    """The share of the time, and at most 20 seconds, that is left for the end of the run."""

    def __init__(self, name: str, options: DeepOptions, say: Say) -> None:
        self.began = time.monotonic()
        self.name, self.options, self.say = name, options, say
        self.device = options.find_device()
        options.out.mkdir(parents=True, exist_ok=True)
        self.held_out = Store(self.device)
        self.generator = torch.Generator(self.device).manual_seed(options.seed)
        self.order = random.Random(options.seed)
        self.limit = options.seconds - min(20.0, options.seconds * self.RESERVE)
        self.checked = 0.0

    @property
    def spent(self) -> float:
        """The seconds since the start of the run."""
        return time.monotonic() - self.began

    def is_over(self, steps: int) -> bool:
        """Whether the time is over, or the steps are made."""
        return self.spent >= self.limit or steps == self.options.steps

    def note(self, **facts: Any) -> None:
        """Add an entry to the log, and say it."""
        entry = {"run": self.name, "seconds": round(self.spent, 1), **facts}
        with (self.options.out / f"{self.name}.jsonl").open("a") as log:
            log.write(json.dumps(entry) + "\n")
        self.say(" ".join(f"{key} {value}" for key, value in entry.items() if not isinstance(value, list)))

    def hold_out(self) -> None:
        """Read the held-out positions of earlier runs, and generate more of them."""
        options = self.options
        folder = options.keep / "held-out" if options.keep else None
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            read_archive(folder, self.held_out)
        if len(self.held_out) < options.held_out:
            seed = HELD_OUT_SEED + 1000 * options.seed
            end = min(self.spent + options.held_out_seconds, self.limit)
            new = Store(self.device)
            made = Generator(seed, options.workers, options.held_out_layouts, options.player, options.boards)
            while not len(new) or (self.spent < end and len(self.held_out) < options.held_out):
                time.sleep(0.1)
                for batch in made.take():
                    new.add(batch)
                    self.held_out.add(batch)
            made.close()
            if folder:
                new.save(folder / f"{options.seed}.pt")
        self.note(held_out=len(self.held_out))

    def held_out_parts(self) -> list[Positions]:
        """Return the held-out positions in parts."""
        return [part for kind in self.held_out.kinds for part in self.held_out.parts(kind, 1024)]

    def judge(self, trainer: DeepTrainer, views: tuple[int, ...] = (1,)) -> Judgement:
        """Return how well the averaged network chooses on the held-out positions."""
        return judge_held_out(trainer.judge, self.held_out_parts(), views)

    def draw_kind(self, store: Store) -> int:
        """Return a random kind of boards, each as often as it is among the positions."""
        kinds = store.kinds
        return self.order.choices(kinds, [store.count(kind) for kind in kinds])[0]

    def draw(self, store: Store) -> Positions:
        """Return random positions of one kind, mirrored at random."""
        drawn = store.draw(self.draw_kind(store), self.options.batch, self.generator)
        return flipped(drawn, self.order.random() < 0.5, self.order.random() < 0.5)

    def fade(self) -> float:
        """Return the factor for the learning rate: 1, and from `fade_from` on falling to 0."""
        done = self.spent / self.limit
        start = self.options.fade_from
        if done <= start or start >= 1:
            return 1.0
        return max(0.02, (1 - done) / (1 - start))

    def is_due(self) -> bool:
        """Whether a checkpoint is due."""
        if self.spent - self.checked < self.options.every:
            return False
        self.checked = self.spent
        return True


def figures(judged: Judgement, views: int) -> dict[str, Any]:
    """Return what the log shows of a judgement."""
    best, plain = judged.best(views), next(g for g in judged.gains if g.views == views)
    return {
        "held_out_loss": round(judged.loss, 7),
        "lower_by": round(judged.plain_loss - judged.loss, 7),
        "argmax_gain": f"{100 * plain.gain:+.3f}±{100 * plain.error:.3f}",
        "best_gain": f"{100 * best.gain:+.3f}±{100 * best.error:.3f}",
        "margin": best.margin,
        "left": round(best.left, 3),
    }


@contextmanager
def generating(options: DeepOptions, layouts: int) -> Iterator[Generator]:
    """Generate positions in the background. The trainer's thread waits little for Python's lock."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    generator = Generator(options.seed, options.workers, layouts, options.player, options.boards)
    try:
        yield generator
    finally:
        generator.close()
        sys.setswitchinterval(before)


def train_teacher(options: DeepOptions, say: Say = print) -> Path:
    """Train a network on positions whose cells were played out. Returns its checkpoint, `teacher.pt`."""
    run = Run("teacher", options, say)
    network, past = load_network(options.start_from)
    trainer = DeepTrainer(network, run.device, options.rate)
    store = Store(run.device)
    archive = None
    if options.keep:
        read_archive(options.keep / "positions", store)
        archive = Archive(options.keep / "positions", f"{options.seed}")
    run.note(start=str(options.start_from), device=run.device.type, threads=options.workers, kept=len(store))
    run.hold_out()
    kept, trained = len(store), 0
    least = run.judge(trainer).loss
    loss = torch.zeros((), device=run.device)

    def keep_network() -> None:
        positions = past.get("positions", 0) + store.arrived - kept
        for folder in (options.out, options.keep):
            if folder:
                facts = {"positions": positions, "held_out_loss": least}
                save_network(trainer.average, folder / "teacher.pt", facts)

    def check() -> None:
        nonlocal least
        judged = run.judge(trainer)
        run.note(
            steps=trainer.steps,
            arrived=store.arrived - kept,
            passes=round(trained / max(1, len(store)), 2),
            loss=round(float(loss), 6),
            **figures(judged, 1),
        )
        if judged.loss <= least:
            least = judged.loss
            keep_network()

    keep_network()
    with generating(options, options.layouts) as generator:
        while not run.is_over(trainer.steps):
            for batch in generator.take():
                store.add(batch)
                if archive:
                    archive.add(batch)
            if trained + options.batch > options.passes * len(store):
                time.sleep(0.02)
            else:
                drawn = run.draw(store)
                loss = trainer.step(drawn, drawn.results, drawn.results[:, 0], run.fade())
                trained += options.batch
            if run.is_due():
                check()
        check()
    if archive:
        archive.close()
    return options.out / "teacher.pt"


@torch.no_grad()
def label(teacher: DeepTrainer, positions: Positions) -> Positions:
    """Return the positions with the teacher's chances to win in place of results.

    They are means over four mirrored views. The last fact becomes the chance to win of the position.
    """
    corrections, win = corrections_of(teacher.judge, positions, 4)
    compared = positions.compared.clone()
    compared[..., 4] = chances(corrections, positions)
    whole = torch.sigmoid(log_odds(positions.facts[:, 1]) + win)
    return positions._replace(compared=compared, facts=torch.cat([positions.facts, whole[:, None]], 1))


def _unlabel(positions: Positions) -> tuple[Positions, Tensor]:
    return positions._replace(facts=positions.facts[:, :3]), positions.facts[:, 3]


def distil_student(options: DeepOptions, teacher_path: Path, say: Say = print) -> float:
    """Train a small network on the opinions of the teacher, and write its checkpoint, `student.pt`.

    Returns the margin by which it should lead the core's own choice.
    """
    run = Run("student", options, say)
    teacher_network, _ = load_network(teacher_path)
    teacher = DeepTrainer(teacher_network, run.device, options.rate)
    if options.blocks is None:
        network, past = load_network(options.start_from)
    else:
        network, past = teacher_network.shortened(options.blocks), {}
    student = DeepTrainer(network, run.device, options.rate)
    start = str(options.start_from if options.blocks is None else teacher_path)
    run.note(start=start, blocks=len(network.blocks), teacher=str(teacher_path), device=run.device.type)
    run.hold_out()
    judged = run.judge(teacher, (1, 4))
    write_table(options.out / "teacher-table.json", judged, say)
    path = options.out / "student.pt"
    store = Store(run.device)
    waiting: list[Batch] = []
    trained, loss = 0, torch.zeros((), device=run.device)

    def check() -> Judgement:
        judged = run.judge(student)
        facts = {**past, "labelled": store.arrived, "margin": judged.best(1).margin}
        run.note(
            steps=student.steps,
            labelled=store.arrived,
            waiting=sum(len(each.positions.shown) for each in waiting),
            passes=round(trained / max(1, len(store)), 2),
            loss=round(float(loss), 8),
            **figures(judged, 1),
        )
        save_network(student.average, path, facts)
        return judged

    with generating(options, 0) as generator:
        while not run.is_over(student.steps):
            waiting += generator.take()
            if waiting and len(store) * options.passes <= trained + 4 * options.batch:
                batch = waiting.pop()
                on_device = Positions(*(each.to(run.device) for each in batch.positions))
                if len(on_device.shown):
                    store.add(Batch(batch.kind, label(teacher, on_device)))
                continue
            if not len(store):
                time.sleep(0.02)
                continue
            drawn, win = _unlabel(run.draw(store))
            loss = student.step(drawn, drawn.results, win, run.fade())
            trained += options.batch
            if run.is_due():
                check()
        check()
    judged = run.judge(student, (1, 4))
    write_table(options.out / "student-table.json", judged, say)
    return judged.best(1).margin


def write_table(path: Path, judged: Judgement, say: Say) -> None:
    """Write and say the gains of every margin and number of views."""
    path.write_text(json.dumps(asdict(judged), indent=1) + "\n")
    say(
        f"{judged.positions} held-out positions: loss {judged.loss:.6f}, "
        f"without corrections {judged.plain_loss:.6f}"
    )
    for gain in judged.gains:
        say(
            f"{gain.views} views, margin {100 * gain.margin:.1f} points: {100 * gain.gain:+.3f} ± "
            f"{196 * gain.error:.3f} points a guess, another cell in {100 * gain.left:.1f}% of guesses"
        )


def export(checkpoint: Path, path: Path) -> DeepResNet:
    """Write the network of a checkpoint as an ONNX file, and return it."""
    network, _ = load_network(checkpoint)
    export_network(network, path)
    return network
