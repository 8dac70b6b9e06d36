"""A game with mistakes, for tests of the review."""

from __future__ import annotations

import sapper


def careless_game(seed: int = 0, mistakes: int = 3) -> sapper.GameRecord:
    """Play 9x9/16 well except for a few guesses at high risk that happen to survive.

    Certain cells are opened one by one, so that the game also has runs of forced moves.
    """
    for index in range(10_000):
        board = sapper.Board.random(sapper.Rules(9, 9, 16), seed, index, (4, 4))
        game, made = sapper.Game(board), 0
        game.open(board.start)
        while game.state == "playing":
            analysis = sapper.analyse(game.view)
            if analysis.safe:
                game.open(min(analysis.safe))
                continue
            cells = [cell for cell in game.view.covered if cell not in board.mines]
            worst = max(cells, key=lambda cell: (analysis.risk[cell], cell))
            if made < mistakes and analysis.risk[worst] > 0.3:
                made += 1
                game.open(worst)
            else:
                game.open(sapper.best_move(game.view, "fast").opens[0])
        if made == mistakes and len(game.moves) > 20:
            return game.record
    raise AssertionError("no such game")
