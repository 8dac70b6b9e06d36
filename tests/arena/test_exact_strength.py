"""Exact strength equals playing every layout, averages over ties, and never exceeds perfect play."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from sapper import Board, Decision, OutOfBudget, Rules, SapperError, View, _core, optimum
from sapper.agents.tie_break import lowest
from sapper.arena import exact_strength
from sapper.arena.exact_strength import win_probability
from sapper.arena.single_game import play_board
from sapper.game.enums import FirstMove
from sapper.game.rules import Cell
from sapper.knowledge.propagation import propagate
from sapper.solver.analysis import analyse

NATIVE = sorted(_core.NATIVE_AGENTS)


class FirstSafest:
    """Opens certain cells, else the first cell of lowest risk, without random choices."""

    def reset(self, rules: Rules, rng: np.random.Generator) -> None:
        pass

    def choose(self, view: View) -> Decision:
        free, _ = propagate(view)
        analysis = analyse(view)
        if free or analysis.safe:
            return Decision.sure(free or analysis.safe)
        return Decision.guess(lowest(analysis.risk)[0])


def views_won(name: str, rules: Rules, start: Cell) -> Fraction:
    """The exact win probability in plain Python. Cells between which the agent draws are equally likely."""
    places = [(r, c) for r in range(rules.rows) for c in range(rules.cols)]
    near = {
        cell: [o for o in places if o != cell and max(abs(o[0] - cell[0]), abs(o[1] - cell[1])) == 1]
        for cell in places
    }
    promised = {"unsafe": set(), "safe": {start}, "zero": {start, *near[start]}}[rules.first_move]
    allowed = [set(m) for m in combinations([p for p in places if p not in promised], rules.mines)]

    def opened(numbers: dict[Cell, int], mines: set[Cell], cells: list[Cell]) -> dict[Cell, int] | None:
        numbers, pending = dict(numbers), list(reversed(cells))
        while pending:
            cell = pending.pop()
            if cell in mines:
                return None
            if cell not in numbers:
                numbers[cell] = sum(other in mines for other in near[cell])
                pending += near[cell] if numbers[cell] == 0 and rules.cascade else []
        return numbers

    def won(numbers: dict[Cell, int], layouts: list[set[Cell]]) -> Fraction:
        if len(numbers) == rules.cells - rules.mines:
            return Fraction(len(layouts))
        if numbers:
            array = np.full((rules.rows, rules.cols), -2)
            for cell, number in numbers.items():
                array[cell] = number
            chosen = _core.choose(name, View.from_array(array, rules.mines))
            cells, certain = chosen.cells, chosen.certain
        else:
            cells, certain = [start], True
        total = Fraction(0)
        for choice in [cells] if certain else [[cell] for cell in cells]:
            groups: dict[tuple[tuple[Cell, int], ...], list[set[Cell]]] = {}
            for mines in layouts:
                after = opened(numbers, mines, choice)
                if after is not None:
                    groups.setdefault(tuple(sorted(after.items())), []).append(mines)
            total += sum((won(dict(key), group) for key, group in groups.items()), Fraction(0))
        return total / (1 if certain else len(cells))

    return won({}, allowed) / len(allowed)


@pytest.mark.parametrize("name", ["lowest-risk", "pseq"])
@pytest.mark.parametrize(
    ("rules", "start"),
    [
        (Rules(3, 3, 2), (1, 1)),
        (Rules(3, 3, 3, first_move="unsafe"), (0, 0)),
        (Rules(2, 5, 3, first_move="zero"), (0, 4)),
        (Rules(3, 3, 3, cascade=False), (0, 1)),
        (Rules(1, 7, 2), (0, 3)),
    ],
)
def test_it_equals_a_plain_search_over_views(name: str, rules: Rules, start: Cell) -> None:
    assert win_probability(name, rules, start) == views_won(name, rules, start)


def test_an_agent_without_draws_wins_its_share_of_all_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_strength, "make", lambda _: FirstSafest())
    rules = Rules(3, 3, 2)
    places = [(r, c) for r in range(3) for c in range(3) if (r, c) != (0, 0)]
    boards = [Board.from_mines(rules, mines, (0, 0)) for mines in combinations(places, 2)]
    games = [play_board(FirstSafest(), board, seed=0).won for board in boards]
    won = win_probability("first-safest", rules, (0, 0))
    assert won == Fraction(sum(games), len(games)) <= optimum(rules, (0, 0)).win
    assert win_probability("first-safest", Rules(3, 3, 0)) == 1


@pytest.mark.parametrize("name", NATIVE)
def test_the_mean_of_many_games_approaches_it(name: str) -> None:
    rules, start = Rules(4, 4, 4), (0, 1)
    won = win_probability(name, rules, start)
    games = _core.play_games(name, rules.native, 5, 0, 40_000, rules.index(start), 1)["won"]
    chance = float(won)
    assert abs(games.mean() - chance) < 4 * (chance * (1 - chance) / len(games)) ** 0.5


@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("promise", FirstMove)
def test_no_agent_beats_perfect_play(name: str, promise: FirstMove) -> None:
    for mines in range(7):
        rules = Rules(3, 4, mines, promise)
        best = optimum(rules)
        assert win_probability(name, rules, best.start) <= best.win
    assert win_probability(name, Rules(3, 4, 0, promise)) == 1


def test_agents_and_boards_that_cannot_be_followed_are_refused() -> None:
    with pytest.raises(SapperError, match="draws at random"):
        win_probability("random", Rules(3, 3, 2))
    with pytest.raises(ValueError, match="no agent is called"):
        win_probability("nobody", Rules(3, 3, 2))
    with pytest.raises(ValueError, match="a mine loses"):
        win_probability("pseq", Rules(3, 3, 2, on_mine="continue"))
    with pytest.raises(ValueError, match="outside"):
        win_probability("pseq", Rules(3, 3, 2), (3, 3))
    with pytest.raises(ValueError, match="mines must be"):
        win_probability("pseq", Rules(3, 3, 2, first_move="zero"), (1, 1))
    with pytest.raises(OutOfBudget, match="too many"):
        win_probability("pseq", Rules(8, 8, 10))
    with pytest.raises(OutOfBudget, match="takes more than 0 s"):
        win_probability("lowest-risk", Rules(5, 5, 5), budget=0)


@pytest.mark.parametrize("bits", [3, 60, 120, 500, 1000])
def test_fractions_of_any_length_are_reconstructed(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    wins = Fraction(2**bits + 1, 3 ** (bits // 2))
    asked = []

    def strength(rules: object, agent: str, start: int, primes: list[int], progress: object) -> list[int]:
        asked.append(len(primes))
        return [wins.numerator * pow(wins.denominator, -1, prime) % prime for prime in primes]

    monkeypatch.setattr(_core, "strength", strength)
    assert win_probability("pseq", Rules(3, 3, 1)) == wins / 8
    assert (asked[-1] > asked[0]) == (bits >= 500)
