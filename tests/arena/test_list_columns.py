"""List columns can be sliced, joined and compared."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.arena.list_columns import Lists


def test_list_columns_are_sliced_joined_and_compared() -> None:
    first = Lists.of([[1.0], [], [2.0, np.nan]], np.float64)
    second = Lists.of([[3.0]], np.float64)
    joined = Lists.join([first, second])
    assert [joined[i].tolist() for i in (0, 1, 3)] == [[1.0], [], [3.0]]
    assert joined.take([3, 2, 0]) == Lists.of([[3.0], [2.0, np.nan], [1.0]], np.float64)
    assert first != second
    assert first.take([]) == Lists.of([], np.float64)
    with pytest.raises(IndexError):
        second[1]
