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
    parser.add_argument("--start", type=Path, help="begin with the weights of this network")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "cells.onnx")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    inner = network()
    earlier: list[str] = []
    if args.start is not None:
        earlier = load(inner, args.start, samples(np.random.default_rng(args.seed), CHECKED)[0])
        print(f"start: {_share_right(inner, np.random.default_rng([args.seed, 0])):.2%} of fresh cells")
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
        f"--rate {args.rate:g} --seed {args.seed}" + (f" --start {args.start}" if earlier else ""),
        "after": earlier,
        "seed": args.seed,
        "fonts": len(font_files()),
        "torch": torch.__version__,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "fresh_cells_right": round(right, 4),
        "sha256": hashlib.sha256(args.out.read_bytes()).hexdigest(),
    }
    args.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")


def load(inner: nn.Sequential, file: Path, cells: NDArray[np.uint8]) -> list[str]:
    """Take the weights of a shipped network; return the commands that trained it.

    The shipped network has its normalisations merged into its convolutions. They are taken apart so that
    they normalise these cells and change nothing.
    """
    import onnx
    from onnx.numpy_helper import to_array

    parts = [torch.from_numpy(to_array(part).copy()) for part in onnx.load(file).graph.initializer]
    linear, convolutions = parts[:2], parts[2:]
    seen = as_input(torch.from_numpy(cells))
    with torch.no_grad():
        for layer in inner.eval():
            if isinstance(layer, nn.Conv2d):
                layer.weight.copy_(convolutions.pop(0))
            elif isinstance(layer, nn.BatchNorm2d):
                layer.running_mean = seen.mean((0, 2, 3))
                layer.running_var = seen.var((0, 2, 3))
                layer.weight.copy_((layer.running_var + layer.eps).sqrt())
                layer.bias.copy_(convolutions.pop(0) + layer.running_mean)
            elif isinstance(layer, nn.Linear):
                layer.weight.copy_(linear[0])
                layer.bias.copy_(linear[1])
            seen = layer(seen)
    card = json.loads(file.with_suffix(".json").read_text())
    return [*card.get("after", []), card["command"]]


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
