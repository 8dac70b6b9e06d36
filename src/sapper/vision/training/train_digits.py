"""Trains the network that reads mine counters: ``python -m sapper.vision.training.train_digits``.

It sees digits, slashes and other characters in the fonts of the machine, in many sizes, as programs write
them beside a board.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import string
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from torch import nn

from sapper.vision.characters import OTHER, SIDE, SLASH, character_picture, characters
from sapper.vision.training.skins import font_files

CLASSES = OTHER + 1
BATCH = 256
CHECKED = 4000
LETTERS = "".join(sorted(set(string.ascii_letters) - set("OoDQIlSsBZzi"))) + ":.,;()[]-+%?!=#"
"""Letters that no font draws as a digit, and signs."""


def network() -> nn.Sequential:
    """Make the network: three convolutions of a character's picture, then one score for each class."""

    def block(before: int, after: int, stride: int) -> list[nn.Module]:
        return [
            nn.Conv2d(before, after, 3, stride, padding=1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        ]

    return nn.Sequential(
        *block(1, 16, 1),
        *block(16, 24, 2),
        *block(24, 32, 2),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(32 * (SIDE // 4) ** 2, CLASSES),
    )


class Reading(nn.Module):
    """The network as it is shipped: bytes in, the probability of each class out."""

    def __init__(self, inner: nn.Sequential) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Read a batch of pictures of shape (characters, rows, cols)."""
        return torch.softmax(self.inner(as_input(pictures)), 1)


def as_input(pictures: torch.Tensor) -> torch.Tensor:
    """Bytes of shape (characters, rows, cols) as the network takes them."""
    return pictures.unsqueeze(1).float() / 127.5 - 1.0


def samples(rng: np.random.Generator, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Draw lines of text and cut their characters out, as the reader does."""
    pictures: list[NDArray[np.uint8]] = []
    labels: list[int] = []
    while len(pictures) < count:
        if rng.random() < 0.75:
            text = "".join(rng.choice([*"0123456789", *"0123456789/"], 6))
        else:
            text = "".join(rng.choice([*LETTERS], 6))
        drawn, boxes = _line(rng, text)
        found = characters(drawn)
        for character, box in boxes:
            near = [each for each in found if _overlap(each, box) > 0.7]
            if len(near) != 1:
                continue  # two characters that touch, or one in two parts
            label = OTHER if character in LETTERS else SLASH if character == "/" else int(character)
            pictures.append(character_picture(drawn, near[0]))
            labels.append(label)
    return np.stack(pictures[:count]), np.array(labels[:count])


def _line(
    rng: np.random.Generator, text: str
) -> tuple[NDArray[np.uint8], list[tuple[str, tuple[int, int, int, int]]]]:
    """How far a line of text differs from its ground, and where its characters are."""
    fonts = ("", *font_files())
    size = int(np.exp(rng.uniform(np.log(9), np.log(34))))
    name = fonts[int(rng.integers(len(fonts)))]
    font = ImageFont.truetype(name, size) if name else ImageFont.load_default(size)
    picture = Image.new("L", (size * (len(text) + 3), size * 2), 0)
    pen = ImageDraw.Draw(picture)
    if rng.random() < 0.15:
        pen.fontmode = "1"
    strength = int(rng.integers(120, 256))
    x, boxes = float(size // 2), []
    for character in text:
        left, top, right, bottom = pen.textbbox((x, size // 3), character, font=font)
        pen.text((x, size // 3), character, font=font, fill=strength)
        boxes.append((character, (int(left), int(top), int(right) + 1, int(bottom) + 1)))
        x += pen.textlength(character, font=font) + rng.integers(0, 3)
    drawn = np.asarray(picture, float)
    if rng.random() < 0.3:
        drawn = drawn + rng.normal(0, rng.uniform(0, 12), drawn.shape)
    return np.clip(drawn, 0, 255).astype(np.uint8), boxes


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> float:
    """The share of the smaller width of two boxes that both cover."""
    shared = min(one[2], other[2]) - max(one[0], other[0])
    return shared / max(1, min(one[2] - one[0], other[2] - other[0]))


def main() -> None:
    """Train, and write the network and its card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=24_000)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "digits.onnx")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    began = time.monotonic()
    pictures, labels = samples(rng, args.characters)
    inner = network()
    steps = args.passes * (len(pictures) // BATCH)
    optimiser = torch.optim.AdamW(inner.parameters(), lr=3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps + 1)
    for number in range(args.passes):
        order = rng.permutation(len(pictures))
        inner.train()
        for at in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[at : at + BATCH]
            optimiser.zero_grad(set_to_none=True)
            scores = inner(as_input(torch.from_numpy(pictures[chosen])))
            nn.functional.cross_entropy(scores, torch.from_numpy(labels[chosen])).backward()
            optimiser.step()
            schedule.step()
        print(
            f"pass {number + 1} of {args.passes}, {(time.monotonic() - began) / 60:.1f} minutes", flush=True
        )
    fresh, shown = samples(np.random.default_rng([args.seed, 1]), CHECKED)
    inner.eval()
    with torch.inference_mode():
        right = float((inner(as_input(torch.from_numpy(fresh))).argmax(1).numpy() == shown).mean())
    torch.onnx.export(
        Reading(inner).eval(),
        (torch.zeros((2, SIDE, SIDE), dtype=torch.uint8),),
        str(args.out),
        input_names=["characters"],
        output_names=["chances"],
        dynamic_axes={"characters": {0: "count"}, "chances": {0: "count"}},
        dynamo=False,
    )
    card = {
        "format": 1,
        "name": "digits",
        "architecture": "three convolutions and a linear layer; see sapper/vision/training/train_digits.py",
        "parameters": sum(part.numel() for part in inner.parameters()),
        "reads": f"the picture of a character, {SIDE}x{SIDE} grey; gives {CLASSES} probabilities",
        "command": f"python -m sapper.vision.training.train_digits --characters {args.characters} "
        f"--passes {args.passes} --seed {args.seed}",
        "seed": args.seed,
        "fonts": len(font_files()),
        "torch": torch.__version__,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "fresh_characters_right": round(right, 4),
        "sha256": hashlib.sha256(args.out.read_bytes()).hexdigest(),
    }
    args.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")
    print(f"{right:.2%} of fresh characters")


if __name__ == "__main__":
    main()
