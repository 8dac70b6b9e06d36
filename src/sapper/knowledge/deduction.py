"""The deduction steps, computed by the C++ core. A cell may be a (row, col) pair or a name."""

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

    Each step can be called alone. It examines all constraints, records the cells that become known, removes
    them from every constraint, and returns the new facts. A step does not examine a constraint again until
    something around it has changed, so a repeated call costs little.

    Every step raises `InconsistentView` if it finds a contradiction.
    """

    def __init__(self, native: _core.Knowledge) -> None:
        self.native = native

    def single_cell(self) -> list[Fact[C]]:
        """Use constraints one at a time: with no mine left all cells are free, with only mines all are mines.

        Repeats until no single constraint yields a new fact.
        """
        return self._step("single-cell")

    def subset(self) -> list[Fact[C]]:
        """Add the difference of two constraints where the cells of one are a subset of the other's cells.

        Differences of differences are added too. Then `single_cell` runs.
        """
        return self._step("subset")

    def reduce(self) -> list[Fact[C]]:
        """Replace the larger of two nested constraints by their difference.

        The oldest constraints come first, and the step repeats until no constraint lies inside another. This
        is cheaper than `subset`, but the order matters, and it proves slightly less.
        """
        return self._step("reduce")

    def pairs(self) -> list[Fact[C]]:
        """Bound the mines that two constraints share, and from that the mines in their other cells."""
        return self._step("pairs")

    def consistency(self, k: int) -> list[Fact[C]]:
        """Find what holds in all solutions of k connected constraints, for every such set (k is 1 to 9).

        This is relational consistency as Bayer, Snyder and Choueiry use it. k = 1 is generalised arc
        consistency, and k = 2 proves the same as `pairs`.
        """
        return self._step(f"consistency-{k}")

    def trial(self, assume: str = "both", pairs: bool = False) -> list[Fact[C]]:
        """Assume that a cell is a mine, then that it is free. A contradiction refutes the assumption.

        Args:
            assume: ``"both"``, or ``"mine"`` to assume only mines, which proves only free cells.
            pairs: Draw conclusions from an assumption by pairs of constraints too, not only by single ones.
                This works with ``assume="mine"`` only.
        """
        if assume not in ("both", "mine") or (pairs and assume == "both"):
            raise ValueError("assume must be 'both' or 'mine', and with pairs it must be 'mine'")
        return self._step("trial" if assume == "both" else "trial-pairs" if pairs else "trial-mine")

    def enumeration(
        self, nodes: int | None = _core.ENUMERATION_NODES, seconds: float | None = None
    ) -> list[Fact[C]]:
        """Find the cells that are equal in every solution of their component, within the limits."""
        return self._step("enumeration", nodes, seconds)

    def solutions(
        self, nodes: int | None = _core.ENUMERATION_NODES, seconds: float | None = None
    ) -> Enumeration[C]:
        """Count every solution by backtracking, component by component. No cell becomes known by this.

        Args:
            nodes: The limit on tried values. The result is the same on every machine.
            seconds: The limit on time. The result then depends on the speed of the machine.
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
        """Run steps in the given order until a free cell is found. Return whether one was found.

        After a step that finds only mines, the first step runs again. If ``mine-count`` is among the steps,
        it also runs whenever another step has found a free cell. Steps are the names of methods, with
        hyphens: ``single-cell``, ``near``, ``subset``, ``reduce``, ``pairs``, ``consistency-3``, ``trial``,
        ``trial-mine``, ``trial-pairs``, ``enumeration``, ``mine-count``, ``total-8``.
        """
        found = self.native.deduce(steps)
        self._check()
        return found

    @property
    def constraints(self) -> list[Constraint[C]]:
        """The constraints on unknown cells, oldest first."""
        return [
            Constraint(self._cells(cells), mines, self._numbers(numbers))
            for cells, mines, numbers in self.native.equations()
        ]

    @property
    def facts(self) -> list[Fact[C]]:
        """All facts that were deduced, in order."""
        return self._facts(0)

    @property
    def looks(self) -> int:
        """The number of constraints examined so far: a measure of the work, the same on every machine."""
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
        """Convert cells of the core, which are (row, col) pairs, to cells of this class."""

    @abstractmethod
    def _numbers(self, numbers: Iterable[Pair]) -> tuple[C, ...]:
        """Convert the places of numbers in the core to cells of this class."""
