"""Measure the time to generate boards that need no guess, with our generators and those of ms_toollib.

Unless a row says otherwise, all boards are 16x30/99 with a zero at (3, 3), because ms_toollib promises a
zero. ``rejection`` keeps the random boards that need no guess, like ``laymine_solvable`` of ms_toollib.
``repair`` moves mines until no guess is needed, like its ``laymine_solvable_adjust``. Time is processor time
of all threads, and the generators take turns so that a busy machine slows all alike.

Every board is replayed twice, which is not timed. The first replay opens only cells that `sapper.analyse`
proves free. The second opens only cells to which ``cal_probability_onboard`` of ms_toollib gives a risk of
0. The table counts the boards that each replay wins.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from time import process_time

import ms_toollib

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.positions import for_peer
from sapper import EXPERT, Board, Game, Rules, View, _core, analyse, generate

START = 3, 3
ZERO = Rules(16, 30, 99, first_move="zero")
DENSE = Rules(16, 30, 130, first_move="zero")
MOVES = 2_000

Boards = Iterator[Board]


@dataclass
class Row:
    """The boards of one generator."""

    generator: str
    boards: int = 0
    won: int = 0
    won_by_peer: int = 0
    seconds: float = 0.0

    @property
    def milliseconds_a_board(self) -> float:
        return 1000 * self.seconds / self.boards


def by_rejection(rules: Rules, start: tuple[int, int], seed: int) -> Boards:
    for found in generate(rules, 10**9, seed=seed, start=start, no_guess=True, budget=None):
        assert found.method == "rejection"
        yield found.board


def by_repair(rules: Rules, seed: int) -> Boards:
    for index in count():
        native = _core.repair(rules.native, seed, index, rules.index(START), MOVES, math.inf)
        if native is not None:
            yield Board.from_mines(rules, native.mines, START)


def by_peer(lay: Callable[..., tuple[list[list[int]], bool]], rules: Rules, *limits: int) -> Boards:
    while True:
        numbers, found = lay(rules.rows, rules.cols, rules.mines, *START, *limits)
        if not found:
            raise RuntimeError(f"{lay.__name__} found no board")
        mines = [(row, col) for row, line in enumerate(numbers) for col, n in enumerate(line) if n == -1]
        yield Board.from_mines(rules, mines, START)


def certain(view: View) -> list[tuple[int, int]]:
    return analyse(view).safe


def certain_to_peer(view: View) -> list[tuple[int, int]]:
    risk, _ = ms_toollib.cal_probability_onboard(for_peer(view), view.mines)
    return [(row, col) for row, col in view.covered if risk[row][col] == 0]


def replay(board: Board, find: Callable[[View], list[tuple[int, int]]]) -> bool:
    """Return whether opening only the cells that `find` returns wins the board."""
    game = Game(board)
    game.open(board.start)
    while game.state == "playing":
        safe = find(game.view)
        if not safe:
            return False
        for cell in safe:
            if game.state == "playing":
                game.open(cell)
    return game.state == "won"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=1000, help="boards per generator (default 1000)")
    parser.add_argument("--turn", type=int, default=50, help="boards per turn (default 50)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    most = 1_000_000
    generators: dict[str, Boards] = {
        "sapper, rejection": by_rejection(ZERO, START, options.seed),
        "ms_toollib laymine_solvable": by_peer(ms_toollib.laymine_solvable, ZERO, most),
        "sapper, repair": by_repair(ZERO, options.seed),
        "ms_toollib laymine_solvable_adjust": by_peer(ms_toollib.laymine_solvable_adjust, ZERO),
        "sapper, rejection, safe corner": by_rejection(EXPERT, (0, 0), options.seed),
        "sapper, repair, 16x30/130": by_repair(DENSE, options.seed),
    }
    rows = {name: Row(name) for name in generators}
    for done in range(0, options.boards, options.turn):
        turn = min(options.turn, options.boards - done)
        for name, boards in generators.items():
            begin = process_time()
            made = [next(boards) for _ in range(turn)]
            rows[name].seconds += process_time() - begin
            rows[name].boards += turn
            rows[name].won += sum(replay(board, certain) for board in made)
            rows[name].won_by_peer += sum(replay(board, certain_to_peer) for board in made)
        print(f"{done + turn} of {options.boards} boards each", file=sys.stderr)
    if options.json:
        print(json.dumps([asdict(row) | {"ms": row.milliseconds_a_board} for row in rows.values()]))
        return
    print(f"{'generator':36} {'boards':>7} {'won':>6} {'won by ms_toollib':>18} {'ms per board':>13}")
    for row in rows.values():
        won = f"{row.won:6} {row.won_by_peer:18}"
        print(f"{row.generator:36} {row.boards:7} {won} {row.milliseconds_a_board:13.2f}")


if __name__ == "__main__":
    main()
