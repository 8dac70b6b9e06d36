"""Win rates that several workers play out together: the requests begin_think, play_out and add_playouts."""

from __future__ import annotations

from typing import Any

import pytest

from sapper import View, facade
from sapper.facade import Conflict, Session

OPEN = "/".join(["?" * 12] * 4 + ["????1???????"] + ["?" * 12] * 4) + " 30"
ENDGAME = "11211/?????/????? 4"


def rows(begun: dict[str, Any], first: int, count: int, position: object = OPEN) -> list[float | None]:
    asked = {"position": position, "cells": begun["cells"], "first": first, "count": count}
    found: list[float | None] = facade.ask("play_out", asked)["wins"]
    assert len(found) == count * len(begun["cells"])
    return found


def begin(session: Session) -> dict[str, Any]:
    return session.ask("begin_think", {"position": OPEN})


def test_the_parts_give_what_one_worker_gives() -> None:
    session = Session()
    begun = begin(session)
    assert begun["thought"] is None
    told: list[dict[str, Any]] = []

    def enough(thought: dict[str, Any]) -> None:
        told.append(thought)

    facade.ask("think", {"position": OPEN, "seconds": 0.5}, enough)
    whole = told[-1]
    layouts = whole["layouts"]
    cut = layouts // 3
    session.ask("add_playouts", {"wins": rows(begun, 0, cut)})
    parts = session.ask("add_playouts", {"wins": rows(begun, cut, layouts - cut), "last": True})
    assert parts["layouts"] == layouts
    assert parts["done"]
    # One worker told more results on the way, and kept what it had known better before.
    wins = {tuple(each["cell"]): each["win"] for each in whole["candidates"]}
    for each in parts["candidates"]:
        assert each["win"] == pytest.approx(wins[tuple(each["cell"])], abs=0.02)
    again = Session()
    begin(again)
    assert again.ask("add_playouts", {"wins": rows(begun, 0, layouts), "last": True}) == parts


def test_rows_do_not_depend_on_the_rows_before_them() -> None:
    begun = begin(Session())
    width = len(begun["cells"])
    assert rows(begun, 0, 64)[40 * width :] == rows(begun, 40, 24)
    assert rows(begun, 7, 5, View.parse(OPEN)) == rows(begun, 7, 5)


def test_what_is_exact_is_not_played_out() -> None:
    begun = facade.ask("begin_think", {"position": ENDGAME})
    assert begun["most"] == 0
    assert begun["thought"] == facade.ask("think", {"position": ENDGAME})


@pytest.mark.parametrize(
    "change", [{"count": 0}, {"count": 1 << 20}, {"first": -1}, {"cells": []}, {"cells": [[9, 0]]}]
)
def test_a_senseless_part_is_refused(change: dict[str, Any]) -> None:
    asked = {"position": OPEN, "cells": [[0, 0]], "first": 0, "count": 1}
    with pytest.raises(ValueError, match=r"play out at least one cell|outside the board"):
        facade.ask("play_out", asked | change)


def test_rollouts_that_nobody_began_are_refused() -> None:
    with pytest.raises(Conflict, match="nothing was begun"):
        Session().ask("add_playouts", {"wins": [1.0]})
    session = Session()
    begun = begin(session)
    with pytest.raises(ValueError, match="do not fit"):
        session.ask("add_playouts", {"wins": [1.0] * (len(begun["cells"]) + 1)})
