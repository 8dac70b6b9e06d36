"""The steps of a deduction, whatever stands for a cell; the core does the work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic

from sapper import _core
from sapper.errors import InconsistentView
from sapper.knowledge.fact import C, Component, Constraint, Enumeration, Fact

Pair = tuple[int, int]


class Deduction(ABC, Generic[C]):
    """Constraints over cells, and the steps that make cells known.

    Each step can be called alone: it looks at all constraints, records what it finds, takes the cells found
    out of every constraint, and returns the new facts. None looks at anything twice while nothing around it
    has changed, so calling a step again costs little.

    Every step raises `InconsistentView` where it meets a contradiction.
    """

    def __init__(self, native: _core.Knowledge) -> None:
        self.native = native

    def single_cell(self) -> list[Fact[C]]:
        """One constraint with no mine left frees its cells; with as many as cells, all are mines.

        Goes on until no single constraint says anything new.
        """
        return self._step("single-cell")

    def subset(self) -> list[Fact[C]]:
        """Where the cells of one constraint lie inside another's, their difference is a constraint too.

        All differences are added, those of differences too; then `single_cell` has the word.
        """
        return self._step("subset")

    def reduce(self) -> list[Fact[C]]:
        """As `subset`, but the difference takes the place of the larger constraint.

        Oldest first, until none lies inside another: cheaper, order matters, and a little is lost.
        """
        return self._step("reduce")

    def pairs(self) -> list[Fact[C]]:
        """Two constraints that share cells bound the mines they share, and so those they do not."""
        return self._step("pairs")

    def consistency(self, k: int) -> list[Fact[C]]:
        """What holds in all solutions of k constraints that hang together, for every such k (1 to 9).

        Relational consistency as Bayer, Snyder and Choueiry use it: k = 1 is generalised arc consistency,
        k = 2 proves the same as `pairs`.
        """
        return self._step(f"consistency-{k}")

    def trial(self, assume: str = "both", pairs: bool = False) -> list[Fact[C]]:
        """Assume each cell to be a mine, then free: where the constraints contradict each other, it is not.

        Args:
            assume: ``"both"``, or ``"mine"`` to try mines alone, which proves free cells alone.
            pairs: Follow an assumption up by pairs of constraints too, not by single ones alone (``"mine"``).
        """
        if assume not in ("both", "mine") or (pairs and assume == "both"):
            raise ValueError("assume must be 'both' or 'mine', and 'mine' with pairs")
        return self._step("trial" if assume == "both" else "trial-pairs" if pairs else "trial-mine")

    def enumeration(
        self, nodes: int | None = _core.ENUMERATION_NODES, seconds: float | None = None
    ) -> list[Fact[C]]:
        """What is the same in every solution of its component; nothing of those beyond the limits."""
        return self._step("enumeration", nodes, seconds)

    def solutions(
        self, nodes: int | None = _core.ENUMERATION_NODES, seconds: float | None = None
    ) -> Enumeration[C]:
        """Count every solution by backtracking, component by component; no cell becomes known.

        Args:
            nodes: Give up after so many tried values: the same on every machine.
            seconds: Give up after so much time: what it finds then depends on the machine.
        """
        found, complete, used = self.native.components(nodes, seconds)
        self._check()
        components = []
        for cells, numbers, least, counts, with_mine in found:
            held = [(least + i, count) for i, count in enumerate(counts) if count]
            components.append(
                Component(
                    self._cells(cells),
                    self._numbers(numbers),
                    dict(held),
                    {mines: tuple(with_mine[mines - least]) for mines, _ in held},
                )
            )
        return Enumeration(tuple(components), complete, used)

    def deduce(self, *steps: str) -> bool:
        """Run steps, cheapest first, until a free cell is found; whether there is one.

        After a step that finds only mines the first has its turn again; where ``mine-count`` is among the
        steps, it is also asked before a free cell found by another is told. Steps are the names of methods,
        with hyphens: ``single-cell``, ``near``, ``subset``, ``reduce``, ``pairs``, ``consistency-3``,
        ``trial``, ``trial-mine``, ``trial-pairs``, ``enumeration``, ``mine-count``, ``total-8``.
        """
        found = self.native.deduce(steps)
        self._check()
        return found

    @property
    def constraints(self) -> list[Constraint[C]]:
        """The constraints on cells that are unknown, oldest first."""
        return [
            Constraint(self._cells(cells), mines, self._numbers(numbers))
            for cells, mines, numbers in self.native.equations()
        ]

    @property
    def facts(self) -> list[Fact[C]]:
        """All that was deduced, in order."""
        return self._facts(0)

    @property
    def looks(self) -> int:
        """How many constraints were looked at so far: the work done, the same on every machine."""
        return self.native.looks

    def _step(
        self, name: str, nodes: int | None = _core.ENUMERATION_NODES, seconds: float | None = None
    ) -> list[Fact[C]]:
        known = self.native.fact_count
        self.native.run(name, nodes, seconds)
        self._check()
        return self._facts(known)

    def _facts(self, first: int) -> list[Fact[C]]:
        return [
            Fact(self._cells([cell])[0], mine, step, self._numbers(numbers))
            for cell, mine, step, numbers in self.native.facts(first)
        ]

    def _check(self) -> None:
        if not self.native.consistent:
            raise InconsistentView("the numbers contradict each other: no layout fits them", [], False)

    @abstractmethod
    def _cells(self, cells: Iterable[Pair]) -> tuple[C, ...]:
        """What stands for some of the core's cells."""

    @abstractmethod
    def _numbers(self, numbers: Iterable[Pair]) -> tuple[C, ...]:
        """What stands for some of the core's numbers."""
