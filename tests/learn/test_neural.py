"""Networks at play: the files say what torch says, move as training does, and fail in one sentence."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from sapper import AGENTS, BEGINNER, Board, SapperError, View, make, play
from sapper.agents.turn import stream
from sapper.learn.playing import network_agent
from sapper.learn.playing.network_agent import MODELS, NeuralAgent, beside_open
from sapper.learn.simulation.batched_games import Boards, Games
from sapper.learn.simulation.evaluation import evaluate, play_out
from sapper.learn.simulation.levels import Level, level_of
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training import training_session
from sapper.learn.training.learner import Setup
from sapper.learn.training.learner_registry import LEARNERS, make_learner
from sapper.learn.training.onnx_export import difference, read_weights
from sapper.learn.training.stuck_positions import positions

SHIPPED = sorted(path.stem for path in MODELS.glob("*.onnx"))
BOARDS = [name for name in SHIPPED if not name.startswith("dqn")]
ROOT = Path(__file__).parents[2]


BEGINNERS = level_of("beginner", "safe")
SMALL = Level("small", 5, 6, 6, "safe", (0, 0))


def views(count: int, level: Level, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions from all stages of games: some free cells opened at random."""
    generator = torch.Generator().manual_seed(seed)
    games = Games(level.boards(count, generator))
    share = torch.rand(count, 1, 1, generator=generator) * 0.3
    games.open((torch.rand(games.opened.shape, generator=generator) < share) & ~games.boards.mine)
    return games.views(), games.boards.mines


def test_every_network_has_its_card_and_all_are_small() -> None:
    assert {"resnet", "resnet-small", "mlp-3", "cnn-18", "cnn-19", "cnn-20", "dqn-5x5"} <= set(SHIPPED)
    for name in SHIPPED:
        card = json.loads((MODELS / f"{name}.json").read_text())
        assert card["name"] == name
        known = {"architecture", "parameters", "command", "seed", "hardware", "minutes", "games", "measured"}
        assert known <= card.keys()
        assert card["measured"]
        if name in BOARDS:
            assert all(each["games"] >= 10_000 for each in card["measured"])
        assert card["sha256"] == hashlib.sha256((MODELS / f"{name}.onnx").read_bytes()).hexdigest()
        assert re.fullmatch("[0-9a-f]{40}", card["commit"])
        assert card["parameters"] == sum(
            each.numel() for each in read_weights(MODELS / f"{name}.onnx").values()
        )
        assert name in LEARNERS
    assert sum(path.stat().st_size for path in MODELS.iterdir()) < 25 * 2**20


@pytest.mark.parametrize("name", BOARDS)
def test_the_file_says_what_torch_says(name: str) -> None:
    network = make_learner(name, Setup(torch.device("cpu"), cells=1, teacher=False)).average
    path = MODELS / f"{name}.onnx"
    network.load_state_dict(read_weights(path))
    # As large as time allows: resnet takes a hundred times as long for a view as most others.
    for level in (level_of("intermediate", "safe"), level_of("expert", "safe")):
        assert difference(network, path, *views(10, level)) < 1e-5
    assert difference(network, path, *views(980, SMALL if name == "resnet" else BEGINNERS)) < 1e-5


def test_the_file_of_windows_says_what_torch_says() -> None:
    network = make_learner("dqn-5x5", Setup(torch.device("cpu"))).average
    path = MODELS / "dqn-5x5.onnx"
    network.load_state_dict(read_weights(path))
    windows = torch.from_numpy(np.stack([each.window for each in islice(positions(8), 1000)]))
    assert difference(network, path, windows) < 1e-5


def test_an_exported_network_that_differs_is_refused(tmp_path: Path) -> None:
    learner = make_learner("mlp-1", Setup(torch.device("cpu"), cells=1))
    path = tmp_path / "mlp-1.onnx"
    learner.export(path)
    found = training_session.check_export(learner, path)
    assert found is not None
    assert found < 1e-5
    other = make_learner("mlp-1", Setup(torch.device("cpu"), seed=1, cells=1))
    with pytest.raises(SapperError, match="is off by"):
        training_session.check_export(other, path)


@pytest.mark.parametrize("name", ["resnet-small", "mlp-3", "cnn-18"])
def test_an_agent_moves_as_training_does(name: str) -> None:
    agent = NeuralAgent(name)
    agent.reset(BEGINNER, stream(0, 0))
    numbers, mines = views(60, level_of("beginner", "safe"), seed=4)
    logits = torch.from_numpy(agent.judge(numbers.numpy(), mines.numpy()))
    style = Style(**agent.card["style"])
    sure, guess = style.moves(logits, numbers == -2, numbers >= 0)
    for index in range(60):
        decision = agent.choose(View.from_array(numbers[index].numpy(), int(mines[index])))
        wanted = sure[index] if sure[index].any() else guess[index]
        assert decision.opens == tuple((int(row), int(col)) for row, col in wanted.nonzero())
        assert not decision.certain


