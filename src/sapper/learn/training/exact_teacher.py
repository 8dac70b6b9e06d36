"""Training targets from the exact engine: the risks and the good guesses of the positions a network meets.

The targets are computed in CPU threads while the GPU trains, so the training does not become slower. Where
the C++ core is not available, a learner uses the mines as targets, which are correct on average but noisy.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Targets = tuple[Tensor, Tensor]
"""Two tensors (N, rows, cols): the risks (nan at opened cells), and the cells a strong player would open."""


class ExactTeacher:
    """Computes the targets of batches of views in background threads."""

    PLAYER = "sapper-fast"
    """The native agent whose guesses are the targets."""
    CHUNK = 64
    """The number of views that one thread solves at a time."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "teacher")

    def submit(self, views: Tensor, mines: Tensor) -> Callable[[], Targets]:
        """Start to compute the targets of `views`.

        Returns:
            A function that waits for the targets and moves them to the device of `views`.
        """
        device = views.device
        numbers, counts = _to_host(views), _to_host(mines)
        ready = torch.cuda.Event() if device.type == "cuda" else None
        if ready is not None:
            ready.record()
        risk = torch.empty(views.shape, dtype=torch.float32, pin_memory=ready is not None)
        best = torch.empty(views.shape, dtype=torch.bool, pin_memory=ready is not None)
        jobs: list[Future[None]] = [
            self.pool.submit(
                self._solve, ready, *(t[i : i + self.CHUNK] for t in (numbers, counts, risk, best))
            )
            for i in range(0, len(views), self.CHUNK)
        ]

        def wait_for_targets() -> Targets:
            for job in jobs:
                job.result()
            return risk.to(device, non_blocking=True), best.to(device, non_blocking=True)

        return wait_for_targets

    def _solve(
        self, ready: torch.cuda.Event | None, views: Tensor, mines: Tensor, risk: Tensor, best: Tensor
    ) -> None:
        if ready is not None:
            ready.synchronize()
        numbers = views.numpy()
        risks, choices = solve(numbers, mines.numpy(), self.PLAYER)
        risk.copy_(torch.from_numpy(risks))
        best.copy_(torch.from_numpy(choices))


def solve(
    numbers: NDArray[np.int8], mines: NDArray[np.int64], player: str
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Compute the exact risks of views and the cells that `player` would open.

    If a view has safe cells, the player would open all of them. Otherwise it would open its guesses.
    """
    from sapper import _core

    risk, _, exact = _core.analyse_many(numbers, mines.tolist(), 1)
    risk[~exact] = np.nan
    with np.errstate(invalid="ignore"):
        best = risk == 0
        unsure = (risk < 1).any((1, 2)) & ~best.any((1, 2))
    asked = np.flatnonzero(unsure & exact)
    best[asked] = _core.choose_many(player, numbers[asked], mines[asked].tolist(), 1)
    return risk, best


def _to_host(tensor: Tensor) -> Tensor:
    """Copy a tensor to the host. A copy from a GPU is asynchronous: wait for an event before reading it."""
    if tensor.device.type == "cpu":
        return tensor.clone()
    return torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True).copy_(tensor, non_blocking=True)
