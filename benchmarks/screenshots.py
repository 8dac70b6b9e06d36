"""How many cells of pictures of real programs are read right, by program, theme and size.

    python benchmarks/screenshots.py [NAME...] [--set held] [--pictures 3] [--keep FOLDER] [--out FILE]

The programs are Debian's (packages sgt-puzzles, xdemineur, gnome-mines, kmines and xbomb) and our own page in
Chromium. None of them was used in training. A picture shows a whole window, as its program draws it, with
flags, in the course of a game. The truth is known in sgt-mines, whose boards we choose, and on the page,
whose position is given. In the other programs `sapper.live` plays, and the truth follows from the mines that
the end of the game shows and from the cells that were opened until then.

The row "other puzzles" holds pictures without a Minesweeper board: 38 other programs of sgt-puzzles, most of
which show a grid, many with numbers in it. There, every board that is found is an error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.screenshot_sets import SETS, PictureSet
from benchmarks.screenshot_sources import SOURCES, Shot
from sapper import look
from sapper.arena.statistics import wilson
from sapper.errors import NoBoardFound

OTHER = "other puzzles"
LOST = "lost"
"""What stands in the place of the position if the board of a picture was not read when it was taken."""


@dataclass
class Row:
    """What was read in the pictures of one program, theme and size."""

    program: str
    theme: str
    pixels: float
    pictures: int = 0
    found: int = 0
    """Pictures in which a board of the right size was found."""
    cells: int = 0
    wrong: int = 0
    silent: int = 0
    """Wrong cells that were not named as doubtful."""
    doubtful: int = 0
    mistakes: list[str] = field(default_factory=list)

    def add(self, shot: Shot) -> None:
        """Read one picture, and compare."""
        self.pictures += 1
        if shot.lost_cells:
            self.cells += shot.lost_cells
            self.wrong += shot.lost_cells
            self.mistakes.append("given up: the board is not found or not read")
            return
        if shot.truth is None:
            self._add_nothing(shot.picture)
            return
        self.cells += len(shot.truth)
        try:
            seen = look(shot.picture, shot.mines)
        except NoBoardFound:
            self.wrong += len(shot.truth)
            self.mistakes.append("no board found")
            return
        if (seen.rows, seen.cols) != shot.truth.shape:
            self.wrong += len(shot.truth)
            self.silent += len(shot.truth)
            self.mistakes.append(f"a board of {seen.rows}x{seen.cols} found")
            return
        self.found += 1
        wrong = np.argwhere((seen.numbers != shot.truth.numbers) | (seen.flags != shot.truth.flags))
        self.wrong += len(wrong)
        self.silent += len({(int(row), int(col)) for row, col in wrong} - set(seen.doubtful))
        self.doubtful += len(seen.doubtful)
        for row, col in wrong[:4]:
            read = "F" if seen.flags[row, col] else seen.numbers[row, col]
            true = "F" if shot.truth.flags[row, col] else shot.truth.numbers[row, col]
            self.mistakes.append(f"{read} for {true} at ({row}, {col})")

    def _add_nothing(self, picture: NDArray[np.uint8]) -> None:
        try:
            seen = look(picture)
        except NoBoardFound:
            return
        self.found += 1
        self.mistakes.append(f"a board of {seen.rows}x{seen.cols} invented: {seen.position[:60]}")

    def line(self) -> str:
        """The row as a line of a table."""
        if self.program == OTHER:
            return f"| {self.program} | {self.theme} | | {self.found} of {self.pictures} invented | | | | |"
        low, high = wilson(self.cells - self.wrong, self.cells)
        return (
            f"| {self.program} | {self.theme} | {self.pixels:.0f} | {self.found} of {self.pictures} | "
            f"{self.cells:,} | {self.wrong} | {1 - self.wrong / self.cells:.2%} ({low:.2%} to {high:.2%}) | "
            f"{self.silent} | {self.doubtful} |"
        )


def read_shots(shots: Iterator[Shot], rows: dict[tuple[str, str, float], Row], keep: Path | None) -> None:
    """Read pictures as they come, and count each in the row of its program, theme and size."""
    for shot in shots:
        key = shot.program, shot.theme, shot.pixels
        row = rows.setdefault(key, Row(*key))
        known = len(row.mistakes)
        row.add(shot)
        for mistake in row.mistakes[known:]:
            print(f"{row.program}, {row.theme}, {row.pixels:.0f}: {mistake}", file=sys.stderr, flush=True)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            name = f"{shot.program}-{shot.theme}-{shot.pixels:.0f}-{row.pictures}".replace(" ", "-")
            Image.fromarray(shot.picture).save(keep / f"{name}.png")
            if shot.lost_cells:
                (keep / f"{name}.txt").write_text(f"{LOST} {shot.lost_cells}\n")
            elif shot.truth is not None:
                (keep / f"{name}.txt").write_text(f"{shot.truth}\n")


def total(rows: Iterable[Row], what: str) -> str:
    """How many cells of some rows were read right."""
    chosen = list(rows)
    cells, wrong = sum(row.cells for row in chosen), sum(row.wrong for row in chosen)
    low, high = wilson(cells - wrong, max(1, cells))
    return (
        f"{what}: {wrong} of {cells:,} cells wrong, {1 - wrong / max(1, cells):.3%} right "
        f"({low:.3%} to {high:.3%}), {sum(row.silent for row in chosen)} of them not marked; boards found in "
        f"{sum(row.found for row in chosen)} of {sum(row.pictures for row in chosen)} pictures"
    )


def kept_shots(folder: Path) -> Callable[[int, PictureSet], Iterator[Shot]]:
    """Pictures that `--keep` wrote, so that another network or another reader sees the same ones."""
    from sapper import View

    def shots(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
        del pictures, chosen
        files = sorted(folder.glob("*.png"), key=lambda path: path.stem.rsplit("-", 1)[0])
        for file in files:
            named, theme, pixels, _ = file.stem.rsplit("-", 3)
            text = file.with_suffix(".txt")
            stated = text.read_text() if text.exists() else ""
            lost = int(stated.split()[1]) if stated.startswith(LOST) else 0
            truth = View.parse(stated) if stated and not lost else None
            yield Shot(
                named if stated else OTHER,
                theme,
                float(pixels),
                np.asarray(Image.open(file).convert("RGB")),
                truth,
                lost,
            )

    return shots


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(SOURCES), help=", ".join(SOURCES))
    parser.add_argument("--set", default="held", choices=list(SETS), help="which themes, sizes and seeds")
    parser.add_argument("--pictures", type=int, default=3, help="pictures for each theme and size")
    parser.add_argument("--keep", type=Path, help="write the pictures with their positions to this folder")
    parser.add_argument("--kept", type=Path, help="read the pictures of such a folder instead")
    parser.add_argument("--out", type=Path, help="also write the rows as JSON lines to this file")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.names) - set(SOURCES))
    if unknown:
        parser.error(f"there is no source {unknown[0]!r}; there are {', '.join(SOURCES)}")
    sources = [kept_shots(arguments.kept)] if arguments.kept else [SOURCES[name] for name in arguments.names]
    found: dict[tuple[str, str, float], Row] = {}
    for source in sources:
        read_shots(source(arguments.pictures, SETS[arguments.set]), found, arguments.keep)
    rows = [found[key] for key in sorted(found)]
    print(
        "| program | theme | pixels | boards found | cells | wrong | right | wrong, not marked | doubtful |"
    )
    print("|---|---|---:|---|---:|---:|---|---:|---:|")
    for row in rows:
        print(row.line())
    boards = [row for row in rows if row.program != OTHER]
    print()
    print(total((row for row in boards if row.pixels >= 20 or row.pixels == 0), "20 pixels and more"))
    print(total((row for row in boards if 0 < row.pixels < 20), "14 to 19 pixels"))
    if arguments.out is not None:
        arguments.out.write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows))


if __name__ == "__main__":
    main()
