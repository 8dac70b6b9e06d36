"""The game line by line: prints the board, reads typed moves. Works through a pipe."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from sapper.cli import position_text
from sapper.cli.terminal.agent_watcher import AgentWatcher
from sapper.cli.terminal.game_session import GameSession
from sapper.errors import SapperError
from sapper.game.rules import Cell
from sapper.game.view import View

if TYPE_CHECKING:
    from rich.console import Console

HELP = """\
R C          open row R, column C; on a number, open what is left around it
flag R C     put a flag, or take it away          chord R C    open around a number whose mines are flagged
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
    """Draw a board with rows and columns numbered; the cell is drawn in reverse, covered mines as m."""
    text = Text("    ")
    text.append("".join(f"{col % 100:>3}" for col in range(view.cols)) + "\n", "dim")
    flags = view.flags.tolist()
    for row, numbers in enumerate(view.numbers.tolist()):
        text.append(f"{row:>4}", "dim")
        for col, number in enumerate(numbers):
            symbol, style = _symbol(number, flags[row][col], (row, col) in mines)
            text.append("  ")
            text.append(symbol, f"reverse {style}" if (row, col) == cell else style)
        text.append("\n")
    return text


def _symbol(number: int, flagged: bool, mine: bool) -> tuple[str, str]:
    """One cell as a letter of the position text, and its style."""
    if number >= 0:
        return (str(number) if number else "."), position_text.NUMBER_COLOURS[number]
    if number == -1:
        return "*", "bold red"
    if flagged:
        return "F", "bold red"
    return ("m", "red") if mine else ("?", "dim")


class LineGame:
    """Reads a line, does what it says, prints what came of it."""

    def __init__(self, session: GameSession, out: Console, ask: Callable[[], None]) -> None:
        """`ask` is called before each line, to prompt whoever types."""
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
            "help": lambda words: self.out.print(HELP, markup=False),
        }

    def play(self, lines: Iterable[str]) -> None:
        """Play until the lines end or one says quit.

        Raises:
            SapperError: The record of a finished game was to be kept, and is not.
        """
        rules = self.session.rules
        kind = ", no guess needed" if self.session.no_guess else ""
        self._say(f"{rules.size}, first move {rules.first_move}{kind}, seed {self.session.seed}.")
        self._say("Type R C to open a cell, help for more.")
        self._show()
        self.ask()
        for line in lines:
            if self._obey(line):
                break
            self.ask()
        if self.session.unkept:
            raise SapperError(self.session.unkept)

    def _obey(self, line: str) -> bool:
        """Do what a line says; whether it ends the game."""
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
            self._say(f"{words[0]!r} is no command; type help to see them.")
            return False
        try:
            command(words[1:])
        except (SapperError, ValueError) as error:
            self._say(_sentence(str(error)))
        return False

    def _move(self, act: Callable[[Cell], object], words: list[str]) -> None:
        if act(_cell(words)) is None:
            self._say("That changes nothing.")
            return
        self._show()

    def _auto(self) -> None:
        self._say(f"{self.session.open_certain()} certain moves.")
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
        self.out.print(position_text.picture(view, analysis, best), end="")
        if self.session.is_promised:
            self._hint()  # a promise is about one cell: counting the free ones would say more than it does
        else:
            self.out.print(position_text.description(view, analysis, best), end="")

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
        self.out.print(picture(self.session.view, mines=self.session.mines), end="")
        self._say(self.session.summary)
        if self.session.is_over and self.session.unkept:
            self._say(_sentence(self.session.unkept))

    def _say(self, text: str) -> None:
        self.out.print(text, markup=False)


def watch(watcher: AgentWatcher, out: Console) -> None:
    """Print every step of an agent, the board before each guess, and the end.

    Raises:
        SapperError: The record was to be kept, and is not.
    """
    session = watcher.session
    while told := watcher.step():
        game = session.game
        if game is not None and not game.moves[-1].certain:
            out.print(picture(session.view, watcher.cell), end="")
        out.print(f"{watcher.name} {told}", markup=False)
    out.print(picture(session.view, watcher.cell, session.mines), end="")
    out.print(session.summary, markup=False)
    if session.unkept:
        raise SapperError(session.unkept)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _cell(words: list[str]) -> Cell:
    parts = [part for word in words for part in word.split(",") if part]
    try:
        row, col = (int(part) for part in parts)
    except ValueError:
        raise SapperError(f"a cell is a row and a column such as 3 4, not {' '.join(words)!r}") from None
    return row, col
