"""HTML pages: one file with its pictures, style sheet and script inside, which needs no network."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sapper.report.figure import Figure, Table
from sapper.report.html_template import render
from sapper.report.markdown import is_numeric
from sapper.report.plots import draw


class Page:
    """A page that is filled from top to bottom. Its string is HTML."""

    def __init__(self, title: str, subtitle: str = "") -> None:
        self.title, self.subtitle = title, subtitle
        self.blocks: list[dict[str, Any]] = []

    def heading(self, text: str, level: int = 2, anchor: str = "") -> None:
        """Add a heading; `anchor` is the target of links to it."""
        self._add("heading", text=text, level=level, anchor=anchor)

    def contents(self, links: Sequence[tuple[str, str]]) -> None:
        """Add links to headings, as pairs of anchor and text."""
        self._add("contents", links=links)

    def paragraph(self, text: str, note: bool = False) -> None:
        """Add a paragraph of plain text."""
        self._add("paragraph", text=text, note=note)

    def code(self, text: str) -> None:
        """Add a command or other literal text."""
        self._add("code", text=text)

    def table(self, table: Table) -> None:
        """Add a table that the reader can sort by any column."""
        values = list(zip(*table.rows, strict=True)) or [()] * len(table.header)
        columns = [
            {"name": name.rpartition(": ")[2] if table.grouped else name, "numeric": is_numeric(column)}
            for name, column in zip(table.header, values, strict=True)
        ]
        names = [name.rpartition(": ")[0] for name in table.header] if table.grouped else []
        groups = [(name, len(list(each))) for name, each in groupby(names)]
        if table.title:
            self.heading(table.title, 3)
        self._add("table", columns=columns, groups=groups, rows=table.rows)
        if table.note:
            self.paragraph(table.note, note=True)

    def figure(self, figure: Figure, content: bytes | None = None) -> None:
        """Add a figure; `content` is its PNG if it was drawn before."""
        picture = base64.b64encode(content or draw(figure)).decode()
        self._add("figure", title=figure.title, note=figure.note, picture=picture)

    def _add(self, kind: str, **values: Any) -> None:
        self.blocks.append({"kind": kind, **values})

    def __str__(self) -> str:
        """The HTML of the page."""
        return render("page.html", title=self.title, subtitle=self.subtitle, blocks=self.blocks)
