"""HTML pages and Markdown tables show names as text, never as markup."""

from __future__ import annotations

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
    assert markdown(table).splitlines()[2:] == ["| a\\|b | n |", "|---|---:|", "| <i>\\| | 1 |", "| x | - |"]
