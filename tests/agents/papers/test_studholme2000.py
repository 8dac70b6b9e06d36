"""The agent of studholme2000: crap shoots come last, and corners come first among equally safe cells."""

from __future__ import annotations

from sapper import Rules, View, make
from sapper.agents.papers.studholme2000 import is_crap_shoot
from sapper.agents.turn import stream
from sapper.knowledge.knowledge import Knowledge
from sapper.knowledge.weighing import odds_of

# Two sealed cells of which one is a mine, and the same cells with other covered cells beside them.
SEALED = "1?/1? 1"


ASIDE = "1??/1?? 2"


def shoots(text: str) -> list[bool]:
    view = View.parse(text)
    knowledge = Knowledge.of(view)
    found = knowledge.solutions()
    return [is_crap_shoot(view, component, odds_of(knowledge, found)) for component in found.components]


def test_a_crap_shoot_is_what_no_other_cell_can_tell_of() -> None:
    assert shoots(SEALED) == [True]
    assert shoots(ASIDE) == [False]
    assert shoots("1?1/???/??? 2") == [
        False
    ]  # there may be one mine or two, so the mine count gives information


def test_crap_shoots_are_left_for_the_end() -> None:
    # The numbers seal the two cells of the right column. The other cells are not sealed.
    view = View.parse("????1?/????1?/??2222/??????/?????? 8")
    agent = make("studholme")
    agent.reset(Rules(view.rows, view.cols, view.mines), stream(0, 0))
    decision = agent.choose(view)
    assert not {(0, 5), (1, 5)} & set(decision.opens)


def test_equally_safe_cells_are_taken_from_the_corner() -> None:
    view = View.parse("?????/?????/?????/?????/????? 5")
    agent = make("studholme")
    agent.reset(Rules(5, 5, 5), stream(0, 0))
    assert agent.choose(view).opens[0] in {(0, 0), (0, 4), (4, 0), (4, 4)}
