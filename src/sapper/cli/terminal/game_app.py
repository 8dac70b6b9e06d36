"""The Textual application: a line of facts, the board, and a line for messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import numpy as np
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from sapper.cli.terminal.agent_watcher import AgentWatcher
from sapper.cli.terminal.board_widget import BoardView
from sapper.cli.terminal.game_session import GameSession
from sapper.cli.terminal.line_game import DEFAULT_FILE
from sapper.errors import SapperError
from sapper.game.rules import PRESETS, Cell
from sapper.visible_text import visible, visible_lines

TICK = 0.5
"""Seconds between two updates of the clock."""
SLOWEST, FASTEST = 2.0, 1 / 64
"""The longest and the shortest pause between two steps of a watched agent, in seconds."""

KEYS = """\
[b]Arrows[/] move, [b]space[/] or [b]enter[/] opens (on a number: its neighbours), [b]f[/] flags
[b]Mouse[/]: left opens, right or Ctrl+left flags, middle chords; [b]c[/] chords too
[b]h[/] hint, [b]r[/] risks on and off, [b]w[/] why a cell is certain, [b]a[/] open certain cells
(3, 5) is the cell in row 3 and column 5, counted from 0 as on the rulers
[b]n[/] new board, [b]g[/] the same board again, [b]l[/] next level, [b]s[/] save, [b]v[/] grade, [b]q[/] quit
Watching an agent: [b]space[/] pauses or continues, [b].[/] one step, [b]+[/] and [b]-[/] change the speed"""


FOOTERS = {
    "new": ("space open", "l level", "n new"),
    "playing": ("space open", "f flag", "h hint", "r risks", "a certain", "w why", "n new"),
    "over": ("n new", "g again", "v grades", "s save", "l level"),
    "watching": ("space pause", ". step", "+ faster", "- slower"),
    "paused": ("space continue", ". step", "v grades", "n new"),
}
"""The keys that the last line shows in each mode, the most useful first."""
ALWAYS = ("F1 keys", "q quit")


def footer(mode: str, width: int) -> str:
    """The keys of a mode, as many as fit into a width.

    >>> footer("watching", 40)
    'space pause  . step  F1 keys  q quit'
    """
    shown = list(FOOTERS[mode])
    while shown and len("  ".join([*shown, *ALWAYS])) > width:
        shown.pop()
    return "  ".join([*shown, *ALWAYS])


class GameApp(App[None]):
    """The application: a person plays a session, or watches an agent play it."""

    TITLE = "sapper"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #0d1117; color: #d0d7de; }
    #facts { height: 1; padding: 0 1; background: #161b22; color: #d0d7de; text-style: bold; }
    #stage { height: 1fr; align: center middle; }
    #said { height: auto; max-height: 9; min-height: 3; padding: 0 1; background: #161b22; }
    #footer { height: 1; padding: 0 1; color: #8b949e; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False, priority=True),
        Binding("down", "move(1, 0)", show=False, priority=True),
        Binding("left", "move(0, -1)", show=False, priority=True),
        Binding("right", "move(0, 1)", show=False, priority=True),
        Binding("space,enter", "act('open')"),
        Binding("f", "act('flag')"),
        Binding("c", "act('chord')"),
        Binding("h", "hint"),
        Binding("r", "risks"),
        Binding("w", "why"),
        Binding("a", "certain"),
        Binding("n", "new"),
        Binding("g", "again"),
        Binding("l", "level"),
        Binding("s", "save"),
        Binding("v", "review"),
        Binding("full_stop", "step"),
        Binding("plus,equals_sign", "speed(0.5)"),
        Binding("minus", "speed(2.0)"),
        Binding("f1,question_mark", "keys"),
        Binding("q,ctrl+c", "quit"),
    ]

    def __init__(self, session: GameSession, agent: str | None = None) -> None:
        super().__init__()
        self.session = session
        self.watcher = None if agent is None else AgentWatcher(session, agent)
        self.board = BoardView(session.view)
        self.facts, self.said = Static(id="facts"), Static(id="text")
        self.footer = Static(id="footer")
        self.risks_shown = False
        self.hinted: Cell | None = None
        self.pause = 0.25
        self.running = self.watcher is not None

    def compose(self) -> ComposeResult:
        """Put the facts at the top, the board in the middle and the messages at the bottom."""
        yield self.facts
        with Vertical(id="stage"), Center():
            yield self.board
        with VerticalScroll(id="said", can_focus=False):
            yield self.said
        yield self.footer

    def on_mount(self) -> None:
        """Start the timers."""
        self.board.focus()
        self.set_interval(TICK, self._show_facts)
        if self.watcher is not None:
            self.set_timer(self.pause, self._continue)
        self._draw()
        self._say("$summary [dim]F1 lists the keys.[/]", summary=self.session.summary)

    # Moves of the player

    def on_board_view_acted(self, message: BoardView.Acted) -> None:
        """Make the move that a mouse press asks for."""
        self._do(message.act, message.cell)

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor."""
        self.board.move(down, right)
        self._show_facts()

    def action_act(self, act: str) -> None:
        """Make a move at the cursor. While an agent is watched, space pauses or continues it."""
        if self.watcher is not None and act == "open":
            self.running = not self.running
            self._show_facts()
            if self.running:
                self._continue()
            return
        self._do(act, self.board.cursor)

    def _do(self, act: str, cell: Cell) -> None:
        if self.watcher is not None:
            self._say("$agent is playing. To play yourself, start without --agent.", agent=self.watcher.name)
            return
        acts = {"open": self.session.open, "flag": self.session.flag, "chord": self.session.chord}
        self._try(lambda: self._moved(acts[act](cell)))

    def _moved(self, move: object) -> None:
        self.hinted = None
        self._draw()
        if move is not None or self.session.is_over:
            self._say_state()

    def _say_state(self) -> None:
        """Say how the game stands, or how it has ended."""
        if self.session.is_over:
            self._say(
                "[b]$summary[/]$record [dim]n: new, g: again, v: grade the moves.[/]",
                summary=self.session.summary,
                record=self._record_sentence(),
            )
        else:
            self._tell(self.session.summary)

    def _record_sentence(self) -> str:
        """Say whether the record was written, if a file was given."""
        file, problem = self.session.record_file, self.session.record_error
        if file is None:
            return ""
        return f" Record not saved: {problem}." if problem else f" Record saved in {file}."

    # Questions of the player

    def action_hint(self) -> None:
        """Show the best move and its reason."""
        self._try(self._hint)

    def _hint(self) -> None:
        hint = self.session.hint()
        if hint.opens:
            self.hinted = hint.opens[0]
            self._draw()
        self._say("[b]$cell[/] $reason.", cell=str(self.hinted or ""), reason=hint.reason)

    def action_risks(self) -> None:
        """Show or hide the risks."""
        self.risks_shown = not self.risks_shown
        self._try(self._draw)

    def action_why(self) -> None:
        """Show what is known about the cell under the cursor."""
        self._try(lambda: self._tell(self.session.why(self.board.cursor) + "."))

    def action_certain(self) -> None:
        """Open certain cells until a guess is needed."""
        if self.watcher is None:
            self._try(self._open_certain)

    def _open_certain(self) -> None:
        moves = self.session.open_certain()
        self._moved(None)
        if not self.session.is_over:
            self._tell(self.session.after_certain(moves))

    def action_review(self) -> None:
        """Grade the moves so far, in the background."""
        self._try(self._begin_review)

    def _begin_review(self) -> None:
        from sapper.review.game_review import Review, review

        record = self.session.record
        self._tell("Grading the moves ...")

        def grade() -> None:
            try:
                found = review(record, "fast")
            except (SapperError, ValueError) as error:
                self.call_from_thread(self._tell, f"{error}.")
            else:
                self.call_from_thread(show, found)

        def show(found: Review) -> None:
            lines = [
                f"move {move.number}, {move.cell}: {move.grade}"
                + (f", {100 * move.cost:.1f} points" if move.cost else "")
                + (f"; best {move.best.opens[0]}, {move.best.reason}" if move.best else "")
                for move in found.moves
                if move.grade in {"inaccuracy", "mistake", "unlucky"}
            ]
            self._say(
                "[b]$sentence[/]$moves", sentence=found.sentence, moves="".join(f"\n{line}" for line in lines)
            )

        self.run_worker(grade, thread=True, exclusive=True)

    def action_save(self) -> None:
        """Add the record to a file."""
        file = self.session.record_file or Path(DEFAULT_FILE)

        def save() -> None:
            self.session.save(file)
            self._say("Added to $file; [b]sapper review[/] grades it.", file=str(file))

        self._try(save)

    def action_keys(self) -> None:
        """List every key."""
        self._say(KEYS)

    # Games

    def action_new(self) -> None:
        """Begin a game on the next board."""
        self._begin(self.session.new)

    def action_again(self) -> None:
        """Begin a game on the same board."""
        self._begin(self.session.again)

    def action_level(self) -> None:
        """Begin a game on the next level."""
        levels = list(PRESETS.values())
        sizes = [level.size for level in levels]
        size = self.session.rules.size
        following = levels[(sizes.index(size) + 1) % len(levels) if size in sizes else 0]
        self._begin(lambda: self.session.change_level(following))

    def _begin(self, change: Callable[[], None]) -> None:
        def begin() -> None:
            change()
            self.hinted = None
            if self.watcher is not None:
                self.watcher.begin()
            self._draw()
            self._tell(self.session.summary)

        self._try(begin)

    # Watching an agent

    def action_step(self) -> None:
        """Let the agent do one step, then pause."""
        if self.watcher is not None:
            self.running = False
            self._step()

    def action_speed(self, factor: float) -> None:
        """Multiply the pause between two steps by a factor."""
        self.pause = min(SLOWEST, max(FASTEST, self.pause * factor))
        self._show_facts()

    def _continue(self) -> None:
        if self.running:
            self._step()
            self.set_timer(self.pause, self._continue)

    def _step(self) -> None:
        def step() -> None:
            if self.watcher is None:
                return
            text = self.watcher.step()
            if text:
                self.board.cursor = self.watcher.cell or self.board.cursor
                self._draw()
                self._say("[b]$agent[/] $step", agent=self.watcher.name, step=text)
            elif self.running:
                self.running = False
                self._say_state()

        self._try(step)

    # Display

    def _draw(self) -> None:
        session = self.session
        analysis = session.analysis() if self.risks_shown and not session.is_over else None
        self.board.show(session.shown, analysis, self.hinted, session.mines)
        self._show_facts()

    def _show_facts(self) -> None:
        session, rules = self.session, self.session.rules
        level = next((name for name, preset in PRESETS.items() if preset.size == rules.size), "custom")
        parts = [
            f"{level} {rules.size}",
            f"⚑ {session.shown.mines_left} left",
            f"{session.seconds:.0f} s",
            session.state,
            str(self.board.cursor) + self._risk_here(),
        ]
        if session.no_guess:
            parts.append("no guess needed")
        if self.watcher is not None:
            speed = f"{1 / self.pause:g} steps/s" if self.running else "stopped"
            parts.append(f"{self.watcher.name}, {speed}")
        seed = f"seed {session.seed}" + (f" board {session.index}" if session.index else "")
        parts.append(session.origin or seed)
        self.facts.update(Content(visible(" · ".join(parts))))
        self.footer.update(Content(footer(self._mode, self.size.width - 2)))

    @property
    def _mode(self) -> str:
        """The mode whose keys the last line shows."""
        if self.session.is_over:
            return "over"
        if self.watcher is not None:
            return "watching" if self.running else "paused"
        return "new" if self.session.state == "new" else "playing"

    def _risk_here(self) -> str:
        """The risk of the cell under the cursor, while risks are shown. A narrow cell shows only a colour."""
        if not self.risks_shown or self.session.is_over:
            return ""
        risk = self.session.analysis().risk[self.board.cursor]
        return "" if np.isnan(risk) else f" risk {risk:.0%}"

    def _say(self, markup: str, **texts: str) -> None:
        """Show a message. A text is inserted for its `$name`, and nothing in it is markup."""
        shown = {name: visible_lines(text) for name, text in texts.items()}
        self.said.update(Content.from_markup(markup, **shown))

    def _tell(self, text: str) -> None:
        """Show a text without markup."""
        self._say("$text", text=text)

    def _try(self, act: Callable[[], None]) -> None:
        """Run an action. An error is shown as a message, and the game continues."""
        try:
            act()
        except (SapperError, ValueError) as error:
            self._tell(f"{error}.")
