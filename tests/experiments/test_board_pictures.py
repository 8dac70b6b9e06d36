"""Pictures of boards show what the agents know, and the colours mean what the legend says."""

from __future__ import annotations

from sapper import Board, Game, Rules
from sapper.experiments.experiment import Setting
from sapper.experiments.experiment_list import find
from sapper.experiments.game_supply import GameSupply
from sapper.experiments.kinds.cheapest_consistency import cheapest_levels
from sapper.experiments.kinds.game_pictures import FLAG, MINE, known_board, true_board
from sapper.experiments.runner import run
from sapper.knowledge import plain_steps as plain
from sapper.knowledge.knowledge import Knowledge
from sapper.report.plots import draw
from tests.experiments.small_experiment import experiment


def test_a_cell_has_the_colour_of_the_fewest_numbers_that_decide_it() -> None:
    seen = set()
    for index in range(60):
        game = Game(Board.random(Rules(5, 6, 7, on_mine="continue"), 3, index))
        for cell in ((0, 0), (2, 3), (4, 5))[: index % 3 + 1]:
            game.open(cell)
        constraints = Knowledge.of(game.view).constraints
        expected: dict[tuple[int, int], int] = {}
        for k in (1, 2, 3):
            for cell in plain.consistency(constraints, k):
                expected.setdefault(cell, k)
        assert cheapest_levels(game.view) == expected, str(game.view)
        seen |= set(expected.values())
    assert seen == {1, 2, 3}


def test_figure_3_9_shows_all_three_levels() -> None:
    [each] = find(["aua2023/figure-3.9"])
    [figure] = run(each, GameSupply(games=20)).figures
    [panel] = figure.panels
    kinds = {kind for row in panel.kinds for kind in row}
    assert {"first", "second", "third"} <= kinds
    assert [kind for kind, _ in figure.legend] == ["first", "second", "third", "covered"]
    assert draw(figure).startswith(b"\x89PNG")


def test_a_game_is_drawn_at_five_stages_and_what_is_known_is_true() -> None:
    [each] = find(["nguyen2021/figures-1-5"])
    outcome = run(each, GameSupply())
    assert [figure.key for figure in outcome.figures] == [f"nguyen2021-figure-{n}" for n in range(1, 6)]
    opened = []
    for figure in outcome.figures:
        truth, known = figure.panels
        for row in range(10):
            for col in range(10):
                kind, is_mine = known.kinds[row][col], truth.texts[row][col] == MINE
                assert (kind in ("mine", "hit")) <= is_mine
                assert (kind in ("free", "open")) <= (not is_mine)
                if kind == "open":
                    assert known.texts[row][col] == truth.texts[row][col]
        opened.append(sum(kind == "open" for row in known.kinds for kind in row))
    assert opened == sorted(opened)
    assert (opened[0], opened[-1]) == (1, 80)
    assert [int(row[1]) for row in outcome.tables[0].rows] == opened


def test_a_position_is_drawn_as_it_is() -> None:
    rules = Rules(2, 3, 2, first_move="unsafe", on_mine="continue")
    board = Board.from_mines(rules, [(0, 1), (1, 2)])
    assert true_board(board).texts == (("1", MINE, "2"), ("1", "2", MINE))
    game = Game(board)
    game.open((0, 0))
    game.open((0, 1))
    game.open((1, 1))
    knowledge = Knowledge.of(game.view)
    knowledge.single_cell()
    shown = known_board(game.view, knowledge)
    assert shown.texts == (("1", MINE, ""), ("", "2", ""))
    assert shown.kinds == (("open", "hit", "covered"), ("free", "open", "covered"))
    game.open((0, 2))
    game.open((1, 0))
    knowledge.update(game.view)
    knowledge.single_cell()
    assert known_board(game.view, knowledge).texts[1][2] == FLAG


def test_no_figure_is_drawn_where_no_position_has_all_levels() -> None:
    each = experiment(
        kind="cheapest-consistency",
        settings=(Setting("tiny", Rules(2, 2, 1)),),
        agents=("rc-3",),
        games=3,
        claims=(),
        figures=(),
    )
    assert run(each, GameSupply()).figures == ()
