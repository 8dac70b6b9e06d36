"""Experiments use the games and logs that the repository keeps, and say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper import BEGINNER, Rules
from sapper.arena.arena import Arena
from sapper.experiments import evidence
from sapper.experiments.evidence import KeptGames
from sapper.experiments.experiment import Setting
from sapper.experiments.experiment_list import find
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.runner import requests, run
from sapper.experiments.without_guesses import WithoutGuesses
from tests.experiments.small_experiment import experiment

REPOSITORY = Path(__file__).parents[2]
EVIDENCE = REPOSITORY / "research" / "evidence"
SAFE = Setting("beginner", BEGINNER)


def test_the_evidence_is_found_in_the_repository_only(tmp_path: Path) -> None:
    assert evidence.folder(REPOSITORY / "src" / "sapper") == EVIDENCE
    assert evidence.folder(tmp_path / "site-packages" / "sapper") is None
    assert KeptGames(None).run("cnn-18", SAFE) is None
    assert KeptGames(tmp_path).run("cnn-18", SAFE) is None


def test_kept_games_are_those_of_the_same_rules_and_start() -> None:
    kept = KeptGames(EVIDENCE)
    games = kept.games("cnn-18", SAFE)
    described = json.loads((EVIDENCE / "learners" / "arena" / "runs.json").read_text())
    [told] = [agent for agent in described["beginner-safe"]["agents"] if agent["name"] == "cnn-18"]
    assert (len(games), int(games.columns["won"].sum())) == (10_000, told["wins"])
    assert games.index.tolist() == list(range(10_000))
    for other in (
        Setting("zero", Rules(9, 9, 10, first_move="zero")),
        Setting("middle", BEGINNER, (4, 4)),
        Setting("any", BEGINNER, "agent"),
        Setting("cross", BEGINNER, placement="cross"),
    ):
        assert kept.run("cnn-18", other) is None


def test_kept_games_are_not_played_again_and_the_notes_say_so() -> None:
    each = experiment(settings=(SAFE,), agents=("random", "cnn-18"), games=20, claims=())
    supply = GameSupply(workers=1, evidence=EVIDENCE)
    assert [request.agent for request in requests(each, supply)] == ["random"]
    outcome = run(each, supply)
    assert {row.agent: row.ours.games for row in outcome.rows if row.ours} == {"random": 20, "cnn-18": 10_000}
    assert "seed 6" in outcome.notes[0]
    assert set(supply.played) == {("random", SAFE, False)}


@pytest.mark.parametrize(
    "supply",
    [
        GameSupply(workers=1, evidence=EVIDENCE, network_games=2),
        GameSupply(workers=1, evidence=EVIDENCE, seed=1),
        GameSupply(workers=1),
    ],
    ids=["network games", "seed", "no evidence"],
)
def test_kept_games_are_not_used_where_others_are_asked_for(supply: GameSupply) -> None:
    each = experiment(settings=(SAFE,), agents=("cnn-18",), games=2, claims=())
    outcome = run(each, supply)
    assert [row.ours.games for row in outcome.rows if row.ours] == [2]
    assert outcome.notes == ()


def test_measures_that_kept_games_do_not_determine_are_played() -> None:
    each = experiment(settings=(SAFE,), agents=("cnn-18",), measures=("seconds",), claims=(), games=2)
    assert [request.count for request in requests(each, GameSupply(evidence=EVIDENCE))] == [2]


def test_games_without_guesses_are_those_won_without_a_guess() -> None:
    """A player that says which of its moves are certain shows the same number in its own games."""
    arena = Arena(BEGINNER, seed=5, workers=1)
    results = arena.run(["lowest-risk", WithoutGuesses("lowest-risk")], 150)
    free, strict = results.games["lowest-risk"], results.games["lowest-risk-without-guesses"]
    won = free.columns["won"] & (free.columns["guesses"] == 0)
    assert 0 < won.sum() < free.columns["won"].sum()
    assert strict.columns["won"].tolist() == won.tolist()


def test_a_network_has_a_rate_without_guesses() -> None:
    each = experiment(
        settings=(SAFE,),
        agents=("cnn-18", "lowest-risk"),
        measures=("win", "win-without-guess"),
        figures=("win-without-guess",),
        games=12,
        claims=(),
    )
    supply = GameSupply(workers=1, evidence=EVIDENCE)
    wanted = [(request.agent, request.count) for request in requests(each, supply)]
    assert wanted == [("cnn-18-without-guesses", 12), ("lowest-risk", 12)]
    outcome = run(each, supply)
    rates = {row.agent: row.ours for row in outcome.rows if row.measure == "win-without-guess"}
    assert rates["cnn-18"]
    assert rates["lowest-risk"]
    assert rates["cnn-18"].value <= rates["lowest-risk"].value
    assert [series.name for series in outcome.figures[0].series] == ["cnn-18", "lowest-risk"]


@pytest.mark.parametrize("key", ["figure-5.8", "figure-7.1", "figure-7.2"])
def test_learning_curves_are_drawn_from_the_logs_in_the_repository(key: str) -> None:
    [each] = find([f"sajjad2022/{key}"])
    outcome = run(each, GameSupply(evidence=EVIDENCE))
    [figure], [table] = outcome.figures, outcome.tables
    assert not outcome.missing
    assert [series.name for series in figure.series] == list(each.agents)
    assert [row[0] for row in table.rows] == list(each.agents)


def test_the_intermediate_level_takes_fewer_games_and_more_moves() -> None:
    """The note of figure 7.2 says so."""
    [each] = find(["sajjad2022/figure-7.2"])
    [table] = run(each, GameSupply(evidence=EVIDENCE)).tables
    (_, _, *beginner), (_, _, *intermediate) = table.rows
    games, moves, seconds = (
        tuple(int(text.replace(",", "")) for text in pair)
        for pair in zip(beginner, intermediate, strict=True)
    )
    assert games[0] > games[1]
    assert 1 < moves[1] / moves[0] < 7
    assert 1 < seconds[1] / seconds[0] < 7
