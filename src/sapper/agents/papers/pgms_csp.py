"""The agents of pgms-csp: a CSP strategy for Programmer's Minesweeper, and two strategies of that program.

Paper: "CSPStrategy" for Programmer's Minesweeper (PGMS; Ramsdell 1995), unsigned. Section 3.2 describes the
steps, section 3.3 the backtracking, and section 5 a comparison with Studholme's 'crap shoots'.

Steps 1 to 5 remove known cells from the constraints, replace constraints that contain others by their
differences, and open or flag what single constraints decide. Step 6 lists all boards, that is, all solutions
of the frontier, and opens the cell that is free in most of them. Each board counts once, whatever number of
mines it leaves for the other cells.

Differs from the paper:
- Boards are listed by component, and cells in the same constraints are treated as one group. This gives the
  same shares in less time. A list longer than ten million tries is cut off, and only the finished components
  are used. This never happened in the games of docs/papers/pgms-csp.md.
- All cells that are free in every board are opened, not only one of them.
- Ties are broken at random, and the start is a random cell, as in PGMS's own strategies. The paper does not
  say how it does either.
- The two strategies of PGMS are not described in the paper. Ours follow the source code of PGMS. Single-point
  examines a number when it opens it. If the number decides something, it also examines the numbers up to two
  cells away. It does not examine older numbers beside a guess again, which costs it 6 of 44 points on its
  beginner board. It guesses any unknown cell. Equation keeps all differences of equations, compares pairs,
  and adds the mine count as an equation once at most eight cells are unknown. It guesses the cell whose
  largest share of mines in any equation is lowest. Cells beside no number count with the density of the rest.

The paper credits Studholme with an improvement: on a crap shoot, open a cell beside no number, which is free
with probability (cells - mines) / cells. The paper says that this is better whenever there are more cells
than mines. Against a 50% guess, however, there must be twice as many cells as mines. Here the two
probabilities are compared, and the better cell is opened.
"""

from __future__ import annotations

from sapper.agents.composed import Composed


class PgmsSinglePoint(Composed):
    """SinglePointStrategy of PGMS: single numbers near the last opened cell, else any cell.

    Section 4 (table 1) gives its results, without a description. Differs: nothing, as far as we know PGMS.
    """

    name = "pgms-single-point"
    paper = "pgms-csp"
    steps = ("near",)
    rule = "any"


class PgmsEquation(Composed):
    """EqnStrategy of PGMS: differences and pairs of equations, else the cell with the lowest estimate.

    Section 4 (table 1) gives its results, without a description. Differs: it draws every conclusion from two
    equations that share cells, while PGMS has a rule for one special case.
    """

    name = "pgms-equation"
    paper = "pgms-csp"
    steps = ("single-cell", "total-8", "subset", "pairs")
    rule = "most"
    elsewhere = True


class PgmsCsp(Composed):
    """Simplifies constraints, then lists all frontier solutions; opens the cell that is free in most.

    Sections 3.2 and 3.3. Differs: boards are listed by component; ties and the start are random.
    """

    name = "pgms-csp"
    paper = "pgms-csp"
    steps: tuple[str, ...] = ("single-cell", "reduce", "enumeration")
    rule = "boards"


class PgmsCspElsewhere(PgmsCsp):
    """Like pgms-csp, but guesses a cell beside no number if that has a lower risk.

    Section 5, after Studholme. Differs: the two risks are compared. The paper always opens a cell beside no
    number if there are more such cells than mines.
    """

    name = "pgms-csp-elsewhere"
    elsewhere = True
