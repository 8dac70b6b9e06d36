"""Tests of the papers' input encodings."""

from __future__ import annotations

import pytest
import torch

from sapper.learn.networks import paper_encodings

VIEWS = torch.tensor([[[-2, 1, 0], [-2, 2, -1]]], dtype=torch.int8)


def test_encodings_show_every_kind_of_cell() -> None:
    ten = paper_encodings.one_hot(VIEWS)
    assert ten.shape == (1, 10, 2, 3)
    assert ten[0, :, 0, 0].tolist() == [0] * 9 + [1]
    assert ten[0, :, 1, 1].argmax().item() == 2
    assert ten[0, :, 1, 2].sum().item() == 0  # a mine that was hit has no channel
    assert paper_encodings.mehta_ten(VIEWS)[0, :, 1, 1].tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert paper_encodings.mehta_ten(VIEWS)[0, :, 0, 2].tolist() == [0] * 8 + [1, 0]
    assert paper_encodings.mehta_two(VIEWS)[0, :, 0, 0].tolist() == [0, 1]
    assert paper_encodings.mehta_one(VIEWS)[0, 0, 0].tolist() == pytest.approx([1, 1 / 9, 0])


def test_a_window_marks_the_edges() -> None:
    around = paper_encodings.window(paper_encodings.integers(VIEWS))[0, :, 0, 0].view(5, 5)
    assert (around[:2] == paper_encodings.EDGE).all()
    assert (around[:, :2] == paper_encodings.EDGE).all()
    assert around[2:4, 2:].tolist() == [[-2, 1, 0], [-2, 2, -1]]
