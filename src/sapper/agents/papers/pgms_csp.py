"""The agents of pgms-csp: a CSP strategy inside Programmer's Minesweeper, beside the two that come with it.

Paper: "CSPStrategy" for Programmer's Minesweeper (PGMS; Ramsdell 1995), unsigned. Section 3.2 gives the
steps, 3.3 the backtracking, 5 compares with Studholme's 'crap shoots'.

Steps 1 to 5 take known cells out of the constraints, put differences in the place of constraints that contain
others, and open or mark what single constraints decide. Step 6 lists all boards of the frontier and opens the
cell that is clear in most of them; a board counts once, however many mines it leaves for the rest.

Differs from the paper: boards are listed by component, and cells in the same constraints together, which
gives the same shares in less time; a list longer than ten million tries is cut off, and the components
finished by then decide (never met in the games of docs/papers/pgms-csp.md). Cells clear in every board are
all opened, not one of them. Ties are drawn; the paper does not say how it breaks them, nor where it starts: a
random cell, as PGMS's own strategies do. The two strategies that come with PGMS are not
described in the paper; they are written here from PGMS itself. Single-point looks at a number it has opened
and, where that decides something, at the numbers up to two cells away; older numbers beside a guess are not
looked at again, which costs it 6 points of 44 on its beginner board. A guess is any unknown cell. Equation
keeps all differences of equations, compares pairs, adds the mine count as an equation once at most eight
cells are unknown, and guesses the cell whose largest share of mines in an equation is least, cells beside no
number counting with the density of the rest.

The improvement it credits to Studholme opens a cell elsewhere on a crap shoot, which is safe with probability
(cells - mines) / cells. The paper says that this is better whenever cells outnumber mines; against a 50%
guess it takes twice as many cells as mines. Here the two probabilities are compared, and the better one is
taken.
"""

from __future__ import annotations

from sapper.agents.composed import Composed


class PgmsSinglePoint(Composed):
    """What single numbers decide round the last cell opened, else any cell: SinglePointStrategy of PGMS.

    Section 4 (table 1) compares with it; it is not described there. Differs in nothing known of PGMS.
    """

    name = "pgms-single-point"
    paper = "pgms-csp"
    steps = ("near",)
    rule = "any"


class PgmsEquation(Composed):
    """Differences and pairs of equations, else the least of the largest shares: EqnStrategy.

    Section 4 (table 1) compares with it; it is not described there. Differs: of two equations that share
    cells everything is concluded, where PGMS has a rule for a special case.
    """

    name = "pgms-equation"
    paper = "pgms-csp"
    steps = ("single-cell", "total-8", "subset", "pairs")
    rule = "most"
    elsewhere = True


class PgmsCsp(Composed):
    """Simplifies constraints, then lists all boards of the frontier and opens the cell clear in most.

    Sections 3.2 and 3.3. Differs: boards are listed by component; ties and the start are drawn.
    """

    name = "pgms-csp"
    paper = "pgms-csp"
    steps: tuple[str, ...] = ("single-cell", "reduce", "enumeration")
    rule = "boards"


class PgmsCspElsewhere(PgmsCsp):
    """As pgms-csp, but opens a cell elsewhere where that is the better bet.

    Section 5, after Studholme. Differs: both chances are compared, where the paper goes elsewhere whenever
    cells outnumber mines.
    """

    name = "pgms-csp-elsewhere"
    elsewhere = True
