"""Screens without a program: games of our own that misbehave as real windows do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sapper.game import Board, Cell, Game, Rules, View
from sapper.live import Sight


class GameScreen:
    """A game as a screen. Subclasses make it show things late, or not at all."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        self.rules, self.seed, self.index = rules, seed, 0
        self.acts: list[tuple[str, Cell]] = []
        self.new_game()

    def new_game(self) -> None:
        start = (3, 3) if self.rules.first_move == "zero" else (0, 0)
        self.game = Game(Board.random(self.rules, self.seed, self.index, start))
        self.index += 1

    def read(self) -> Sight | None:
        shown = self.game.board.mines if self.game.state == "lost" else ()
        return Sight(self.game.view, self.game.state, tuple(shown))

    def open(self, cells: Sequence[Cell]) -> None:
        for cell in cells:
            self._act("open", self.game.open, cell)

    def flag(self, cells: Sequence[Cell]) -> None:
        for cell in cells:
            self._act("flag", self.game.flag, cell)

    def chord(self, cell: Cell) -> None:
        self._act("chord", self.game.chord, cell)

    def _act(self, name: str, act: Callable[[Cell], object], cell: Cell) -> None:
        self.acts.append((name, cell))
        if self.game.state == "playing":
            act(cell)


class SlowScreen(GameScreen):
    """Shows the board as it was some reads ago, and between both a half-drawn one that no layout fits."""

    def __init__(self, rules: Rules, seed: int = 1, lag: int = 3) -> None:
        self._lag, self._late = lag, 0
        self._old: Sight | None = None
        super().__init__(rules, seed)

    def read(self) -> Sight | None:
        now = super().read()
        assert now is not None
        if self._late == 0 or self._old is None:
            self._old = now
            return now
        self._late -= 1
        if self._late == 0:
            numbers = now.view.numbers
            numbers[numbers >= 0] = 8  # half drawn
            return Sight(View.from_array(numbers, now.view.mines))
        return self._old

    def _act(self, name: str, act: Callable[[Cell], object], cell: Cell) -> None:
        super()._act(name, act, cell)
        self._late = self._lag


class CroppedScreen(GameScreen):
    """Now and then it shows a part of the board alone, as if the rest was covered."""

    def read(self) -> Sight | None:
        self._looks = getattr(self, "_looks", 0) + 1
        sight = super().read()
        if sight is None or self._looks % 5 not in {3, 4} or sight.view.is_untouched:
            return sight
        return Sight(View.from_array(sight.view.numbers[:, :-2], sight.view.mines), sight.state)


class PopUpScreen(GameScreen):
    """After every few actions a dialog covers the board: nothing is seen, and actions are swallowed."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        self._hidden = 0
        self.swallowed = 0
        super().__init__(rules, seed)

    def read(self) -> Sight | None:
        if self._hidden > 0:
            self._hidden -= 1
            return None
        return super().read()

    def _act(self, name: str, act: Callable[[Cell], object], cell: Cell) -> None:
        if self._hidden > 0:
            self.swallowed += 1
            return
        super()._act(name, act, cell)
        if len(self.acts) % 7 == 0:
            self._hidden = 5


class FlagsToWin(GameScreen):
    """A program whose game goes on after the last free cell is open, until every mine has a flag."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        super().__init__(rules, seed)
        self._flags: set[Cell] = set()

    def read(self) -> Sight | None:
        seen = self.game.view
        flags = np.zeros(seen.shape, bool)
        for cell in self._flags:
            flags[cell] = True
        done = self._flags == set(self.game.board.mines) or self.game.state == "lost"
        return Sight(View.from_array(seen.numbers, seen.mines, flags), self.game.state if done else "playing")

    def flag(self, cells: Sequence[Cell]) -> None:
        self._flags ^= set(cells)
