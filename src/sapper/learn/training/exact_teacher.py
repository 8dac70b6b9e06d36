"""The exact engine as a teacher: risks, and good guesses, of the positions a network meets.

Solving runs in threads of the core while the device trains, so it costs no time. Where the core is not at
hand a learner trains on the mines themselves, which are right on average but noisy.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Lesson = tuple[Tensor, Tensor]
"""Risks (N, rows, cols), nan at opened cells; and which cells a strong player would open."""


class ExactTeacher:
    """Answers batches of views in the background."""

    PLAYER = "sapper-fast"
    """The native agent whose guesses are taught."""
    CHUNK = 64
    """Views solved by one thread at a time."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "teacher")

    def submit(self, views: Tensor, mines: Tensor) -> Callable[[], Lesson]:
        """Begin to solve `views`; the answer, called, waits for the lesson and puts it on their device."""
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

        def lesson() -> Lesson:
            for job in jobs:
                job.result()
            return risk.to(device, non_blocking=True), best.to(device, non_blocking=True)

        return lesson

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
    """Exact risks of views, and the cells that `player` would open: all that are safe, or its guesses."""
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
    """A copy on the host; from a GPU it has arrived only once the stream comes to it."""
    if tensor.device.type == "cpu":
        return tensor.clone()
    return torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True).copy_(tensor, non_blocking=True)
