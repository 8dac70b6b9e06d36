"""HTML pages and Markdown tables show names as text, never as markup."""

from __future__ import annotations

import sys

import pytest

from sapper import SapperError
from sapper.report import html_template
from sapper.report.figure import Table
from sapper.report.html_page import Page
from sapper.report.markdown import markdown
from tests.report.elements import Elements


def test_markup_in_names_stays_text() -> None:
    table = Table("<b>", ("a|b", "n"), (("<i>|", "1"), ("x", "-")))
    page = Page("<title>")
    page.table(table)
    page.code("a < b")
    elements = Elements(str(page))
    assert {"b", "i"}.isdisjoint(tag for tag, _ in elements.found)
    assert markdown(table).splitlines()[2:] == [
        "| a\\|b | n |",
        "|---|---:|",
        "| &lt;i>\\| | 1 |",
        "| x | - |",
    ]


def test_without_jinja2_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    html_template._environment.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(SapperError, match=r"pip install 'sapper\[report\]'"):
        str(Page("title"))


def test_every_template_is_well_formed() -> None:
    """Rendering fails if a template uses a value or file that does not exist."""
    names = {path.name for path in html_template.FOLDER.iterdir()}
    assert names == {
        "board.css",
        "board.html",
        "page.css",
        "page.html",
        "review.css",
        "review.html",
        "sort_tables.js",
    }
    page = Page("title", "subtitle")
    page.heading("heading", 2, "anchor")
    page.contents([("anchor", "heading")])
    page.paragraph("paragraph", note=True)
    assert Elements(str(page)).open == []


def test_columns_of_one_group_share_a_heading() -> None:
    header = ("agent", "easy: published", "easy: ours [95%]", "hard: ours [95%]")
    page = Page("title")
    page.table(Table("", header, (("random", "5", "4.1 [3.0, 5.0]", "-"),), grouped=True))
    text = str(page)
    assert '<th scope="colgroup" colspan="2" class="g">easy</th>' in text
    assert '<th scope="colgroup" colspan="1" class="g">hard</th>' in text
    assert text.count("ours [95%]</button>") == 2
    assert "4.1 [3.0,\u00a05.0]" in text  # an interval is never broken into two lines
    page = Page("title")
    page.table(Table("", header, ()))
    assert "colgroup" not in str(page)
