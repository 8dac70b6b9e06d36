"""Self-play for `resnet`: tables of games of several sizes, and the positions that come up on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812 - as everyone calls it
from torch import Tensor

from sapper.learn.simulation.batched_games import COVERED, Boards, Games, dilate
from sapper.learn.simulation.board_pool import Supply
from sapper.learn.simulation.evaluation import Style, one_hot
from sapper.learn.training.exact_teacher import ExactTeacher, Lesson
from sapper.learn.training.learner import Counter


@dataclass(frozen=True)
class Mix:
    """Boards of one size that a table draws: a share of all training positions."""

    rows: int
    cols: int
    mines: tuple[int, int]
    """The fewest and the most; boards draw evenly between."""
    share: float
    """How often, relative to others, a step is trained at such a table."""

    def boards(self, count: int, generator: torch.Generator) -> Boards:
        """Draw boards: a third each from corners, from three cells in from both edges, and from anywhere."""
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
        # Mostly zero from the inner cells, as it is played there, and safe from the corners.
        zero = draw(0, 8) < torch.where(far == 0, 2, torch.where(far == 1, 6, 4))
        return Boards.random(
            self.rows, self.cols, draw(low, high + 1), row * self.cols + col, zero, generator
        )


MIXES = (
    Mix(16, 30, (99, 99), 0.50),
    Mix(16, 16, (40, 40), 0.17),
    Mix(9, 9, (10, 10), 0.10),
    Mix(16, 30, (60, 115), 0.08),
    Mix(16, 16, (25, 58), 0.04),
    Mix(8, 8, (5, 15), 0.03),
    Mix(12, 20, (24, 58), 0.04),
    Mix(24, 24, (70, 125), 0.04),
)
"""The levels for the most part, and other sizes and densities between and around them."""


class Table:
    """Games of one mix, played by the network that learns from them."""

    def __init__(
        self, mix: Mix, games: int, generator: torch.Generator, teacher: ExactTeacher | None
    ) -> None:
        self.mix, self.generator, self.teacher = mix, generator, teacher
        self.supply = Supply(mix.boards, 20 * games, generator)
        self.games = Games(self.supply.deal(games))
        self.avoid = torch.zeros_like(self.games.opened)  # mines that a fatal move has found, kept covered
        self.moves = torch.zeros(games, dtype=torch.int64, device=generator.device)
        self.clean = torch.ones(games, dtype=torch.bool, device=generator.device)
        self.counter = Counter(generator.device)
        self._ask()

    def _ask(self) -> None:
        self.views, self.mines = self.games.views(), self.games.boards.mines.clone()
        if self.teacher is None:
            truth = torch.where(self.games.covered, self.games.boards.mine.float(), torch.nan)
            # That play went on from a mine tells more than the view does: it is left out of the targets.
            risk = truth.masked_fill(self.avoid, torch.nan)
            self.lesson: Callable[[], Lesson] = lambda: (risk, torch.zeros_like(risk, dtype=torch.bool))
        else:
            self.lesson = self.teacher.submit(self.views, self.mines)

    @torch.no_grad()
    def play(self, logits: Tensor, style: Style) -> None:
        """Go on from what the network says of `views`; games that end are replaced."""
        games, count = self.games, len(self.clean)
        allowed = games.covered & ~self.avoid

        def chance(shape: tuple[int, ...] = (count,)) -> Tensor:
            return torch.rand(shape, generator=self.generator, device=self.generator.device)

        sure, guess = style.moves(logits, allowed, games.opened)
        lowest = logits[:, 0].masked_fill(~allowed, torch.inf).flatten(1).argmin(1)
        by_risk = (chance() < 0.5)[:, None, None]
        guess = torch.where(by_risk, one_hot(lowest, allowed), guess)
        # Sure cells are opened at once, thinned in most games so that what lies between is seen too.
        kept = chance(tuple(sure.shape)) < (chance() * 1.4)[:, None, None]
        thinned = sure & kept
        none = ~thinned.flatten(1).any(1)[:, None, None]
        any_sure = sure.flatten(1).any(1)[:, None, None]
        thinned = torch.where(none & any_sure, one_hot(lowest, allowed), thinned)
        cells = torch.where(any_sure, thinned, guess)
        fatal = games.open(cells)
        struck = fatal.flatten(1).any(1)
        # After a fatal move the game often goes on, the mine avoided or shown: late positions would be rare.
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
        games.restart(over, self.supply.deal(count))
        self.avoid &= ~over[:, None, None]
        self.clean |= over
        self._ask()


def loss_of(
    logits: Tensor, views: Tensor, lesson: Lesson, inner: float = 0.1, guess: float = 0.15
) -> tuple[Tensor, Tensor]:
    """The loss of the risks, and of the guesses.

    Args:
        logits: (N, 2, rows, cols), of the risk and of the guess.
        views: (N, rows, cols), what they were judged from.
        lesson: The risks to learn, nan where there is nothing to learn, and the cells worth opening.
        inner: What covered cells away from the frontier count, beside 1 at the frontier.
        guess: What the choice of a guess counts.
    """
    risk, best = lesson
    known = ~risk.isnan()
    frontier = dilate(views >= 0)
    weight = torch.where(frontier, 1.0, inner) * known
    each = F.binary_cross_entropy_with_logits(logits[:, 0], risk.nan_to_num(0.0), reduction="none")
    of_risk = (each * weight).sum() / weight.sum().clamp(min=1)
    rating = logits[:, 1].masked_fill(views != COVERED, -1e4).flatten(1).log_softmax(1)
    marks = best.flatten(1).float()
    many = marks.sum(1)
    # A guess is one choice among many cells, and rarer than safe cells: it counts for more.
    risky = (risk.nan_to_num(1.0).amin((1, 2)) > 0) & (many > 0)
    chosen = -(rating * marks).sum(1) / many.clamp(min=1)
    counts = torch.where(risky, 1.0, 0.1) * (many > 0)
    of_guess = (chosen * counts).sum() / counts.sum().clamp(min=1)
    return of_risk, guess * of_guess
