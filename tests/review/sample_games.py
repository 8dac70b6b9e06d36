"""Games of many kinds: won, lost and stuck, with flags and chords, under all rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from sapper import BEGINNER, EXPERT, Board, Game, GameRecord, Rules, make, play
from sapper.game.rules import Cell

SMALL = Rules(5, 5, 6)


def careless_game(rules: Rules, seed: int, start: Cell | None = None) -> GameRecord:
    """Play with flags, chords and opens drawn at random, mostly near the open numbers, until the game ends.

    Half of the flags stand on mines, so that chords are possible and some of them hit a mine.
    """
    drawn = random.Random(f"{rules.size} {seed}")
    board = Board.random(rules, seed, start=start or (0, 0))
    game = Game(board)
    game.open(board.start)
    cells = [(row, col) for row in range(rules.rows) for col in range(rules.cols)]
    for _ in range(60):
        if game.state != "playing":
            break
        do = drawn.choice(["open", "flag", "flag", "chord", "chord", "chord"])
        cell = drawn.choice(cells)
        if do == "flag" and drawn.random() < 0.5:
            cell = drawn.choice(board.mines)
        getattr(game, do)(cell)
    return game.record


def sample_games() -> Iterator[tuple[str, GameRecord, str]]:
    """Yield games with a name and the strength of their review."""
    for agent in ("sapper-fast", "lowest-risk", "random", "single-point", "nguyen-basic", "studholme"):
        for seed in (1, 2, 3):
            yield f"{agent} on 5x5, {seed}", play(make(agent), SMALL, seed), "strong"
        yield f"{agent} on beginner", play(make(agent), BEGINNER, 4), "fast"
    yield "expert", play(make("lowest-risk"), EXPERT, 6), "fast"
    yield "expert, random", play(make("random"), EXPERT, 7), "strong"
    yield "max", play(make("sapper-fast"), Rules(4, 5, 5), 8), "max"
    switches = {
        "zero": Rules(6, 7, 9, first_move="zero"),
        "unsafe": Rules(6, 7, 9, first_move="unsafe"),
        "no cascade": Rules(5, 5, 5, cascade=False),
        "wrong flag": Rules(6, 6, 7, on_wrong_flag="lose"),
        "open or flag": Rules(5, 6, 5, won_by="open-or-flag"),
        "one row": Rules(1, 14, 4),
        "one column": Rules(15, 1, 3),
        "dense": Rules(6, 6, 20),
        "no mines": Rules(4, 4, 0),
        "wide": Rules(40, 30, 150),
    }
    for name, rules in switches.items():
        yield f"{name}, played", play(make("lowest-risk"), rules, 9), "fast"
        if rules.mines:
            for seed in (1, 2, 3):
                yield f"{name}, careless {seed}", careless_game(rules, seed), "fast"
    given_up = Game(Board.random(SMALL, 5, start=(0, 0)))
    given_up.open((0, 0))
    given_up.give_up()
    yield "given up", given_up.record, "fast"
    for seed in (1, 3, 4):
        record = play(make("random"), SMALL, seed)
        for forgives in ("forced-guesses", "guesses"):
            yield f"{forgives}, {seed}", replace(record, forgives=forgives), "fast"
    yield "large", careless_game(Rules(70, 70, 700), 1), "fast"
