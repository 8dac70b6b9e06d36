"""Games as an Arrow table: the columns of a shard, and of the tables that `Results` makes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sapper.arena.batch import Games
from sapper.arena.game_counts import COLUMNS, LISTS
from sapper.arena.run_files import pyarrow
from sapper.game.rules import Rules


def arrow_table(games: Games, rules: Rules) -> Any:
    """Make a table with one row per game: the agent, the index of the board, the counts and the lists."""
    pa, _ = pyarrow()
    columns: dict[str, Any] = {
        "agent": pa.DictionaryArray.from_arrays(np.zeros(len(games), np.int32), [games.agent]),
        "index": pa.array(games.index),
    }
    columns |= {key: pa.array(games.columns[key]) for key in COLUMNS}
    columns["end"] = columns["end"].dictionary_encode()
    opened, free = games.columns["opened"], rules.cells - rules.mines
    columns["opened_of_free"] = pa.array((opened / max(free, 1)).astype(np.float32))
    columns["opened_of_all"] = pa.array((opened / rules.cells).astype(np.float32))
    columns |= {key: _list_array(pa, games, key) for key in LISTS}
    # A clock is not precise beyond the seven digits of a float32.
    columns["seconds"] = columns["seconds"].cast(pa.float32())
    return pa.table(columns)


def _list_array(pa: Any, games: Games, key: str) -> Any:
    """Make the Arrow array of a list column; it is null where the games lack that column."""
    lists = games.lists.get(key)
    kind = pa.string() if LISTS[key] is np.str_ else pa.from_numpy_dtype(LISTS[key])
    if lists is None:
        return pa.nulls(len(games), pa.list_(kind))
    # A risk that was not stated is nan in numpy and null in Parquet, because SQL expects null.
    values = pa.array(lists.values, kind, from_pandas=True)
    return pa.ListArray.from_arrays(pa.array(lists.offsets, pa.int32()), values)
