"""Compare thresholds for the play of `resnet` on the same boards.

    python research/styles.py resnet --games 16384

A cell is opened if its estimated risk is below `sure`. A guess may have an estimated risk of up to `margin`
above the lowest one. The first row is the shipped style, and every row plays the same boards. Differences to
the first row are paired, with 95% intervals. 16,384 games take about 20 seconds per row on an H200. On a
CPU, use about a hundred games.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from research.batched import load
from sapper.learn.simulation.evaluation import play_out
from sapper.learn.simulation.levels import LEVELS, Level
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.training_session import pick_device

BATCH = 8192


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="resnet")
    parser.add_argument("--games", type=int, default=16_384, help="games on each of the six levels")
    parser.add_argument("--seed", type=int, default=78)
    parser.add_argument("--sure", type=float, nargs="*", default=[0.001, 0.005])
    parser.add_argument("--margin", type=float, nargs="*", default=[0.0, 0.05, 0.4])
    parser.add_argument("--device", default="auto")
    args = parser.parse_args()
    device = pick_device(args.device)
    network, shipped = load(args.name, device)

    def judge(views: Tensor, mines: Tensor) -> Tensor:
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits: Tensor = network(views, mines)
        return logits

    def play(level: Level, style: Style) -> Tensor:
        generator = torch.Generator(device).manual_seed(args.seed)
        sizes = [min(BATCH, args.games - begun) for begun in range(0, args.games, BATCH)]
        won = [play_out(judge, level.boards(size, generator), style)[0] for size in sizes]
        return 100 * torch.cat(won).double()

    styles = [shipped]
    styles += [replace(shipped, sure=each) for each in args.sure if each != shipped.sure]
    styles += [replace(shipped, margin=each) for each in args.margin if each != shipped.margin]
    print(f"{args.games} games per level, seed {args.seed}, {args.name}\n")
    print("| sure | margin | " + " | ".join(f"{level.name}, {level.first_move}" for level in LEVELS) + " |")
    print("|---|---|" + "---|" * len(LEVELS), flush=True)
    first: dict[Level, Tensor] = {}
    for style in styles:
        print(f"| {style.sure} | {style.margin} |", end="", flush=True)
        for level in LEVELS:
            won = play(level, style)
            if style is shipped:
                first[level] = won
                print(f" {won.mean():.2f}% |", end="", flush=True)
            else:
                by = won - first[level]
                print(f" {by.mean():+.2f} ± {1.96 * by.std() / args.games**0.5:.2f} |", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
