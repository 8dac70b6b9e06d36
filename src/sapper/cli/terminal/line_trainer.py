"""The trainer as a dialogue of lines: it prints a position, reads an answer, and prints the solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count as counting

from rich.console import Console
from rich.style import Style
from rich.text import Text

from sapper.cli.position_picture import number_style
from sapper.cli.terminal.trainer_session import TrainerSession
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.plural import counted
from sapper.trainer.choice import Next
from sapper.trainer.judgement import Judgement
from sapper.trainer.patterns import PATTERNS, pattern
from sapper.trainer.progress import Result

HELP = """\
R C          name a cell by row and column; several cells are separated by semicolons
give up      show the solution
help         this text
patterns     explain every pattern
quit         leave (or end the input)"""
MOST_MOVES = 6
"""The number of guesses that a solution lists."""
CHOSEN = {True: Style.parse("bold black on green"), False: Style.parse("bold white on red")}


class LineTrainer:
    """Asks one exercise after another."""

    def __init__(self, session: TrainerSession, out: Console, colours: bool, prompt: bool) -> None:
        """Prepare. `colours` draws the board in colours, and `prompt` asks for each line."""
        self.session, self.out, self.colours, self.prompt = session, out, colours, prompt

    def run(self, lines: Iterable[str], count: int | None) -> None:
        """Ask until the input ends, a line says quit, or `count` exercises were answered."""
        reading = iter(lines)
        for number in counting(1):
            if count is not None and number > count:
                break
            try:
                chosen = self.session.next()
            except ValueError as error:
                if number == 1:
                    raise
                self._say(f"{error}.".capitalize())
                break
            self._ask(chosen, number)
            if not self._solve(chosen, reading):
                break
        answered = sum(self.session.progress.answered.values())
        if answered:
            self._say(f"Solved in this session: {self.session.solved}. {self._ratings()}")

    def _ask(self, chosen: Next, number: int) -> None:
        exercise = chosen.exercise
        view = exercise.view
        back = ", which you missed before" if chosen.has_returned else ""
        self._say(f"\nExercise {number}: {exercise.kind}, {exercise.grade}, {exercise.difficulty}{back}.")
        self._board(view)
        left = view.mines - int(view.flags.sum())
        self._say(f"{counted(view.mines, 'mine')}, {left} without a flag. {self._question(chosen)}")

    def _question(self, chosen: Next) -> str:
        if chosen.exercise.kind == "guess":
            return "No cell is certainly free. Which guess wins most often?"
        if self.session.find_all:
            return "Which cells are certainly free? Name all of them."
        return "Which cell is certainly free?"

    def _solve(self, chosen: Next, lines: Iterator[str]) -> bool:
        """Read lines until the exercise is answered. Return False when the person leaves."""
        while True:
            if self.prompt:
                print("> ", end="", flush=True)
            line = next(lines, None)
            if line is None:
                return False
            words = line.strip().lower()
            if not words or words.startswith("#"):
                continue
            if words in {"quit", "q", "exit"}:
                return False
            if words in {"help", "?", "h"}:
                self._say(HELP)
            elif words == "patterns":
                for each in PATTERNS:
                    self._say(f"{each.title}: {each.text}")
            else:
                try:
                    cells = [] if words in {"give up", "g"} else cells_of(words)
                    judgement, result = self.session.answer(chosen, cells)
                except ValueError as error:
                    self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
                    continue
                self._show(chosen, cells, judgement, result)
                return True

    def _show(self, chosen: Next, cells: list[Cell], judgement: Judgement, result: Result) -> None:
        view = chosen.exercise.view
        marks = dict.fromkeys(judgement.solution, True) | {cell: cell in judgement.solution for cell in cells}
        self._board(view, marks)
        self._say(judgement.sentence)
        for proof in judgement.proofs:
            title = pattern(proof.pattern).title + (" after reduction" if proof.is_reduced else "")
            self._say(f"  {proof.cell} is free ({title}): {proof.text}.")
        if judgement.proofs:
            easiest = min(judgement.proofs, key=lambda proof: len(proof.numbers))
            self._say(f"{pattern(easiest.pattern).title}: {pattern(easiest.pattern).text}")
        for move in judgement.moves[:MOST_MOVES]:
            self._say(f"  {move.cell!s:9} wins {move.win:6.2%}, risk {move.risk:6.2%}")
        left = len(judgement.moves) - MOST_MOVES
        if left > 0:
            self._say(f"  and {counted(left, 'more guess', 'more guesses')}")
        if result.is_repeated:
            self._say("You have answered this exercise before, so your rating stays.")
        else:
            change = round(result.after) - round(result.before)
            self._say(f"Your rating for this kind: {round(result.after)} ({change:+d}).")

    def _ratings(self) -> str:
        now, progress = self.session.clock(), self.session.progress
        parts = []
        for kind in progress.ratings:
            if progress.answered[kind]:
                rating = progress.rating(kind, now)
                parts.append(f"{kind} {rating.value:.0f} ± {1.96 * rating.deviation:.0f}")
        missed = len(progress.repetitions)
        back = f"{counted(missed, 'missed exercise')} will come back"
        return f"Rating: {', '.join(parts)}. {back}."

    def _board(self, view: View, marks: dict[Cell, bool] | None = None) -> None:
        """Draw the board. Marked cells are right (+) or wrong (x)."""
        text = Text("    ")
        text.append("".join(f"{col % 100:>3}" for col in range(view.cols)) + "\n", "dim")
        for row in range(view.rows):
            text.append(f"{row:>4}", "dim")
            for col in range(view.cols):
                symbol, style = _cell_text(view, (row, col), marks or {})
                text.append(f"  {symbol}", style)
            text.append("\n")
        self.out.print(text if self.colours else text.plain, end="")

    def _say(self, text: str) -> None:
        self.out.print(text)


def _cell_text(view: View, cell: Cell, marks: dict[Cell, bool]) -> tuple[str, Style]:
    number = view[cell]
    if cell in marks:
        return "+" if marks[cell] else "x", CHOSEN[marks[cell]]
    if number >= 0:
        return (str(number) if number else "."), number_style(number)
    if view.flags[cell]:
        return "F", Style.parse("bold red")
    return "?", Style.parse("dim")


def cells_of(text: str) -> list[Cell]:
    """Read cells such as ``3 4`` or ``3,4; 5,6``.

    >>> cells_of("3 4; 5,6")
    [(3, 4), (5, 6)]
    """
    cells = []
    for part in text.split(";"):
        if not part.strip():
            continue
        try:
            row, col = (int(word) for word in part.replace(",", " ").split())
        except ValueError:
            raise _no_cell(part) from None
        cells.append((row, col))
    if not cells:
        raise _no_cell(text)
    return cells


def _no_cell(text: str) -> ValueError:
    return ValueError(f"a cell is a row and a column such as 3 4, not {text.strip()!r}; type help for more")
