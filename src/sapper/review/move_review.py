"""The review of one move: the move played is weighed against the best move in the same position."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper.agents.advice import advise
from sapper.agents.base import Decision
from sapper.agents.outlook import EFFORTS, Effort, Value, compare, survival, value_of, value_of_start
from sapper.agents.reason import reason_of_value
from sapper.errors import OutOfBudget
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.review.grades import DOUBT, Grade, grade_of, is_decided
from sapper.review.reviewed_move import ReviewedMove
from sapper.solver.analysis import Analysis, analyse

ANALYSIS_SECONDS = 5.0
"""The time limit for the exact risks of one position."""
LARGE = 1_000
"""On boards with more cells, certain moves are not weighed, because that takes too long.

The win probability then changes at the next guess instead.
"""
FREE = Value(0.0)
"""The cost of a move that costs nothing."""


class MoveReviewer:
    """Grades one move of a record in the position before it."""

    def __init__(self, record: GameRecord, view: View, number: int, move: Move, strength: str) -> None:
        self.record, self.view, self.number, self.move = record, view, number, move
        self.strength, self.effort = strength, EFFORTS[strength]

    def grade(self) -> ReviewedMove:
        """Weigh the move against the best move and return its review."""
        record, move = self.record, self.move
        if self.view.is_untouched and move.do == "open" and move.cell == record.start:
            return self._first()
        analysis = analyse(self.view, budget=ANALYSIS_SECONDS)
        if move.do == "flag":
            return self._flag(analysis)
        opens = self._opens()
        if all(analysis.risk[cell] == 0 for cell in opens):
            now = self._now()
            return self._reviewed("forced", 0.0, now, best=self._best(analysis, opens))
        best = advise(self.view, analysis, self.strength)
        try:
            return self._guess(analysis, opens, best)
        except OutOfBudget:
            return self._by_risk(analysis, opens, best)

    def _first(self) -> ReviewedMove:
        """Review the first cell of the game, which has no better alternative to compare with."""
        rules, start = self.record.rules, self.record.start
        risk = rules.mines / rules.cells if rules.first_move == "unsafe" else 0.0
        try:
            now = value_of_start(rules, start, self.effort)
        except OutOfBudget:
            now = None
        promised = "nothing is promised about it" if risk else "the rules promise that it is no mine"
        best = Decision((start,), certain=risk == 0, risk=risk, reason=f"the first cell: {promised}")
        grade: Grade = "forced" if risk == 0 else "unlucky" if self.move.hit else "best"
        return self._reviewed(grade, risk, now, best=best)

    def _now(self) -> Value | None:
        """The win probability of the position before a certain move; None on boards that are too large."""
        return None if self.record.rules.cells > LARGE else weigh(self.view, self.effort)

    def _flag(self, analysis: Analysis) -> ReviewedMove:
        now = self._now()
        placed = not self.view.flags[self.move.cell]
        if self.record.rules.on_wrong_flag != "lose" or not placed:
            return self._reviewed(None, 0.0, now)
        wrong = 1 - float(analysis.risk[self.move.cell])
        if wrong == 0:
            return self._reviewed("forced", 0.0, now)
        if now is None:
            return self._reviewed(grade_of(Value(wrong)), wrong, None, Value(wrong))
        cost = Value(now.win * wrong, exact=now.exact)
        return self._reviewed(grade_of(cost), wrong, now, cost)

    def _guess(self, analysis: Analysis, opens: tuple[Cell, ...], best: Decision) -> ReviewedMove:
        risk = float(analysis.risk[opens[0]]) if len(opens) == 1 else 1 - survival(self.view, opens)
        found = weigh_against(self.view, opens, risk, best, self.effort)
        return self._reviewed(self._unlucky_if_hit(found.grade), risk, found.now, found.cost, found.best)

    def _by_risk(self, analysis: Analysis, opens: tuple[Cell, ...], best: Decision) -> ReviewedMove:
        """Grade by risk alone, where the position is too large for win probabilities.

        The cost of the move is then its risk minus the risk of the best move.
        """
        risk = float(max(analysis.risk[cell] for cell in opens))
        cost = Value(max(0.0, risk - (best.risk or 0.0)), exact=False)
        if not best.certain:
            best = replace(best, win=None, win_exact=False, win_error=None)
        return self._reviewed(self._unlucky_if_hit(grade_of(cost)), risk, None, cost, best)

    def _opens(self) -> tuple[Cell, ...]:
        """The cells that the move itself opens, without those that a cascade adds."""
        if self.move.do == "open":
            return (self.move.cell,)
        flags = self.view.flags
        return tuple(cell for cell in self.view.covered_around(self.move.cell) if not flags[cell])

    def _best(self, analysis: Analysis, opens: tuple[Cell, ...]) -> Decision:
        """Name the certain cells that were opened as the best move, since no move is better."""
        others = len(analysis.safe) - len(opens)
        more = (
            f"; {others} other{' cells are' if others > 1 else ' cell is'} certain too" if others > 0 else ""
        )
        return Decision.sure(opens, reason=f"certain: free in every layout{more}")

    def _unlucky_if_hit(self, grade: Grade) -> Grade:
        return "unlucky" if grade == "best" and self.move.hit else grade

    def _reviewed(
        self,
        grade: Grade | None,
        risk: float,
        now: Value | None,
        cost: Value = FREE,
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
            win_played=None if now is None else now.win - cost.win,
            win_after=None,
            win_error=None if now is None else now.error,
            cost=cost.win,
            error=cost.error,
            exact=now is not None and now.exact and cost.exact,
            best=best,
            time=self.move.time,
        )


@dataclass(frozen=True, slots=True)
class Weighed:
    """A guess beside the best move."""

    grade: Grade
    now: Value
    """The chance to win with the best move."""
    cost: Value
    best: Decision


def weigh_against(
    view: View, opens: tuple[Cell, ...], risk: float, best: Decision, effort: Effort
) -> Weighed:
    """Weigh a move with this risk against the advised one.

    Raises:
        OutOfBudget: The position is too large for win probabilities.
    """
    # A certain best move has the value of the position itself, which `value_of` gives for no cells.
    rival = () if best.certain else best.opens
    now = _stated(best) or value_of(view, rival, effort)
    if opens == rival:
        return Weighed("best", now, Value(0.0, exact=now.exact), best)
    cost = compare(view, [rival, opens], effort, is_decided).difference(0, 1)
    if risk == 1:  # a certain mine costs everything
        return Weighed("mistake", now, now, best)
    if cost.win < -DOUBT * cost.error and not best.certain:
        # The move is better than the advised one, so it is the best move that is known.
        now = value_of(view, opens, effort)
        best = _as_best(opens, risk, now)
    lost = Value(min(max(0.0, cost.win), now.win), cost.error, cost.exact and now.exact)
    return Weighed(grade_of(cost), now, lost, best)


def weigh(view: View, effort: Effort) -> Value | None:
    """The win probability of a position; None where the budget does not suffice."""
    try:
        return value_of(view, effort=effort)
    except OutOfBudget:
        return None


def _stated(best: Decision) -> Value | None:
    """The chance to win that the advice states for a guess; None where it states none."""
    if best.certain or best.win is None:
        return None
    return Value(best.win, best.win_error or 0.0, best.win_exact)


def _as_best(opens: tuple[Cell, ...], risk: float, value: Value) -> Decision:
    """The move played as the best one, with its chance to win."""
    error = None if value.exact else value.error
    return Decision(
        opens,
        risk=risk,
        win=value.win,
        win_exact=value.exact,
        win_error=error,
        reason=reason_of_value(risk, value.win, error),
    )
