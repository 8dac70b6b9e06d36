"""The review of one move: the move played is weighed against the best move in the same position."""

from __future__ import annotations

from dataclasses import replace

from sapper.agents.advice import advise
from sapper.agents.base import Decision
from sapper.agents.outlook import EFFORTS, Effort, Value, compare, survival, value_of, value_of_start
from sapper.agents.reason import reason_of_value
from sapper.errors import OutOfBudget
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.review.grades import Grade, grade_of, is_decided, is_steady
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
            return self._reviewed("forced", 0.0, now, now, best=self._best(analysis, opens))
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
        return self._reviewed(grade, risk, now, now, best=best)

    def _now(self) -> Value | None:
        """The win probability of the position before a certain move; None on boards that are too large."""
        return None if self.record.rules.cells > LARGE else weigh(self.view, self.effort)

    def _flag(self, analysis: Analysis) -> ReviewedMove:
        now = self._now()
        placed = not self.view.flags[self.move.cell]
        if self.record.rules.on_wrong_flag != "lose" or not placed:
            return self._reviewed(None, 0.0, now, now)
        wrong = 1 - float(analysis.risk[self.move.cell])
        if wrong == 0:
            return self._reviewed("forced", 0.0, now, now)
        if now is None:
            return self._reviewed(grade_of(Value(wrong)), wrong, None, None, Value(wrong))
        after = Value(now.win * (1 - wrong), now.error, now.exact)
        return self._reviewed(grade_of(Value(now.win * wrong)), wrong, now, after, Value(now.win * wrong))

    def _guess(self, analysis: Analysis, opens: tuple[Cell, ...], best: Decision) -> ReviewedMove:
        # A certain best move has the value of the position itself, which `compare` gives for no cells.
        rival = () if best.certain else best.opens
        risk = float(analysis.risk[opens[0]]) if len(opens) == 1 else 1 - survival(self.view, opens)
        if opens == rival:
            value = compare(self.view, [rival], self.effort, is_steady).values[0]
            cost = Value(0.0, exact=value.exact)
            best = _as_weighed(best, value)
            return self._reviewed(self._unlucky_if_hit(grade_of(cost)), risk, value, value, cost, best)
        outlook = compare(self.view, [rival, opens], self.effort, is_decided)
        now, played = outlook.values
        cost = outlook.difference(0, 1)
        grade = "mistake" if risk == 1 else grade_of(cost)
        best = _as_weighed(best, now)
        if cost.win <= 0:  # the move played is at least as good as the advised one
            now, cost = played, Value(0.0, cost.error, cost.exact)
        return self._reviewed(self._unlucky_if_hit(grade), risk, now, played, cost, best)

    def _by_risk(self, analysis: Analysis, opens: tuple[Cell, ...], best: Decision) -> ReviewedMove:
        """Grade by risk alone, where the position is too large for win probabilities.

        The cost of the move is then its risk minus the risk of the best move.
        """
        risk = float(max(analysis.risk[cell] for cell in opens))
        cost = Value(max(0.0, risk - (best.risk or 0.0)), exact=False)
        return self._reviewed(self._unlucky_if_hit(grade_of(cost)), risk, None, None, cost, best)

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
        played: Value | None,
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
            win_played=None if played is None else played.win,
            win_after=None,
            cost=max(0.0, cost.win),
            error=cost.error,
            exact=now is not None and now.exact and cost.exact,
            best=best,
            time=self.move.time,
        )


def weigh(view: View, effort: Effort) -> Value | None:
    """The win probability of a position; None where the budget does not suffice."""
    try:
        return value_of(view, effort=effort)
    except OutOfBudget:
        return None


def _as_weighed(best: Decision, value: Value) -> Decision:
    """Replace the win probability that the adviser states by the one that the review computed.

    The adviser estimates it in another way or not at all, and a review must not state two values for one
    move.
    """
    if best.certain or best.gives_up or best.win_exact:
        return best
    reason = reason_of_value(best.risk or 0.0, value.win, value.exact)
    return replace(best, win=value.win, win_exact=value.exact, reason=reason)
