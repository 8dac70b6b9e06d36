"""Training `resnet` by self-play: the loop, its schedule, its checkpoints and its measurements."""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from sapper.learn.muon import Muon
from sapper.learn.play import LEVELS, Style, evaluate
from sapper.learn.resnet import ResNet
from sapper.learn.selfplay import MIXES, Table, loss_of
from sapper.learn.teacher import ExactTeacher

SIZES = {"resnet": (10, 128), "resnet-small": (6, 48)}


@dataclass(frozen=True)
class Settings:
    """Everything a run depends on."""

    name: str = "resnet"
    minutes: float = 9.4
    reserve: float = 75.0
    seed: int = 0
    cells: int = 200_000
    rate: float = 5e-3
    bf16: bool = True
    teacher: bool = True
    threads: int = 12
    compile: bool = True
    tables: int = 4
    evaluate: int = 8192
    device: str = "cuda"
    muon: bool = True
    decay: float = 0.05


def make_network(name: str) -> ResNet:
    return ResNet(*SIZES[name])


class Run:
    def __init__(self, settings: Settings, out: Path, weights: Path | None) -> None:
        self.s, self.out = settings, out
        self.began = time.monotonic()
        out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(settings.seed)
        self.device = torch.device(settings.device)
        self.cuda = self.device.type == "cuda"
        if self.cuda:
            torch.backends.cudnn.benchmark = True
            torch.set_float32_matmul_precision("high")
        self.network = make_network(settings.name).to(self.device, memory_format=torch.channels_last)
        if weights is not None:
            self.network.load_state_dict(torch.load(weights, map_location=self.device)["weights"])
        self.average = make_network(settings.name).to(self.device, memory_format=torch.channels_last)
        self.average.load_state_dict(self.network.state_dict())
        self.average.requires_grad_(False)
        convolutions = [p for block in self.network.blocks for p in block.parameters() if p.dim() > 1 and p.shape[0] > 1]
        inner = {id(p) for p in convolutions} if settings.muon else set()
        rest = [p for p in self.network.parameters() if id(p) not in inner]
        self.muon = Muon(convolutions, settings.decay) if settings.muon else None
        self.optimizer = torch.optim.AdamW(
            groups(rest, settings.decay), lr=settings.rate, betas=(0.9, 0.98), eps=1e-8, fused=self.cuda
        )
        self.params = list(self.network.parameters())
        self.average_params = list(self.average.parameters())
        self.generator = torch.Generator(self.device).manual_seed(settings.seed)
        self.teacher = ExactTeacher(settings.threads) if settings.teacher and core_is_here() else None
        self.step = 0
        self.rate_scale = 1.0
        self.good = [p.detach().clone() for p in self.params]
        self.log_file = (out / f"{settings.name}.log").open("a")
        if settings.compile:
            self.compile()

    def compile(self) -> None:
        """Compile the blocks, which share their code; where that fails, go on without."""
        at = time.monotonic()
        torch._dynamo.config.cache_size_limit = 64
        networks = (self.network, self.average)
        for network in networks:
            for block in network.blocks:
                block.compile(dynamic=True)
        try:
            for rows, cols, games in ((16, 30, 64), (9, 9, 100), (16, 16, 70)):
                views = torch.full((games, rows, cols), -2, dtype=torch.int8, device=self.device)
                mines = torch.full((games,), 10, device=self.device)
                with self.autocast():
                    logits = self.network(views, mines)
                logits.square().mean().backward()
                with torch.no_grad(), self.autocast():
                    other = self.average(views, mines)
                if not torch.allclose(logits, other, atol=0.05):
                    raise RuntimeError("compiled blocks disagree")
            if self.cuda:
                torch.cuda.synchronize()
            self.say(f"compiled in {time.monotonic() - at:.1f} s")
        except Exception as error:  # whatever the compiler trips over, plain torch still trains
            self.say(f"not compiled: {type(error).__name__}: {str(error)[:300]}")
            for network in networks:
                for block in network.blocks:
                    block._compiled_call_impl = None
        for p in self.params:
            p.grad = None

    def say(self, text: str) -> None:
        print(text, flush=True)
        self.log_file.write(text + "\n")
        self.log_file.flush()

    def autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.s.bf16)

    def judge(self, network: nn.Module):  # type: ignore[no-untyped-def]
        def judge(views: torch.Tensor, mines: torch.Tensor) -> torch.Tensor:
            with self.autocast():
                logits: torch.Tensor = network(views, mines)
            return logits

        return judge

    def rate_at(self, progress: float) -> float:
        warm = min(1.0, (self.step + 1) / 300)
        return self.rate_scale * self.s.rate * warm * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * min(1.0, progress))))

    def train(self) -> None:
        s = self.s
        begin = time.monotonic()
        tables: dict[int, list[Table]] = {}
        turns = []
        for i, mix in enumerate(MIXES):
            games = max(8, s.cells // (mix.rows * mix.cols))
            tables[i] = [Table(mix, games, self.generator, self.teacher) for _ in range(s.tables if i == 0 else 2)]
            turns.append(itertools.cycle(tables[i]))
        self.say(f"{s.name}: tables set after {time.monotonic() - begin:.1f} s")
        end = self.began + 60 * s.minutes - s.reserve
        order = random.Random(s.seed)
        shares = [mix.share for mix in MIXES]
        style = Style() if self.teacher else Style(margin=0.0)
        last = begin
        sums = torch.zeros(2, device=self.device)
        seen = 0
        positions = 0
        norm = torch.zeros(())
        saved = begin
        waited = 0.0
        while True:
            now = time.monotonic()
            progress = (now - begin) / (end - begin)
            if progress >= 1:
                break
            table = next(turns[order.choices(range(len(MIXES)), shares)[0]])
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate_at(progress)
            at = time.monotonic()
            lesson = table.lesson()
            waited += time.monotonic() - at
            with self.autocast():
                logits = self.network(table.views, table.mines)
            of_risk, of_guess = loss_of(logits, table.views, lesson)
            for p in self.params:
                p.grad = None
            (of_risk + of_guess).backward()
            norm = nn.utils.clip_grad_norm_(self.params, 1.0)
            self.optimizer.step()
            if self.muon is not None:
                self.muon.step(self.rate_at(progress))
            keep = min(0.9993, (1 + self.step) / (10 + self.step))
            torch._foreach_lerp_(self.average_params, self.params, 1 - keep)
            table.play(logits.detach(), style)
            self.step += 1
            positions += len(table.views)
            sums += torch.stack([of_risk.detach(), of_guess.detach()])
            seen += 1
            if self.step % 400 == 0:
                table.refill()
            if self.step % 200 == 0 or self.step in (1, 10, 50):
                now = time.monotonic()
                risk, guess = (sums / seen).tolist()
                main = tables[0]
                finished = sum(int(t.finished) for t in main)
                won = sum(int(t.won) for t in main)
                for t in main:
                    t.finished.zero_()
                    t.won.zero_()
                self.say(
                    f"step {self.step} minutes {(now - begin) / 60:.2f} positions {positions} loss {risk:.5f} {guess:.5f} "
                    f"norm {float(norm):.3f} rate {self.rate_at(progress):.2e} ms {1000 * (now - last) / seen:.2f} "
                    f"waited {1000 * waited / seen:.2f} games {finished} won {won / max(1, finished):.3f}"
                )
                if math.isfinite(risk + guess):
                    self.good = [p.detach().clone() for p in self.average_params]
                else:
                    self.recover()
                sums.zero_()
                seen, last, waited = 0, now, 0.0
                if now - saved > 60:
                    self.save(positions)
                    saved = now
        self.save(positions)

    def save(self, positions: int) -> None:
        temporary = self.out / f".{self.s.name}.tmp"
        torch.save({"name": self.s.name, "settings": asdict(self.s), "step": self.step, "positions": positions,
                    "weights": self.average.state_dict()}, temporary)
        temporary.replace(self.out / f"{self.s.name}.weights.pt")

    def write_onnx(self) -> None:
        try:
            from sapper.learn.export import export

            plain = make_network(self.s.name)
            plain.load_state_dict(self.average.state_dict())
            export(plain, self.out / f"{self.s.name}.onnx")
        except Exception as error:  # the weights are saved: it can be exported elsewhere
            self.say(f"not exported: {type(error).__name__}: {str(error)[:300]}")

    def recover(self) -> None:
        """Go back to the last good weights, with half the rate."""
        self.say("the loss is not finite: back to the last good weights with half the rate")
        self.rate_scale *= 0.5
        for networks in (self.params, self.average_params):
            for p, good in zip(networks, self.good, strict=True):
                p.data.copy_(good)
        self.optimizer.state.clear()
        if self.muon is not None:
            for buffer in self.muon.buffers:
                buffer.zero_()

    def measure(self, games: int, style: Style, levels: Any = LEVELS) -> dict[str, float]:
        torch.backends.cudnn.benchmark = False  # the number of games left changes all the time
        found = {}
        for level in levels:
            at = time.monotonic()
            if at - self.began > 60 * self.s.minutes:
                break
            score = evaluate(self.judge(self.average), level, games, self.generator, style, min(games, 16384))
            label = f"{level.name} {level.first_move}"
            found[label] = score.rate
            self.say(
                f"{label} {level.start} sure {style.sure} margin {style.margin}: {100 * score.rate:.2f}% of {games} games, "
                f"{score.moves:.1f} steps, {time.monotonic() - at:.1f} s"
            )
        return found


def core_is_here() -> bool:
    try:
        from sapper import _core
    except ImportError as error:
        print(f"no exact teacher: {error}", flush=True)
        return False
    return bool(_core.NATIVE_AGENTS)


def groups(params: list[Any], decay: float) -> list[dict[str, Any]]:
    """Decay convolutions and matrices alone."""
    heavy = [p for p in params if p.dim() > 1 and p.shape[0] > 1]
    light = [p for p in params if not (p.dim() > 1 and p.shape[0] > 1)]
    return [{"params": heavy, "weight_decay": decay}, {"params": light, "weight_decay": 0.0}]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=SIZES)
    parser.add_argument("--out", type=Path, default=Path("runs/resnet"))
    parser.add_argument("--weights", type=Path)
    for key, value in asdict(Settings()).items():
        if key == "name":
            continue
        if isinstance(value, bool):
            parser.add_argument(f"--{key}", action=argparse.BooleanOptionalAction, default=value)
        else:
            parser.add_argument(f"--{key}", type=type(value), default=value)
    args = vars(parser.parse_args())
    out, weights = args.pop("out"), args.pop("weights")
    settings = Settings(**args)
    run = Run(settings, out, weights)
    run.say(json.dumps(asdict(settings)))
    if settings.minutes > 0:
        run.train()
    if settings.evaluate:
        run.write_onnx()
        count = settings.evaluate
        expert = LEVELS[4:]
        run.measure(count, Style(), LEVELS)
        run.measure(count, Style(margin=0.0), expert)
        run.measure(count, Style(margin=0.05), expert)
        run.measure(count, Style(margin=0.4), expert)
        run.measure(count, Style(sure=0.001), expert)
        run.measure(count, Style(sure=0.02), expert)
        run.measure(4 * count, Style(), LEVELS[::-1])


if __name__ == "__main__":
    main()