@pytest.mark.parametrize("name", ["cnn-18", "resnet-small"])
def test_games_played_at_once_end_as_those_of_the_arena(name: str) -> None:
    agent = NeuralAgent(name)
    drawn = [Board.random(BEGINNER, 6, index) for index in range(80)]
    mines = torch.from_numpy(np.stack([board.mine_array for board in drawn]))

    def judge(numbers: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(agent.judge(numbers.numpy(), mines.numpy()))

    boards = Boards.from_mines(mines, torch.zeros(80, dtype=torch.int64))
    won, moves = play_out(judge, boards, Style(**agent.card["style"]))
    records = [play(agent, BEGINNER, 6, index) for index in range(80)]
    assert won.tolist() == [record.won for record in records]
    if name == "cnn-18":  # the other opens many cells in one move
        assert moves.tolist() == [len(record.moves) - 1 for record in records]  # less the start
    assert 0 < won.sum() < 80


def test_resnet_finds_what_is_certain() -> None:
    """Below 1-2-1 the ends are mines and the middle is free, and resnet is sure of it."""
    agent = NeuralAgent("resnet")
    view = View.parse("000/121/???/??? 3")
    agent.reset(BEGINNER, stream(0, 0))
    assert set(agent.choose(view).opens) == {(2, 1)}


def test_resnet_plays_far_above_lowest_networks() -> None:
    agent = NeuralAgent("resnet-small")

    def judge(numbers: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(agent.judge(numbers.numpy(), mines.numpy()))

    level = level_of("beginner", "safe")
    score = evaluate(judge, level, 200, torch.Generator().manual_seed(1), Style(**agent.card["style"]), 200)
    assert score.rate > 0.82  # measured: 0.912


def test_beside_open_is_what_touches_a_number() -> None:
    numbers = np.full((4, 4), -2, np.int8)
    numbers[0, 0] = 1
    assert beside_open(numbers).sum() == 4


def test_a_network_whose_weights_were_changed_is_refused(tmp_path: Path) -> None:
    """A flipped byte among the weights makes a model that loads and plays badly; the card's sum tells."""
    data = bytearray((MODELS / "mlp-1.onnx").read_bytes())
    data[len(data) // 2] ^= 0x40
    path = tmp_path / "mlp-1.onnx"
    path.write_bytes(data)
    path.with_suffix(".json").write_text((MODELS / "mlp-1.json").read_text())
    with pytest.raises(
        SapperError, match=r"mlp-1\.onnx is damaged, or not the one that mlp-1\.json describes"
    ):
        make(str(path))


@pytest.mark.parametrize("damage", ["truncated", "noise", "empty", "missing"])
def test_a_damaged_network_is_told_in_one_sentence(tmp_path: Path, damage: str) -> None:
    data = (MODELS / "mlp-1.onnx").read_bytes()
    path = tmp_path / "mlp-1.onnx"
    path.with_suffix(".json").write_text((MODELS / "mlp-1.json").read_text())
    if damage != "missing":
        path.write_bytes({"truncated": data[: len(data) // 2], "noise": b"noise" * 999, "empty": b""}[damage])
    with pytest.raises(SapperError, match=r"mlp-1\.onnx is damaged|no network at"):
        NeuralAgent(path)
    if damage != "missing":
        with pytest.raises(SapperError, match=r"mlp-1\.onnx is damaged"):
            read_weights(path)


def test_a_saved_network_is_an_agent_by_its_file(tmp_path: Path) -> None:
    for end in ("onnx", "json"):
        (tmp_path / f"own.{end}").write_bytes((MODELS / f"mlp-1.{end}").read_bytes())
    agent = make(str(tmp_path / "own.onnx"))
    assert play(agent, BEGINNER, 1).moves == play(make("mlp-1"), BEGINNER, 1).moves
    with pytest.raises(SapperError, match=r"there is no network at .*none\.onnx"):
        make(str(tmp_path / "none.onnx"))
    with pytest.raises(SapperError, match="judges windows"):
        NeuralAgent("dqn-5x5")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": "x"}', '{"name": "x", "style": {}}'])
def test_a_damaged_card_is_told_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(SapperError, match="card"):
        NeuralAgent(tmp_path / "x.onnx")


def test_without_onnxruntime_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    network_agent.open_model.cache_clear()
    with pytest.raises(SapperError, match=r"pip install 'sapper\[neural\]'"):
        make("mlp-1")
    network_agent.open_model.cache_clear()


def test_every_shipped_network_plays_and_is_described() -> None:
    page = (ROOT / "docs" / "learners.md").read_text()
    for name in SHIPPED:
        assert f"`{name}`" in page
        assert name in AGENTS or name.startswith("dqn")
