"""The Textual application of `sapper play`, controlled by keys and mouse."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from sapper import Rules
from sapper.cli.terminal.board_widget import CURSOR, EDGE, HINT, SURE_FREE, SURE_MINE
from sapper.cli.terminal.game_app import FOOTERS, GameApp, footer
from sapper.cli.terminal.game_session import GameSession
from sapper.game.file_formats import read_records
from tests.cli.command_runner import Terminal
from tests.patience import PATIENCE

Script = Callable[[GameApp, Pilot[None]], Awaitable[None]]
ZERO = Rules(9, 9, 10, first_move="zero")


def drive(
    script: Script,
    rules: Rules = ZERO,
    *,
    agent: str | None = None,
    size: tuple[int, int] = (80, 26),
    no_guess: bool = False,
    record: Path | None = None,
) -> None:
    """Run a script against the application."""

    async def run() -> None:
        app = GameApp(GameSession(rules, 5, no_guess, record), agent)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())


def said(app: GameApp) -> str:
    return str(app.said.render())


def facts(app: GameApp) -> str:
    return str(app.facts.render())


def ground(app: GameApp, row: int, col: int) -> str:
    """The background colour of a drawn cell."""
    _, style = app.board._segment((row, col))
    assert style.bgcolor is not None
    return str(style.bgcolor.name)


def test_a_game_is_won_by_keys_alone_with_hints() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        assert "Open any cell to begin." in said(app)
        await pilot.press("space")
        for _ in range(200):
            if app.session.is_over:
                break
            await pilot.press("h")
            assert app.hinted is not None
            assert "certain" in said(app) or "risk" in said(app)
            row, col = app.hinted
            while app.board.cursor != (row, col):
                here = app.board.cursor
                step = (
                    ("down" if row > here[0] else "up")
                    if row != here[0]
                    else ("right" if col > here[1] else "left")
                )
                await pilot.press(step)
            await pilot.press("enter")
        assert app.session.state == "won"
        assert "Won: " in said(app)
        assert "won" in facts(app)

    drive(script, Rules(5, 6, 4, first_move="zero"))


def test_the_mouse_opens_and_flags() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await mouse(pilot, app, (0, 0))
        assert app.session.state == "playing"
        await mouse(pilot, app, (2, 0), button=3)
        assert app.session.view.flags[2, 0]
        await mouse(pilot, app, (2, 0), control=True)
        assert not app.session.view.flags[2, 0]
        await mouse(pilot, app, (0, 4))
        assert app.session.view[0, 4] == 1
        assert app.board.cursor == (0, 4)
        assert app.board.cell_at(1000, 1000) is None

    drive(script)


async def mouse(
    pilot: Pilot[None], app: GameApp, cell: tuple[int, int], button: int = 1, control: bool = False
) -> None:
    row, col = cell
    place = app.board.ruler_width + col * app.board.cell_width + 1, row + 1
    await pilot.mouse_down(app.board, offset=place, button=button, control=control)
    await pilot.pause()


def test_risks_and_hints_are_drawn() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        plain = ground(app, 0, 4)
        await pilot.press("r")
        assert (ground(app, 0, 4), ground(app, 1, 4)) == (SURE_FREE, SURE_MINE)
        assert app.board._segment((5, 1))[0].strip() == "5"
        assert ground(app, 0, 0) == CURSOR
        await pilot.press("h")
        assert ground(app, 0, 4) == HINT
        await pilot.press("r", "f")
        assert app.session.view.mines_left == 10  # an open cell cannot be flagged
        await pilot.press("right", "right", "right", "right", "w")
        assert "(0, 4): certain: the 1 at (0, 3)" in said(app)
        await pilot.press("f")
        assert "9 left" in facts(app)
        await pilot.press("f", "space")
        assert ground(app, 0, 5) == plain or ground(app, 1, 5) == plain

    drive(script)


def test_a_lost_game_shows_its_mines_keeps_its_record_and_can_be_graded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "down", "right", "right", "right", "right")
        await pilot.press("space")
        assert "Lost: " in said(app)
        assert "The risk at (1, 4) was 100.0%" in said(app)
        drawn = [app.board._segment((row, col))[0].strip() for row in range(9) for col in range(9)]
        assert drawn.count("✹") == 10
        await pilot.press("h")
        assert "the game is over: it was lost" in said(app)
        await pilot.press("v")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "mistake" in said(app)
        board = app.session.record.board
        await pilot.press("g")
        assert app.session.record.board == board
        assert (app.session.state, app.session.seconds) == ("playing", 0)

    drive(script, record=file)
    [record] = read_records(file)
    assert (record.result, record.agent) == ("lost", "person")


def test_a_record_error_does_not_hide_the_result(tmp_path: Path) -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "a")
        assert app.session.state == "won"
        assert "Won: " in said(app)
        assert "Record not saved: no record can be added to" in said(app)
        await pilot.press("s")
        assert "no record can be added to" in said(app)

    drive(script, record=tmp_path / "no" / "x")


def test_the_promise_of_the_first_cell_is_drawn() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        assert (ground(app, 0, 1), ground(app, 8, 8)) == (SURE_FREE, SURE_FREE)
        await pilot.press("space", "g")
        assert "The board starts at (0, 0), which is a zero." in said(app)
        assert (ground(app, 0, 1), app.board._segment((8, 8))[0].strip()) == (SURE_FREE, "13")
        await pilot.press("right", "h")
        assert app.hinted == (0, 0)
        assert "the rules promise that the start of this board is a zero" in said(app)

    drive(script)


def test_new_boards_levels_and_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        assert "there is no game yet" in said(app)
        await pilot.press("space", "a")
        assert app.session.state == "won"
        await pilot.press("s")
        assert "sapper-games.jsonl" in said(app)
        await pilot.press("n")
        assert (app.session.state, app.session.index) == ("new", 1)
        for size in ("16x16/40", "16x30/99", "9x9/10"):
            await pilot.press("l")
            assert app.session.rules.size == size
            assert size in facts(app)
            assert (app.board.rows, app.board.cols) == (app.session.rules.rows, app.session.rules.cols)
        await pilot.press("f1")
        assert "Arrows" in said(app)

    drive(script)
    assert len(read_records(tmp_path / "sapper-games.jsonl")) == 1


def test_boards_without_a_guess_are_won_by_certain_cells() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("down", "right", "space", "a")
        assert app.session.state == "won"
        assert "no guess needed" in facts(app)

    drive(script, Rules(16, 30, 99), no_guess=True)


def test_an_agent_is_watched_stopped_and_stepped() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        assert not app.running
        assert "stopped" in facts(app)
        before = len(app.session.record.moves)
        await pilot.press("full_stop")
        await pilot.press("full_stop")
        assert len(app.session.record.moves) == before + 2
        assert "sapper-fast opens" in said(app)
        await pilot.press("f")
        assert "is playing" in said(app)
        for _ in range(10):
            await pilot.press("plus")
        await pilot.press("space")
        for _ in range(400):
            await pilot.pause(0.02)
            if not app.running:
                break
        assert app.session.is_over
        assert app.session.summary in said(app)
        await pilot.press("n")
        assert app.session.index == 1
        assert app.session.state == "playing"

    drive(script, agent="sapper-fast")


def test_a_large_board_scrolls_with_the_cursor() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        app.board.move(60, 69)
        await pilot.press("right")
        assert app.board.cursor == (60, 70)
        left, top = app.board.scroll_offset
        assert top > 30
        assert left > 50
        assert app.board.cell_at(0, 0) is None
        assert app.board.cell_at(app.board.ruler_width, 1) == (top, left // 2)
        assert app.board.render_line(1).text.startswith(f"{top:>2} ")
        await pilot.press("r")
        assert app.board.render_line(0).cell_length >= 70

    drive(script, Rules(100, 100, 1500, first_move="zero"))


def test_cells_are_narrower_in_a_narrow_window() -> None:
    widths: list[int] = []

    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        widths.append(app.board.cell_width)

    for size in ((100, 26), (80, 26)):
        drive(script, Rules(16, 30, 99), size=size)
    assert widths == [3, 2]


def screen(app: GameApp) -> list[str]:
    """The lines of the whole screen, as a terminal shows them."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def test_expert_with_risks_fits_80x24_and_no_two_risks_touch() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("r", "space")
        lines = screen(app)
        assert len(lines) == 24
        [ruler] = [number for number, line in enumerate(lines) if " 10" in line and " 28" in line]
        rows = [line.strip() for line in lines[ruler + 1 : ruler + 17]]
        assert [row.split(EDGE)[0].strip() for row in rows] == [str(row) for row in range(16)]
        assert all(len(row.split(EDGE)) == 31 for row in rows)
        grounds = {ground(app, row, col) for row in range(16) for col in range(30)}
        assert len(grounds) > 4  # the risks are colours
        assert not any(len(part.strip()) > 1 for row in rows for part in row.split(EDGE)[1:])
        app.board.cursor = app.session.view.covered[0]
        await pilot.press("r", "r")
        assert " risk " in facts(app)  # the number that its cell has no room for

    drive(script, Rules(16, 30, 99, first_move="zero"), size=(80, 24))


