"""Play many games at once with a network and count the wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from sapper.learn.simulation.batched_games import Boards, Games
from sapper.learn.simulation.levels import Level
from sapper.learn.simulation.move_choice import Style

Judge = Callable[[Tensor, Tensor], Tensor]
"""A function from views and mine counts to logits (N, 1 or 2, rows, cols).

The first channel is the risk of each cell. The second, if there is one, rates each cell as a guess.
"""


@dataclass(frozen=True)
class Score:
    """The result of many games."""

    games: int
    wins: int
    moves: float
    """Mean number of moves per game. Opening all cells that are predicted safe in one view is one move."""

    @property
    def rate(self) -> float:
        """The fraction of games won."""
        return self.wins / self.games


def evaluate(
    judge: Judge,
    level: Level,
    games: int,
    generator: torch.Generator,
    style: Style | None = None,
    batch: int = 8192,
) -> Score:
    """Play `games` games of `level` to the end, `batch` games at a time."""
    wins = moves = 0
    for begun in range(0, games, batch):
        boards = level.boards(min(batch, games - begun), generator)
        won, taken = play_out(judge, boards, style or Style())
        wins, moves = wins + int(won.sum()), moves + int(taken.sum())
    return Score(games, wins, moves / games)


@torch.no_grad()
def play_out(judge: Judge, boards: Boards, style: Style) -> tuple[Tensor, Tensor]:
    """Play all boards to the end. Return two tensors (N,): whether each game was won, and its moves."""
    play = Games(boards)
    ids = torch.arange(len(boards), device=boards.mine.device)
    won, moves = torch.zeros_like(ids, dtype=torch.bool), torch.zeros_like(ids)
    while len(ids):
        # Finished games are removed only after every four moves: counting them makes the host wait for the
        # device.
        alive = play.free_left > 0
        lost = torch.zeros_like(alive)
        for _ in range(4):
            logits = judge(play.views(), play.boards.mines)
            sure, guess = style.moves(logits, play.covered, play.opened)
            cells = torch.where(sure.flatten(1).any(1)[:, None, None], sure, guess)
            on = alive & ~lost
            moves[ids] += on
            lost |= play.open(cells & on[:, None, None]).flatten(1).any(1)
            alive &= play.free_left > 0
        won[ids] = ~alive & ~lost
        kept = (alive & ~lost).nonzero()[:, 0]
        play, ids = play.pick(kept), ids[kept]
    return won, moves
