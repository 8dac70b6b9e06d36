"""Tests of the Muon optimizer."""

from __future__ import annotations

import pytest
import torch

from sapper.learn.training.muon import orthogonal


@pytest.mark.parametrize("shape", [(8, 40), (40, 8)])
def test_orthogonal_steps_have_singular_values_near_one(shape: tuple[int, int]) -> None:
    torch.manual_seed(0)
    values = torch.linalg.svdvals(orthogonal(torch.randn(3, *shape)))
    assert values.min().item() > 0.6
    assert values.max().item() < 1.4
