"""Routes of the analysis board."""

from __future__ import annotations

import asyncio
import base64
import binascii
from typing import Any

from fastapi import APIRouter, Request, Response

from sapper import _core
from sapper.errors import NotationError
from sapper.game.board import Board
from sapper.game.enums import FirstMove
from sapper.game.game import Game
from sapper.game.rules import Rules
from sapper.game.view import View
from sapper.web.messages import (
    AnalysisOut,
    Asked,
    ExplanationOut,
    FileIn,
    Impossible,
    Position,
    PositionOut,
    Problem,
)
from sapper.web.services import Context, Refused, as_json, client_of

router = APIRouter(prefix="/api", tags=["analysis"])
LAST_WORD = 0.25
"""Seconds that a thought nobody waits for may still take: another process would take longer to start."""
PARSERS = {".mbf": _core.parse_mbf, ".abf": _core.parse_abf}

FAILURES: dict[int | str, dict[str, object]] = {
    400: {"model": Problem},
    422: {"model": Problem},
    429: {"model": Problem},
    503: {"model": Problem},
    504: {"model": Problem},
}


@router.post("/analyse", response_model=AnalysisOut | Impossible, responses=FAILURES)
async def analyse(asked: Position, request: Request) -> Response:
    """Exact risks, certain cells, the best move and its rivals; or why the position is impossible."""
    checked_view(asked.position, Context.of(request).settings.side)
    return await answer(request, "analyse", asked.model_dump())


@router.post("/explain", response_model=ExplanationOut, responses=FAILURES)
async def explain(asked: Asked, request: Request) -> Response:
    """Which numbers prove a cell, or what it would show."""
    view = checked_view(asked.position, Context.of(request).settings.side)
    row, col = asked.cell
    if not (0 <= row < view.rows and 0 <= col < view.cols):
        raise Refused(400, f"the cell ({row}, {col}) lies outside the {view.rows}x{view.cols} board")
    return await answer(request, "explain", asked.model_dump())


@router.post("/position", response_model=PositionOut, responses={400: {"model": Problem}})
async def position(given: FileIn, request: Request) -> PositionOut:
    """Read a pasted position, or a board file, which is opened where a game on it would start."""
    side = Context.of(request).settings.side
    if (given.text is None) == (given.data is None):
        raise Refused(400, "give either a text or the data of a file")
    if given.text is not None:
        return _as_position(checked_view(given.text, side))
    try:
        data = base64.b64decode(given.data or "", validate=True)
        layout = PARSERS[given.suffix](data)
        _check_size(layout.rows, layout.cols, side)
        return _as_position(_opened(layout))
    except (ValueError, binascii.Error) as error:
        raise Refused(400, f"the file cannot be read: {error}") from None


async def answer(request: Request, task: str, question: dict[str, Any]) -> Response:
    """The answer to a question; a client that has gone is not thought for any longer."""
    asking = asyncio.ensure_future(Context.of(request).ask(client_of(request), task, question))
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({asking}, timeout=LAST_WORD)
        if not asking.done():
            raise Refused(499, "nobody waits for the answer")
        return as_json(asking.result())
    finally:
        asking.cancel()
        leaving.cancel()
        await asyncio.gather(asking, leaving, return_exceptions=True)


def checked_view(text: str, side: int) -> View:
    """Read a position, within the limits of the server."""
    try:
        view = View.parse(text)
    except NotationError as error:
        at = {"line": error.line, "column": error.column}
        raise Refused(400, f"the position cannot be read: {error}", **at) from None
    except ValueError as error:
        raise Refused(400, f"the position cannot be read: {error}") from None
    _check_size(view.rows, view.cols, side)
    return view


async def _gone(request: Request) -> None:
    """Return when the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass  # a body that nobody reads


def _check_size(rows: int, cols: int, side: int) -> None:
    if max(rows, cols) > side:
        raise Refused(400, f"boards have at most {side} rows and {side} columns here")


def _opened(layout: _core.Layout) -> View:
    """What a player sees after the first cell of a board: a zero where there is one."""
    for promise in (FirstMove.ZERO, FirstMove.SAFE, FirstMove.UNSAFE):
        rules = Rules(layout.rows, layout.cols, len(layout.mines), first_move=promise)
        try:
            board = Board.from_mines(rules, layout.mines)
        except ValueError:
            continue
        game = Game(board)
        if promise != FirstMove.UNSAFE:
            game.open(board.start)
        return game.view
    raise ValueError("it holds no board")


def _as_position(view: View) -> PositionOut:
    return PositionOut(position=str(view), rows=view.rows, cols=view.cols, mines=view.mines)
