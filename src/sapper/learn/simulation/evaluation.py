"""How a network's logits become moves, and how well it plays: many games at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from sapper.learn.simulation.batched_games import Boards, Games, dilate

Judge = Callable[[Tensor, Tensor], Tensor]
"""From views and mine counts to logits (N, 1 or 2, rows, cols): of the risk, and of a good guess."""


@dataclass(frozen=True)
class Style:
    """How logits become moves."""

    sure: float = 0.002
    """Cells whose risk is judged to be below this are opened, all at once."""
    margin: float = 0.15
    """Where none is, the best guess among cells whose risk is within this of the lowest is opened."""
    border: bool = False
    """Whether only covered cells beside an open one are looked at."""

    def moves(self, logits: Tensor, allowed: Tensor, opened: Tensor) -> tuple[Tensor, Tensor]:
        """Bool (N, rows, cols): the cells judged sure, and one guess a game.

        Args:
            logits: (N, 1 or 2, rows, cols), of the risk and perhaps of a good guess.
            allowed: The cells that may be opened.
            opened: The cells that are open.
        """
        if self.border:
            beside = allowed & dilate(opened)
            allowed = torch.where(beside.flatten(1).any(1)[:, None, None], beside, allowed)
        risk = torch.sigmoid(logits[:, 0]).masked_fill(~allowed, 2.0)
        rating = -logits[:, 0]
        if self.margin and logits.shape[1] > 1:
            close = risk <= risk.amin((1, 2), keepdim=True) + self.margin
            rating = logits[:, 1].masked_fill(~close, -torch.inf)
        rating = rating.masked_fill(~allowed, -torch.inf)
        return risk < self.sure, one_hot(rating.flatten(1).argmax(1), allowed)


def one_hot(cell: Tensor, like: Tensor) -> Tensor:
    """Bool, shaped as `like` (N, rows, cols), with only `cell` (N,) of each marked."""
    marks = torch.zeros_like(like, dtype=torch.bool).flatten(1)
    return marks.scatter_(1, cell[:, None], True).view_as(like)


@dataclass(frozen=True)
class Level:
    """Boards to be played, all from one start."""

    name: str
    rows: int
    cols: int
    mines: int
    first_move: str
    start: tuple[int, int]

    def boards(self, count: int, generator: torch.Generator) -> Boards:
        """Draw boards of this level."""
        device = generator.device
        whole = torch.ones(count, dtype=torch.int64, device=device)
        start = self.start[0] * self.cols + self.start[1]
        zero = (whole > 0) & (self.first_move == "zero")
        return Boards.random(self.rows, self.cols, whole * self.mines, whole * start, zero, generator)


SIZES = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
STARTS = {"safe": (0, 0), "zero": (3, 3)}
"""Where games begin under each promise, as everywhere in our tables."""


def level_of(size: str, first_move: str) -> Level:
    """A level by its name and its promise, from the usual start."""
    return Level(size, *SIZES[size], first_move, STARTS[first_move])


LEVELS = tuple(level_of(size, first_move) for size in SIZES for first_move in STARTS)
"""The three levels from a safe corner and from a zero at (3, 3)."""


@dataclass(frozen=True)
class Score:
    """What came of many games."""

    games: int
    wins: int
    moves: float
    """Steps a game, where all sure cells of a view are one step."""

    @property
    def rate(self) -> float:
        """The share won."""
        return self.wins / self.games


def evaluate(
    judge: Judge,
    level: Level,
    games: int,
    generator: torch.Generator,
    style: Style | None = None,
    batch: int = 8192,
) -> Score:
    """Play `games` games of `level` to their end."""
    wins = moves = 0
    for begun in range(0, games, batch):
        boards = level.boards(min(batch, games - begun), generator)
        won, taken = play_out(judge, boards, style or Style())
        wins, moves = wins + int(won.sum()), moves + int(taken.sum())
    return Score(games, wins, moves / games)


@torch.no_grad()
def play_out(judge: Judge, boards: Boards, style: Style) -> tuple[Tensor, Tensor]:
    """Play all boards at once to their end: (N,), whether each was won, and the moves it took."""
    play = Games(boards)
    ids = torch.arange(len(boards), device=boards.mine.device)
    won, moves = torch.zeros_like(ids, dtype=torch.bool), torch.zeros_like(ids)
    while len(ids):
        # Finished games leave, now and then: asking for them makes the host wait for the device.
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
