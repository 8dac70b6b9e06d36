"""Routes of the games people play."""

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
    Deed,
    ErrorResponse,
    GameState,
    MoveResult,
    NewGame,
)
from sapper.web.game_store import HostedGame, NoSuchGame, as_news, as_state
from sapper.web.routes.position_routes import answer
from sapper.web.server_state import RequestRefused, ServerState, client_of

router = APIRouter(prefix="/api/games", tags=["games"], responses={404: {"model": ErrorResponse}})

AUTOPLAY = "autoplay"


@router.post("", response_model=GameState, status_code=201, responses={400: {"model": ErrorResponse}})
async def begin(wanted: NewGame, request: Request) -> dict[str, Any]:
    """Begin a game. There is no layout before its first cell is opened."""
    context, client = ServerState.of(request), client_of(request)
    rules = checked_rules(wanted, context.settings.side)
    if wanted.no_guess and rules.first_move == "unsafe":
        raise RequestRefused(
            400, "a board without guesses begins with a cell that is no mine: choose safe or zero"
        )
    game = HostedGame(rules, client.token, no_guess=wanted.no_guess)
    return as_state(context.games.add(game))


@router.get("/{identity}", response_model=GameState)
async def look(identity: str, request: Request) -> dict[str, Any]:
    """All that may be known of a game."""
    return as_state(_find(request, identity))


@router.post("/{identity}/moves", response_model=MoveResult, responses={409: {"model": ErrorResponse}})
async def move(identity: str, deed: Deed, request: Request) -> dict[str, Any]:
    """Open a cell, set or take a flag, or chord."""
    game = _find(request, identity)
    cell = _cell(game.rules, deed.cell)
    if game.is_full:
        raise RequestRefused(409, "this game has as many moves as a game may have: begin a new one")
    if deed.do == "open" and game.needs_layout:
        if cell in game.early_flags:
            return _done(game, [])
        await _lay(request, game, cell)
    try:
        done = game.act(deed.do, cell)
    except GameOver as error:
        raise RequestRefused(409, str(error)) from None
    return _done(game, [] if done is None else [done])


@router.post("/{identity}/autoplay", response_model=MoveResult, responses={409: {"model": ErrorResponse}})
async def autoplay(identity: str, request: Request) -> dict[str, Any]:
    """Open every cell that is certainly free, and what that makes certain, until a guess is due."""
    context, client, game = ServerState.of(request), client_of(request), _find(request, identity)
    if game.game is None:
        return _done(game, [])
    if game.is_over:
        raise RequestRefused(409, "the game is over")
    done: list[Move] = []
    if game.is_promised and game.start and not game.game.view.flags[game.start]:
        game.helped = True
        done += filter(None, [game.act("open", game.start, AUTOPLAY)])
    until = time.monotonic() + context.settings.seconds
    while not game.is_over and time.monotonic() < until:
        position = str(game.game.view)
        try:
            line = await context.ask(client, "safe", {"position": position})
        except RequestRefused:
            if not done:
                raise
            break  # what is opened already must be told
        if position != str(game.game.view):
            break  # the person moved meanwhile
        flags = game.game.view.flags
        cells = [(row, col) for row, col in json.loads(line)["safe"] if not flags[row, col]]
        game.helped = True
        opened = [made for cell in cells if not game.is_over and (made := game.act("open", cell, AUTOPLAY))]
        if not opened:
            break
        done += opened
    return _done(game, done)


@router.post("/{identity}/undo", response_model=GameState, responses={409: {"model": ErrorResponse}})
async def undo(identity: str, request: Request) -> dict[str, Any]:
    """Take the last move back: from here on the game is a what-if."""
    game = _find(request, identity)
    try:
        game.take_back()
    except SapperError as error:
        raise RequestRefused(409, str(error)) from None
    return as_state(game)


@router.post("/{identity}/again", response_model=GameState, status_code=201)
async def again(identity: str, request: Request) -> dict[str, Any]:
    """Begin a game on the same board, all covered."""
    context, old = ServerState.of(request), _find(request, identity)
    game = HostedGame(old.rules, client_of(request).token, no_guess=old.no_guess)
    if old.board is not None:
        game.lay(old.board)
        game.again = True
    return as_state(context.games.add(game))


@router.get("/{identity}/hint", response_model=AnalysisResponse, responses={429: {"model": ErrorResponse}})
async def hint(identity: str, request: Request, best: bool = False) -> Response:
    """What the numbers say about the game; like any player, the engine sees the view alone.

    Before the first cell is opened it is told, as any player is, what the rules promise, and of which cell.
    """
    game = _find(request, identity)
    if game.is_over:
        raise RequestRefused(409, "the game is over")
    game.helped = True
    question = {"position": as_state(game)["position"], "best": best, "strength": "strong"}
    if game.is_promised:
        start = None if game.board is None else game.board.start
        question |= {"promise": {"rules": game.rules.to_dict(), "start": start}}
    return await answer(request, "analyse", question)


@router.get("/{identity}/record", responses={409: {"model": ErrorResponse}})
async def record(identity: str, request: Request) -> dict[str, Any]:
    """The record of a finished game, mines and all."""
    try:
        return _find(request, identity).record.to_dict()
    except SapperError as error:
        raise RequestRefused(409, str(error)) from None


def checked_rules(wanted: BoardRules, side: int) -> Rules:
    """The rules somebody asks for, within the limits of the server."""
    if max(wanted.rows, wanted.cols) > side:
        raise RequestRefused(400, f"boards have at most {side} rows and {side} columns here")
    try:
        rules = Rules(wanted.rows, wanted.cols, wanted.mines, first_move=wanted.first_move)
        check_room(rules)
    except ValueError as error:
        raise RequestRefused(400, str(error)) from None
    return rules


async def _lay(request: Request, game: HostedGame, start: Cell) -> None:
    """Make the layout, now that the start is known."""
    try:
        if not game.no_guess:
            game.lay_at_random(start)
            return
        question = {"rules": game.rules.to_dict(), "start": list(start), "seed": secrets.randbits(64)}
        made = json.loads(await ServerState.of(request).ask(client_of(request), "make", question))
        if game.needs_layout:  # nobody was quicker meanwhile
            game.lay(Board.from_mines(game.rules, [tuple(cell) for cell in made["mines"]], start))
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


def _done(game: HostedGame, moves: list[Move]) -> dict[str, Any]:
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
        **as_news(game),
    }
