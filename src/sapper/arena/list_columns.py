"""List columns: one list per game, such as the risks of its guesses, stored as two flat arrays.

A pyarrow ListArray has the same layout. This class uses numpy alone, because pyarrow belongs to the extra
`report`, and `sapper bench` without ``--out`` must work without extras.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False)
class Lists:
    """One list per game. The list of game `i` is ``values[offsets[i]:offsets[i + 1]]``.

    >>> lists = Lists.of([[0.5, 0.25], [], [0.1]], np.float64)
    >>> len(lists), lists[0].tolist(), lists.lengths.tolist()
    (3, [0.5, 0.25], [2, 0, 1])
    >>> lists.take([2, 0]).values.tolist()
    [0.1, 0.5, 0.25]
    """

    values: NDArray[Any]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, lists: Iterable[Sequence[Any]], kind: type[np.generic]) -> Lists:
        """Make a column from lists of values."""
        kept = list(lists)
        return cls.cut(np.array(list(chain.from_iterable(kept)), kind), list(map(len, kept)))

    @classmethod
    def cut(cls, values: NDArray[Any], lengths: ArrayLike) -> Lists:
        """Make a column from the values of all lists in one array, and the length of each list."""
        return cls(values, _offsets(lengths))

    @classmethod
    def join(cls, parts: Sequence[Lists]) -> Lists:
        """Concatenate several columns."""
        lengths = np.concatenate([part.lengths for part in parts])
        return cls(np.concatenate([part.values for part in parts]), _offsets(lengths))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The length of each game's list."""
        return np.diff(self.offsets)

    def take(self, games: ArrayLike) -> Lists:
        """The lists of these games, in the order given."""
        chosen = np.asarray(games, np.int64)
        lengths = self.lengths[chosen]
        offsets = _offsets(lengths)
        # The source index of each value: the first index of its list, plus its position in the list.
        within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
        return Lists(self.values[np.repeat(self.offsets[:-1][chosen], lengths) + within], offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, game: int) -> NDArray[Any]:
        if not 0 <= game < len(self):
            raise IndexError(f"there is no game {game} among {len(self)}")
        return self.values[self.offsets[game] : self.offsets[game + 1]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lists):
            return NotImplemented
        number = self.values.dtype.kind == "f"
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(
            self.values, other.values, equal_nan=number
        )

    __hash__ = None  # type: ignore[assignment] # its arrays are mutable


def _offsets(lengths: ArrayLike) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
