"""Endpoints of the games that people play."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any

from fastapi import APIRouter, Request, Response

from sapper.agents.first_move import check_room
from sapper.errors import GameOver, SapperError
from sapper.game.board import Board
from sapper.game.record import Move
from sapper.game.rules import Cell, Rules
from sapper.web.api_models import (
    AnalysisResponse,
    BoardRules,
    ErrorResponse,
    GameState,
    MoveRequest,
    MoveResult,
    NewGame,
)
from sapper.web.game_json import game_state_json, game_status_json
from sapper.web.game_store import NoSuchGame
from sapper.web.hosted_game import HostedGame
from sapper.web.routes.position_routes import analysis_response
from sapper.web.server_state import RequestRefused, ServerState, client_of

router = APIRouter(prefix="/api/games", tags=["games"], responses={404: {"model": ErrorResponse}})

AUTOPLAY = "autoplay"
"""The name in a record for moves that the server made for the person."""


@router.post("", response_model=GameState, status_code=201, responses={400: {"model": ErrorResponse}})
async def begin(wanted: NewGame, request: Request) -> dict[str, Any]:
    """Begin a game. Its layout is made when its first cell is opened."""
    state, client = ServerState.of(request), client_of(request)
    rules = checked_rules(wanted, state.settings.side)
    if wanted.no_guess and rules.first_move == "unsafe":
        raise RequestRefused(
            400, "a board without guesses needs a first cell that is no mine: choose safe or zero"
        )
    game = HostedGame(rules, client.token, no_guess=wanted.no_guess)
    return game_state_json(state.games.add(game))


@router.get("/{identity}", response_model=GameState)
async def game_state(identity: str, request: Request) -> dict[str, Any]:
    """Return everything that a client may know about a game."""
    return game_state_json(_find(request, identity))


@router.post("/{identity}/moves", response_model=MoveResult, responses={409: {"model": ErrorResponse}})
async def move(identity: str, wanted: MoveRequest, request: Request) -> dict[str, Any]:
    """Open a cell, set or remove a flag, or chord."""
    game = _find(request, identity)
    cell = _cell(game.rules, wanted.cell)
    if game.is_full:
        raise RequestRefused(409, "this game has reached the limit of moves: begin a new one")
    if wanted.do == "open" and game.needs_layout:
        if cell in game.early_flags:
            return _move_result(game, [])
        await _make_layout(request, game, cell)
    try:
        done = game.act(wanted.do, cell)
    except GameOver as error:
        raise RequestRefused(409, str(error)) from None
    return _move_result(game, [] if done is None else [done])


@router.post("/{identity}/autoplay", response_model=MoveResult, responses={409: {"model": ErrorResponse}})
async def autoplay(identity: str, request: Request) -> dict[str, Any]:
    """Open certainly free cells, again and again, until a guess is needed."""
    state, client, game = ServerState.of(request), client_of(request), _find(request, identity)
    if game.game is None:
        return _move_result(game, [])
    if game.is_over:
        raise RequestRefused(409, "the game is over")
    done: list[Move] = []
    if game.is_promised and game.start and not game.game.view.flags[game.start]:
        game.helped = True
        done += filter(None, [game.act("open", game.start, AUTOPLAY)])
    until = time.monotonic() + state.settings.seconds
    while not game.is_over and time.monotonic() < until:
        position = str(game.game.view)
        try:
            line = await state.run_task(client, "safe", {"position": position})
        except RequestRefused:
            if not done:
                raise
            break  # the response must still report the cells that are already open
        if position != str(game.game.view):
            break  # the person made a move meanwhile
        flags = game.game.view.flags
        cells = [(row, col) for row, col in json.loads(line)["safe"] if not flags[row, col]]
        game.helped = True
        opened = [made for cell in cells if not game.is_over and (made := game.act("open", cell, AUTOPLAY))]
        if not opened:
            break
        done += opened
    return _move_result(game, done)


@router.post("/{identity}/undo", response_model=GameState, responses={409: {"model": ErrorResponse}})
async def undo(identity: str, request: Request) -> dict[str, Any]:
    """Take the last move back. From then on the game counts as an experiment, not as a fair game."""
    game = _find(request, identity)
    try:
        game.take_back()
    except SapperError as error:
        raise RequestRefused(409, str(error)) from None
    return game_state_json(game)


@router.post("/{identity}/again", response_model=GameState, status_code=201)
async def again(identity: str, request: Request) -> dict[str, Any]:
    """Begin a new game on the same board, with every cell covered."""
    state, old = ServerState.of(request), _find(request, identity)
    game = HostedGame(old.rules, client_of(request).token, no_guess=old.no_guess)
    if old.board is not None:
        game.set_board(old.board)
        game.again = True
    return game_state_json(state.games.add(game))


@router.get("/{identity}/hint", response_model=AnalysisResponse, responses={429: {"model": ErrorResponse}})
async def hint(identity: str, request: Request, best: bool = False) -> Response:
    """Analyse the position of a game. The engine sees only the view, like any player.

    Before the first cell is opened, the engine also knows what the rules promise about which cell.
    """
    game = _find(request, identity)
    if game.is_over:
        raise RequestRefused(409, "the game is over")
    game.helped = True
    task_request = {"position": game_state_json(game)["position"], "best": best, "strength": "strong"}
    if game.is_promised:
        start = None if game.board is None else game.board.start
        task_request |= {"promise": {"rules": game.rules.to_dict(), "start": start}}
    return await analysis_response(request, "analyse", task_request)


@router.get("/{identity}/record", responses={409: {"model": ErrorResponse}})
async def record(identity: str, request: Request) -> dict[str, Any]:
    """Return the record of a finished game, including its mines."""
    try:
        return _find(request, identity).record.to_dict()
    except SapperError as error:
        raise RequestRefused(409, str(error)) from None


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


async def _make_layout(request: Request, game: HostedGame, start: Cell) -> None:
    """Make the layout of a game once its start cell is known."""
    try:
        if not game.no_guess:
            game.set_random_board(start)
            return
        task_request = {"rules": game.rules.to_dict(), "start": list(start), "seed": secrets.randbits(64)}
        made = json.loads(await ServerState.of(request).run_task(client_of(request), "make", task_request))
        if game.needs_layout:  # another request may have made the layout meanwhile
            game.set_board(Board.from_mines(game.rules, [tuple(cell) for cell in made["mines"]], start))
    except ValueError as error:
        raise RequestRefused(400, str(error)) from None


def _find(request: Request, identity: str) -> HostedGame:
    try:
        return ServerState.of(request).games.find(identity)
    except NoSuchGame as error:
        raise RequestRefused(404, str(error)) from None


def _cell(rules: Rules, cell: list[int]) -> Cell:
    try:
        return divmod(rules.index((cell[0], cell[1])), rules.cols)
    except ValueError as error:
        raise RequestRefused(400, str(error)) from None


def _move_result(game: HostedGame, moves: list[Move]) -> dict[str, Any]:
    flags: list[tuple[int, int, bool]] = []
    if any(made.do == "flag" for made in moves):
        set_now = game.game.view.flags if game.game else None
        for made in moves:
            is_set = bool(set_now[made.cell]) if set_now is not None else made.cell in game.early_flags
            flags.append((*made.cell, is_set))
    return {
        "opened": [each for made in moves for each in made.opened_array.tolist()],
        "flags": flags,
        "moves": len(game.game.moves) if game.game else 0,
        **game_status_json(game),
    }