def test_wide_cells_keep_their_risks_apart() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "r")
        rows = screen(app)
        shown = [part.strip() for row in rows for part in row.split(EDGE)[1:]]
        assert any(len(part) == 2 and part.isdigit() for part in shown)
        assert all(len(part) <= 2 for part in shown)

    drive(script)


def test_the_footer_fits_and_follows_the_mode() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        assert "l level" in screen(app)[-1]
        await pilot.press("space")
        assert "f flag" in screen(app)[-1]
        await pilot.press("a")
        assert app.session.state == "won"
        assert "v grades" in screen(app)[-1]
        assert "f flag" not in screen(app)[-1]
        assert "⚑ 0 left" in facts(app)

    async def watch(app: GameApp, pilot: Pilot[None]) -> None:
        assert "space pause" in screen(app)[-1]
        await pilot.press("space")
        assert "space continue" in screen(app)[-1]

    drive(script)
    drive(watch, agent="sapper-fast")
    for mode in FOOTERS:
        for width in range(20, 120):
            assert len(footer(mode, width)) <= width
            assert footer(mode, width).endswith("F1 keys  q quit")


def test_after_the_certain_cells_a_guess_is_due() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "a")
        assert app.session.state == "playing"
        assert "A guess is due: no cell is certainly free." in said(app)

    drive(script, Rules(9, 9, 30, first_move="zero"))


def test_the_error_without_a_terminal_names_plain(sapper_cli: Terminal) -> None:
    outcome = sapper_cli("play")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "sapper: the game needs a terminal; --plain plays through a pipe\n"


def test_the_error_without_textual_names_the_extra(
    sapper_cli: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("sapper.cli.terminal.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual.app", None)
    outcome = sapper_cli("play")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "sapper: the terminal game needs textual: pip install 'sapper[tui]'\n"


def test_it_runs_in_a_real_terminal_and_quits() -> None:
    main, side = pty.openpty()
    command = [sys.executable, "-m", "sapper", "play", "--seed", "5"]
    with subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env={**os.environ, "TERM": "xterm-256color"}
    ) as process:
        os.close(side)
        shown = b""
        while b"seed 5" not in shown:
            assert select.select([main], [], [], 60)[0], "no output within 60 s"
            shown += os.read(main, 65536)
        os.write(main, b"q")
        try:
            while os.read(main, 65536):
                pass
        except OSError:
            pass  # the process has closed its end
        assert process.wait(timeout=PATIENCE) == 0
    os.close(main)
