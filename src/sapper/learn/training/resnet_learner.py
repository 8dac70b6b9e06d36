"""Training `resnet`: one network, many sizes of boards, the exact engine as its teacher."""

from __future__ import annotations

import itertools
import random
from typing import Any

import torch
from torch import Tensor, nn

from sapper.learn.networks.resnet import ResNet
from sapper.learn.simulation.evaluation import LEVELS, Judge, Level, Style
from sapper.learn.training.exact_teacher import ExactTeacher
from sapper.learn.training.learner import Learner, Setup, Tally, cosine
from sapper.learn.training.muon import Muon
from sapper.learn.training.resnet_self_play import MIXES, Mix, Table, loss_of


class ResNetLearner(Learner):
    """Judges the positions of its own games, and learns their exact risks and a strong player's guesses."""

    counted = "those that ended on boards of the first mix, about half of all steps"
    keep = 0.9993
    RATE = 5e-3
    DECAY = 0.05
    REFILL = 400

    def __init__(
        self,
        name: str,
        network: ResNet,
        setup: Setup,
        mixes: tuple[Mix, ...] = MIXES,
        levels: tuple[Level, ...] = LEVELS,
    ) -> None:
        network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        super().__init__(name, network, levels, Style() if setup.teacher else Style(margin=0.0), setup)
        self.cuda = setup.device.type == "cuda"
        inner: list[Tensor] = [p for block in network.blocks for p in block.parameters() if _is_matrix(p)]
        kept = {id(p) for p in inner}
        outer = [p for p in self._params if id(p) not in kept]
        self.muon = Muon(inner, self.RATE, self.DECAY)
        groups = [
            {"params": [p for p in outer if _is_matrix(p)], "weight_decay": self.DECAY},
            {"params": [p for p in outer if not _is_matrix(p)], "weight_decay": 0.0},
        ]
        self.adam = torch.optim.AdamW(groups, lr=self.RATE, betas=(0.9, 0.98), fused=self.cuda)
        teacher = ExactTeacher(setup.threads) if setup.teacher else None
        # Enough tables of the common mix, that one is solved while another is trained on.
        self.tables = [
            [
                Table(mix, max(8, setup.cells // (mix.rows * mix.cols)), self.generator, teacher)
                for _ in range(4 if mix.share > 0.3 else 2)
            ]
            for mix in mixes
        ]
        self.turns = [itertools.cycle(tables) for tables in self.tables]
        self.order = random.Random(setup.seed)
        self.shares = [mix.share for mix in mixes]

    def optimizers(self) -> list[Any]:
        """Muon for the convolutions of the blocks, Adam for the rest."""
        return [self.muon, self.adam]

    def autocast(self) -> torch.autocast:
        """Half precision, where the device is made for it."""
        return torch.autocast(self.setup.device.type, torch.bfloat16, enabled=self.cuda)

    def judge(self) -> Judge:
        """The averaged network, as it runs on this device."""

        def judge(views: Tensor, mines: Tensor) -> Tensor:
            with self.autocast():
                logits: Tensor = self.average(views, mines)
            return logits

        return judge

    def tally(self) -> Tally:
        """Of the first mix alone, so that figures can be compared."""
        for table in self.tables[0]:
            self.counter.sums += table.counter.sums
            table.counter.sums.zero_()
        return super().tally()

    def _advance(self, progress: float) -> Tensor:
        table = next(self.turns[self.order.choices(range(len(self.turns)), self.shares)[0]])
        lesson = table.lesson()
        with self.autocast():
            logits = self.network(table.views, table.mines)
        of_risk, of_guess = loss_of(logits, table.views, lesson)
        for p in self._params:
            p.grad = None
        (of_risk + of_guess).backward()
        nn.utils.clip_grad_norm_(self._params, 1.0)
        rate = self.setup.rate * self.RATE * cosine(progress) * min(1.0, (self.steps + 1) / 300)
        for optimizer in self.optimizers():
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.step()
        table.play(logits.detach(), self.style)
        if self.steps % self.REFILL == self.REFILL - 1:
            table.supply.refill()
        return of_risk.detach()

    def compile(self) -> bool:
        """Compile the blocks, which share their code; whether it worked. If not, they run as they are."""
        torch._dynamo.config.recompile_limit = 64
        blocks = [*self.network.blocks, *self.average.blocks]  # type: ignore[misc]
        for block in blocks:
            block.compile(dynamic=True)
        table = self.tables[0][0]
        try:
            with self.autocast():
                logits = self.network(table.views, table.mines)
            logits.mean().backward()
        except (
            Exception
        ):  # it has as many kinds of failure as there are machines; plain torch trains everywhere
            for block in blocks:
                block._compiled_call_impl = None
            return False
        finally:
            for p in self._params:
                p.grad = None
        return True


def _is_matrix(p: Tensor) -> bool:
    return p.dim() > 1 and p.shape[0] > 1
