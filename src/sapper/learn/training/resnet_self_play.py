"""Self-play of `resnet`: batches of games of several board sizes, which supply the training positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812 - the usual name
from torch import Tensor

from sapper.learn.simulation.batched_games import COVERED, Boards, Games, dilate
from sapper.learn.simulation.board_pool import BoardPool
from sapper.learn.simulation.move_choice import Style, one_hot
from sapper.learn.training.exact_teacher import ExactTeacher, Targets
from sapper.learn.training.learner import GameCounter


@dataclass(frozen=True)
class BoardMix:
    """A distribution of boards: one board size and a range of mine counts."""

    rows: int
    cols: int
    mines: tuple[int, int]
    """The lowest and the highest mine count. Boards are drawn uniformly from this range."""
    share: float
    """The share of the training steps that use boards of this mix."""

    def boards(self, count: int, generator: torch.Generator) -> Boards:
        """Draw boards with random start cells.

        A third start in a corner, a third start three cells away from both edges, and a third start anywhere.
        """
        device = generator.device

        def draw(low: int, high: int) -> Tensor:
            return torch.randint(low, high, (count,), generator=generator, device=device)

        low, high = self.mines
        far, flip_row, flip_col = draw(0, 3), draw(0, 2), draw(0, 2)
        inset = torch.where(far == 1, 3, 0)
        row = torch.where(flip_row == 1, self.rows - 1 - inset, inset)
        col = torch.where(flip_col == 1, self.cols - 1 - inset, inset)
        row = torch.where(far == 2, draw(0, self.rows), row)
        col = torch.where(far == 2, draw(0, self.cols), col)
        # Players usually combine a corner with a safe start and an inner cell with a zero start, so these are
        # the most frequent here too.
        zero = draw(0, 8) < torch.where(far == 0, 2, torch.where(far == 1, 6, 4))
        return Boards.random(
            self.rows, self.cols, draw(low, high + 1), row * self.cols + col, zero, generator
        )


BOARD_MIXES = (
    BoardMix(16, 30, (99, 99), 0.50),
    BoardMix(16, 16, (40, 40), 0.17),
    BoardMix(9, 9, (10, 10), 0.10),
    BoardMix(16, 30, (60, 115), 0.08),
    BoardMix(16, 16, (25, 58), 0.04),
    BoardMix(8, 8, (5, 15), 0.03),
    BoardMix(12, 20, (24, 58), 0.04),
    BoardMix(24, 24, (70, 125), 0.04),
)
"""Mostly the three standard levels, and some other sizes and mine densities."""


class GameBatch:
    """A batch of games from one mix, which the network plays and learns from at the same time."""

    def __init__(
        self, mix: BoardMix, games: int, generator: torch.Generator, teacher: ExactTeacher | None
    ) -> None:
        self.mix, self.generator, self.teacher = mix, generator, teacher
        self.pool = BoardPool(mix.boards, 20 * games, generator)
        self.games = Games(self.pool.sample(games))
        self.avoid = torch.zeros_like(self.games.opened)  # mines found by a fatal move that stay covered
        self.moves = torch.zeros(games, dtype=torch.int64, device=generator.device)
        self.clean = torch.ones(games, dtype=torch.bool, device=generator.device)
        self.counter = GameCounter(generator.device)
        self._request_targets()

    def _request_targets(self) -> None:
        self.views, self.mines = self.games.views(), self.games.boards.mines.clone()
        if self.teacher is None:
            truth = torch.where(self.games.covered, self.games.boards.mine.float(), torch.nan)
            # The view does not show the mines that play avoids, so they are not training targets.
            risk = truth.masked_fill(self.avoid, torch.nan)
            self.targets: Callable[[], Targets] = lambda: (risk, torch.zeros_like(risk, dtype=torch.bool))
        else:
            self.targets = self.teacher.submit(self.views, self.mines)

    @torch.no_grad()
    def play(self, logits: Tensor, style: Style) -> None:
        """Play one move in each game, given the logits for `views`, and replace games that ended."""
        games, count = self.games, len(self.clean)
        allowed = games.covered & ~self.avoid

        def chance(shape: tuple[int, ...] = (count,)) -> Tensor:
            return torch.rand(shape, generator=self.generator, device=self.generator.device)

        sure, guess = style.moves(logits, allowed, games.opened)
        lowest = logits[:, 0].masked_fill(~allowed, torch.inf).flatten(1).argmin(1)
        by_risk = (chance() < 0.5)[:, None, None]
        guess = torch.where(by_risk, one_hot(lowest, allowed), guess)
        # All sure cells could be opened at once. In most games only a random part of them is, so that the
        # positions in between occur in the training too.
        kept = chance(tuple(sure.shape)) < (chance() * 1.4)[:, None, None]
        thinned = sure & kept
        none = ~thinned.flatten(1).any(1)[:, None, None]
        any_sure = sure.flatten(1).any(1)[:, None, None]
        thinned = torch.where(none & any_sure, one_hot(lowest, allowed), thinned)
        cells = torch.where(any_sure, thinned, guess)
        fatal = games.open(cells)
        struck = fatal.flatten(1).any(1)
        # A game often continues after a fatal move, with the mine covered or shown. Otherwise late positions
        # would be rare.
        fate = chance()
        ends = struck & (fate < 0.25)
        shown = struck & (fate > 0.85)
        self.clean &= ~struck
        self.avoid |= fatal & (~shown)[:, None, None]
        games.hit |= fatal & shown[:, None, None]
        left = games.free_left
        over = ends | (left == 0)
        self.moves += 1
        self.counter.add(over, over & self.clean, self.moves, left)
        self.moves *= ~over
        games.restart(over, self.pool.sample(count))
        self.avoid &= ~over[:, None, None]
        self.clean |= over
        self._request_targets()


def loss_of(
    logits: Tensor, views: Tensor, targets: Targets, inner: float = 0.1, guess: float = 0.15
) -> tuple[Tensor, Tensor]:
    """Return the loss of the predicted risks and the loss of the guesses.

    Args:
        logits: (N, 2, rows, cols), the logits of the risks and the ratings of guesses.
        views: (N, rows, cols), the views that the logits belong to.
        targets: The risks, which are nan where there is no target, and the best cells to open.
        inner: The weight of covered cells away from the frontier. Cells at the frontier have weight 1.
        guess: The weight of the loss of the guesses.
    """
    risk, best = targets
    known = ~risk.isnan()
    frontier = dilate(views >= 0)
    weight = torch.where(frontier, 1.0, inner) * known
    each = F.binary_cross_entropy_with_logits(logits[:, 0], risk.nan_to_num(0.0), reduction="none")
    of_risk = (each * weight).sum() / weight.sum().clamp(min=1)
    rating = logits[:, 1].masked_fill(views != COVERED, -1e4).flatten(1).log_softmax(1)
    marks = best.flatten(1).float()
    many = marks.sum(1)
    # Positions that require a guess are rarer than positions with a safe cell, so they have a larger weight.
    risky = (risk.nan_to_num(1.0).amin((1, 2)) > 0) & (many > 0)
    chosen = -(rating * marks).sum(1) / many.clamp(min=1)
    counts = torch.where(risky, 1.0, 0.1) * (many > 0)
    of_guess = (chosen * counts).sum() / counts.sum().clamp(min=1)
    return of_risk, guess * of_guess
