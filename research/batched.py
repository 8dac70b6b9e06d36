"""Play a network on the boards of the arena, thousands at once in torch.

    python research/batched.py resnet --games 10000 --seed 6 --out runs/batched/games.parquet

This is for networks that are too slow to play many games on CPU cores. The boards are those of `sapper
bench` with the same seed. The weights are those of the shipped ONNX file, in single precision. The rows have
the form that `scripts/keep_games.py` writes, except that one step is one move, which opens all sure cells at
once.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import torch
from torch import Tensor, nn

from sapper import Board, Rules
from sapper.arena.statistics import wilson
from sapper.learn.playing.network_agent import model_path, read_card
from sapper.learn.simulation.batched_games import Boards
from sapper.learn.simulation.evaluation import play_out
from sapper.learn.simulation.levels import LEVELS, Level
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.learner import Setup
from sapper.learn.training.learner_registry import make_learner
from sapper.learn.training.onnx_export import read_weights
from sapper.learn.training.training_session import pick_device


def boards_of(level: Level, seed: int, first: int, count: int, device: torch.device) -> Boards:
    """Return `count` boards of the arena, starting with board `first` of the stream `seed`."""
    promise: Literal["safe", "zero"] = "zero" if level.first_move == "zero" else "safe"
    rules = Rules(level.rows, level.cols, level.mines, first_move=promise)
    drawn = [
        Board.random(rules, seed, index, level.start).mine_array for index in range(first, first + count)
    ]
    start = torch.full((count,), level.start[0] * level.cols + level.start[1], device=device)
    return Boards.from_mines(torch.from_numpy(np.stack(drawn)).to(device), start)


def load(name: str, device: torch.device) -> tuple[nn.Module, Style]:
    """Load a shipped network by name, or any network by file, with its style of play."""
    path = model_path(name)
    card = read_card(path.with_suffix(".json"))
    network = make_learner(card["name"], Setup(torch.device("cpu"), cells=1, teacher=False)).average
    network.load_state_dict(read_weights(path))
    return network.to(device), Style(**card["style"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--levels", nargs="+", default=["beginner", "intermediate", "expert"])
    parser.add_argument("--batch", type=int, default=2500)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    device = pick_device(args.device)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    network, style = load(args.name, device)

    def judge(views: Tensor, mines: Tensor) -> Tensor:
        logits: Tensor = network(views, mines)
        return logits

    tables = []
    for level in (each for each in LEVELS if each.name in args.levels):
        began = time.monotonic()
        won, moves = [], []
        for first in range(0, args.games, args.batch):
            boards = boards_of(level, args.seed, first, min(args.batch, args.games - first), device)
            some_won, some_moves = play_out(judge, boards, style)
            won += some_won.tolist()
            moves += some_moves.tolist()
        columns = {
            "run": [f"batched-{level.name}-{level.first_move}"] * args.games,
            "agent": [args.name] * args.games,
            "index": pa.array(range(args.games), pa.int32()),
            "won": won,
            "steps": pa.array(moves, pa.int32()),
        }
        tables.append(pa.table(columns))
        low, high = wilson(sum(won), args.games)
        rate = f"{100 * sum(won) / args.games:.2f}% [{100 * low:.2f}, {100 * high:.2f}] of {args.games} games"
        where = f"{level.name}, {level.first_move} start at {level.start}, seed {args.seed}"
        print(f"{args.name}: {rate}, {where}, {time.monotonic() - began:.0f} s", flush=True)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.concat_tables(tables), args.out, compression="zstd", compression_level=19)


if __name__ == "__main__":
    main()
