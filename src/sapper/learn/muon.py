"""Muon: momentum made orthogonal, for the convolutions of a deep network.

Source: K. Jordan et al. 2024, "Muon: an optimizer for hidden layers in neural networks"; the scale of the steps
follows Liu et al. 2025, "Muon is scalable for LLM training", so that Adam's rates and decays carry over.
"""

from __future__ import annotations

from collections import defaultdict

import torch
from torch import Tensor


class Muon:
    """Steps a list of weights of two dimensions or more; weights of one shape are worked on together."""

    def __init__(self, params: list[Tensor], decay: float, momentum: float = 0.95) -> None:
        self.decay, self.momentum = decay, momentum
        self.params = params
        self.buffers = [torch.zeros_like(p) for p in params]
        self.shapes: dict[torch.Size, list[int]] = defaultdict(list)
        for i, p in enumerate(params):
            self.shapes[p.shape].append(i)

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """One step down the gradients."""
        grads = [p.grad for p in self.params if p.grad is not None]
        torch._foreach_lerp_(self.buffers, grads, 1 - self.momentum)
        ahead = torch._foreach_lerp(grads, self.buffers, self.momentum)
        torch._foreach_mul_(self.params, 1 - rate * self.decay)
        for shape, indices in self.shapes.items():
            flat = torch.stack([ahead[i].flatten(1) for i in indices])
            step = orthogonal(flat) * (0.2 * max(flat.shape[1:]) ** 0.5)
            torch._foreach_add_(
                [self.params[i] for i in indices], [each.view(shape) for each in step], alpha=-rate
            )


def orthogonal(matrices: Tensor, rounds: int = 5) -> Tensor:
    """About the nearest matrix with orthonormal rows (or columns) of each, by a quintic Newton-Schulz iteration."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrices.bfloat16() if matrices.is_cuda else matrices
    tall = x.shape[-2] > x.shape[-1]
    if tall:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(rounds):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    return (x.mT if tall else x).to(matrices.dtype)
