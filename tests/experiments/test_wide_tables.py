"""Wide tables hold every value once, and divide boards that do not fit."""

from __future__ import annotations

from itertools import chain

import pytest

from sapper import Rules
from sapper.arena.statistics import Estimate
from sapper.experiments.experiment import Claim, Setting
from sapper.experiments.outcome import Outcome, Row
from sapper.experiments.wide_tables import wide_tables
from tests.experiments.small_experiment import experiment

NINE = tuple(Setting(f"board {number}", Rules(5, 5, 4)) for number in range(9))
AGENTS = ("lowest-risk", "random")


def row(agent: str, board: int, games: int = 40, claim: Claim | None = None) -> Row:
    ours = Estimate((board + 1) / 20, board / 20, (board + 2) / 20, games)
    gap = Estimate(ours.value - claim.value, 0.0, 0.1, games) if claim else None
    return Row(NINE[board].name, agent, "win", ours, claim, gap, claim.note if claim else "")


def outcome(*rows: Row) -> Outcome:
    return Outcome(experiment(settings=NINE, agents=AGENTS, claims=()), 40, rows)


def test_boards_without_published_values_share_one_table() -> None:
    [table] = wide_tables("win", outcome(*(row(agent, n) for n in range(9) for agent in AGENTS)))
    assert table.header == ("agent", *(f"board {n} [95%]" for n in range(9)))
    assert [line[0] for line in table.rows] == list(AGENTS)
    assert table.rows[0][3] == "15.0 [10.0, 20.0]"


@pytest.mark.parametrize("most", [1, 3, 4, 9, 30])
def test_boards_that_do_not_fit_go_into_the_next_table(most: int) -> None:
    found = outcome(*(row("random", n, claim=Claim("random", NINE[n].name, "win", 0.5)) for n in range(9)))
    if most < 3:
        with pytest.raises(ValueError, match="three columns"):
            wide_tables("win", found, most)
        return
    tables = wide_tables("win", found, most)
    assert len(tables) == {3: 9, 4: 9, 9: 3, 30: 1}[most]
    assert all(len(table.header) - 1 <= most for table in tables)
    assert max(len(table.header) for table in tables) - min(len(table.header) for table in tables) == 0
    headings = list(chain.from_iterable(table.header[1:] for table in tables))
    assert headings == [
        f"board {n}: {what}" for n in range(9) for what in ("published", "ours [95%]", "difference [95%]")
    ]
    assert "continued" in tables[-1].title or len(tables) == 1


def test_games_notes_and_missing_values_are_told() -> None:
    claims = (
        Claim("random", "board 0", "win", 0.5, 100, "from the text"),
        Claim("random", "board 1", "win", 0.25, 30),
    )
    absent = Row("board 0", "lowest-risk", "win", None, None, None)
    [table] = wide_tables(
        "win", outcome(row("random", 0, 7, claims[0]), row("random", 1, 8, claims[1]), absent)
    )
    assert table.header[1] == "games"
    assert table.rows[0] == ("lowest-risk", "-", "-", "-", "-", "", "", "")
    assert table.rows[1][:3] == ("random", "7 / 8", "50 (n 100)")
    assert "Games" not in table.note
    assert table.rows[1][5] == "25 (n 30)"
    assert table.note == "random on board 0: from the text."
    [same] = wide_tables("win", outcome(row("random", 0, 40, claims[0])))
    assert same.note == "Published values are of 100 games each. Published values: from the text."
    assert "games" not in same.header
    [fewer] = wide_tables("win", outcome(*(row(agent, n, 7 + n) for n in range(2) for agent in AGENTS)))
    assert (fewer.header[1], fewer.note) == ("board 0 [95%]", "Games of each agent: 7 / 8.")
