"""The worked examples of the papers, step by step."""

from __future__ import annotations

from sapper import View
from sapper.knowledge.equations import Equations
from sapper.knowledge.fact import Constraint, Fact
from sapper.knowledge.knowledge import Knowledge


def texts(system: Equations) -> list[str]:
    return [str(constraint) for constraint in system.constraints]


def test_tcd2021_table_1() -> None:
    """(0,0) and (0,1) show 1. The reduced constraint proves that (0,2) and (1,2) are free."""
    knowledge = Knowledge.of(View.parse("11?/???/??? 1"))
    first = Constraint(((1, 0), (1, 1)), 1, ((0, 0),))
    assert knowledge.constraints == [
        first,
        Constraint(((0, 2), (1, 0), (1, 1), (1, 2)), 1, ((0, 1),)),
    ]
    assert knowledge.single_cell() == []
    numbers = ((0, 0), (0, 1))
    assert set(knowledge.reduce()) == {
        Fact((0, 2), False, "reduce", numbers),
        Fact((1, 2), False, "reduce", numbers),
    }
    assert knowledge.constraints == [first]


def test_gil_and_chai_in_aua2023() -> None:
    """a + b = 2, a + b + c + d + e = 3, d + e = 1, e = 1. Single constraints determine all cells."""
    system = Equations([("ab", 2), ("abcde", 3), ("de", 1), ("e", 1)])
    facts = {fact.cell: fact for fact in system.single_cell()}
    assert system.values == {"a": 1, "b": 1, "c": 0, "d": 0, "e": 1}
    assert facts["d"].numbers == ("#3",)
    assert facts["c"].numbers == ("#2",)
    assert system.constraints == []  # satisfied constraints are dropped


def test_pgms_csp_step_1() -> None:
    """x00 = 2 = x01 + x10 + x11. When x01 is found to be a mine, 1 = x10 + x11 remains."""
    system = Equations([(("x01", "x10", "x11"), 2), (("x01",), 1)])
    assert system.single_cell() == [Fact("x01", True, "single-cell", ("#2",))]
    assert texts(system) == ["x10 + x11 = 1"]


def test_pgms_csp_step_2() -> None:
    """x03 = 2 = x02 + x12 + x13 + x14 and x04 = 1 = x13 + x14. Their difference is 1 = x02 + x12."""
    system = Equations([(("x02", "x12", "x13", "x14"), 2), (("x13", "x14"), 1)])
    assert system.reduce() == []
    assert texts(system) == ["x02 + x12 = 1", "x13 + x14 = 1"]
    assert system.constraints[0].numbers == ("#1", "#2")


def test_nguyen2021_subset() -> None:
    """A + B + C = 2 and B + C = 1 prove that A is a mine."""
    system = Equations([("ABC", 2), ("BC", 1)])
    assert system.subset() == [Fact("A", True, "subset", ("#1", "#2"))]
    assert set(texts(system)) == {"B + C = 1"}


def test_nguyen2021_subset_that_finds_nothing() -> None:
    """The paper says that A + B + C + D = 3 and B + C = 1 prove nothing. In fact A and D are mines."""
    system = Equations([("ABCD", 3), ("BC", 1)])
    assert system.subset()[0].mine
    assert system.values == {"A": 1, "D": 1}
    assert Equations([("ABCD", 2), ("BC", 1)]).subset() == []


def test_sajjad2022_difference() -> None:
    """a + b = 1 and a + b + c = 2 prove that c is a mine. No single equation proves it."""
    system = Equations([("ab", 1), ("abc", 2)])
    assert system.single_cell() == []
    assert system.pairs() == [Fact("c", True, "pairs", ("#1", "#2"))]


def test_sajjad2022_shared_cells() -> None:
    """The paper's second pair proves that b, c and d are mines if b + c + d + e + f = 4 and e + f + g = 1.

    The paper prints 1 instead of 4, which is impossible with b + c + d = 3.
    """
    system = Equations([("bcdef", 4), ("efg", 1)])
    assert {(fact.cell, fact.mine) for fact in system.pairs()} == {
        ("b", True),
        ("c", True),
        ("d", True),
        ("g", False),
    }


def test_aua2023_second_method() -> None:
    """Figures 4.7-4.8: a 1 and a 4 share two cells, and the 4 has three other cells, which are mines.

    The shared cells have at most one mine, so the three others are all mines. Then the mine of the 1 is
    shared, and its third cell is free.
    """
    system = Equations([("yst", 1), ("stuvw", 4)])
    assert system.single_cell() == []
    assert system.subset() == []
    assert {(fact.cell, fact.mine) for fact in system.pairs()} == {
        ("u", True),
        ("v", True),
        ("w", True),
        ("y", False),
    }


def test_aua2023_third_method() -> None:
    """Figure 4.9: if y is a mine, b is free. Then five cells of red are mines, too many for blue."""
    green, red, blue = ("yb", 1), ("bpqrst", 5), ("pqrz", 2)
    system = Equations([green, red, blue])
    assert system.single_cell() == []
    facts = {fact.cell: fact for fact in system.trial(assume="mine")}
    assert facts["y"] == Fact("y", False, "trial", ("#1", "#2", "#3"))


def test_bayer_in_aua2023_three_constraints() -> None:
    """This needs 3-RC: a + b = 1 and b + c = 1 make a equal to c, so a + c + d = 1 makes d the mine."""
    system = Equations([("ab", 1), ("bc", 1), ("acd", 1)])
    assert [system.consistency(k) for k in (1, 2)] == [[], []]
    facts = system.consistency(3)
    assert {fact.cell: fact.mine for fact in facts} == {"a": False, "b": True, "c": False, "d": True}
    assert {fact.numbers for fact in facts} == {("#1", "#2", "#3")}
