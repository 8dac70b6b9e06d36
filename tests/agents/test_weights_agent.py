"""Tests of agents with the weights of a file: the core's lookahead, advised by a network."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper import (
    BEGINNER,
    EXPERT,
    INTERMEDIATE,
    Arena,
    Board,
    Game,
    Rules,
    SapperError,
    View,
    _core,
    make,
    play,
)
from sapper.agents.turn import stream
from tests.agents.deep_files import weights_file

COLUMNS = ("won", "steps", "guesses", "opened", "hits", "luck", "risks", "survived")
"""What the games of two players have in common if they make the same moves."""
GAMES = (
    (BEGINNER, 300),
    (INTERMEDIATE, 100),
    (EXPERT, 40),
    (Rules(5, 40, 50), 40),
    (Rules(8, 8, 10, "zero"), 100),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("weights")


@pytest.fixture(scope="module")
def silent(folder: Path) -> str:
    """Weights that correct nothing."""
    return weights_file(folder / "silent.weights", seed=1, head=0)


@pytest.fixture(scope="module")
def loud(folder: Path) -> str:
    """Weights that often prefer another cell."""
    return weights_file(folder / "loud.weights", seed=1)


@pytest.mark.parametrize(("rules", "count"), GAMES, ids=str)
def test_a_network_that_corrects_nothing_plays_the_games_of_sapper_strong(
    silent: str, rules: Rules, count: int
) -> None:
    ours, theirs = (
        _core.play_games(name, rules.native, 4, 0, count, 0, 2) for name in (silent, "sapper-strong")
    )
    for column in COLUMNS:
        assert (ours[column] == theirs[column]).all(), column


def test_a_network_changes_guesses_alone_and_a_margin_of_one_silences_it(folder: Path, loud: str) -> None:
    played = {
        name: _core.play_games(name, EXPERT.native, 4, 0, 60, 0, 2)
        for name in (loud, "sapper-strong", weights_file(folder / "shy.weights", seed=1, margin=1))
    }
    changed, strong, shy = played.values()
    assert (changed["steps"] != strong["steps"]).sum() > 5
    for column in COLUMNS:
        assert (shy[column] == strong[column]).all(), column


def test_with_layouts_to_think_about_a_network_says_what_the_rollouts_expect(silent: str, loud: str) -> None:
    """One that corrects nothing then plays the games of sapper-max, and any other plays its own."""
    rules = Rules(9, 9, 18).native
    ours, theirs, others = (
        _core.play_games(name, rules, 4, 0, 40, 0, 2, layouts=60) for name in (silent, "sapper-max", loud)
    )
    for column in ("won", "steps", "guesses", "opened", "hits"):
        assert (ours[column] == theirs[column]).all(), column
    assert (others["steps"] != theirs["steps"]).any()


def test_the_games_depend_on_neither_threads_nor_batches(loud: str) -> None:
    whole = _core.play_games(loud, EXPERT.native, 9, 0, 24, 0, 1)
    threads = _core.play_games(loud, EXPERT.native, 9, 0, 24, 0, 2)
    last = _core.play_games(loud, EXPERT.native, 9, 16, 8, 0, 1)
    for column in (*COLUMNS, "stated_win"):
        np.testing.assert_array_equal(whole[column], threads[column])
    assert (whole["steps"][16:] == last["steps"]).all()


def test_single_choices_are_those_of_whole_games(loud: str) -> None:
    native = _core.play_games(loud, INTERMEDIATE.native, 6, 0, 12, 0, 2)
    for index in range(12):
        record = play(make(loud), INTERMEDIATE, 6, index)
        assert (record.result == "won") == native["won"][index]
        assert sum(not move.certain for move in record.moves[1:]) == native["guesses"][index]


def guesses(count: int) -> Iterator[tuple[View, NDArray[np.float32]]]:
    """The first guesses at which an adviser is asked in expert games, with the planes for its network."""
    index = 0
    while count > 0:
        game, agent = Game(Board.random(EXPERT, 21, index)), make("sapper-strong")
        agent.reset(EXPERT, stream(21, index))
        game.open((0, 0))
        while game.state == "playing" and count > 0:
            planes = _core.deep_planes(game.view)
            if planes.size:
                count -= 1
                yield game.view, planes
            for cell in agent.choose(game.view).opens:
                if game.state == "playing":
                    game.open(cell)
        index += 1


def log_odds(chance: float) -> float:
    kept = min(max(chance, 0.002), 0.998)
    return math.log(kept / (1 - kept))


def test_the_cell_of_the_greatest_corrected_chance_is_chosen(folder: Path) -> None:
    """Computed again in Python, from the planes and the lookahead's own chances."""
    margin = 0.02
    silent = weights_file(folder / "nothing.weights", seed=5, head=0, win=0)
    loud = weights_file(folder / "all.weights", seed=5, head=0.3, win=0.3, margin=margin)
    network = _core.DeepNetwork(Path(loud).read_bytes(), loud)
    left = 0
    for view, planes in guesses(30):
        (corrections,), ((win_correction,),) = network.run(planes[None])
        before, choice = _core.choose(silent, view), _core.choose(loud, view)
        cells = [cell for cell, _, _ in before.rivals]
        assert [cell for cell, _, _ in choice.rivals] == cells
        assert before.cells == [cells[0]] == _core.choose("sapper-strong", view).cells
        wins = [
            1 / (1 + math.exp(-log_odds(win) - float(corrections[row * 30 + col])))
            for (row, col), _, win in before.rivals
        ]
        best = int(np.argmax(wins))
        chosen = best if wins[best] - wins[0] > margin else 0
        assert choice.cells == [cells[chosen]]
        left += chosen > 0
        stated = 1 / (1 + math.exp(-log_odds(before.win) - float(win_correction)))
        for win, (_, risk, value) in zip(wins, choice.rivals, strict=True):
            assert value == pytest.approx(min(max(stated + win - wins[chosen], 0), 1 - risk), abs=1e-6)
    assert 3 <= left <= 27


