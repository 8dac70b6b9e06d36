"""Compare variants of `dqn-5x5` in stuck positions that none of them was trained on.

    python research/window_dqn.py runs/train/dqn-5x5*.onnx --positions 10000

The table shows how often a decision is right: for one cell drawn at random among those that the network may
judge, as in training, and for the best of all these cells, as in play. The first rows decide by exact risks,
which use every number of the board.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import analyse
from sapper.learn.playing.aua_windows import candidates, window_at
from sapper.learn.playing.network_agent import open_model
from sapper.learn.training.stuck_positions import decide, stuck_games
from sapper.shipped_networks import shipped_networks


@dataclass(frozen=True)
class Question:
    """A stuck position: its windows, their risks and mines, and the index of the drawn one."""

    windows: NDArray[np.int8]
    risk: NDArray[np.float64]
    mine: NDArray[np.bool_]
    drawn: int
    level: int
    """Number of mines on the board."""


def questions(seed: int, count: int) -> list[Question]:
    """Return positions drawn as in training, but from another seed."""
    found: list[Question] = []
    for game, rng in stuck_games(seed):
        view = game.view
        cells = candidates(view)
        drawn = int(rng.integers(len(cells)))
        # Wrong flags lose on these levels, so every flag on the board is right.
        risk, mine = analyse(view, trust_flags=True).risk, game.board.mine_array
        found.append(
            Question(
                np.stack([window_at(view, cell) for cell in cells]),
                np.array([risk[cell] for cell in cells]),
                np.array([mine[cell] for cell in cells]),
                drawn,
                view.mines,
            )
        )
        decide(game, cells[drawn])
        if len(found) == count:
            break
    return found


def row(name: str, asked: list[Question], values: list[NDArray[np.float64]]) -> str:
    """Format the percentages of right decisions: for the drawn cell, the best cell, and the best to open."""
    counts = np.zeros(3)
    for question, value in zip(asked, values, strict=True):
        flags = value[question.drawn].argmax() == 1
        counts[0] += question.mine[question.drawn] == flags
        best, action = np.unravel_index(int(value.argmax()), value.shape)
        counts[1] += question.mine[best] == (action == 1)
        counts[2] += not question.mine[int(value[:, 0].argmax())]
    shares = " | ".join(f"{100 * each / len(asked):.1f}" for each in counts)
    return f"| {name} | {shares} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", nargs="*", type=Path, default=[shipped_networks() / "dqn-5x5.onnx"])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=99)
    args = parser.parse_args()
    asked = questions(args.seed, args.positions)
    print(f"{len(asked)} positions, seed {args.seed}\n")
    print("| network | one cell drawn: right % | best of all: right % | best to open: right % |")
    print("|---|---|---|---|")
    exact = [np.stack([1 - 2 * each.risk, 2 * each.risk - 1], 1) for each in asked]
    print(row("exact risks", asked, exact))
    for mines in sorted({each.level for each in asked}):
        chosen = [i for i, each in enumerate(asked) if each.level == mines]
        print(row(f"exact risks, {mines} mines", [asked[i] for i in chosen], [exact[i] for i in chosen]))
    sizes = np.cumsum([len(each.windows) for each in asked])[:-1]
    windows = np.concatenate([each.windows for each in asked])
    for path in args.networks:
        session = open_model(path)
        found = [session.run(None, {"windows": part})[0] for part in np.array_split(windows, 64)]
        print(row(f"`{path.stem}`", asked, np.split(np.concatenate(found)[:, :2], sizes)), flush=True)


if __name__ == "__main__":
    main()
