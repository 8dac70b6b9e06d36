"""Training of `sapper-deep` with a tiny network and few positions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from sapper.errors import SapperError
from sapper.learn.networks.deep_resnet import PLANES, DeepResNet, Positions, planes
from sapper.learn.networks.resnet import ResNet
from sapper.learn.training.deep_generator import Batch, BoardsOf, Generator, generate
from sapper.learn.training.deep_loss import (
    centred,
    chances,
    corrections_of,
    flipped,
    judge_held_out,
    loss_of_differences,
)
from sapper.learn.training.deep_runs import DeepOptions, distil_student, export, train_teacher
from sapper.learn.training.deep_store import Archive, Store, read_archive
from sapper.learn.training.deep_trainer import DeepTrainer, load_network, save_network
from sapper.learn.training.onnx_export import export as export_resnet

CPU = torch.device("cpu")
BOARDS = (BoardsOf(6, 7, 9, "safe", (0, 0), 0.6), BoardsOf(7, 6, 9, "zero", (3, 3), 0.4))


@pytest.fixture(scope="module")
def positions() -> Positions:
    return generate(BOARDS[0], seed=5, first=0, games=60, layouts=2, beginnings=1.0)


def network(blocks: int = 3, channels: int = 8) -> DeepResNet:
    torch.manual_seed(3)
    return DeepResNet(blocks, channels)


def wild() -> DeepResNet:
    """Return a network whose corrections are not zero."""
    made = network()
    for each in made.parameters():
        torch.nn.init.normal_(each, std=0.3)
    return made.requires_grad_(False)


def test_an_untrained_network_keeps_every_choice(positions: Positions) -> None:
    judged = judge_held_out(network(), [positions])
    assert judged.loss == pytest.approx(judged.plain_loss)
    assert all(gain.left == 0 and gain.gain == 0 for gain in judged.gains)


def test_a_network_starts_with_the_features_of_resnet(positions: Positions) -> None:
    """Where no mine is known, the planes of `resnet` are among those of the network."""
    torch.manual_seed(1)
    old, new = ResNet(3, 8), network()
    for each in old.parameters():
        torch.nn.init.normal_(each, std=0.2)
    new.begin_from(old.state_dict())
    plain = positions.at((positions.shown != -1).flatten(1).all(1).nonzero()[:, 0])
    assert len(plain.shown) > 5
    x = new.stem(planes(plain))
    for block in new.blocks:
        x = block(x)
    found = torch.relu(new.norm(x))
    wanted = old.features(plain.shown, torch.full((len(plain.shown),), BOARDS[0].mines))
    torch.testing.assert_close(found, wanted, atol=1e-4, rtol=1e-4)


def test_a_short_network_begins_with_blocks_of_the_long_one() -> None:
    torch.manual_seed(4)
    long = DeepResNet(10, 8)
    for each in long.parameters():
        torch.nn.init.normal_(each)
    short = long.shortened(5)
    for made, origin in zip(short.blocks, (0, 3, 5, 7, 9), strict=True):
        for name, each in made.state_dict().items():
            assert torch.equal(each, long.blocks[origin].state_dict()[name])
    assert torch.equal(short.head.weight, long.head.weight)
    whole = long.shortened(10)
    assert all(torch.equal(each, whole.state_dict()[name]) for name, each in long.state_dict().items())


def test_a_mirrored_position_has_mirrored_planes(positions: Positions) -> None:
    for rows, cols in ((True, False), (False, True), (True, True)):
        dims = [dim for dim, turn in ((2, rows), (3, cols)) if turn]
        torch.testing.assert_close(planes(flipped(positions, rows, cols)), planes(positions).flip(dims))


def test_mean_corrections_do_not_depend_on_the_view(positions: Positions) -> None:
    judge = wild()
    found = chances(corrections_of(judge, positions, 4)[0], positions)
    mirrored = flipped(positions, True, False)
    turned = chances(corrections_of(judge, mirrored, 4)[0], mirrored)
    torch.testing.assert_close(turned, found, atol=2e-4, rtol=0)
    assert not torch.allclose(chances(corrections_of(judge, positions, 1)[0], positions), found, atol=2e-3)


def test_the_loss_ignores_the_mean_of_a_position() -> None:
    is_cell = torch.tensor([[True, True, True, False], [True, True, False, False]])
    values = torch.tensor([[0.5, 0.3, 0.1, 9.0], [0.2, 0.4, 7.0, 7.0]])
    torch.testing.assert_close(
        centred(values, is_cell), torch.tensor([[0.2, 0.0, -0.2, 0.0], [-0.1, 0.1, 0.0, 0.0]])
    )
    assert float(loss_of_differences(values, values + torch.tensor([[0.3], [-0.2]]), is_cell)) < 1e-12
    other = torch.tensor([[0.5, 0.3, 0.1, 0.0], [0.4, 0.2, 0.0, 0.0]])
    assert float(loss_of_differences(values, other, is_cell)) == pytest.approx(2 * 0.2**2 / 5)


def test_gains_are_those_of_a_loop(positions: Positions) -> None:
    judge = wild()
    judged = judge_held_out(judge, [positions.at(torch.arange(20)), positions.at(torch.arange(20, 30))], (4,))
    found = chances(corrections_of(judge, positions, 4)[0], positions)
    for gain in judged.gains:
        total, left = 0.0, 0
        for i in range(30):
            count = int(positions.is_cell[i].sum())
            best = max(range(count), key=lambda c: float(found[i, c]))
            if found[i, best] - found[i, 0] > gain.margin:
                total += float(positions.results[i, best] - positions.results[i, 0])
                left += 1
        assert gain.gain == pytest.approx(total / 30, abs=1e-6)
        assert gain.left == pytest.approx(left / 30)
    assert judged.positions == 30
    assert any(gain.left > 0 for gain in judged.gains)


def test_training_finds_what_the_results_say(positions: Positions) -> None:
    """The wanted differences follow the risk, which is among the planes: a few steps must find that."""
    trainer = DeepTrainer(network(), CPU, 1e-2)
    trainer.WARM_UP = 5
    trainer.AVERAGE = 0.8
    wanted = positions.wins + 0.5 * (positions.compared[..., 0] - 0.3) * positions.is_cell
    before = loss_of_differences(positions.wins, wanted, positions.is_cell)
    for _ in range(60):
        trainer.step(positions, wanted, positions.wins[:, 0])
    found = chances(trainer.judge(planes(positions))[0], positions)
    assert loss_of_differences(found, wanted, positions.is_cell) < 0.3 * before


def test_extreme_chances_give_finite_gradients(positions: Positions) -> None:
    some = positions.at(torch.arange(8))
    sure = some._replace(compared=some.compared.clone())
    sure.compared[:4, :, 3], sure.compared[4:, :, 3] = 0.0, 1.0
    trainer = DeepTrainer(network(), CPU, 1e-2)
    for _ in range(3):
        trainer.step(sure, sure.results, sure.results[:, 0])
    assert all(bool(torch.isfinite(each).all()) for each in trainer.params)


def test_the_store_forgets_the_oldest(positions: Positions, tmp_path: Path) -> None:
    store = Store(CPU, most=25)
    for first in range(0, 40, 10):
        store.add(Batch(0, positions.at(torch.arange(first, first + 10))))
    assert len(store) == store.count(0) == 25
    assert store.arrived == 40
    (whole,) = store.parts(0, 100)
    kept = {tuple(each.flatten().tolist()) for each in whole.compared}
    newest = {tuple(each.flatten().tolist()) for each in positions.compared[15:40]}
    assert kept == newest
    drawn = store.draw(0, 50, torch.Generator().manual_seed(1))
    assert {tuple(each.flatten().tolist()) for each in drawn.compared} <= kept
    store.save(tmp_path / "kept.pt")
    again = Store(CPU)
    again.load(tmp_path / "kept.pt")
    assert all(torch.equal(a, b) for a, b in zip(again.parts(0, 100)[0], whole, strict=True))


def test_an_archive_is_read_again_without_its_damaged_files(positions: Positions, tmp_path: Path) -> None:
    archive = Archive(tmp_path, "run")
    archive.FILE = 25
    for first in range(0, 40, 10):
        archive.add(Batch(0, positions.at(torch.arange(first, first + 10))))
    archive.close()
    assert archive.written == 2
    (tmp_path / "broken.pt").write_bytes(b"no positions")
    store = Store(CPU)
    read_archive(tmp_path, store)
    assert len(store) == 40


def test_the_generator_keeps_the_shares_and_ends() -> None:
    generator = Generator(7, 2, 1, boards=BOARDS)
    generator.CHUNK_SECONDS = 0.02
    counts = [0, 0]
    while sum(counts) < 300:
        for batch in generator.take():
            counts[batch.kind] += len(batch.positions.shown)
            assert tuple(batch.positions.shown.shape[1:]) == BOARDS[batch.kind].size
    generator.close()
    assert min(counts) > 60


def test_a_failure_of_the_generator_reaches_the_training() -> None:
    generator = Generator(7, 1, 1, player="nobody", boards=BOARDS)
    generator._threads[0].join()
    with pytest.raises(RuntimeError, match="generating positions failed"):
        generator.take()


def test_teacher_and_student_train_resume_and_export(tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    torch.manual_seed(1)
    resnet = ResNet(3, 8)
    for each in resnet.parameters():
        torch.nn.init.normal_(each, std=0.1)  # the exporter merges equal weights, such as zeros
    export_resnet(resnet, tmp_path / "resnet.onnx")
    common = {"device": "cpu", "threads": 1, "batch": 16, "held_out": 20, "held_out_layouts": 2, "every": 0.5}
    options = DeepOptions(
        out=tmp_path / "out",
        keep=tmp_path / "keep",
        start_from=tmp_path / "resnet.onnx",
        seconds=600,
        steps=6,
        boards=BOARDS,
        **common,  # type: ignore[arg-type]
    )
    said: list[str] = []
    first = train_teacher(options, said.append)
    again = DeepOptions(**{**vars(options), "start_from": first, "seed": 2, "fade_from": 0.2})
    assert load_network(train_teacher(again, said.append))[0].head.weight.shape == (1, 8, 1, 1)
    log = [json.loads(line) for line in (options.out / "teacher.jsonl").read_text().splitlines()]
    assert any(entry.get("kept", 0) > 0 for entry in log)
    assert log[-1]["steps"] > 0

    student = DeepOptions(**{**vars(options), "seed": 3, "blocks": 2})
    margin = distil_student(student, first, said.append)
    table = json.loads((options.out / "student-table.json").read_text())
    assert margin in {gain["margin"] for gain in table["gains"]}
    made = export(options.out / "student.pt", tmp_path / "student.onnx")
    inputs = torch.rand(2, PLANES, 5, 9)
    session = onnxruntime.InferenceSession(str(tmp_path / "student.onnx"), providers=["CPUExecutionProvider"])
    for found, wanted in zip(session.run(None, {"planes": inputs.numpy()}), made(inputs), strict=True):
        np.testing.assert_allclose(found, wanted.detach().numpy(), atol=1e-5)


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    save_network(network(), tmp_path / "some.pt", {"positions": 3})
    assert load_network(tmp_path / "some.pt")[1] == {"positions": 3}
    (tmp_path / "bad.pt").write_bytes((tmp_path / "some.pt").read_bytes()[:500])
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    for name, complaint in (
        ("bad.pt", "damaged"),
        ("bad.onnx", "damaged"),
        ("none.pt", "there is no checkpoint"),
    ):
        with pytest.raises(SapperError, match=complaint):
            load_network(tmp_path / name)
