"""The game as printed lines and typed commands. It works through a pipe."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from sapper.cli import position_picture
from sapper.cli.position_picture import number_style
from sapper.cli.terminal.agent_watcher import AgentWatcher
from sapper.cli.terminal.game_session import GameSession
from sapper.errors import SapperError
from sapper.game.rules import Cell
from sapper.game.view import View

if TYPE_CHECKING:
    from rich.console import Console

HELP = """\
R C          open row R, column C; on a number, open its unflagged neighbours
flag R C     set or remove a flag                 chord R C    open around a number whose mines are flagged
hint         the best move, and why               risks        every risk in percent
why R C      what is known about a cell           auto         open certain cells until a guess is due
review       grade the moves so far               save FILE    add the record to a file
new          another board                        again        the same board once more
help         this text                            quit         leave (or end the input)"""
SHORT = {
    "o": "open",
    "f": "flag",
    "c": "chord",
    "h": "hint",
    "r": "risks",
    "w": "why",
    "a": "auto",
    "v": "review",
    "s": "save",
    "n": "new",
    "g": "again",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}
DEFAULT_FILE = "sapper-games.jsonl"


def picture(view: View, cell: Cell | None = None, mines: Container[Cell] = ()) -> Text:
    """Draw a board with numbered rows and columns.

    `cell` is drawn with reversed colours, and covered cells in `mines` as m.
    """
    text = Text("    ")
    text.append("".join(f"{col % 100:>3}" for col in range(view.cols)) + "\n", "dim")
    flags = view.flags.tolist()
    for row, numbers in enumerate(view.numbers.tolist()):
        text.append(f"{row:>4}", "dim")
        for col, number in enumerate(numbers):
            symbol, style = _symbol(number, flags[row][col], (row, col) in mines)
            text.append(f"  {symbol}", style + Style(reverse=(row, col) == cell))
        text.append("\n")
    return text


def _symbol(number: int, flagged: bool, mine: bool) -> tuple[str, Style]:
    """The symbol of a cell, as in position text, and its style."""
    if number >= 0:
        return (str(number) if number else "."), number_style(number)
    if number == -1:
        return "*", Style.parse("bold red")
    if flagged:
        return "F", Style.parse("bold red")
    return ("m", Style.parse("red")) if mine else ("?", Style.parse("dim"))


class LineGame:
    """A game that reads commands, one per line, and prints the board after each."""

    def __init__(self, session: GameSession, out: Console, ask: Callable[[], None]) -> None:
        """Prepare a game. `ask` is called before each line is read, to print a prompt."""
        self.session, self.out, self.ask = session, out, ask
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "open": lambda words: self._move(session.open, words),
            "flag": lambda words: self._move(session.flag, words),
            "chord": lambda words: self._move(session.chord, words),
            "hint": lambda words: self._hint(),
            "risks": lambda words: self._risks(),
            "why": lambda words: self._say(session.why(_cell(words))),
            "auto": lambda words: self._auto(),
            "review": lambda words: self._review(),
            "save": self._save,
            "new": lambda words: self._begin(session.new),
            "again": lambda words: self._begin(session.again),
            "help": lambda words: self.out.print(HELP),
        }

    def play(self, lines: Iterable[str]) -> None:
        """Play until the input ends or a line says quit.

        Raises:
            SapperError: The record of a finished game could not be written.
        """
        rules = self.session.rules
        kind = ", no guess needed" if self.session.no_guess else ""
        origin = self.session.origin or f"seed {self.session.seed}"
        self._say(f"{rules.size}, first move {rules.first_move}{kind}, {origin}.")
        self._say("Type R C to open a cell, help for more.")
        self._show()
        self.ask()
        for line in lines:
            if self._run(line):
                break
            self.ask()
        if self.session.record_error:
            raise SapperError(self.session.record_error)

    def _run(self, line: str) -> bool:
        """Run the command of a line, and return whether it ends the program."""
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            words = line.split()
        if not words:
            return False
        name = words[0].lower()
        name = SHORT.get(name, name)
        if name.lstrip("-").isdigit():
            name, words = "open", ["open", *words]
        if name == "quit":
            return True
        command = self.commands.get(name)
        if command is None:
            self._say(f"{words[0]!r} is not a command; type help to list the commands.")
            return False
        try:
            command(words[1:])
        except (SapperError, ValueError) as error:
            self._say(_sentence(str(error)))
        return False

    def _move(self, act: Callable[[Cell], object], words: list[str]) -> None:
        if act(_cell(words)) is None:
            self._say("That move has no effect.")
            return
        self._show()

    def _auto(self) -> None:
        said = self.session.after_certain(self.session.open_certain())
        self._say(said)
        self._show()

    def _begin(self, again: Callable[[], None]) -> None:
        again()
        self._show()

    def _hint(self) -> None:
        hint = self.session.hint()
        where = f"Open {hint.opens[0]}: " if hint.opens else ""
        self._say(f"{where}{hint.reason}.")

    def _risks(self) -> None:
        view, analysis = self.session.view, self.session.analysis()
        best = self.session.hint()
        self.out.print(position_picture.picture(view, analysis, best), end="")
        if self.session.is_promised:
            self._hint()  # the promise is about one cell only, so a count of free cells would be wrong
        else:
            self.out.print(position_picture.description(view, analysis, best), end="")

    def _review(self) -> None:
        from sapper.review.game_review import review

        found = review(self.session.record, "fast")
        for move in found.moves:
            if move.grade in {"inaccuracy", "mistake", "unlucky"}:
                best = f"; best was {move.best.opens[0]}: {move.best.reason}" if move.best else ""
                cost = f", cost {100 * move.cost:.1f} points" if move.cost else ""
                self._say(f"Move {move.number}, {move.do} {move.cell}: {move.grade}{cost}{best}.")
        self._say(found.sentence)

    def _save(self, words: list[str]) -> None:
        file = Path(words[0]) if words else Path(DEFAULT_FILE)
        self.session.save(file)
        self._say(f"Added to {file}; sapper review grades it.")

    def _show(self) -> None:
        self.out.print(picture(self.session.shown, mines=self.session.mines), end="")
        self._say(self.session.summary)
        if self.session.is_over and self.session.record_error:
            self._say(_sentence(self.session.record_error))

    def _say(self, text: str) -> None:
        self.out.print(text)


def watch(watcher: AgentWatcher, out: Console) -> None:
    """Print every step of an agent, the board after each guess, and the final board.

    Raises:
        SapperError: The record of the game could not be written.
    """
    session = watcher.session
    while step := watcher.step():
        game = session.game
        if game is not None and not game.moves[-1].certain:
            out.print(picture(session.view, watcher.cell), end="")
        out.print(f"{watcher.name} {step}")
    out.print(picture(session.shown, watcher.cell, session.mines), end="")
    out.print(session.summary)
    if session.record_error:
        raise SapperError(session.record_error)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _cell(words: list[str]) -> Cell:
    parts = [part for word in words for part in word.split(",") if part]
    try:
        row, col = (int(part) for part in parts)
    except ValueError:
        raise SapperError(f"a cell is a row and a column such as 3 4, not {' '.join(words)!r}") from None
    return row, col
