"""Hosted games as JSON, without the mines of a running game."""

from __future__ import annotations

from typing import Any

from sapper.web.hosted_game import HostedGame


def game_state_json(game: HostedGame) -> dict[str, Any]:
    """Everything that the browser may know about a game."""
    return {
        "id": game.id,
        "rows": game.rules.rows,
        "cols": game.rules.cols,
        "mines": game.rules.mines,
        "first_move": game.rules.first_move,
        "no_guess": game.no_guess,
        "again": game.again,
        "start": game.start,
        "position": _position(game),
        "moves": len(game.game.moves) if game.game else 0,
        **game_status_json(game),
    }


def game_status_json(game: HostedGame) -> dict[str, Any]:
    """The part of a game's state that a move may change."""
    return {
        "state": game.state,
        "seconds": game.seconds,
        "running": game.began is not None and not game.is_over,
        "deeds": game.deeds,
        "what_if": game.what_if,
        "helped": game.helped,
        "over": _game_end_json(game) if game.is_over else None,
    }


def _game_end_json(game: HostedGame) -> dict[str, Any]:
    assert game.board is not None
    unaided_win = game.state == "won" and not (game.helped or game.what_if)
    return {
        "mines": [list(cell) for cell in game.board.mines],
        "bbbv": game.board.bbbv,
        "openings": game.board.openings,
        "efficiency": game.board.bbbv / game.deeds if game.deeds and unaided_win else None,
    }


def _position(game: HostedGame) -> str:
    """The position text of a game, also before it has a layout."""
    if game.game:
        return str(game.game.view)
    rows = [["?"] * game.rules.cols for _ in range(game.rules.rows)]
    for row, col in game.early_flags:
        rows[row][col] = "F"
    return f"{'/'.join(''.join(row) for row in rows)} {game.rules.mines}"
