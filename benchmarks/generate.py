"""Seconds a board that needs no guess, ours beside ms_toollib's generators, and every board replayed.

All boards are 16x30/99 with a zero at (3, 3) unless a row says otherwise: what the peer promises of its first
cell. ``rejection`` keeps the random boards that need no guess, as the peer's ``laymine_solvable`` does; ``repair``
moves mines until none is needed, as its ``laymine_solvable_adjust`` does. Time is processor time of all threads,
and the generators take turns so that a busy machine slows all alike.

The replay, which is not timed, is independent of the generators: it plays each board through the public game,
opening nothing but the cells that `sapper.analyse` proves free, and counts the boards it wins.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from time import process_time

import ms_toollib

from sapper import EXPERT, Board, Game, Rules, _core, analyse, generate

START = 3, 3
ZERO = Rules(16, 30, 99, first_move="zero")
DENSE = Rules(16, 30, 130, first_move="zero")
MOVES = 2_000

Boards = Iterator[Board]


@dataclass
class Row:
    """One generator's boards."""

    generator: str
    boards: int = 0
    solved: int = 0
    seconds: float = 0.0

    @property
    def milliseconds_a_board(self) -> float:
        return 1000 * self.seconds / self.boards


def by_rejection(rules: Rules, start: tuple[int, int], seed: int) -> Boards:
    for found in generate(rules, 10**9, seed=seed, start=start, budget=None):
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


def replay(board: Board) -> bool:
    """Whether opening certain cells alone wins."""
    game = Game(board)
    game.open(board.start)
    while game.state == "playing":
        safe = analyse(game.view).safe
        if not safe:
            return False
        for cell in safe:
            if game.state == "playing":
                game.open(cell)
    return game.state == "won"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=1000, help="boards of each generator (1000)")
    parser.add_argument("--turn", type=int, default=50, help="boards a turn (50)")
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
            rows[name].solved += sum(map(replay, made))
        print(f"{done + turn} of {options.boards} boards each", file=sys.stderr)
    if options.json:
        print(json.dumps([asdict(row) | {"ms": row.milliseconds_a_board} for row in rows.values()]))
        return
    print(f"{'generator':36} {'boards':>7} {'replayed and won':>17} {'ms a board':>11}")
    for row in rows.values():
        print(f"{row.generator:36} {row.boards:7} {row.solved:17} {row.milliseconds_a_board:11.2f}")


if __name__ == "__main__":
    main()
