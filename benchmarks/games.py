"""Measure lowest-risk games per second on one core: games in the core, and the same play with ms_toollib.

Both players open every certainly free cell, and otherwise one of the cells with the lowest risk, chosen at
random. The games with ms_toollib are played in Python on our boards, with the risks of
``cal_probability_onboard``, which is its only function that also names the certain cells. The table shows
the share of the time spent inside this function. Time is processor time, and the two players take turns so
that a busy machine slows both alike.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

import ms_toollib
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import LEVELS, PEER_COVERED
from benchmarks.rounds import ROUNDS, options, show
from sapper import Board, Game, Rules, _core


@dataclass(frozen=True)
class Row:
    """The games of one player; ``engine_seconds`` is the part of the time spent on risks."""

    player: str
    games: int
    wins: int
    seconds: float
    engine_seconds: float

    @property
    def games_a_second(self) -> float:
        return self.games / self.seconds


def native(rules: Rules, seed: int, first: int, games: int) -> Row:
    begin = process_time()
    played = _core.play_games("lowest-risk", rules.native, seed, first, games, 0, 1)
    seconds = process_time() - begin
    return Row("sapper", games, int(np.count_nonzero(played["won"])), seconds, seconds)


def with_peer(rules: Rules, seed: int, first: int, games: int) -> Row:
    """Play the same way with the risks of ms_toollib."""
    begin = process_time()
    wins, engine_seconds = 0, 0.0
    for index in range(first, first + games):
        rng = np.random.default_rng([seed, index])
        game = Game(Board.random(rules, seed, index, start=(0, 0)))
        game.open((0, 0))
        while game.state == "playing":
            numbers = game.view.numbers
            lists = np.where(numbers == -2, PEER_COVERED, numbers).tolist()
            asked = process_time()
            risk, _ = ms_toollib.cal_probability_onboard(lists, rules.mines)
            engine_seconds += process_time() - asked
            risks = np.where(numbers == -2, risk, np.inf)
            lowest = np.argwhere(risks <= risks.min() + 1e-12)
            chosen = lowest if risks.min() == 0 else lowest[[rng.integers(len(lowest))]]
            for row, col in chosen:
                game.open((int(row), int(col)))
                if game.state != "playing":
                    break
        wins += game.state == "won"
    return Row("ms_toollib", games, wins, process_time() - begin, engine_seconds)


def total(rows: list[Row]) -> Row:
    return Row(
        rows[0].player,
        sum(row.games for row in rows),
        sum(row.wins for row in rows),
        sum(row.seconds for row in rows),
        sum(row.engine_seconds for row in rows),
    )


def main() -> None:
    parser = options(__doc__, games=(50_000, "native games"), peer_games=(500, "games with ms_toollib"))
    arguments = parser.parse_args()
    rules, seed = LEVELS[arguments.level], arguments.seed
    ours, theirs = [], []
    for turn in range(ROUNDS):
        count, peer_count = arguments.games // ROUNDS, arguments.peer_games // ROUNDS
        ours.append(native(rules, seed, turn * count, count))
        theirs.append(with_peer(rules, seed, turn * peer_count, peer_count))
    rows = [total(ours), total(theirs)]
    ratio = rows[0].games_a_second / rows[1].games_a_second
    lines = [
        f"{row.player:<12}{row.games_a_second:>10.1f} games/s  {row.wins / row.games:>7.2%} won"
        f" of {row.games}  ({row.engine_seconds / row.seconds:.0%} of the time spent on risks)"
        for row in rows
    ]
    document = [{**asdict(row), "games_a_second": row.games_a_second} for row in rows]
    title = f"lowest-risk games, {arguments.level}, one core"
    show(arguments, {"rows": document, "ratio": ratio}, [title, *lines, f"ratio {ratio:.0f}"])


if __name__ == "__main__":
    main()
