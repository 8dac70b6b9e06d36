"""The agents of nguyen2021: a basic solver, a subset solver, and a guess by the lowest share of mines.

Paper: Khanh Nguyen 2021, "Mine Sweeper". Section 2.2 (inference) describes the three solvers, section 2.3
their order, section 4 the index from variables to equations, and section 5 the improved agent.

Each opened cell gives an equation. A known cell is removed from all its equations, which an index finds. The
basic solver opens the cells of equations with value 0, and flags the cells of equations whose value equals
their number of cells. The subset solver repeatedly adds the differences of nested equations. The guess opens
a neighbour of the opened cell with the lowest risk value: its missing mines divided by its covered
neighbours. Ties are broken at random, and so is the choice among the neighbours.

Known cells are opened one at a time. Each number becomes an equation before the next cell is opened.

Differs from the paper: the paper does not say how ties are broken. Its example of a subset that finds
nothing, A + B + C + D = 3 with B + C = 1, does find A and D (docs/papers/nguyen2021.md).
"""

from __future__ import annotations

from sapper.agents.composed import Composed


class NguyenBasic(Composed):
    """Solves equations one at a time; else guesses beside the number with the lowest share of mines.

    Section 2.2, the first and the third solver. Differs: ties are broken at random.
    """

    name = "nguyen-basic"
    paper = "nguyen2021"
    steps: tuple[str, ...] = ("single-cell",)
    rule = "least-number"
    flags = True
    one_by_one = True


class NguyenSubset(NguyenBasic):
    """Like nguyen-basic, and also uses the differences of nested equations.

    Section 2.2, all three solvers: the paper's plain agent. Differs as `nguyen-basic` does.
    """

    name = "nguyen-subset"
    steps: tuple[str, ...] = ("single-cell", "subset")


class NguyenImproved(NguyenSubset):
    """Like nguyen-subset, and opens all other cells once every mine is flagged or hit.

    Section 5. The mine count is checked whenever a solver has found something, and the cells that it frees
    are opened without more inference. Differs: it is not checked between two rounds of differences.
    """

    name = "nguyen-improved"
    steps = ("mine-count", "single-cell", "subset")


class NguyenBacktracking(NguyenSubset):
    """Like nguyen-subset, and also opens what is free in every solution, found by backtracking.

    Section 2.2 names backtracking as future work, without details. Differs: all details are ours. The
    solutions are those of one component.
    """

    name = "nguyen-backtracking"
    steps = ("single-cell", "subset", "enumeration")
