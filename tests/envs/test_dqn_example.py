"""The learner of examples/train_masked_dqn.py wins far more than random play after a few seconds."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from examples.train_masked_dqn import evaluate, train


class Chance(nn.Module):
    """Gives every cell a random value."""

    def forward(self, planes: Tensor) -> Tensor:
        return torch.rand(len(planes), planes[0, 0].numel())


def test_the_learner_beats_random_play_by_thirty_points() -> None:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        torch.manual_seed(1)
        by_chance, games = evaluate(Chance(), "4x4/2", 1000, seed=2**32)
        trained = train("4x4/2", steps=100, seed=1)
        again = train("4x4/2", steps=5, seed=1), train("4x4/2", steps=5, seed=1)
        wins, _ = evaluate(trained, "4x4/2", 1000, seed=2**32)
    finally:
        torch.set_num_threads(threads)
    assert wins > by_chance + 0.3 * games
    weights = [torch.cat([part.flatten() for part in net.parameters()]) for net in again]
    assert torch.equal(*weights), "the same seed gives the same weights"
