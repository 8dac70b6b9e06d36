"""Reviews for the tests: of a small game, and made up of moves with a stated cost and luck."""

from __future__ import annotations

from dataclasses import replace

from sapper import Board, Game, GameRecord, Review, ReviewedMove, Rules
from sapper.review.grades import Grade

RULES = Rules(2, 3, 1)
BOARD = Board.from_mines(RULES, [(0, 0)], start=(0, 2))
MOVE = ReviewedMove(
    number=0,
    do="open",
    cell=(0, 2),
    grade="forced",
    hit=False,
    risk=0.0,
    win_before=0.5,
    win_played=0.5,
    win_after=0.5,
    win_error=0.0,
    cost=0.0,
    error=0.0,
    exact=True,
    best=None,
)


def record_of(*moves: tuple[str, tuple[int, int]], board: Board = BOARD) -> GameRecord:
    game = Game(board)
    for do, cell in moves:
        assert getattr(game, do)(cell) is not None
    return game.record


def reviewed(*moves: ReviewedMove, result: str = "lost", end: str = "mine") -> Review:
    record = replace(record_of(("open", (0, 2))), result=result, end=end)
    return Review(record, moves, "fast")


def moved(
    cost: float, luck: float = 0.0, grade: Grade = "best", hit: bool = False, number: int = 0
) -> ReviewedMove:
    return replace(MOVE, cost=cost, win_after=0.5 + luck, grade=grade, hit=hit, number=number)
