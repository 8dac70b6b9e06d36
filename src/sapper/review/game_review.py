"""Review: a finished game looked at again, every move graded by what it cost in win probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from sapper.agents.advice import STRENGTHS, advise
from sapper.agents.base import Decision
from sapper.agents.outlook import EFFORTS, Effort, Outlook, Value, compare, survival, value_of, value_of_start
from sapper.agents.reason import reason_of_value
from sapper.errors import OutOfBudget
from sapper.game.file_formats import read_records
from sapper.game.game import Game
from sapper.game.record import Act, GameRecord, Move
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.solver.analysis import Analysis, analyse

Grade = Literal["forced", "best", "inaccuracy", "mistake", "unlucky"]
GRADES: tuple[Grade, ...] = get_args(Grade)
"""A certain cell; within `BEST` of the best move; within `INACCURACY`; beyond; a best guess that lost."""

BEST = 0.005
"""The win probability that the best move may be ahead of one that is as good."""
INACCURACY = 0.03
"""The win probability that the best move may be ahead of an inaccuracy."""
DOUBT = 2.0
"""Standard errors: what a move may have cost less than estimated. In doubt it gets the milder grade."""
STEADY = 0.01
"""The standard error at which a win probability may be shown."""
ANALYSIS_SECONDS = 5.0
"""What the exact risks of one position may take."""
LARGE = 1_000
"""On boards with more cells certain moves are not weighed: what they tell counts at the next guess."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what it was worth."""

    number: int
    """Which move of the record it is, from 0."""
    do: Act
    cell: Cell
    grade: Grade | None
    """None for flags, which change nothing, unless the rules let a wrong one lose."""
    hit: bool
    """Whether it opened a mine."""
    risk: float
    """The chance that it lost the game at once."""
    win_before: float | None
    """The probability of winning before it, with best play; None where the position was too wide to tell."""
    win_played: float | None
    """The same once the move is chosen, before it is known what it opens."""
    win_after: float | None
    """The same once that is known: 1 when the game is won, 0 when it is lost."""
    cost: float
    """How much better the best move was, as a probability of winning; never below 0."""
    error: float
    """The standard error of `cost`; 0 where it is exact."""
    exact: bool
    """Whether the win probabilities before it are exact."""
    best: Decision | None
    """The best move and why; None for a flag."""

    @property
    def luck(self) -> float:
        """What fortune added to the probability of winning, or took from it."""
        if self.win_after is None or self.win_played is None:
            return 0.0
        return self.win_after - self.win_played

    def to_dict(self) -> dict[str, Any]:
        """The move as plain values."""
        best = self.best
        return {
            "number": self.number,
            "do": self.do,
            "cell": list(self.cell),
            "grade": self.grade,
            "hit": self.hit,
            "risk": self.risk,
            "win_before": self.win_before,
            "win_played": self.win_played,
            "win_after": self.win_after,
            "cost": self.cost,
            "error": self.error,
            "exact": self.exact,
            "luck": self.luck,
            "best": None
            if best is None or best.gives_up
            else {
                "cell": list(best.opens[0]),
                "risk": best.risk,
                "certain": best.certain,
                "reason": best.reason,
            },
        }


@dataclass(frozen=True)
class Review:
    """A game with every move graded."""

    record: GameRecord
    moves: tuple[ReviewedMove, ...]
    strength: str

    @property
    def grades(self) -> dict[Grade, int]:
        """How many moves got each grade."""
        counted = Counter(move.grade for move in self.moves)
        return {grade: counted[grade] for grade in GRADES}

    @property
    def wins(self) -> tuple[float | None, ...]:
        """The win probability before the first move and after each: the curve to draw."""
        return tuple(
            [self.moves[0].win_before, *(move.win_after for move in self.moves)] if self.moves else []
        )

    @property
    def cost(self) -> float:
        """What the moves gave away in all, as a probability of winning."""
        return sum(move.cost for move in self.moves)

    @property
    def luck(self) -> float:
        """What fortune added in all, or took away."""
        return sum(move.luck for move in self.moves)

    @property
    def sentence(self) -> str:
        """Luck against skill, in a sentence."""
        from sapper.review.verdict import sentence

        return sentence(self)

    def to_dict(self) -> dict[str, Any]:
        """The review as plain values."""
        return {
            "format": 1,
            "rules": self.record.rules.to_dict(),
            "agent": self.record.agent,
            "result": self.record.result,
            "end": self.record.end,
            "strength": self.strength,
            "grades": self.grades,
            "cost": self.cost,
            "luck": self.luck,
            "sentence": self.sentence,
            "win": list(self.wins),
            "moves": [move.to_dict() for move in self.moves],
        }


Progress = Callable[[ReviewedMove, int], None]
"""Told of every move as it is graded, and of how many there are; it may raise to stop."""


