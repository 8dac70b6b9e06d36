"""The game supply plays each game once and resumes a stopped run."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sapper import BEGINNER, Rules
from sapper.arena.batch import Games
from sapper.experiments.experiment import Setting
from sapper.experiments.game_supply import GameSupply, largest, placed_boards
from sapper.experiments.runner import requests, run
from tests.experiments.small_experiment import SMALL, experiment


class Counter:
    """Counts the games that are played, and those that are found in run folders."""

    def __init__(self) -> None:
        self.fresh = self.kept = 0

    def found(self, games: Games) -> None:
        self.kept += len(games)

    def add(self, games: Games) -> None:
        self.fresh += len(games)


def test_no_game_is_played_twice_and_a_stopped_run_is_resumed(tmp_path: Path) -> None:
    watcher = Counter()
    supply = GameSupply(workers=1, out=tmp_path, watcher=watcher)
    first = supply.games("random", SMALL, 30)
    assert watcher.fresh == 30
    supply.games("random", SMALL, 20)
    assert watcher.fresh == 30
    more = supply.games("random", SMALL, 45)
    assert watcher.fresh == 45
    assert more.index.tolist() == list(range(45))
    assert more.columns["steps"][:30].tolist() == first.columns["steps"].tolist()
    again = GameSupply(workers=1, out=tmp_path, watcher=(later := Counter()))
    again.games("random", SMALL, 30)
    assert (later.fresh, later.kept) == (0, 30)


def test_progress_counts_what_will_be_played(tmp_path: Path) -> None:
    watcher = Counter()
    supply = GameSupply(workers=1, watcher=watcher)
    chosen = [
        experiment(),
        experiment(key="other", games=50),
        experiment(kind="losing-move", agents=("random",)),
    ]
    total = sum(largest(request for each in chosen for request in requests(each, supply)).values())
    for each in chosen:
        run(each, supply)
    assert watcher.fresh == total == 100


def test_networks_may_play_fewer_games_than_others() -> None:
    supply = GameSupply(games=50, network_games=20)
    each = experiment(agents=("random", "mlp-1"))
    assert [(request.agent, request.count) for request in requests(each, supply)] == [
        ("random", 50),
        ("mlp-1", 20),
    ]
    rows = {row.agent: row.ours for row in run(each, supply).rows}
    assert {agent: ours.games for agent, ours in rows.items() if ours} == {"random": 50, "mlp-1": 20}


def test_the_games_of_all_experiments_are_played_together(tmp_path: Path) -> None:
    watcher = Counter()
    other = Setting("other", Rules(5, 6, 5))
    chosen = [
        experiment(settings=(SMALL, other), agents=("random", "lowest-risk"), games=20),
        experiment(key="more", agents=("random",), games=30),
        experiment(key="alone", agents=("random",), games=10, alone=True),
    ]
    supply = GameSupply(workers=2, out=tmp_path, watcher=watcher)
    wanted = [request for each in chosen for request in requests(each, supply)]
    supply.prepare(wanted)
    assert watcher.fresh == 30 + 20 + 20 + 20
    one_by_one = GameSupply(workers=1)
    for agent, setting, count in (("random", SMALL, 30), ("random", other, 20), ("lowest-risk", other, 20)):
        ours, alone = supply.games(agent, setting, count), one_by_one.games(agent, setting, count)
        assert watcher.fresh == 90
        for key in set(ours.columns) - {"seconds"}:
            np.testing.assert_array_equal(ours.columns[key], alone.columns[key])
    again = GameSupply(workers=1, out=tmp_path, watcher=(later := Counter()))
    again.prepare(wanted)
    assert (later.fresh, later.kept) == (0, 90)
    for each in chosen:
        run(each, again)
    assert later.fresh == 10


def test_cells_that_a_setting_keeps_free_hold_no_mine() -> None:
    free = ((0, 2), (1, 2))
    setting = Setting("free", Rules(9, 9, 10, on_wrong_flag="lose"), free=free)
    boards = placed_boards(setting, 3, 400)
    mined = np.zeros((9, 9), int)
    for board in boards:
        assert len(board.mines) == 10
        mined[tuple(np.transpose(board.mines))] += 1
    assert not mined[0, 0]
    assert not any(mined[cell] for cell in free)
    others = np.delete(mined.ravel(), [0, 2, 11])
    assert others.min() > 20  # each of the 78 other cells expects 51
    assert "no mine at (0, 2) or (1, 2)" in str(setting)
    unsafe = Setting("free", Rules(3, 3, 5, first_move="unsafe"), free=((2, 2),))
    starts = [board.start in board.mines for board in placed_boards(unsafe, 3, 40)]
    assert any(starts)
    assert not all(starts)
    supply = GameSupply(workers=1)
    played = supply.games("aua-first", setting, 60)
    uniform = supply.games("aua-first", Setting("uniform", BEGINNER), 60)
    assert not np.array_equal(played.columns["opened"], uniform.columns["opened"])


def test_mines_are_placed_as_algorithm_2_is_printed() -> None:
    setting = Setting("cross", BEGINNER, placement="cross")
    boards = placed_boards(setting, 3, 50)
    assert boards == placed_boards(setting, 3, 60)[:50]
    for board in boards:
        assert len(board.mines) == 10
        assert all(row > 0 and col > 0 for row, col in board.mines)
    assert len({board.mines for board in boards}) == 50
    assert "no mine in the start's row and column" in str(setting)
