"""A hosted game in plain Python: the slow twin of `cpp/facade/hosted_game`, on a board that is given."""

from __future__ import annotations

from typing import Any

from sapper import Board, Game
from sapper.game.rules import Cell


class PlainHostedGame:
    """What a session says about a game, computed from `sapper.Game`. It knows nothing of time."""

    def __init__(self, board: Board, no_guess: bool = False, again: bool = False) -> None:
        self.board, self.no_guess, self.again = board, no_guess, again
        self.game = Game(board) if again else None
        self.early_flags: list[Cell] = []
        self.deeds = 0
        self.what_if = self.helped = False

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.state != "playing"

    def move(self, do: str, cell: Cell) -> dict[str, Any]:
        opened: tuple[Any, ...] = ()
        flags: list[list[Any]] = []
        if self.game is None and (do == "flag" or (do == "open" and cell in self.early_flags)):
            if do == "flag":
                self.deeds += 1
                self.early_flags = (
                    [flag for flag in self.early_flags if flag != cell]
                    if cell in self.early_flags
                    else [*self.early_flags, cell]
                )
                flags = [[*cell, cell in self.early_flags]]
        elif self.game is not None or do == "open":
            if self.game is None:
                self.lay()
            assert self.game is not None
            if not self.is_over or do != "open":
                made = getattr(self.game, do)(cell)
                self.deeds += 1
                if made is not None:
                    opened = made.opened
                    flags = [[*cell, bool(self.game.view.flags[cell])]] if do == "flag" else []
        return {"opened": [list(each) for each in opened], "flags": flags, "moves": self.moves, **self.status}

    def lay(self) -> None:
        self.game = Game(self.board)
        for cell in self.early_flags:
            if self.game.state == "playing":
                self.game.flag(cell)
        self.early_flags = []

    def take_back(self) -> None:
        assert self.game is not None
        last = self.game.take_back()
        assert last is not None
        self.what_if |= last.do != "flag"

    @property
    def moves(self) -> int:
        return 0 if self.game is None else len(self.game.moves)

    @property
    def status(self) -> dict[str, Any]:
        board, over = self.board, None
        state = "playing" if self.game is None else self.game.state
        if self.is_over:
            fair = state == "won" and not (self.helped or self.what_if)
            over = {
                "mines": [list(mine) for mine in board.mines],
                "bbbv": board.bbbv,
                "openings": board.openings,
                "efficiency": board.bbbv / self.deeds if fair and self.deeds else None,
            }
        return {
            "state": state,
            "deeds": self.deeds,
            "what_if": self.what_if,
            "helped": self.helped,
            "over": over,
        }

    @property
    def state(self) -> dict[str, Any]:
        rules, start = self.board.rules, None
        if self.game is not None and (self.again or self.game.view.is_untouched):
            start = list(self.board.start)
        return {
            "rows": rules.rows,
            "cols": rules.cols,
            "mines": rules.mines,
            "first_move": rules.first_move,
            "no_guess": self.no_guess,
            "again": self.again,
            "start": start,
            "position": self.position,
            "moves": self.moves,
            **self.status,
        }

    @property
    def position(self) -> str:
        if self.game is not None:
            return str(self.game.view)
        rules = self.board.rules
        rows = [["?"] * rules.cols for _ in range(rules.rows)]
        for row, col in self.early_flags:
            rows[row][col] = "F"
        return f"{'/'.join(''.join(row) for row in rows)} {rules.mines}"