def review(
    record: GameRecord | str | Path, strength: str = "strong", progress: Progress | None = None
) -> Review:
    """Grade every move of a game by what it cost in win probability. The same game gets the same grades.

    A move is *forced* when it opens certain cells alone, and else graded by how much better the best one was:
    *best* up to half a point of win probability, *inaccuracy* up to three, *mistake* beyond; a best guess
    that hit a mine is *unlucky*. The best move and the move played are weighed by the same measure, see
    `sapper.agents.outlook`; where that is an estimate, two standard errors of doubt speak for the player.

    Args:
        record: A game record, or a file whose first game is meant.
        strength: "fast", "strong" or "max": who advises, and how long win probabilities are weighed.
        progress: Told of every move as it is graded.

    Raises:
        ValueError: The record contradicts itself, its game goes on after a mine, or the strength is unknown.
        OSError: The file cannot be read.

    >>> from sapper import BEGINNER, make, play
    >>> reviewed = review(play(make("sapper-strong"), BEGINNER, seed=1), strength="fast")
    >>> reviewed.grades["mistake"], reviewed.moves[-1].win_after
    (0, 1.0)
    """
    record = _read(record)
    if not isinstance(strength, str) or strength not in STRENGTHS:
        raise ValueError(f"a review's strength is {', '.join(STRENGTHS)}, not {strength!r}")
    if record.rules.on_mine != "lose":
        raise ValueError(
            "only games that a mine ends can be reviewed, and this record's rules go on after one"
        )
    moves: list[ReviewedMove] = []
    for move in _graded(record, strength):
        moves.append(move)
        if progress is not None:
            progress(move, len(record.moves))
    return Review(record, tuple(moves), strength)


def _read(record: GameRecord | str | Path) -> GameRecord:
    if isinstance(record, str | Path):
        records = read_records(record)
        if not records:
            raise ValueError(f"{record} holds no game record")
        record = records[0]
    if not isinstance(record, GameRecord):
        raise ValueError(f"a review needs a GameRecord or the file of one, not {record!r}")
    record.replay()  # says what is wrong with it before any work is done
    return record


def _graded(record: GameRecord, strength: str) -> Iterator[ReviewedMove]:
    """Grade move by move; what a move leads to is known once the next position is weighed."""
    game, waiting = Game(record.board), None
    for number, move in enumerate(record.moves):
        graded = _Reviewer(record, game.view, number, move, strength).grade()
        if waiting is not None:
            if graded.win_before is None and graded.grade in {"forced", None}:
                graded = replace(graded, win_before=waiting.win_played, win_played=waiting.win_played)
            yield replace(waiting, win_after=graded.win_before)
        waiting = graded
        act = {"open": game.open, "flag": game.flag, "chord": game.chord}[move.do]
        act(move.cell)
    if waiting is not None:
        yield replace(waiting, win_after=_final(record, game, strength))


def _final(record: GameRecord, game: Game, strength: str) -> float | None:
    if game.state != "playing":
        return float(game.state == "won")
    if record.result == "lost":
        return 0.0  # given up
    value = _weigh(game.view, EFFORTS[strength])
    return None if value is None else value.win


