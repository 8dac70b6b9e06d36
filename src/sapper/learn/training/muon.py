"""Muon: momentum made orthogonal, for the convolutions of a deep network.

Source: K. Jordan et al. 2024, "Muon: an optimizer for hidden layers in neural networks"; the scale of the
steps follows Liu et al. 2025, "Muon is scalable for LLM training", so that Adam's rates and decays carry
over.
"""

from __future__ import annotations

from collections import defaultdict

import torch
from torch import Tensor


class Muon(torch.optim.Optimizer):
    """Steps weights of two dimensions or more; weights of one shape are worked on together."""

    def __init__(self, params: list[Tensor], lr: float, weight_decay: float, momentum: float = 0.95) -> None:
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """One step down the gradients."""
        for group in self.param_groups:
            params: list[Tensor] = group["params"]
            grads = [p.grad for p in params if p.grad is not None]
            for p in params:
                if "momentum" not in self.state[p]:
                    self.state[p]["momentum"] = torch.zeros_like(p)
            buffers = [self.state[p]["momentum"] for p in params]
            torch._foreach_lerp_(buffers, grads, 1 - group["momentum"])
            ahead = torch._foreach_lerp(grads, buffers, group["momentum"])
            torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
            alike: dict[torch.Size, list[int]] = defaultdict(list)
            for i, p in enumerate(params):
                alike[p.shape].append(i)
            for shape, indices in alike.items():
                flat = torch.stack([ahead[i].flatten(1) for i in indices])
                step = orthogonal(flat) * (0.2 * max(flat.shape[1:]) ** 0.5)
                moves = [each.view(shape) for each in step]
                torch._foreach_add_([params[i] for i in indices], moves, alpha=-group["lr"])


def orthogonal(matrices: Tensor, rounds: int = 5) -> Tensor:
    """About the nearest matrix with orthonormal rows (or columns), by a quintic Newton-Schulz iteration."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrices.bfloat16() if matrices.is_cuda else matrices
    tall = x.shape[-2] > x.shape[-1]
    if tall:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(rounds):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    result: Tensor = x.mT if tall else x
    return result.to(matrices.dtype)
