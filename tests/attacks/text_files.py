"""Damaged boards files, game records, positions and replays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.random import Generator

from sapper import Board, Rules, View, analyse, play
from sapper.agents.registry import make
from sapper.game.file_formats import parse_records, read_boards, write_boards
from sapper.learn.training.training_plots import plot_logs, read_log
from sapper.replay import count
from sapper.replay.reader import parse
from sapper.trainer.choice import next_exercise
from sapper.trainer.exercise import read_exercises
from sapper.trainer.progress import Progress
from sapper.trainer.progress_file import read_progress, write_progress
from tests.attacks.file_attack import FileAttack
from tests.attacks.mutation import mutated_lines
from tests.replay.sample_files import FOLDER
from tests.solver.views import PROMISES, played

SMALL = 400
"""Views with at most this many cells are analysed, which takes milliseconds."""


COUNTED = 100
"""The facts of a replay are computed on boards of at most this many cells; an expert board takes a second."""


class BoardFiles(FileAttack):
    """Boards files in the three formats."""

    name = "boards"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        rules = Rules(9, 9, 10)
        boards = [Board.random(rules, 1, index) for index in range(3)]
        self.samples = []
        for suffix, many in ((".jsonl", 3), (".mbf", 1), (".abf", 1)):
            path = folder / f"sample{suffix}"
            write_boards(path, boards[:many])
            self.samples.append((f"boards{suffix}", path.read_bytes()))

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change a file: lines of JSON also as documents."""
        if content.startswith(b"{"):
            return mutated_lines(content, rng)
        return super().change(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Read a boards file from the disk, as `sapper bench --boards` does."""
        path = self.folder / name
        path.write_bytes(content)
        read_boards(path)


class RecordFiles(FileAttack):
    """Files of game records."""

    name = "records"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        rules = Rules(6, 6, 6)
        games = [
            play(make(name), rules, seed) for seed, name in enumerate(["random", "sapper-fast", "tcd-csp"])
        ]
        self.samples = [("games.jsonl", "".join(game.to_json() + "\n" for game in games).encode())]

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change bytes or a document."""
        return mutated_lines(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Read the records, and replay each on its board."""
        for record in parse_records(content, name):
            if record.rules.cells <= SMALL:
                record.replay()


class PositionTexts(FileAttack):
    """Texts of positions, read and analysed."""

    name = "positions"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        texts = ["1??/???/??? 2", "mines 4\n11211\n?????\n?F???\n", "*1?/11?/??? 3", "F1? 1"]
        self.samples = [("position.txt", text.encode()) for text in texts]

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change a sample, or a view of a random game."""
        if rng.random() < 0.5:
            content = str(played(rng, PROMISES[int(rng.integers(3))], True)).encode()
        return super().change(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Parse and analyse the text. The risks of a possible position sum to the mines that are left."""
        view = View.parse(content.decode("utf-8", "replace"))
        if view.numbers.size <= SMALL:
            found = analyse(view, budget=1.0)
            left = view.mines - int((view.numbers == -1).sum())
            total = float(found.risk[view.numbers == -2].sum())
            if abs(total - left) > 1e-6 * max(1, left):
                raise AssertionError(f"the risks sum to {total}, and {left} mines are left")


class TrainerProgress(FileAttack):
    """The file that keeps a person's progress in the trainer."""

    name = "progress"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        progress = Progress()
        for number, exercise in enumerate(read_exercises()[:6]):
            progress.record(exercise, number % 3 > 0, 1_700_000_000 + number)
        path = folder / "sample.json"
        write_progress(path, progress)
        self.samples = [("trainer.json", path.read_bytes().rstrip())]

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change bytes or the document."""
        return mutated_lines(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Read the progress, choose an exercise with it and write it again."""
        path = self.folder / name
        path.write_bytes(content)
        progress = read_progress(path)
        next_exercise(progress, np.random.default_rng(1), 1_800_000_000)
        write_progress(path, progress)


class TrainingLogs(FileAttack):
    """Logs of a training, as `sapper train --plot` draws them."""

    name = "training logs"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        entry = {
            "games": 100,
            "wins": 3,
            "played": 100,
            "moves": 9.5,
            "left": 20.0,
            "loss": 0.4,
            "seconds": 1.5,
        }
        lines = [json.dumps(entry | {"games": 100 * number}) for number in range(1, 5)]
        self.samples = [("tiny.jsonl", "\n".join(lines).encode())]
        self.read_so_far = 0

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change bytes or an entry."""
        return mutated_lines(content, rng)

    def read(self, name: str, content: bytes) -> None:
        """Read the log, and draw every hundredth."""
        path = self.folder / name
        path.write_bytes(content)
        read_log(path)
        self.read_so_far += 1
        if self.read_so_far % 100 == 0:
            plot_logs([path], self.folder / "plot.svg")


class ReplayFiles(FileAttack):
    """Replays of other programs."""

    name = "replays"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        files = [path for path in sorted(FOLDER.iterdir()) if path.suffix not in {".md", ".json"}]
        self.samples = [(path.name, path.read_bytes()) for path in files]

    def read(self, name: str, content: bytes) -> None:
        """Parse a replay and ask for all that `sapper replay --json` prints."""
        for replay in parse(content, Path(name).suffix):
            if replay.board.rules.cells <= COUNTED:
                json.dumps(count(replay).to_dict(), allow_nan=False)