class _Reviewer:
    """Grades one move in one position."""

    def __init__(self, record: GameRecord, view: View, number: int, move: Move, strength: str) -> None:
        self.record, self.view, self.number, self.move = record, view, number, move
        self.strength, self.effort = strength, EFFORTS[strength]

    def grade(self) -> ReviewedMove:
        """Weigh the move against the best one."""
        record, move = self.record, self.move
        if self.view.is_untouched and move.do == "open" and move.cell == record.start:
            return self._first()
        analysis = analyse(self.view, budget=ANALYSIS_SECONDS)
        if move.do == "flag":
            return self._flag(analysis)
        opens = self._opens()
        if all(analysis.risk[cell] == 0 for cell in opens):
            now = self._now()
            return self._reviewed("forced", 0.0, now, now, best=self._best(analysis, opens))
        best = advise(self.view, analysis, self.strength)
        try:
            return self._guess(analysis, opens, best)
        except OutOfBudget:
            return self._by_risk(analysis, opens, best)

    def _first(self) -> ReviewedMove:
        """The first cell, of which the rules promise something or nothing."""
        rules, start = self.record.rules, self.record.start
        risk = rules.mines / rules.cells if rules.first_move == "unsafe" else 0.0
        try:
            now = value_of_start(rules, start, self.effort)
        except OutOfBudget:
            now = None
        promised = "nothing is promised of it" if risk else "the rules promise that it is no mine"
        best = Decision((start,), certain=risk == 0, risk=risk, reason=f"the first cell: {promised}")
        grade: Grade = "forced" if risk == 0 else "unlucky" if self.move.hit else "best"
        return self._reviewed(grade, risk, now, now, best=best)

    def _now(self) -> Value | None:
        """What the position is worth where only certain moves were made."""
        return None if self.record.rules.cells > LARGE else _weigh(self.view, self.effort)

    def _flag(self, analysis: Analysis) -> ReviewedMove:
        now = self._now()
        placed = not self.view.flags[self.move.cell]
        if self.record.rules.on_wrong_flag != "lose" or not placed:
            return self._reviewed(None, 0.0, now, now)
        wrong = 1 - float(analysis.risk[self.move.cell])
        if wrong == 0:
            return self._reviewed("forced", 0.0, now, now)
        if now is None:
            return self._reviewed(_grade(Value(wrong)), wrong, None, None, Value(wrong))
        after = Value(now.win * (1 - wrong), now.error, now.exact)
        return self._reviewed(_grade(Value(now.win * wrong)), wrong, now, after, Value(now.win * wrong))

    def _guess(self, analysis: Analysis, opens: tuple[Cell, ...], best: Decision) -> ReviewedMove:
        # Certain cells cost nothing, so the position is worth what the best move in it is worth.
        rival = () if best.certain else best.opens
        risk = float(analysis.risk[opens[0]]) if len(opens) == 1 else 1 - survival(self.view, opens)
        if opens == rival:
            value = compare(self.view, [rival], self.effort, _is_steady).values[0]
            cost = Value(0.0, exact=value.exact)
            best = _as_weighed(best, value)
            return self._reviewed(self._luckless(_grade(cost)), risk, value, value, cost, best)
        outlook = compare(self.view, [rival, opens], self.effort, _is_decided)
        now, played = outlook.values
        cost = outlook.difference(0, 1)
        grade = "mistake" if risk == 1 else _grade(cost)
        best = _as_weighed(best, now)
        if cost.win <= 0:  # nothing is better than what was played
            now, cost = played, Value(0.0, cost.error, cost.exact)
        return self._reviewed(self._luckless(grade), risk, now, played, cost, best)

    def _by_risk(self, analysis: Analysis, opens: tuple[Cell, ...], best: Decision) -> ReviewedMove:
        """Too wide for anything but risks: a move costs what it risks more than the safest."""
        risk = float(max(analysis.risk[cell] for cell in opens))
        cost = Value(max(0.0, risk - (best.risk or 0.0)), exact=False)
        return self._reviewed(self._luckless(_grade(cost)), risk, None, None, cost, best)

    def _opens(self) -> tuple[Cell, ...]:
        """The cells that the move itself opens, without what cascades from them."""
        if self.move.do == "open":
            return (self.move.cell,)
        flags = self.view.flags
        return tuple(cell for cell in self.view.covered_around(self.move.cell) if not flags[cell])

    def _best(self, analysis: Analysis, opens: tuple[Cell, ...]) -> Decision:
        """A certain cell needs no better one: it stands for itself."""
        others = len(analysis.safe) - len(opens)
        more = (
            f"; {others} other{' cells are' if others > 1 else ' cell is'} certain too" if others > 0 else ""
        )
        return Decision.sure(opens, reason=f"certain: free in every layout{more}")

    def _luckless(self, grade: Grade) -> Grade:
        return "unlucky" if grade == "best" and self.move.hit else grade

    def _reviewed(
        self,
        grade: Grade | None,
        risk: float,
        now: Value | None,
        played: Value | None,
        cost: Value = Value(0.0),  # noqa: B008 - a frozen value
        best: Decision | None = None,
    ) -> ReviewedMove:
        return ReviewedMove(
            number=self.number,
            do=self.move.do,
            cell=self.move.cell,
            grade=grade,
            hit=self.move.hit,
            risk=risk,
            win_before=None if now is None else now.win,
            win_played=None if played is None else played.win,
            win_after=None,
            cost=max(0.0, cost.win),
            error=cost.error,
            exact=now is not None and now.exact and cost.exact,
            best=best,
        )


def _weigh(view: View, effort: Effort) -> Value | None:
    try:
        return value_of(view, effort=effort)
    except OutOfBudget:
        return None


def _as_weighed(best: Decision, value: Value) -> Decision:
    """The best move with the win probability that the review found: an adviser has another measure."""
    if best.certain or best.win is None or best.win_exact:
        return best
    reason = reason_of_value(best.risk or 0.0, value.win, value.exact)
    return replace(best, win=value.win, win_exact=value.exact, reason=reason)


def _grade(cost: Value) -> Grade:
    least = cost.win - DOUBT * cost.error
    return "best" if least <= BEST else "inaccuracy" if least <= INACCURACY else "mistake"


def _is_decided(outlook: Outlook) -> bool:
    """Whether more playouts are unlikely to change the grade of the second move."""
    cost = outlook.difference(0, 1)
    return all(abs(cost.win - bound) > DOUBT * cost.error for bound in (BEST, INACCURACY))


def _is_steady(outlook: Outlook) -> bool:
    """Whether a value that is compared with no other is known well enough to be shown."""
    return outlook.values[0].error <= STEADY
