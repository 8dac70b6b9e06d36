"""Endpoints of the games that people play.

The core keeps the games and answers their requests; see `sapper.facade`. A request that may take long runs in
a worker process, which gets the whole game as opaque text and returns it changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, Request, Response

from sapper.agents.first_move import check_room
from sapper.facade import Conflict, UnknownRequest
from sapper.game.rules import Rules
from sapper.web.api_models import (
    AnalysisResponse,
    BoardRules,
    ContinuedGame,
    ErrorResponse,
    GameState,
    MoveRequest,
    MoveResult,
    NewGame,
)
from sapper.web.game_store import KeptGame
from sapper.web.routes.position_routes import analysis_response
from sapper.web.server_state import RequestRefused, ServerState, client_of

router = APIRouter(prefix="/api/games", tags=["games"], responses={404: {"model": ErrorResponse}})


@router.post("", response_model=GameState, status_code=201, responses={400: {"model": ErrorResponse}})
async def begin(wanted: NewGame, request: Request) -> dict[str, Any]:
    """Begin a game. Its layout is made when its first cell is opened."""
    state = ServerState.of(request)
    checked_rules(wanted, state.settings.side)
    with _refusals():
        return state.games.begin(client_of(request).token, wanted.model_dump(mode="json"))


@router.post(
    "/continue", response_model=GameState, status_code=201, responses={400: {"model": ErrorResponse}}
)
async def go_on(wanted: ContinuedGame, request: Request) -> dict[str, Any]:
    """Begin a game from a position of a record. Its mines stay hidden, and it counts as an experiment."""
    state = ServerState.of(request)
    rules = wanted.record.get("rules")
    sizes = [rules.get(name) for name in ("rows", "cols")] if isinstance(rules, dict) else []
    if any(isinstance(size, int) and size > state.settings.side for size in sizes):
        raise RequestRefused(
            400, f"boards have at most {state.settings.side} rows and {state.settings.side} columns here"
        )
    with _refusals():
        return state.games.go_on(client_of(request).token, wanted.model_dump(mode="json"))


@router.get("/{identity}", response_model=GameState)
async def game_state(identity: str, request: Request) -> dict[str, Any]:
    """Return everything that a client may know about a game."""
    return _ask(request, "game", identity)


@router.post("/{identity}/moves", response_model=MoveResult, responses={409: {"model": ErrorResponse}})
async def move(identity: str, wanted: MoveRequest, request: Request) -> dict[str, Any]:
    """Open a cell, set or remove a flag, or chord."""
    state, fields = _ask(request, "game", identity), wanted.model_dump(mode="json")
    lacks_layout = state["moves"] == 0 and state["start"] is None
    if state["no_guess"] and lacks_layout and fields["do"] == "open":  # the layout is searched for
        return await _change_in_worker(request, "move", identity, **fields)
    return await _change(request, "move", identity, **fields)


@router.post("/{identity}/autoplay", response_model=MoveResult, responses={409: {"model": ErrorResponse}})
async def autoplay(identity: str, request: Request) -> dict[str, Any]:
    """Open certainly free cells, again and again, until a guess is needed."""
    if _ask(request, "game", identity)["over"]:
        raise RequestRefused(409, "the game is over")
    return await _change_in_worker(request, "autoplay", identity)


@router.post("/{identity}/undo", response_model=GameState, responses={409: {"model": ErrorResponse}})
async def undo(identity: str, request: Request) -> dict[str, Any]:
    """Take the last move back. From then on the game counts as an experiment, not as a fair game."""
    return await _change(request, "take_back", identity)


@router.post("/{identity}/again", response_model=GameState, status_code=201)
async def again(identity: str, request: Request) -> dict[str, Any]:
    """Begin a new game on the same board, with every cell covered."""
    with _refusals():
        return ServerState.of(request).games.again(client_of(request).token, identity)


@router.get("/{identity}/hint", response_model=AnalysisResponse, responses={429: {"model": ErrorResponse}})
async def hint(identity: str, request: Request, best: bool = False) -> Response:
    """Analyse the position of a game. The engine sees only the view, like any player.

    Before the first cell is opened, the engine also knows what the rules promise about which cell.
    """
    found = await _change(request, "help", identity)
    return await analysis_response(request, "analyse", {**found, "best": best, "strength": "strong"})


@router.get("/{identity}/record", responses={409: {"model": ErrorResponse}})
async def record(identity: str, request: Request) -> dict[str, Any]:
    """Return the record of a finished game, including its mines."""
    return _ask(request, "game_record", identity)


def checked_rules(wanted: BoardRules, side: int) -> Rules:
    """Check the requested rules against the limits of the server."""
    if max(wanted.rows, wanted.cols) > side:
        raise RequestRefused(400, f"boards have at most {side} rows and {side} columns here")
    try:
        rules = Rules(wanted.rows, wanted.cols, wanted.mines, first_move=wanted.first_move)
        check_room(rules)
    except ValueError as error:
        raise RequestRefused(400, str(error)) from None
    return rules


def _ask(request: Request, name: str, identity: str, **fields: Any) -> dict[str, Any]:
    with _refusals():
        return ServerState.of(request).games.ask(name, identity, **fields)


async def _change(request: Request, name: str, identity: str, **fields: Any) -> dict[str, Any]:
    """Answer a request that changes a game, as soon as no worker process has the game."""
    async with _game(request, identity).changing:
        return _ask(request, name, identity, **fields)


async def _change_in_worker(request: Request, name: str, identity: str, **fields: Any) -> dict[str, Any]:
    """Answer a request that changes a game in a worker process."""
    state = ServerState.of(request)
    async with _game(request, identity).changing:
        saved = _ask(request, "save_game", identity)
        line = await state.run_task(request, "game", {**saved, "ask": name, "fields": fields})
        found = json.loads(line)
        _ask(request, "restore_game", identity, saved=found["saved"])
    answer: dict[str, Any] = found["answer"]
    return answer


def _game(request: Request, identity: str) -> KeptGame:
    with _refusals():
        return ServerState.of(request).games.find(identity)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the errors of the facade into error responses."""
    try:
        yield
    except UnknownRequest as error:
        raise RequestRefused(404, str(error)) from None
    except Conflict as error:
        raise RequestRefused(409, str(error)) from None
    except ValueError as error:
        raise RequestRefused(400, str(error)) from None
