"""Endpoints of the analysis view."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from fastapi import APIRouter, Request, Response

from sapper.errors import NotationError
from sapper.facade import ask
from sapper.game.view import View
from sapper.web.api_models import (
    AnalysisResponse,
    CellQuestion,
    ErrorResponse,
    ExplanationResponse,
    ImpossiblePosition,
    ParsedPosition,
    PictureFile,
    PositionFile,
    PositionRequest,
    SeenPosition,
    WeighedMove,
)
from sapper.web.server_state import RequestRefused, ServerState, json_response

router = APIRouter(prefix="/api", tags=["analysis"])

FAILURES: dict[int | str, dict[str, object]] = {
    400: {"model": ErrorResponse},
    422: {"model": ErrorResponse},
    429: {"model": ErrorResponse},
    503: {"model": ErrorResponse},
    504: {"model": ErrorResponse},
}


@router.post("/analyse", response_model=AnalysisResponse | ImpossiblePosition, responses=FAILURES)
async def analyse(asked: PositionRequest, request: Request) -> Response:
    """Return the risks, the certain cells and the candidate moves, or why the position is impossible."""
    checked_view(asked.position, ServerState.of(request).settings.side)
    return await analysis_response(request, "analyse", asked.model_dump())


@router.post("/explain", response_model=ExplanationResponse, responses=FAILURES)
async def explain(asked: CellQuestion, request: Request) -> Response:
    """Return the proof of a certain cell, or the numbers that another cell may show."""
    view = checked_view(asked.position, ServerState.of(request).settings.side)
    _check_cell(asked, view)
    return await analysis_response(request, "explain", asked.model_dump())


@router.post("/weigh", response_model=WeighedMove, responses=FAILURES)
async def weigh(asked: CellQuestion, request: Request) -> Response:
    """Grade one move of a position by the chance to win that it gives away."""
    _check_cell(asked, checked_view(asked.position, ServerState.of(request).settings.side))
    return await analysis_response(request, "weigh", asked.model_dump())


@router.post("/position", response_model=ParsedPosition, responses={400: {"model": ErrorResponse}})
async def position(given: PositionFile, request: Request) -> ParsedPosition:
    """Read a position text, or a board file. The board of a file is opened at its start cell."""
    side = ServerState.of(request).settings.side
    if (given.text is None) == (given.data is None):
        raise RequestRefused(400, "send either a text or the data of a file")
    if given.text is not None:
        return _parsed(checked_view(given.text, side))
    try:
        data = base64.b64decode(given.data or "", validate=True)
        read = ask("open_board_file", {"data": list(data)})
    except binascii.Error as error:
        raise RequestRefused(400, f"the file cannot be read: {error}") from None
    except ValueError as error:
        raise RequestRefused(400, str(error)) from None
    _check_size(read["rows"], read["cols"], side)
    return ParsedPosition(**read)


@router.post("/picture", response_model=SeenPosition, responses=FAILURES)
async def picture(given: PictureFile, request: Request) -> Response:
    """Read the position in a picture of a Minesweeper program."""
    side = ServerState.of(request).settings.side
    return await analysis_response(request, "picture", given.model_dump() | {"side": side})


async def analysis_response(request: Request, task: str, task_request: dict[str, Any]) -> Response:
    """Run a task, and return its result. When the client disconnects, the task is cancelled."""
    return json_response(await ServerState.of(request).run_task(request, task, task_request))


def checked_view(text: str, side: int) -> View:
    """Parse a position, and check its size against the limit of the server."""
    try:
        view = View.parse(text)
    except NotationError as error:
        at = {"line": error.line, "column": error.column}
        raise RequestRefused(400, f"the position cannot be read: {error}", **at) from None
    except ValueError as error:
        raise RequestRefused(400, f"the position cannot be read: {error}") from None
    _check_size(view.rows, view.cols, side)
    return view


def _check_cell(asked: CellQuestion, view: View) -> None:
    row, col = asked.cell
    if not (0 <= row < view.rows and 0 <= col < view.cols):
        raise RequestRefused(400, f"the cell ({row}, {col}) lies outside the {view.rows}x{view.cols} board")


def _check_size(rows: int, cols: int, side: int) -> None:
    if max(rows, cols) > side:
        raise RequestRefused(400, f"boards have at most {side} rows and {side} columns here")


def _parsed(view: View) -> ParsedPosition:
    return ParsedPosition(position=str(view), rows=view.rows, cols=view.cols, mines=view.mines)
