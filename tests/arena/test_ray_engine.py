"""The Ray engine plays the same games as the local one, even if workers are lost."""

from __future__ import annotations

import builtins
import logging
import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sapper import BEGINNER, EXPERT, Arena, Decision, Rules, SapperError, View
from sapper.arena.batch import Batch, Games
from sapper.arena.game_counts import COLUMNS
from sapper.arena.ray_engine import AIM, LEAST, _Tasks, play_on_cluster
from sapper.arena.run_folder import RunFolder
from sapper.cli.main import run
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """One local cluster for all tests of this file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings from Ray itself
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield ray
    ray.shutdown()


pytestmark = pytest.mark.filterwarnings("default")


def assert_same(ours: Games, theirs: Games) -> None:
    assert ours.index.tolist() == theirs.index.tolist()
    for key in COLUMNS.keys() - {"seconds"}:
        np.testing.assert_array_equal(ours.columns[key], theirs.columns[key], err_msg=key)
    assert ours.lists == theirs.lists


def test_a_cluster_plays_the_same_games(cluster: Any) -> None:
    agents = ["lowest-risk", "random"]
    at_home = Arena(EXPERT, seed=3, workers=1).run(agents, 2_500)
    away = Arena(EXPERT, seed=3, engine="ray").run(agents, 2_500)
    for name in agents:
        assert_same(away.games[name], at_home.games[name])


def test_a_run_begun_on_a_cluster_is_resumed_locally(cluster: Any, tmp_path: Path) -> None:
    bench = [
        "bench",
        "tcd-csp",
        "--level",
        "6x6/6",
        "--games",
        "60",
        "--out",
        str(tmp_path / "run"),
        "--json",
    ]
    assert run([*bench, "--engine", "ray"]) == 0
    first, *others = RunFolder.open(tmp_path / "run").shards
    assert others
    before = RunFolder.open(tmp_path / "run").read_all()
    first.unlink()
    (tmp_path / "run" / "summary.json").unlink()
    assert run([*bench, "--resume", "--workers", "1"]) == 0
    for one, other in zip(before, RunFolder.open(tmp_path / "run").read_all(), strict=True):
        assert_same(one, other)


def test_the_papers_experiments_play_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    command = ["reproduce", "sajjad2022/algorithm-2", "aua2023/figure-3.1", "--games", "6"]
    folders = tmp_path / "away", tmp_path / "home"
    for folder, options in zip(folders, (["--engine", "ray"], ["--workers", "1"]), strict=True):
        assert run([*command, "--out", str(folder), *options]) == 0
    away, home = ({p.relative_to(f): p for p in f.glob("games/**/run.json")} for f in folders)
    assert away.keys() == home.keys()
    for name in away:
        played, same = (RunFolder.open(found[name].parent).read_all() for found in (away, home))
        assert_same(Games.join(played), Games.join(same))
    assert (folders[0] / "aua2023.md").read_text() == (folders[1] / "aua2023.md").read_text()


class Mortal:
    """Plays at random. Each of the first `deaths` processes that run it creates a file and exits at once."""

    name = "mortal"

    def __init__(self, notes: str, deaths: int) -> None:
        self.notes, self.deaths = notes, deaths

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        self.rng = rng
        for number in range(self.deaths):
            try:
                (Path(self.notes) / str(number)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os._exit(1)

    def choose(self, view: View) -> Decision:
        covered = np.argwhere(view.numbers == -2)
        row, col = covered[self.rng.integers(len(covered))]
        return Decision.guess((int(row), int(col)))


def test_workers_that_die_are_replaced_and_their_games_played_again(cluster: Any, tmp_path: Path) -> None:
    """64 tasks are in flight at once, and five of them lose their worker."""
    calm, deadly = tmp_path / "calm", tmp_path / "deadly"
    for folder in (calm, deadly):
        folder.mkdir()
    batches = [Batch(Mortal(str(deadly), 5), BEGINNER, 5, first, 5) for first in range(0, 320, 5)]
    survived = Games.join([games for _, games in play_on_cluster(batches, ahead=32)])
    assert len(list(deadly.iterdir())) == 5
    alone = Arena(BEGINNER, seed=5, workers=1).run([Mortal(str(calm), 0)], 320)
    assert_same(survived, alone.games["mortal"])


def test_killing_a_worker_does_not_change_the_games(cluster: Any) -> None:
    """A worker process of the cluster is killed while it plays."""
    arena = Arena(EXPERT, seed=9, engine="ray")
    batches = [Batch("sapper-fast", EXPERT, 9, first, 150) for first in range(0, 900, 150)]
    killed: list[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + PATIENCE
        while not killed and time.monotonic() < deadline:
            for process in Path("/proc").iterdir():
                if process.name.isdigit() and is_task(process):
                    os.kill(int(process.name), signal.SIGKILL)
                    killed.append(int(process.name))
                    return
            time.sleep(0.01)

    killer = threading.Thread(target=kill_one)
    killer.start()
    played = Games.join(list(arena.play(batches)))
    killer.join()
    assert len(killed) == 1
    assert_same(played, Arena(EXPERT, seed=9, workers=1).run(["sapper-fast"], 900).games["sapper-fast"])


def is_task(process: Path) -> bool:
    """Whether a process is a playing worker of this cluster. Ray names a worker after its task."""
    try:
        return b"ray::_play_all" in (process / "cmdline").read_bytes() and os.getpid() in ancestors(process)
    except OSError:
        return False


def ancestors(process: Path) -> set[int]:
    found: set[int] = set()
    number = int(process.name)
    while number > 1:
        number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        found.add(number)
    return found


class Broken(Mortal):
    """Raises an error that is not a SapperError."""

    def choose(self, view: View) -> Decision:
        raise RuntimeError("out of ideas")


def test_an_agent_that_fails_is_named_with_its_game(cluster: Any) -> None:
    with pytest.raises(SapperError, match=r"^mortal failed on game 0 of seed 0: out of ideas$"):
        list(play_on_cluster([Batch(Broken("", 0), BEGINNER, 0, 0, 1)]))


def test_tasks_are_long_enough_to_be_worth_it() -> None:
    batches = [Batch("quick", BEGINNER, 0, first, 10) for first in range(0, 10_000, 10)]
    tasks = _Tasks(batches, in_flight=4)
    assert len(tasks.take()) == 1  # its speed is not measured yet
    columns: dict[str, Any] = {"seconds": np.full(10, 0.001)}
    tasks.learn(Games("quick", np.arange(10), columns))
    taken = tasks.take()
    assert 0.01 * len(taken) == pytest.approx(AIM, abs=0.011)
    handed = 1 + len(taken)
    while tasks:
        taken = tasks.take()
        handed += len(taken)
        assert 0.01 * len(taken) >= LEAST - 1e-9 or not tasks
    assert handed == len(batches)


def test_no_batches_need_no_cluster() -> None:
    assert list(play_on_cluster([])) == []


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def importing(name: str, *rest: Any) -> Any:
        if name == "ray":
            raise ImportError(name)
        return original(name, *rest)

    original = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", importing)
    with pytest.raises(SapperError, match=r"pip install 'sapper\[cluster\]'"):
        Arena(BEGINNER, engine="ray").run(["random"], 1)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="engine must be 'local' or 'ray', not 'spark'"):
        Arena(BEGINNER, engine="spark")  # type: ignore[arg-type]
