"""Train a value head for the guesses of `resnet`, and measure whether it wins more games.

    python research/value_head.py runs/train/resnet.pt --minutes 2

The input of the head is the features of the trained network, whose weights stay fixed. For every cell it
outputs the probability of winning the game if that cell is opened. It learns only from guesses in the
network's own games. Half of these guesses are drawn at random among cells of about the same risk. Then the
head chooses guesses within a margin of the lowest estimated risk. It is compared with lowest risk, and with
the head that imitates a strong player.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from sapper.learn.networks.resnet import ResNet
from sapper.learn.simulation.batched_games import Games
from sapper.learn.simulation.levels import Level, level_of
from sapper.learn.simulation.move_choice import Style, one_hot

Samples = tuple[Tensor, Tensor, Tensor, Tensor]


class ValueHead(nn.Module):
    """Outputs for each cell the logit of winning the game after opening it."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.cell = nn.Conv2d(channels, 64, 1)
        self.board = nn.Linear(2 * channels, 64)
        self.out = nn.Conv2d(64, 1, 1)

    def forward(self, features: Tensor) -> Tensor:
        flat = features.flatten(2)
        whole = self.board(torch.cat([flat.mean(2), flat.amax(2)], 1))
        logits: Tensor = self.out(functional.relu(self.cell(features) + whole[:, :, None, None]))
        return logits[:, 0].float()


class Player:
    """Plays with a network. One of its heads chooses guesses among cells of about the lowest risk."""

    def __init__(self, network: ResNet, head: ValueHead, device: torch.device) -> None:
        self.network, self.head, self.device = network, head, device

    def autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    @torch.no_grad()
    def judge(self, games: Games) -> tuple[Tensor, Tensor]:
        with self.autocast():
            features = self.network.features(games.views(), games.boards.mines)
            return self.network.head(features).float(), self.head(features)

    @torch.no_grad()
    def play(
        self, level: Level, count: int, seed: int, by: str, margin: float, explore: float = 0.0
    ) -> tuple[int, Samples]:
        """Play games; return the number won, and for every guess its view, mines, cell and outcome."""
        generator = torch.Generator(self.device).manual_seed(seed)
        games = Games(level.boards(count, generator))
        ids = torch.arange(count, device=self.device)
        won = games.free_left == 0
        lists: list[list[Tensor]] = [[], [], [], []]
        style = Style(margin=margin)
        keep = (~won).nonzero()[:, 0]
        while len(keep):
            games, ids = games.pick(keep), ids[keep]
            logits, values = self.judge(games)
            sure, guess = style.moves(logits, games.covered, games.opened)
            guessing = ~sure.flatten(1).any(1)
            risk = torch.sigmoid(logits[:, 0]).masked_fill(~games.covered, 2.0)
            close = risk <= risk.amin((1, 2), keepdim=True) + margin
            if by == "value":
                guess = one_hot(values.masked_fill(~close, -torch.inf).flatten(1).argmax(1), close)
            draw = torch.rand(close.shape, generator=generator, device=self.device) * close
            at_random = torch.rand(len(ids), generator=generator, device=self.device) < explore
            guess = torch.where(at_random[:, None, None], one_hot(draw.flatten(1).argmax(1), close), guess)
            at = guessing.nonzero()[:, 0]
            for kept, new in zip(
                lists,
                (games.views()[at], games.boards.mines[at], guess[at].flatten(1).int().argmax(1), ids[at]),
                strict=True,
            ):
                kept.append(new)
            lost = games.open(torch.where(guessing[:, None, None], guess, sure)).flatten(1).any(1)
            done = games.free_left == 0
            won[ids[done & ~lost]] = True
            keep = (~done & ~lost).nonzero()[:, 0]
        views, mines, cells, owner = (torch.cat(each) for each in lists)
        return int(won.sum()), (views, mines, cells, won[owner])

    def learn(self, samples: Samples, optimizer: torch.optim.Optimizer, batch: int) -> float:
        """Train for one pass over the guesses, and return the mean loss."""
        total = torch.zeros((), device=self.device)
        order = torch.randperm(len(samples[0]), device=self.device)
        parts = order.split(batch)
        for part in parts:
            views, mines, cells, won = (each[part] for each in samples)
            with self.autocast():
                with torch.no_grad():
                    features = self.network.features(views, mines)
                logits = self.head(features)
            chosen = logits.flatten(1).gather(1, cells[:, None])[:, 0]
            loss = functional.binary_cross_entropy_with_logits(chosen, won.float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.detach()
        return float(total) / max(1, len(parts))


def load(path: Path, device: torch.device) -> ResNet:
    state: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    weights = state["average"] if "average" in state else state["weights"]
    channels = weights["stem.weight"].shape[0]
    blocks = len({name.split(".")[1] for name in weights if name.startswith("blocks.")})
    network = ResNet(blocks, channels).to(device)
    network.load_state_dict(weights)
    network.eval().requires_grad_(False)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=8192, help="games per round of training")
    parser.add_argument("--measure", type=int, default=32768)
    parser.add_argument("--size", default="expert")
    parser.add_argument("--first-move", default="safe")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    began = time.monotonic()
    torch.manual_seed(0)
    network = load(args.weights, device)
    head = ValueHead(network.stem.out_channels).to(device)
    optimizer = torch.optim.AdamW(head.parameters(), lr=1e-3)
    player, level = Player(network, head, device), level_of(args.size, args.first_move)
    games = guesses = 0
    while (spent := (time.monotonic() - began) / 60 / args.minutes) < 0.7:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - spent)
        wins, samples = player.play(level, args.games, 1000 + games, "guess", 0.05, explore=0.5)
        games, guesses = games + args.games, guesses + len(samples[0])
        loss = player.learn(samples, optimizer, 2048)
        rate = f"{100 * wins / args.games:.2f}% won exploring"
        print(f"{games} games, {guesses} guesses, {rate}, loss {loss:.4f}", flush=True)
    for by, margin in [
        ("guess", 0.0),
        ("guess", 0.15),
        *(("value", m) for m in (0.005, 0.01, 0.02, 0.05, 0.1)),
    ]:
        if (time.monotonic() - began) / 60 > args.minutes * 1.3:
            break
        batch, rounds = min(8192, args.measure), max(1, args.measure // 8192)
        wins = sum(player.play(level, batch, seed, by, margin)[0] for seed in range(rounds))
        name = "lowest risk" if margin == 0 else f"{by} head within {margin}"
        rate = f"{wins} of {rounds * batch} won, {100 * wins / rounds / batch:.2f}%"
        print(f"{level.name} {level.first_move} {level.start}: {name}: {rate}", flush=True)


if __name__ == "__main__":
    main()
