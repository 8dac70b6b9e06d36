"""Trains the network that reads cells: ``python -m sapper.vision.training.train``.

The network sees nothing but random skins. Its pictures and its weights follow from the seed, the fonts of the
machine and the version of torch.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sapper.vision.cell_pictures import SIDE
from sapper.vision.symbols import CLASSES
from sapper.vision.training.samples import samples
from sapper.vision.training.skins import font_files

BATCH = 256
CHECKED = 6000
"""Fresh cells that measure the network after each round."""


def network() -> nn.Sequential:
    """Make the network: convolutions of a cell's picture, then one score for each class."""

    def block(before: int, after: int, size: int, stride: int) -> list[nn.Module]:
        return [
            nn.Conv2d(before, after, size, stride, padding=1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        ]

    return nn.Sequential(
        *block(3, 24, 4, 2),
        *block(24, 32, 3, 1),
        *block(32, 48, 3, 2),
        *block(48, 48, 3, 1),
        *block(48, 64, 3, 2),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(64 * 16, CLASSES),
    )


class Reading(nn.Module):
    """The network as it is shipped: bytes in, the probability of each class out."""

    def __init__(self, inner: nn.Sequential) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        """Read a batch of pictures of shape (cells, rows, cols, 3)."""
        return torch.softmax(self.inner(as_input(cells)), 1)


def as_input(cells: torch.Tensor) -> torch.Tensor:
    """Bytes of shape (cells, rows, cols, 3) as the network takes them."""
    return cells.permute(0, 3, 1, 2).float() / 127.5 - 1.0


def main() -> None:
    """Train, and write the network and its card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=160_000, help="cells drawn, in rounds of 20,000")
    parser.add_argument("--passes", type=int, default=4, help="how often each cell is learnt from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "cells.onnx")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    inner = network()
    rounds = max(1, args.cells // 20_000)
    steps = args.passes * rounds * (min(args.cells, 20_000) // BATCH)
    optimiser = torch.optim.AdamW(inner.parameters(), lr=args.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=steps + 1)
    began, right = time.monotonic(), 0.0
    drawn: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []
    for part in range(rounds):
        drawn.append(samples(rng, min(args.cells, 20_000)))
        cells = np.concatenate([cells for cells, _ in drawn[-args.passes :]])
        labels = np.concatenate([labels for _, labels in drawn[-args.passes :]])
        order = rng.permutation(len(cells))[: args.passes * len(drawn[-1][0])]
        while len(order) < args.passes * len(
            drawn[-1][0]
        ):  # the first rounds have fewer cells to choose from
            order = np.concatenate([order, rng.permutation(len(cells))])[: args.passes * len(drawn[-1][0])]
        inner.train()
        for at in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[at : at + BATCH]
            _learn(inner, optimiser, cells[chosen], labels[chosen])
            schedule.step()
        right = _share_right(inner, np.random.default_rng([args.seed, part]))
        minutes = (time.monotonic() - began) / 60
        print(f"round {part + 1} of {rounds}: {right:.2%} of fresh cells, {minutes:.1f} minutes", flush=True)
        _export(inner, args.out)
    card = {
        "format": 1,
        "name": "cells",
        "architecture": "five convolutions and a linear layer; see sapper/vision/training/train.py",
        "parameters": sum(part.numel() for part in inner.parameters()),
        "reads": f"the picture of a cell with its margin, {SIDE}x{SIDE} RGB; gives {CLASSES} probabilities",
        "command": f"python -m sapper.vision.training.train --cells {args.cells} --passes {args.passes} "
        f"--rate {args.rate:g} --seed {args.seed}",
        "seed": args.seed,
        "fonts": len(font_files()),
        "torch": torch.__version__,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "fresh_cells_right": round(right, 4),
        "sha256": hashlib.sha256(args.out.read_bytes()).hexdigest(),
    }
    args.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")


def _learn(
    inner: nn.Sequential,
    optimiser: torch.optim.Optimizer,
    cells: NDArray[np.uint8],
    labels: NDArray[np.uint8],
) -> None:
    pictures = as_input(torch.from_numpy(cells))
    # Brightness, contrast and colour change a little from picture to picture.
    pictures = pictures * (1 + 0.15 * torch.randn(len(cells), 1, 1, 1))
    pictures = pictures + 0.12 * torch.randn(len(cells), 3, 1, 1)
    optimiser.zero_grad(set_to_none=True)
    target = torch.from_numpy(labels.astype(np.int64))
    nn.functional.cross_entropy(inner(pictures), target, label_smoothing=0.01).backward()
    optimiser.step()


def _share_right(inner: nn.Sequential, rng: np.random.Generator) -> float:
    cells, labels = samples(rng, CHECKED)
    inner.eval()
    with torch.inference_mode():
        said = inner(as_input(torch.from_numpy(cells))).argmax(1).numpy()
    return float((said == labels).mean())


def _export(inner: nn.Sequential, file: Path) -> None:
    reading = Reading(inner).eval()
    torch.onnx.export(
        reading,
        (torch.zeros((2, SIDE, SIDE, 3), dtype=torch.uint8),),
        str(file),
        input_names=["cells"],
        output_names=["chances"],
        dynamic_axes={"cells": {0: "count"}, "chances": {0: "count"}},
        dynamo=False,
    )


if __name__ == "__main__":
    main()
