"""Sampling: risks from random solutions of the constraints, where there are too many to list."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp, log

from numpy.random import Generator

from sapper.game.rules import Cell
from sapper.knowledge.fact import Constraint
from sapper.knowledge.knowledge import Knowledge

LEAST, MOST = 0.05, 0.95
"""The bounds on the probability with which a cell is drawn as a mine, so that any solution can be drawn."""
ATTEMPTS = 200
"""The number of attempts to draw one solution."""


def sampled_risks(knowledge: Knowledge, samples: int, rng: Generator) -> dict[Cell, float]:
    """Estimate the risk of every unknown cell from random solutions that fit the mine count.

    The result is empty if no solution was found. A draw looks at single constraints only, so it can end in a
    contradiction.
    """
    samplers = [Sampler(part, rng) for part in connected(knowledge.constraints)]
    beside = {cell for sampler in samplers for cell in sampler.order}
    elsewhere = [cell for cell in knowledge.unknown if cell not in beside]
    drawn: list[tuple[float, int, set[Cell]]] = []
    for _ in range(samples):
        mines: set[Cell] = set()
        weight = 0.0
        for sampler in samplers:
            solution = sampler.draw()
            if solution is None:
                return {}
            mines |= solution[0]
            weight += solution[1]
        left = knowledge.mines_left - len(mines)
        ways = comb(len(elsewhere), left) if left >= 0 else 0
        if ways:
            drawn.append((weight + log(ways), left, mines))
    if not drawn:
        return {}
    most = max(weight for weight, _, _ in drawn)
    sums, total, mines_elsewhere = dict.fromkeys(beside, 0.0), 0.0, 0.0
    for weight, left, mines in drawn:
        share = exp(weight - most)
        total += share
        mines_elsewhere += share * left
        for cell in mines:
            sums[cell] += share
    outside = mines_elsewhere / total / max(len(elsewhere), 1)
    return {cell: sums[cell] / total if cell in beside else outside for cell in knowledge.unknown}


def connected(constraints: Sequence[Constraint[Cell]]) -> list[list[Constraint[Cell]]]:
    """Split constraints into components. Those of one component share cells, directly or through others."""
    of: dict[Cell, list[int]] = {}
    for at, constraint in enumerate(constraints):
        for cell in constraint.cells:
            of.setdefault(cell, []).append(at)
    parts, seen = [], set[int]()
    for first in range(len(constraints)):
        waiting, part = [first], []
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                part.append(constraints[at])
                waiting += [near for cell in constraints[at].cells for near in of[cell]]
        if part:
            parts.append(part)
    return parts


class Sampler:
    """Draws random solutions of one component, cell by cell.

    After each drawn cell, single constraints determine what follows. For each constraint of a cell, the
    missing mines are divided by the cells not drawn yet. The mean of these shares is about the probability of
    drawing a mine. The draws are not uniform, so each solution comes with a weight: the inverse of the
    probability of drawing it. The weight is given as a logarithm.
    """

    def __init__(self, constraints: Sequence[Constraint[Cell]], rng: Generator) -> None:
        self.rng = rng
        self.members = [constraint.cells for constraint in constraints]
        self.mines = [constraint.mines for constraint in constraints]
        self.of: dict[Cell, list[int]] = {}
        for at, cells in enumerate(self.members):
            for cell in cells:
                self.of.setdefault(cell, []).append(at)
        self.order = list(self.of)

    def draw(self) -> tuple[set[Cell], float] | None:
        """Draw one solution: its mines and its weight. Return None if every attempt failed."""
        for _ in range(ATTEMPTS):
            weight = self._attempt()
            if weight is not None:
                return {cell for cell, mine in self.value.items() if mine}, weight
        return None

    def _attempt(self) -> float | None:
        self.left, self.room = self.mines.copy(), [len(cells) for cells in self.members]
        self.value: dict[Cell, bool] = {}
        weight = 0.0
        for cell in self.order:
            if cell in self.value:
                continue
            shares = [self.left[at] / self.room[at] for at in self.of[cell]]
            chance = min(max(sum(shares) / len(shares), LEAST), MOST)
            mine = bool(self.rng.random() < chance)
            weight -= log(chance if mine else 1 - chance)
            if not self._propagate(cell, mine):
                return None
        return weight

    def _propagate(self, cell: Cell, mine: bool) -> bool:
        """Set a cell and all cells that follow from it. Return False if a constraint cannot be satisfied."""
        waiting = [(cell, mine)]
        while waiting:
            cell, mine = waiting.pop()
            if cell in self.value:
                if self.value[cell] != mine:
                    return False
                continue
            self.value[cell] = mine
            for at in self.of[cell]:
                self.left[at] -= mine
                self.room[at] -= 1
                left, room = self.left[at], self.room[at]
                if not 0 <= left <= room:
                    return False
                if room and left in (0, room):
                    waiting += [(near, left > 0) for near in self.members[at] if near not in self.value]
        return True
