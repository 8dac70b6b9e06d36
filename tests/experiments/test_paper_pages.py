"""The pages of the papers link every section to code that exists, and agree with the committed results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper import AGENTS, make
from sapper.agents.composed import Composed
from sapper.experiments.experiment_list import find
from tests.experiments.result_tables import agreements, check, marked_tables

REPOSITORY = Path(__file__).parents[2]
PAPERS = REPOSITORY / "docs" / "papers"
PAGES = ("aua2023", "nguyen2021", "pgms-csp", "sajjad2022", "studholme2000", "tang2018", "tcd2021")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")


def sections(page: str) -> Iterator[list[str]]:
    """The rows of the table of sections of a page."""
    _, _, after = (PAPERS / f"{page}.md").read_text().partition("## From a section to its algorithm\n")
    table = next(part for part in after.split("\n\n") if part.startswith("| section |"))
    for line in table.splitlines()[2:]:
        yield [cell.strip() for cell in line.strip().strip("|").split(" | ")]


@pytest.mark.parametrize("path", sorted(PAPERS.rglob("*.md")), ids=lambda path: path.name)
def test_links_of_the_papers_pages_exist(path: Path) -> None:
    text = path.read_text()
    for _, target, _ in LINK.findall(text):
        assert target.startswith("http") or (path.parent / target).exists(), target
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
        assert (path.parent / picture).exists(), picture


@pytest.mark.parametrize("page", PAGES)
def test_each_section_links_to_its_method_and_its_plain_form(page: str) -> None:
    rows = list(sections(page))
    assert len(rows) >= 2
    for section, describes, agents, method, plainly in rows:
        assert section
        assert describes
        named = re.findall(r"`([^`]+)`", agents)
        assert named or agents in ("all", "all networks")
        assert method.startswith("[`"), method
        assert plainly == "the same" or "[`" in plainly, plainly
        for name, target, _ in LINK.findall(f"{method} {plainly}"):
            source = (PAPERS / target).read_text()
            assert re.search(rf"^(class|def) {name.strip('`')}\b", source, re.MULTILINE), (name, target)


def _is_composed(name: str) -> bool:
    return isinstance(make(name), Composed)


def test_every_agent_of_a_paper_is_in_its_table() -> None:
    listed = {
        page: {name for row in sections(page) for name in re.findall(r"`([^`]+)`", row[2])} for page in PAGES
    }
    for name, info in AGENTS.items():
        if info.paper in listed and info.target.startswith("sapper.agents.") and _is_composed(name):
            assert name in listed[info.paper], f"{name} is missing in docs/papers/{info.paper}.md"
    for page, names in listed.items():
        for name in names:
            assert name in AGENTS or name in ("dqn-5x5",), (page, name)


@pytest.mark.parametrize("page", PAGES)
def test_the_code_that_a_page_shows_is_the_code(page: str) -> None:
    shown = re.findall(r"```python\n(def .*?)\n```", (PAPERS / f"{page}.md").read_text(), re.DOTALL)
    sources = [path.read_text() for path in (REPOSITORY / "src" / "sapper" / "knowledge").glob("plain_*.py")]
    assert shown
    for code in shown:
        assert any(code in source for source in sources), code


def test_the_hour_names_experiments_that_exist_and_shows_one_picture_of_each_paper() -> None:
    text = (PAPERS / "one-hour.md").read_text()
    commands = re.findall(r"^sapper reproduce (.+)$", text, re.MULTILINE)
    named = [name for command in commands for name in command.split() if "/" in name]
    assert {experiment.name for experiment in find(named)} == set(named)
    papers = ["nguyen2021", "pgms-csp", "aua2023", "tcd2021", "sajjad2022"]
    assert list(dict.fromkeys(name.partition("/")[0] for name in named)) == papers
    pictures = re.findall(r"!\[[^\]]+\]\(results/(.+?)-(?:figure|table)", text)
    assert pictures == papers


def test_pages_and_committed_results_agree_on_the_rows_that_both_print() -> None:
    compared, marked = 0, set()
    for page in PAGES:
        for heading, measure, table in marked_tables(PAPERS / f"{page}.md"):
            found = list(agreements(PAPERS / "results" / f"{page}.md", heading, measure, table))
            assert found, f"no row of {page}.md is in the results' {heading}, {measure}"
            for each in found:
                check(each)
            compared += len(found)
            marked.add(page)
    assert compared >= 150
    assert marked == {"aua2023", "nguyen2021", "pgms-csp", "sajjad2022", "tcd2021"}


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("| `a` | 40.9 [40.0, 41.8] | 41 |", ""),
        ("| `a` | 46.0 [45.1, 46.9] | 41 |", "46.0"),
        ("| `a` | 40.9 [40.0, 41.8] | 43 |", "43"),
        ("| `b` | 40.9 [40.0, 41.8] | |", "nothing"),
        ("| Paper's, published | 41 | 41 |", ""),
        ("| Paper's, published | 44 | 41 |", "44"),
    ],
)
def test_a_disagreement_is_noticed(tmp_path: Path, row: str, wrong: str) -> None:
    page, results = tmp_path / "page.md", tmp_path / "results.md"
    page.write_text(
        "<!-- agrees with: Table 1: Games won, % -->\n\n"
        f"| agent | easy 9x9/10 | easy, published |\n|---|---|---|\n{row}\n"
    )
    results.write_text(
        "# paper\n\n## Table 1: Wins\n\nBoards: easy: 9x9/10, first move safe. 1,000 games.\n\n"
        "**Games won, %**\n\n| agent | easy: published | easy: ours [95%] | easy: difference [95%] |\n"
        "|---|---:|---:|---:|\n| a | 41 | 40.8 [40.5, 41.1] | -0.2 [-0.5, +0.1] |\n"
    )
    [(heading, measure, table)] = marked_tables(page)
    found = list(agreements(results, heading, measure, table))
    if wrong == "nothing":
        assert found == []
    elif wrong:
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            for each in found:
                check(each)
    else:
        assert len(found) == 2
        for each in found:
            check(each)


def test_numbers_without_an_interval_get_the_one_of_the_mark(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- agrees with: Figure 6: Mines hit, % +-0.5 -->\n\n| density | `a` |\n|---|---|\n| 10% | 3.5 |\n"
    )
    assert list(marked_tables(page)) == [
        ("Figure 6", "Mines hit, %", [["density", "`a`"], ["10%", "3.5 [3.00, 4.00]"]])
    ]


def test_boards_of_one_size_are_told_apart_by_the_words_after_the_comma(tmp_path: Path) -> None:
    results = tmp_path / "results.md"
    results.write_text(
        "# paper\n\n## Table 1: Wins\n\nBoards: small: 8x8/10, first move safe; "
        "small, corner: 8x8/10, start (0, 0). 10 games.\n\n**Games won, %**\n\n"
        "| agent | small [95%] | small, corner [95%] |\n|---|---:|---:|\n"
        "| a | 5.0 [4.0, 6.0] | 9.0 [8.0, 10.0] |\n"
    )
    table = [["agent", "small 8x8/10"], ["`a`, drawn", "5.1 [4.1, 6.1]"], ["`a`, corner", "9.1 [8.1, 10.1]"]]
    found = [(each.page, each.results) for each in agreements(results, "Table 1", "Games won, %", table)]
    assert found == [("5.1 [4.1, 6.1]", "5.0 [4.0, 6.0]"), ("9.1 [8.1, 10.1]", "9.0 [8.0, 10.0]")]
