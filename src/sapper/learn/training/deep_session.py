"""`sapper train deep`: trains the teacher and the student of `sapper-deep`, and writes weights that play."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sapper.errors import SapperError
from sapper.learn.training.deep_runs import DeepOptions, Say, distil_student, export, train_teacher
from sapper.learn.training.deep_trainer import load_network
from sapper.learn.training.deep_weights import write_weights
from sapper.shipped_networks import shipped_networks

WEIGHTS = "sapper-deep.weights"
BLOCKS = 5
"""The blocks of the student."""
TEACHER_SHARE = 0.65
"""The share of the time in which the teacher is trained."""
TEACHER_RATE, STUDENT_RATE = 3e-4, 1e-3
TEACHER_PASSES, STUDENT_PASSES = 5.0, 3.0


@dataclass(frozen=True)
class DeepSession:
    """The settings of a training."""

    out: Path
    minutes: float = 10.0
    steps: int | None = None
    """Each of the two stages ends after so many steps, if its time is not over before."""
    seed: int = 0
    device: str = "auto"
    threads: int = 0
    rate: float = 1.0
    """A factor for both learning rates."""
    start_from: Path | None = None
    """A checkpoint or an exported `resnet` that the teacher starts from. Default: the shipped `resnet`."""
    resume: bool = False
    """Whether the teacher and the positions in `out` are trained on."""

    @property
    def positions(self) -> Path:
        """The folder of the positions of this training and of those before it."""
        return self.out / "positions"

    def start(self) -> Path:
        """Return the file from which the teacher starts.

        Raises:
            SapperError: The folder and the settings do not fit each other.
        """
        if not self.minutes > 0:
            raise SapperError(f"the minutes must be a number above 0, not {self.minutes:g}")
        if not self.resume:
            if (self.out / "teacher.pt").exists():
                raise SapperError(f"{self.out} holds a training already: give --resume, or another --out")
            return self.start_from or shipped_networks() / "resnet.onnx"
        if self.start_from is not None:
            raise SapperError("a resumed training starts from its own teacher: leave out --from")
        teacher = self.out / "teacher.pt"
        if not teacher.is_file():
            raise SapperError(f"there is no training in {self.out} to resume")
        if any(self.positions.glob(f"{self.seed}-*.pt")):
            raise SapperError(
                f"the positions of seed {self.seed} are in {self.out} already: give another --seed"
            )
        return teacher


def train_deep(session: DeepSession, say: Say) -> dict[str, Any]:
    """Train a teacher on games that the core plays out, then a student on the teacher; return the card.

    The folder `out` then holds the checkpoints, the logs, the positions, and the weights with their card.

    Raises:
        SapperError: The settings do not fit the folder, or a file cannot be read.
    """
    start = session.start()
    load_network(start)
    seconds = 60 * session.minutes
    train_teacher(_options(session, start, seconds * TEACHER_SHARE, teaches=True), say)
    teacher = session.out / "teacher.pt"
    margin = distil_student(
        _options(session, start, seconds * (1 - TEACHER_SHARE), teaches=False), teacher, say
    )
    return write_student(session.out, margin, session.seed, session.minutes)


def _options(session: DeepSession, start: Path, seconds: float, *, teaches: bool) -> DeepOptions:
    return DeepOptions(
        out=session.out,
        start_from=start,
        seconds=seconds,
        steps=session.steps,
        blocks=None if teaches else min(BLOCKS, len(load_network(session.out / "teacher.pt")[0].blocks)),
        seed=session.seed if teaches else session.seed + 1,
        device=session.device,
        threads=session.threads,
        passes=TEACHER_PASSES if teaches else STUDENT_PASSES,
        rate=session.rate * (TEACHER_RATE if teaches else STUDENT_RATE),
        fade_from=0.4 if teaches else 0.3,
        keep=session.out,
        held_out_seconds=min(45.0, 0.1 * seconds),
    )


def write_student(out: Path, margin: float, seed: int, minutes: float) -> dict[str, Any]:
    """Export the student in `out`, and write the weights that the core reads and their card."""
    network = export(out / "student.pt", out / "student.onnx")
    write_weights(out / WEIGHTS, network.state_dict(), margin)
    _, facts = load_network(out / "student.pt")
    card: dict[str, Any] = {
        "format": 1,
        "name": "sapper-deep",
        "blocks": len(network.blocks),
        "channels": network.stem.out_channels,
        "parameters": sum(each.numel() for each in network.parameters()),
        "margin": margin,
        "seed": seed,
        "minutes": minutes,
        "positions": _positions(out / "teacher.jsonl"),
        "labelled": facts.get("labelled", 0),
        "held_out": json.loads((out / "student-table.json").read_text())["gains"],
    }
    (out / "sapper-deep.json").write_text(json.dumps(card, indent=1) + "\n")
    return card


def _positions(log: Path) -> int:
    """Count the positions that arrived in all runs of a log."""
    runs: list[int] = []
    for line in log.read_text().splitlines():
        entry = json.loads(line)
        if "start" in entry:
            runs.append(0)
        elif "arrived" in entry:
            runs[-1] = entry["arrived"]
    return sum(runs)
