"""The arena: agents play boards, and the results are counted, stored and compared.

One game:

- `single_game`: one game of an agent, from the first cell to the end.
- `game_counts`: the columns that are kept for each game, and how they are counted.
- `list_columns`: columns that hold one list per game.

Many games:

- `batch`: a batch of games of one agent, as a worker plays it.
- `arena`: `Arena`, which plans batches and plays them on all cores.
- `workers`: worker processes for agents written in Python.
- `ray_engine`: the same batches on a Ray cluster.

Runs on disk:

- `run_files`: the reader of run folders.
- `results_html`: summaries and differences as an HTML table, which notebooks show.
- `arrow_table`: games as an Arrow table, with the columns of a shard.
- `run_folder`: the writer of run folders, which survive a kill.
- `run_description`: the check of the fields of `run.json`.
- `run_lock`: the lock of a run folder, which a crash releases.
- `shard_seal`: the digest of its run that a shard carries.
- `verification`: the check of a run folder against its digests.
- `run`: a run that plays, stores and resumes batches.

Results:

- `statistics`: intervals and tests for win rates and differences.
- `summary`: one summary per agent, and the JSON document of a run.
- `sequential_test`: a test that stops as soon as one of two agents is shown to be stronger.
- `calibration`: whether stated probabilities come true as often as stated.
- `exact_strength`: the exact win probability of an agent on a small board.
"""

from __future__ import annotations

from sapper.arena.arena import Arena, EngineName, Results
from sapper.arena.batch import Batch, Games
from sapper.arena.calibration import Bin, Reliability, guesses_of, reliability, reliability_of_risks
from sapper.arena.exact_strength import win_probability
from sapper.arena.list_columns import Lists
from sapper.arena.run_files import RunFiles
from sapper.arena.sequential_test import SequentialTest, Standing, Verdict
from sapper.arena.single_game import Start, count, play, play_board
from sapper.arena.statistics import (
    Estimate,
    PairedDifference,
    luck_adjusted,
    mcnemar,
    paired_difference,
    wilson,
)
from sapper.arena.summary import Decided, Summary, summarise

__all__ = [
    "Arena",
    "Batch",
    "Bin",
    "Decided",
    "EngineName",
    "Estimate",
    "Games",
    "Lists",
    "PairedDifference",
    "Reliability",
    "Results",
    "RunFiles",
    "SequentialTest",
    "Standing",
    "Start",
    "Summary",
    "Verdict",
    "count",
    "guesses_of",
    "luck_adjusted",
    "mcnemar",
    "paired_difference",
    "play",
    "play_board",
    "reliability",
    "reliability_of_risks",
    "summarise",
    "wilson",
    "win_probability",
]
