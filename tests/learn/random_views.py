"""Random positions for the tests of networks."""

from __future__ import annotations

import torch

from sapper.learn.simulation.batched_games import Games
from sapper.learn.simulation.levels import Level


def views(count: int, level: Level, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Return views from all stages of games, in which random free cells are opened, and their mine counts."""
    generator = torch.Generator().manual_seed(seed)
    games = Games(level.boards(count, generator))
    share = torch.rand(count, 1, 1, generator=generator) * 0.3
    games.open((torch.rand(games.opened.shape, generator=generator) < share) & ~games.boards.mine)
    return games.views(), games.boards.mines
