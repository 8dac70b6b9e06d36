"""Tests of the residual network and its input planes."""

from __future__ import annotations

import pytest
import torch

from sapper.learn.networks.resnet import PLANES, ResNet, planes

VIEWS = torch.tensor([[[-2, 1, 0], [-2, 2, -1]]], dtype=torch.int8)


def test_planes_count_what_is_left() -> None:
    shown = planes(VIEWS, torch.tensor([2]))
    assert shown.shape == (1, PLANES, 2, 3)
    assert (shown[0, :11].sum(0) == 1).all()  # each cell is of one kind
    assert shown[0, 11:, 0, 0].tolist() == pytest.approx([1 / 2, 1 / 100, 1 / 200, 1 / 16, 1])


def test_the_output_for_a_board_does_not_depend_on_its_batch() -> None:
    torch.manual_seed(1)
    network = ResNet(3, 8)
    for weight in network.parameters():  # blocks begin as the identity
        torch.nn.init.normal_(weight, std=0.1)
    views = torch.randint(-2, 9, (5, 6, 7), dtype=torch.int8)
    mines = torch.tensor([5, 6, 7, 8, 9])
    alone = torch.cat([network(views[i : i + 1], mines[i : i + 1]) for i in range(5)])
    assert torch.allclose(network(views, mines), alone, atol=1e-5)
