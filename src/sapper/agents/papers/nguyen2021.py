"""The agents of nguyen2021: basic solver, subset solver, then opening by least risk, then at random.

Paper: Khanh Nguyen 2021, "Mine Sweeper". Section 2.2 (inference) gives the three solvers, 2.3 the order they
are asked in, 4 the index from variables to equations, 5 the improved agent.

Each opened cell gives an equation; known cells leave all equations they are in, which are found by an index.
The basic solver opens the cells of equations with value 0 and flags those of equations with as many cells as
their value. The subset solver adds differences of equations inside each other, again and again. The guess
goes to a neighbour of the opened cell with the least risk value, its mines left over its covered cells; ties,
and the cell among its neighbours, are drawn.

Known cells are opened one after the other, each number becoming an equation before the next is opened.

Differs from the paper: where a tie is drawn from, it does not say. Its example of a subset that finds
nothing, A + B + C + D = 3 with B + C = 1, does find A and D (docs/papers/nguyen2021.md).
"""

from __future__ import annotations

from sapper.agents.composed import Composed


class NguyenBasic(Composed):
    """Basic solver: equations with no mine left, or as many as cells; else a neighbour of least risk.

    Section 2.2, the first and the third solver. Differs: ties are drawn.
    """

    name = "nguyen-basic"
    paper = "nguyen2021"
    steps: tuple[str, ...] = ("single-cell",)
    rule = "least-number"
    flags = True
    one_by_one = True


class NguyenSubset(NguyenBasic):
    """Basic solver, then differences of equations inside each other; else a neighbour of least risk.

    Section 2.2, all three solvers: the paper's plain agent. Differs as `nguyen-basic`.
    """

    name = "nguyen-subset"
    steps: tuple[str, ...] = ("single-cell", "subset")


class NguyenImproved(NguyenSubset):
    """As nguyen-subset, and opens everything left once flags and mines hit are all the mines.

    Section 5: the count is looked at whenever a solver has found something, and what it frees is opened
    without any more inference. Differs: the count is not looked at between two rounds of differences.
    """

    name = "nguyen-improved"
    steps = ("mine-count", "single-cell", "subset")


class NguyenBacktracking(NguyenSubset):
    """As nguyen-subset, then the backtracking it names as the way forward: free in all solutions.

    Section 2.2 names it and says no more. Differs in all it leaves open: solutions are those of a component.
    """

    name = "nguyen-backtracking"
    steps = ("single-cell", "subset", "enumeration")
