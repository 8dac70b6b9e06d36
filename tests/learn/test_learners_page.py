"""The win rates in docs/learners.md agree with the games in research/evidence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sapper.learn.simulation.levels import LEVELS, Level
from sapper.learn.training.learner_registry import LEARNERS

KEPT = Path(__file__).parents[2] / "research" / "evidence" / "learners" / "arena"
PAGE = Path(__file__).parents[2] / "docs" / "learners.md"


def passages() -> list[str]:
    """Return the table rows, list items and paragraphs of the page, each as one line."""
    text = re.sub(r"\n(?=[|-] ?)", "\n\n", PAGE.read_text())
    return [" ".join(passage.split()) for passage in text.split("\n\n")]


def test_every_kept_run_is_whole_and_its_rate_is_on_the_page() -> None:
    games = pq.read_table(KEPT / "games.parquet")
    runs = json.loads((KEPT / "runs.json").read_text())
    columns = zip(games["run"].to_pylist(), games["agent"].to_pylist(), games["won"].to_pylist(), strict=True)
    counts: dict[tuple[str, str], list[bool]] = {}
    for run, agent, won in columns:
        counts.setdefault((run, agent), []).append(won)
    page = passages()
    for run, described in runs.items():
        for agent in described["agents"]:
            won = counts.pop((run, agent["name"]))
            assert len(won) == agent["games"] >= 10_000
            assert sum(won) == agent["wins"]
            rate = f"{100 * agent['rate']:.2f}"
            assert any(f"`{agent['name']}`" in each and rate in each for each in page), (run, agent["name"])
    assert not counts


def played() -> set[tuple[str, tuple[int, int, int], str, str]]:
    """Return the agent, board size, first move and start cell of every kept run."""
    found = set()
    for run in json.loads((KEPT / "runs.json").read_text()).values():
        rules, start = run["arguments"]["rules"], run["arguments"]["start"]
        size = (rules["rows"], rules["cols"], rules["mines"])
        found |= {(agent["name"], size, rules["first_move"], start) for agent in run["agents"]}
    return found


def place(level: Level) -> tuple[tuple[int, int, int], str, str]:
    return (level.rows, level.cols, level.mines), level.first_move, f"{level.start[0]},{level.start[1]}"


def test_every_network_of_sajjad2022_was_played_where_it_was_trained() -> None:
    kept = played()
    for name, entry in LEARNERS.items():
        if entry.paper == "sajjad2022" and entry.published is not None:
            assert (name, *place(entry.level)) in kept


def carried() -> list[str]:
    """Return the networks in the table of win rates on other levels."""
    _, _, after = PAGE.read_text().partition("### On other levels")
    return re.findall(r"^\| `([^`]+)`", after.partition("\n\nA network that was trained")[0], re.MULTILINE)


@pytest.mark.parametrize("name", ["resnet", "resnet-small", *carried()])
def test_these_networks_were_played_on_every_level(name: str) -> None:
    kept = played()
    for level in LEVELS:
        assert (name, *place(level)) in kept


def test_every_convolutional_network_of_sajjad2022_is_in_the_table_of_how_far_each_carries() -> None:
    published = {name for name, entry in LEARNERS.items() if entry.paper == "sajjad2022" and entry.published}
    assert {name for name in published if name.startswith("cnn")} <= set(carried())


def test_the_kept_games_are_few_bytes() -> None:
    assert sum(path.stat().st_size for path in KEPT.iterdir()) < 2 * 2**20
