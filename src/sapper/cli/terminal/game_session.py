"""A person's games in the terminal: boards, moves, hints and records.

A session does not draw. The line game and the Textual application both use it.
"""

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
from sapper.plural import counted
from sapper.solver.analysis import Analysis, analyse
from sapper.solver.board_generator import generate
from sapper.solver.explanation import explain_cell

PERSON = "person"
"""The name of a human player in game records."""
HINT_SECONDS = 1.0
"""The time limit for the risks behind a hint, in seconds. Beyond it they are estimated."""
BOARD_SECONDS = 20.0
"""The time limit for finding a board that needs no guess, in seconds."""


class GameSession:
    """A sequence of games with the same rules.

    The board of a game is made when its first cell is opened, because the promise is about that cell.

    Raises:
        ValueError: No first cell can keep the promise of the rules.
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
        self.record_error = ""
        """Why the record of a finished game could not be written; empty when there was no error."""
        self.origin = ""
        """Where the position comes from, if the game was begun by someone else."""
        self.game: Game | None = None
        self._clock = clock
        self._began: float | None = None
        self._ended: float | None = None
        self._analysed: tuple[View, Analysis] | None = None

    @property
    def view(self) -> View:
        """The view of the player."""
        if self.game is not None:
            return self.game.view
        return View.from_array(np.full((self.rules.rows, self.rules.cols), -2, np.int8), self.rules.mines)

    @property
    def shown(self) -> View:
        """The view to draw: that of the player, and on a won board every mine has a flag."""
        view = self.view
        if self.state != "won":
            return view
        numbers = view.numbers
        return View.from_array(numbers, self.rules.mines, numbers == -2)

    @property
    def state(self) -> str:
        """``new`` before the first cell is opened, then the state of the game."""
        return "new" if self.game is None else self.game.state

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.state in {"won", "lost"}

    @property
    def start(self) -> Cell | None:
        """The cell that the promise is about; None before the board is made."""
        return None if self.game is None else self.game.board.start

    @property
    def is_promised(self) -> bool:
        """Whether no cell is open yet and the rules make a promise about the first cell."""
        return is_promised(self.rules, self.view)

    @property
    def mines(self) -> frozenset[Cell]:
        """The mines of a lost game; empty before."""
        if self.game is None or self.game.state != "lost":
            return frozenset()
        return frozenset(self.game.board.mines)

    @property
    def seconds(self) -> float:
        """The playing time of the game."""
        if self._began is None:
            return 0.0
        return (self._clock() if self._ended is None else self._ended) - self._began

    def new(self) -> None:
        """Begin a game on the next board."""
        self.index += 1
        self._reset(None)

    def again(self) -> None:
        """Begin a game on the same board."""
        self._reset(None if self.game is None else Game(self.game.board))

    def change_level(self, rules: Rules) -> None:
        """Begin a game with another board size and the same promise about the first move."""
        self.rules = replace(self.rules, rows=rules.rows, cols=rules.cols, mines=rules.mines)
        self.new()

    def play_on(self, record: GameRecord, moves: int) -> None:
        """Go on with a recorded game after so many of its moves. Its mines stay hidden.

        Raises:
            ValueError: The record is invalid, it has fewer moves, or the game was over by then.
        """
        game = record.game_after(moves)
        self.rules = record.rules
        self._reset(game)
        self.origin = f"from move {moves}"
        if not record.layout_known:
            self.origin += " of a game whose mines were not all seen; they are placed as they may be"

    def _reset(self, game: Game | None) -> None:
        self.game, self.origin = game, ""
        self._began = self._ended = None

    def lay_out(self, start: Cell) -> None:
        """Make the board of this game for a start cell, without opening that cell.

        Raises:
            OutOfBudget: No board without a guess was found in time.
            ValueError: The mines do not fit if this cell keeps the promise.
        """
        if self.no_guess:
            # Each game has its own seed, so that its board does not depend on how many games came before.
            found = next(
                generate(
                    self.rules, seed=self._board_seed(), start=start, no_guess=True, budget=BOARD_SECONDS
                )
            )
            self.game = Game(found.board)
        else:
            self.game = Game(Board.random(self.rules, self.seed, self.index, start))

    def _board_seed(self) -> int:
        return (self.seed + self.index * 0x9E3779B97F4A7C15) % 2**64

    def open(self, cell: Cell) -> Move | None:
        """Open a covered cell, or chord on an open one."""
        self.rules.index(cell)
        if self.game is None:
            self.lay_out(cell)
        game = self._playing()
        if self._began is None:
            self._began = self._clock()
        move = game.open(cell) if game.view[cell] == -2 else game.chord(cell)
        self._after_move()
        return move

    def flag(self, cell: Cell) -> Move | None:
        """Set a flag on a covered cell, or remove it."""
        if self.game is None:
            raise SapperError("open a cell before you set flags")
        move = self._playing().flag(cell)
        self._after_move()
        return move

    def chord(self, cell: Cell) -> Move | None:
        """Open the unflagged cells around a number whose mines are flagged."""
        move = self._playing().chord(cell)
        self._after_move()
        return move

    def carry_out(self, act: Callable[[Game], None]) -> None:
        """Let a function, such as the step of an agent, make moves in the game."""
        act(self._playing())
        self._after_move()

    def _playing(self) -> Game:
        if self.game is None:
            raise SapperError("no cell is open yet")
        if self.is_over:
            raise SapperError(f"the game is over: it was {self.state}")
        return self.game

    def _after_move(self) -> None:
        """When the game has just ended, stop the clock and write the record if a file was given."""
        if self.is_over and self._ended is None:
            self._ended = self._clock()
            if self.record_file is not None:
                self._write_record(self.record_file)

    def _write_record(self, file: Path) -> None:
        """Save the record. An error is only noted, because the end of the game must still be shown."""
        try:
            self.save(file)
        except SapperError as error:
            self.record_error = str(error)

    @property
    def record(self) -> GameRecord:
        """The record of the game so far."""
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
            raise _cannot_write(file, error) from None
        self.record_error = ""

    def analysis(self) -> Analysis:
        """The analysis of the current view, computed once per position."""
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
            corner = "a corner has the fewest neighbours and is most often a zero"
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
        """Open certain cells until a guess is needed, and return the number of moves."""
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

    def after_certain(self, moves: int) -> str:
        """Say what opening certain cells has done, and that a guess is due if the game goes on."""
        done = f"{counted(moves, 'certain move')} made. " if moves else ""
        if self.state != "playing":
            return done.rstrip() or "No certain move made."
        if self.analysis().safe:
            return f"{done}Every cell that is certainly free has a flag."
        return f"{done}A guess is due: no cell is certainly free."

    @property
    def summary(self) -> str:
        """The state of the game in one or two sentences."""
        game = self.game
        if game is None:
            return "Open any cell to begin."
        if game.state == "playing":
            left = self.view.mines_left
            stands = f"{counted(game.free_left, 'free cell')} to open, {counted(left, 'mine')} not flagged."
            return f"{stands} {self._start_sentence()}".rstrip()
        moves, bbbv = len(game.moves), game.board.bbbv
        took = f"{self.seconds:.1f} s, {counted(moves, 'move')}, 3BV {bbbv}"
        if game.state == "won":
            return f"Won: {took}, efficiency {bbbv / max(1, moves):.0%}."
        return f"Lost: {took}. {self._last_risk_sentence()}"

    def _start_sentence(self) -> str:
        """Name the start cell of a board that is already made, before any cell is opened."""
        if not self.is_promised:
            return ""
        what = "a zero" if self.rules.first_move == "zero" else "free"
        return f"The board starts at {self.start}, which is {what}."

    def _last_risk_sentence(self) -> str:
        """State the risk of the last move, computed for the position before it."""
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
    """Check before the game that records can be added to a file.

    Raises:
        SapperError: The file cannot be written.
    """
    try:
        check_writable(file)
    except OSError as error:
        raise _cannot_write(file, error) from None


def _cannot_write(file: Path, error: OSError) -> SapperError:
    return SapperError(f"no record can be added to {file}: {error.strerror or error}")
