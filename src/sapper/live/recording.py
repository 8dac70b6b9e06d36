"""Recording: a game record from what was seen of a running program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.game.board import Board
from sapper.game.enums import Act, FirstMove, State
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.live.advice import opened_all
from sapper.live.sight import Sight
from sapper.solver.layout_completion import complete_layout


@dataclass(frozen=True)
class Deed:
    """One thing that a player did, and when, in seconds of any clock."""

    do: str
    cell: Cell
    time: float
    risk: float | None = None
    certain: bool | None = None


class Recorder:
    """Follows a game by its sights, and writes it down.

    Whoever plays may say what is done (`note`). What nobody noted is inferred from the cells that changed
    between two sights: a chord where a number with enough flags explains them, else one open for each
    cascade and each single number. Programs set the remaining flags themselves when the last free cell is
    open; such flags are nobody's moves, except where `flags_to_win` says that the game needs them.
    """

    def __init__(self, first: Sight, time: float, flags_to_win: bool = False) -> None:
        self._flags_to_win = flags_to_win
        self._deeds: list[Deed] = []
        self._seen = View.from_array(np.full(first.view.shape, -2, np.int8), first.view.mines)
        self._last = first
        self.see(first, time)

    def note(self, deed: Deed) -> None:
        """Say that something is about to be done."""
        self._deeds.append(deed)

    def see(self, sight: Sight, time: float) -> None:
        """Compare a sight with the one before."""
        opened = {deed.cell for deed in self._deeds if deed.do == Act.OPEN}
        found = [deed for deed in inferred(self._seen, sight.view, time, opened) if deed not in self._deeds]
        if opened_all(sight.view) and not self._flags_to_win:
            found = [deed for deed in found if deed.do != Act.FLAG]
        self._deeds += found
        self._seen, self._last = sight.view, sight

    def record(self, first_move: str = FirstMove.UNSAFE, agent: str = "") -> GameRecord:
        """Write down the game as seen so far.

        If the program has not shown every mine, ``layout_known`` of the record is false.

        Raises:
            InconsistentView: No layout fits what was seen. Something was misread.
        """
        view, shown = self._last.view, self._last.shown_mines
        hit = {cell for cell in view if view.numbers[cell] == -1}
        mines = complete_layout(view, {*shown, *hit})
        covered = int((view.numbers == -2).sum()) + len(hit)
        opens = [deed for deed in self._deeds if deed.do == Act.OPEN]
        start = opens[0].cell if opens else (0, 0)
        rules = Rules(view.rows, view.cols, view.mines, _kept(first_move, start, mines, view))
        game = Game(Board.from_mines(rules, mines, start))
        moves = tuple(self._replayed(game, opens[0].time if opens else 0.0))
        if self._last.state == State.LOST and game.state == State.PLAYING:
            game.give_up()  # the program says so, although no mine was seen to be hit
        return GameRecord(
            rules,
            mines,
            start,
            moves,
            game.state,
            game.end,
            agent,
            layout_known=len({*shown, *hit}) == view.mines or covered == view.mines,
        )

    def _replayed(self, game: Game, began: float) -> Iterator[Move]:
        act = {Act.OPEN: game.open, Act.FLAG: game.flag, Act.CHORD: game.chord}
        for deed in self._deeds:
            if game.state != State.PLAYING:
                return
            if deed.do == Act.OPEN and game.view.flags[deed.cell]:
                continue
            move = act[Act(deed.do)](deed.cell, risk=deed.risk, certain=deed.certain)
            if move is not None:
                yield move.at_time(round(deed.time - began, 3))


def misread(sight: Sight) -> list[Cell]:
    """The cells whose number differs from the mines around them, in a sight that shows every mine.

    A game that was won, or lost with all mines shown, is such a sight. In others, no cell can be checked, and
    the list is empty.
    """
    view = sight.view
    mines = np.zeros(view.shape, bool)
    covered = view.numbers == -2
    hit = view.numbers == -1
    for cell in sight.shown_mines:
        mines[cell] = True
    mines |= hit
    if int(mines.sum()) != view.mines:
        mines = covered | hit
    if int(mines.sum()) != view.mines:
        return []
    around = _sum_around(mines)
    wrong = (view.numbers >= 0) & (view.numbers != around)
    return list(zip(*map(np.ndarray.tolist, wrong.nonzero()), strict=True))


def inferred(before: View, after: View, time: float, noted: set[Cell]) -> Iterator[Deed]:
    """What a player did between two sights. The cells of `noted` are known to be opened by themselves."""
    was, now = before.numbers, after.numbers
    for cell in zip(*map(np.ndarray.tolist, (before.flags != after.flags).nonzero()), strict=True):
        if now[cell] == -2:
            yield Deed(Act.FLAG, cell, time)
    left = set(_cells((was == -2) & (now != -2)))
    for cell in sorted(noted & left):
        left -= _reach(cell, now, left)
    chord = _chord(before, now, left)
    if chord is not None:
        yield Deed(Act.CHORD, chord, time)
        return
    # Zeros first: a cascade explains many numbers. Hit mines last: they end the game.
    for cell in sorted(left, key=lambda cell: (now[cell] != 0, now[cell] == -1, cell)):
        if cell in left:
            left -= _reach(cell, now, left)
            yield Deed(Act.OPEN, cell, time)


def _chord(before: View, now: NDArray[np.int8], opened: set[Cell]) -> Cell | None:
    """The number whose chord opened exactly these cells; None if there is none."""
    if not opened or not before.flags.any():
        return None
    flags = _sum_around(before.flags)
    for row, col in sorted({near for cell in opened for near in _around(cell, now.shape)}):
        number = before.numbers[row, col]
        if number < 1 or flags[row, col] != number:
            continue
        due = {
            cell
            for cell in _around((row, col), now.shape)
            if before.numbers[cell] == -2 and not before.flags[cell]
        }
        if due and due <= opened:
            reached = set().union(*(_reach(cell, now, opened) for cell in due))
            if reached == opened:
                return row, col
    return None


def _reach(cell: Cell, now: NDArray[np.int8], among: set[Cell]) -> set[Cell]:
    """The cells among these that opening one of them opens."""
    found, waiting = {cell}, [cell]
    while waiting:
        at = waiting.pop()
        if now[at] != 0:
            continue
        for near in _around(at, now.shape):
            if near in among and near not in found:
                found.add(near)
                waiting.append(near)
    return found


def _around(cell: Cell, shape: tuple[int, ...]) -> list[Cell]:
    rows = range(max(0, cell[0] - 1), min(shape[0], cell[0] + 2))
    cols = range(max(0, cell[1] - 1), min(shape[1], cell[1] + 2))
    return [(row, col) for row in rows for col in cols if (row, col) != cell]


def _sum_around(marks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each cell, how many of its neighbours are marked."""
    padded = np.pad(marks.astype(np.int64), 1)
    rows, cols = marks.shape
    shifted = (padded[r : r + rows, c : c + cols] for r in range(3) for c in range(3) if (r, c) != (1, 1))
    total: NDArray[np.int64] = np.sum(list(shifted), axis=0)
    return total


def _cells(marks: NDArray[np.bool_]) -> list[Cell]:
    return list(zip(*map(np.ndarray.tolist, marks.nonzero()), strict=True))


def _kept(first_move: str, start: Cell, mines: tuple[Cell, ...], view: View) -> str:
    """The promise, if this game kept it. A game that was begun by someone else need not have."""
    near = {start, *_around(start, view.shape)} if first_move == FirstMove.ZERO else {start}
    return first_move if first_move != FirstMove.UNSAFE and near.isdisjoint(mines) else FirstMove.UNSAFE