def test_endgames_remain_those_of_the_core(loud: str) -> None:
    view = View.parse("???/?3?/??? 3")
    ours, theirs = _core.choose(loud, view), _core.choose("sapper-strong", view)
    assert ours.kind == theirs.kind == "endgame"
    assert (ours.cells, ours.win) == (theirs.cells, theirs.win)


def test_a_run_pairs_files_with_agents(loud: str, silent: str) -> None:
    results = Arena(BEGINNER, seed=2).run([loud, silent, "sapper-strong"], 60)
    assert [each.name for each in results.summaries] == [loud, silent, "sapper-strong"]
    [*_, same] = results.pairs
    assert (same.only_a, same.only_b) == (0, 0)
    assert same.adjusted is not None


def test_a_changed_file_is_read_again(folder: Path) -> None:
    path = folder / "changing.weights"
    name = weights_file(path, seed=1)
    first = _core.play_games(name, EXPERT.native, 4, 0, 40, 0, 2)
    weights_file(path, seed=1, head=0)
    second = _core.play_games(name, EXPERT.native, 4, 0, 40, 0, 2)
    strong = _core.play_games("sapper-strong", EXPERT.native, 4, 0, 40, 0, 2)
    assert (first["steps"] != strong["steps"]).any()
    assert (second["steps"] == strong["steps"]).all()


def test_files_that_hold_no_weights_are_refused_in_a_sentence(folder: Path) -> None:
    missing, foreign, folder_name = (
        folder / "none.weights",
        folder / "text.weights",
        folder / "folder.weights",
    )
    foreign.write_text("no weights")
    folder_name.mkdir()
    for path, sentence in (
        (missing, "cannot be read: No such file or directory"),
        (foreign, "holds no weights of sapper-deep"),
        (folder_name, "cannot be read"),
    ):
        with pytest.raises(SapperError, match=sentence):
            make(str(path))
        with pytest.raises(SapperError, match=sentence):
            _core.play_games(str(path), BEGINNER.native, 1, 0, 2, 0, 2)
