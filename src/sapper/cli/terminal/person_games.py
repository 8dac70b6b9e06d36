"""A person's games, whatever draws them: boards on demand, moves, hints, records."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from sapper.agents.advice import advise
from sapper.agents.base import Decision
from sapper.agents.first_move import FirstMoveAnalysis, check_room, is_promised
from sapper.cli.console import check_writable
from sapper.errors import SapperError
from sapper.game.board import Board
from sapper.game.game import Game
from sapper.game.record import GameRecord, Move
from sapper.game.rules import Cell, Rules
from sapper.game.view import View
from sapper.solver.analysis import Analysis, analyse
from sapper.solver.board_generator import generate
from sapper.solver.explanation import explain_cell

PERSON = "person"
"""Who made the moves, in records."""
HINT_SECONDS = 1.0
"""What the risks behind a hint may take; beyond, they are estimates."""
BOARD_SECONDS = 20.0
"""What a board that needs no guess may take."""


class Session:
    """Games one after another; a board is laid out when its first cell is opened, as the promise needs.

    Rules whose promise no first cell can keep are a `ValueError`.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int,
        no_guess: bool = False,
        record: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        check_room(rules)
        self.rules, self.seed, self.no_guess, self.record_file = rules, seed, no_guess, record
        self.index = 0
        self.player = PERSON
        self.unkept = ""
        """Why the record of a finished game is not in its file; empty while none is missing."""
        self.game: Game | None = None
        self._clock = clock
        self._began: float | None = None
        self._ended: float | None = None
        self._analysed: tuple[View, Analysis] | None = None

    @property
    def view(self) -> View:
        """What the player sees."""
        if self.game is not None:
            return self.game.view
        return View.from_array(np.full((self.rules.rows, self.rules.cols), -2, np.int8), self.rules.mines)

    @property
    def state(self) -> str:
        """``new`` before the first cell is opened, then as `Game.state`."""
        return "new" if self.game is None else self.game.state

    @property
    def is_over(self) -> bool:
        """Whether the game was won or lost."""
        return self.state in {"won", "lost"}

    @property
    def start(self) -> Cell | None:
        """The cell that the promise is about, once the board is laid out."""
        return None if self.game is None else self.game.board.start

    @property
    def is_promised(self) -> bool:
        """Whether no cell is open yet, and the rules promise something of the first."""
        return is_promised(self.rules, self.view)

    @property
    def mines(self) -> frozenset[Cell]:
        """Where the mines were, once the game is lost; before, nobody is told."""
        if self.game is None or self.game.state != "lost":
            return frozenset()
        return frozenset(self.game.board.mines)

    @property
    def seconds(self) -> float:
        """How long the game has taken."""
        if self._began is None:
            return 0.0
        return (self._clock() if self._ended is None else self._ended) - self._began

    def new(self) -> None:
        """Begin with another board."""
        self.index += 1
        self._reset(None)

    def again(self) -> None:
        """Begin the same board again."""
        self._reset(None if self.game is None else Game(self.game.board))

    def change_level(self, rules: Rules) -> None:
        """Begin on a board of another size, with the same promise of the first move."""
        self.rules = replace(self.rules, rows=rules.rows, cols=rules.cols, mines=rules.mines)
        self.new()

    def _reset(self, game: Game | None) -> None:
        self.game = game
        self._began = self._ended = None

    def lay_out(self, start: Cell) -> None:
        """Lay out the board of this game, to be started from a cell, and do not open it yet.

        Raises:
            OutOfBudget: No board without a guess was found in time.
            ValueError: The rules leave no room there.
        """
        if self.no_guess:
            # A stream of its own for each game: a later game must not need the boards of the earlier ones.
            found = next(generate(self.rules, seed=self._stream(), start=start, budget=BOARD_SECONDS))
            self.game = Game(found.board)
        else:
            self.game = Game(Board.random(self.rules, self.seed, self.index, start))

    def _stream(self) -> int:
        return (self.seed + self.index * 0x9E3779B97F4A7C15) % 2**64

    def open(self, cell: Cell) -> Move | None:
        """Open a covered cell; on a number, chord."""
        self.rules.index(cell)
        if self.game is None:
            self.lay_out(cell)
        game = self._playing()
        if self._began is None:
            self._began = self._clock()
        move = game.open(cell) if game.view[cell] == -2 else game.chord(cell)
        self._settle()
        return move

    def flag(self, cell: Cell) -> Move | None:
        """Put a flag on a covered cell, or take it away."""
        if self.game is None:
            raise SapperError("open a cell before you set flags")
        move = self._playing().flag(cell)
        self._settle()
        return move

    def chord(self, cell: Cell) -> Move | None:
        """Open what is left around a number whose mines are flagged."""
        move = self._playing().chord(cell)
        self._settle()
        return move

    def carry(self, act: Callable[[Game], None]) -> None:
        """Let someone else, such as an agent, make a move in the game."""
        act(self._playing())
        self._settle()

    def _playing(self) -> Game:
        if self.game is None:
            raise SapperError("no cell is open yet")
        if self.is_over:
            raise SapperError(f"the game is over: it was {self.state}")
        return self.game

    def _settle(self) -> None:
        """When the game has just ended: stop the clock, and keep the record if asked to."""
        if self.is_over and self._ended is None:
            self._ended = self._clock()
            if self.record_file is not None:
                self._keep(self.record_file)

    def _keep(self, file: Path) -> None:
        """Save the record; a failure is noted, for the end of the game is to be shown all the same."""
        try:
            self.save(file)
        except SapperError as error:
            self.unkept = str(error)

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        if self.game is None:
            raise SapperError("there is no game yet: open a cell first")
        return replace(self.game.record, agent=self.player)

    def save(self, file: Path) -> None:
        """Add the record of the game to a file.

        Raises:
            SapperError: There is no game yet, or the file cannot be written.
        """
        line = self.record.to_json() + "\n"
        try:
            with file.open("a", encoding="utf-8") as stream:
                stream.write(line)
        except OSError as error:
            raise _no_record(file, error) from None
        self.unkept = ""

    def analysis(self) -> Analysis:
        """The risks now; worked out once for each position."""
        view = self.view
        if self.is_promised:
            return FirstMoveAnalysis(view, self.rules, self.start)
        if self._analysed is None or self._analysed[0] != view:
            self._analysed = view, analyse(view, budget=HINT_SECONDS)
        return self._analysed[1]

    def hint(self) -> Decision:
        """The best move, and why."""
        if self.is_over:
            raise SapperError(f"the game is over: it was {self.state}")
        analysis = self.analysis()
        if isinstance(analysis, FirstMoveAnalysis):
            return analysis.best
        if self.game is None:
            corner = "a corner has the fewest neighbours, and is most often a zero"
            return Decision.guess((0, 0), reason=f"the first cell: {corner}")
        return advise(self.view, analysis)

    def why(self, cell: Cell) -> str:
        """What is known about a covered cell."""
        view, analysis = self.view, self.analysis()
        self.rules.index(cell)
        if view[cell] != -2:
            return f"{cell} is open"
        if isinstance(analysis, FirstMoveAnalysis):
            return f"{cell}: {analysis.why(cell)}"
        risk = float(analysis.risk[cell])
        if risk in {0, 1}:
            return f"{cell}: {explain_cell(view, analysis, cell).text}"
        about = "a risk of" if analysis.exact else "an estimated risk of"
        return f"{cell}: {about} {risk:.2%}"

    def open_certain(self) -> int:
        """Open every certain cell until a guess is due; how many moves that took."""
        moves = 0
        while self.state == "playing":
            flags = self.view.flags
            safe = [cell for cell in self.analysis().safe if not flags[cell]]
            if not safe:
                break
            for cell in safe:
                if self.state == "playing" and self.view[cell] == -2:
                    self.open(cell)
                    moves += 1
        return moves

    @property
    def summary(self) -> str:
        """How the game stands, in a sentence."""
        game = self.game
        if game is None:
            return "Open any cell to begin."
        if game.state == "playing":
            left = self.view.mines_left
            stands = f"{game.free_left} free cells to open, {left} mine{'s' * (left != 1)} not flagged."
            return f"{stands} {self._where_to_begin()}".rstrip()
        moves, bbbv = len(game.moves), game.board.bbbv
        took = f"{self.seconds:.1f} s, {moves} moves, 3BV {bbbv}"
        if game.state == "won":
            return f"Won: {took}, efficiency {bbbv / max(1, moves):.0%}."
        return f"Lost: {took}. {self._last_risk()}"

    def _where_to_begin(self) -> str:
        """Where a board that is laid out keeps the promise, before a cell is opened."""
        if not self.is_promised:
            return ""
        what = "a zero" if self.rules.first_move == "zero" else "free"
        return f"The board starts at {self.start}, which is {what}."

    def _last_risk(self) -> str:
        """What the last move risked, looked at before it was made."""
        game = self.game
        if game is None or game.end != "mine":
            return ""
        before = Game(game.board)
        for move in game.moves[:-1]:
            {"open": before.open, "flag": before.flag, "chord": before.chord}[move.do](move.cell)
        last = game.moves[-1]
        hits = [(row, col) for row, col, number in last.opened if number < 0]
        if before.view.is_untouched:
            return ""
        risk = analyse(before.view, budget=HINT_SECONDS).risk
        safest = float(np.nanmin(risk))
        return f"The risk at {hits[0]} was {risk[hits[0]]:.1%}, the lowest {safest:.1%}."


def check_file(file: Path) -> None:
    """Refuse a file that no record can be added to, before a game is played for it.

    Raises:
        SapperError: It cannot be written.
    """
    try:
        check_writable(file)
    except OSError as error:
        raise _no_record(file, error) from None


def _no_record(file: Path, error: OSError) -> SapperError:
    return SapperError(f"no record can be added to {file}: {error.strerror or error}")
