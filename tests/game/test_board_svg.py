"""What notebooks show of views, boards, games, analyses, reviews and results."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from sapper import BEGINNER, EXPERT, Arena, Board, Game, Results, Rules, View, analyse, make, play, review
from sapper.arena import Games

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str | None) -> tuple[list[ET.Element], list[str]]:
    """Parse a picture: its cells, and the texts in the order of the cells."""
    assert svg is not None
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    cells = [each for each in root.iter(f"{SVG}rect") if each.get("fill") != "none"]
    return cells, ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def test_a_view_shows_its_numbers_and_flags() -> None:
    cells, texts = drawn(View.parse("01?/12?/F?* 3")._repr_svg_())
    assert len(cells) == 9
    assert texts == ["1", "1", "2", "⚑", "✹"]
    fills = [cell.get("fill") for cell in cells]
    covered = fills[2]
    assert [fill == covered for fill in fills] == [False, False, True, False, False, True, True, True, False]


def test_a_board_shows_its_mines_and_its_start() -> None:
    board = Board.random(EXPERT, seed=3)
    svg = board._repr_svg_()
    cells, texts = drawn(svg)
    assert len(cells) == 480
    assert texts.count("✹") == 99
    for number in range(1, 9):
        assert texts.count(str(number)) == (board.numbers == number).sum()
    assert svg is not None
    [ring] = [each for each in ET.fromstring(svg).iter(f"{SVG}rect") if each.get("fill") == "none"]
    assert (ring.get("x"), ring.get("y")) == ("0", "0")


def test_a_game_shows_what_the_player_sees() -> None:
    game = Game(Board.random(BEGINNER, seed=1))
    game.open((0, 0))
    assert game._repr_svg_() == game.view._repr_svg_()
    assert "✹" not in (game._repr_svg_() or "")


def test_an_analysis_shows_each_risk_in_percent() -> None:
    view = View.parse("01?/12?/??? 2")
    cells, texts = drawn(analyse(view)._repr_svg_())
    assert texts == ["1", "50", "1", "2", "50", "50", "50", "0"]
    fills = [cell.get("fill") for cell in cells]
    assert fills[2] == fills[5] == fills[6] == fills[7] != fills[8]


def test_only_certain_cells_are_shown_as_certain() -> None:
    one_mine = View.parse("/".join(["?" * 20] * 20) + " 1")
    assert set(drawn(analyse(one_mine)._repr_svg_())[1]) == {"<1"}
    one_free = View.parse("/".join(["?" * 20] * 20) + " 399")
    assert set(drawn(analyse(one_free)._repr_svg_())[1]) == {">99"}
    assert drawn(analyse(View.parse("01? 1"))._repr_svg_())[1] == ["1", "100"]


def test_a_huge_board_is_not_drawn() -> None:
    board = Board.random(Rules(101, 100, 50), seed=1)
    game = Game(board)
    assert board._repr_svg_() is game._repr_svg_() is analyse(game.view)._repr_svg_() is None


class Texts(HTMLParser):
    """Collects the texts of HTML, and checks that every element is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_review_shows_its_verdict_and_its_curve() -> None:
    found = review(play(make("random"), BEGINNER, seed=1), "fast")
    shown = Texts(found._repr_html_())
    counted = ", ".join(f"{count} {grade}" for grade, count in found.grades.items() if count)
    assert repr(found) == f"<Review of a game on 9x9/10, lost: {counted}>"
    assert shown.texts[0] == found.sentence
    assert shown.tags.count("polyline") == 1
    graded = sum(move.grade not in {"forced", None} and move.win_after is not None for move in found.moves)
    assert shown.tags.count("circle") == graded > 0


def test_results_show_every_interval() -> None:
    results = Arena(BEGINNER, seed=1, workers=1).run(["lowest-risk", "random"], games=20)
    wins = [each.wins for each in results.summaries]
    said = f"<Results on 9x9/10: lowest-risk won {wins[0]} of 20, random won {wins[1]} of 20>"
    assert repr(results) == said
    texts = Texts(results._repr_html_()).texts
    for summary in results.summaries:
        assert summary.name in texts
        assert f"{summary.low:.2%} to {summary.high:.2%}" in texts
    [pair] = results.pairs
    assert f"{100 * pair.low:+.2f} to {100 * pair.high:+.2f}" in texts


@pytest.mark.parametrize("name", ["<b>bold</b>", "a & b"])
def test_names_of_agents_are_escaped(name: str) -> None:
    results = Arena(BEGINNER, seed=1, workers=1).run(["random"], games=2)
    games = results.games["random"]
    renamed = Results(BEGINNER, [Games(name, games.index, games.columns, games.lists)])
    shown = Texts(renamed._repr_html_())
    assert "".join(shown.texts).count(name) == 1
    assert "b" not in shown.tags
