"""The Muon optimizer, for the convolutions of a deep network.

Each step is the momentum of the gradients, replaced by a nearby orthogonal matrix. The method is from K.
Jordan et al. 2024, "Muon: an optimizer for hidden layers in neural networks". The scale of the steps is from
Liu et al. 2025, "Muon is scalable for LLM training", so that learning rates and weight decays that suit Adam
also suit Muon.

`torch.optim.Muon` cannot replace this module. It only accepts parameters with two dimensions (torch 2.13
raises ValueError for the weights of a convolution), and it updates one parameter at a time, where this module
updates all parameters of one shape in a single batch.
"""

from __future__ import annotations

from collections import defaultdict

import torch
from torch import Tensor


class Muon(torch.optim.Optimizer):
    """Updates parameters of two or more dimensions. Parameters of the same shape are updated in one batch."""

    def __init__(self, params: list[Tensor], lr: float, weight_decay: float, momentum: float = 0.95) -> None:
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """Update all parameters from their gradients."""
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
            by_shape: dict[torch.Size, list[int]] = defaultdict(list)
            for i, p in enumerate(params):
                by_shape[p.shape].append(i)
            for shape, indices in by_shape.items():
                flat = torch.stack([ahead[i].flatten(1) for i in indices])
                step = orthogonal(flat) * (0.2 * max(flat.shape[1:]) ** 0.5)
                moves = [each.view(shape) for each in step]
                torch._foreach_add_([params[i] for i in indices], moves, alpha=-group["lr"])


def orthogonal(matrices: Tensor, rounds: int = 5) -> Tensor:
    """Approximate the nearest matrix with orthonormal rows or columns (quintic Newton-Schulz iteration)."""
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
