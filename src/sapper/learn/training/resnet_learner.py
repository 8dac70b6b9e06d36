"""The learner of `resnet`: one network, many board sizes, and targets from the exact engine."""

from __future__ import annotations

import itertools
import random
from typing import Any

import torch
from torch import Tensor, nn

from sapper.learn.networks.resnet import ResNet
from sapper.learn.simulation.evaluation import Judge
from sapper.learn.simulation.levels import LEVELS, Level
from sapper.learn.simulation.move_choice import Style
from sapper.learn.training.exact_teacher import ExactTeacher
from sapper.learn.training.learner import Learner, Setup, Tally, cosine
from sapper.learn.training.muon import Muon
from sapper.learn.training.resnet_self_play import BOARD_MIXES, BoardMix, GameBatch, loss_of


class ResNetLearner(Learner):
    """Plays games with its network and trains it on the exact risks and a strong player's guesses."""

    counted = "those that ended on boards of the first mix, about half of all steps"
    average_decay = 0.9993
    RATE = 5e-3
    DECAY = 0.05
    REFILL = 400

    def __init__(
        self,
        name: str,
        network: ResNet,
        setup: Setup,
        mixes: tuple[BoardMix, ...] = BOARD_MIXES,
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
        # Several batches per mix: the targets of one are computed while the network trains on another.
        self.batches = [
            [
                GameBatch(mix, max(8, setup.cells // (mix.rows * mix.cols)), self.generator, teacher)
                for _ in range(4 if mix.share > 0.3 else 2)
            ]
            for mix in mixes
        ]
        self.turns = [itertools.cycle(batches) for batches in self.batches]
        self.order = random.Random(setup.seed)
        self.shares = [mix.share for mix in mixes]

    def optimizers(self) -> list[Any]:
        """Return Muon, for the convolutions of the blocks, and Adam, for all other parameters."""
        return [self.muon, self.adam]

    def autocast(self) -> torch.autocast:
        """Use bfloat16 on a GPU and single precision elsewhere."""
        return torch.autocast(self.setup.device.type, torch.bfloat16, enabled=self.cuda)

    def judge(self) -> Judge:
        """Return the averaged network with the precision of this device."""

        def judge(views: Tensor, mines: Tensor) -> Tensor:
            with self.autocast():
                logits: Tensor = self.average(views, mines)
            return logits

        return judge

    def tally(self) -> Tally:
        """Return the results on the first mix only, so that the figures of different times are comparable."""
        for batch in self.batches[0]:
            self.counter.sums += batch.counter.sums
            batch.counter.sums.zero_()
        return super().tally()

    def _advance(self, progress: float) -> Tensor:
        batch = next(self.turns[self.order.choices(range(len(self.turns)), self.shares)[0]])
        targets = batch.targets()
        with self.autocast():
            logits = self.network(batch.views, batch.mines)
        of_risk, of_guess = loss_of(logits, batch.views, targets)
        for p in self._params:
            p.grad = None
        (of_risk + of_guess).backward()
        nn.utils.clip_grad_norm_(self._params, 1.0)
        rate = self.setup.rate * self.RATE * cosine(progress) * min(1.0, (self.steps + 1) / 300)
        for optimizer in self.optimizers():
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.step()
        batch.play(logits.detach(), self.style)
        if self.steps % self.REFILL == self.REFILL - 1:
            batch.pool.refill()
        return of_risk.detach()

    def compile(self) -> bool:
        """Compile the residual blocks. Return whether it worked; if not, they run uncompiled."""
        torch._dynamo.config.recompile_limit = 64
        blocks = [*self.network.blocks, *self.average.blocks]  # type: ignore[misc]
        for block in blocks:
            block.compile(dynamic=True)
        batch = self.batches[0][0]
        try:
            with self.autocast():
                logits = self.network(batch.views, batch.mines)
            logits.mean().backward()
        except Exception:
            # The compiler fails in different ways on different machines. Training without it always works.
            for block in blocks:
                block._compiled_call_impl = None
            return False
        finally:
            for p in self._params:
                p.grad = None
        return True


def _is_matrix(p: Tensor) -> bool:
    return p.dim() > 1 and p.shape[0] > 1
