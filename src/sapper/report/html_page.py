"""Pages: one HTML file with everything inside, which opens anywhere and needs no network."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence

from sapper.report.figure import Figure, Table
from sapper.report.markdown import is_numeric
from sapper.report.plots import draw

STYLE = """\
body{font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}
body{max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid #ddd}
h3{font-size:1.05rem;margin-bottom:.3rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.4rem 0}
th,td{padding:.3rem .7rem;border-bottom:1px solid #e5e5e5;text-align:left;white-space:nowrap}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
th button{all:unset;cursor:pointer;font-weight:600}th button:focus-visible{outline:2px solid #0072b2}
th[aria-sort=ascending] button::after{content:" \\25b2"}
th[aria-sort=descending] button::after{content:" \\25bc"}
figure{margin:1rem 0}img{max-width:100%;height:auto}figcaption,.note{color:#555;font-size:.9rem}
pre{background:#f5f5f5;padding:.6rem .8rem;overflow-x:auto;font-size:.85rem}nav a{margin-right:1rem}
@media(prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}th,td,h2{border-color:#333}
pre{background:#222}figcaption,.note{color:#aaa}img{background:#fff}}
"""
SCRIPT = """\
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstElementChild.onclick = () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = row => {
      const text = row.cells[column].textContent.trim();
      const number = parseFloat(text.replace(/[,%<]/g, ""));
      return Number.isNaN(number) ? text : number;
    };
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const order = typeof x === typeof y ? (x < y ? -1 : x > y ? 1 : 0) : typeof x === "number" ? -1 : 1;
      return up ? order : -order;
    });
    table.tBodies[0].append(...rows);
  });
}
"""


class Page:
    """A page that is filled from top to bottom."""

    def __init__(self, title: str, subtitle: str = "") -> None:
        self.title = title
        self.parts = [f"<h1>{html.escape(title)}</h1>"]
        if subtitle:
            self.parts.append(f'<p class="note">{html.escape(subtitle)}</p>')

    def heading(self, text: str, level: int = 2, anchor: str = "") -> None:
        """Begin a section."""
        mark = f' id="{html.escape(anchor)}"' if anchor else ""
        self.parts.append(f"<h{level}{mark}>{html.escape(text)}</h{level}>")

    def contents(self, links: Sequence[tuple[str, str]]) -> None:
        """Links to sections: (anchor, text)."""
        found = "".join(f'<a href="#{html.escape(to)}">{html.escape(text)}</a>' for to, text in links)
        self.parts.append(f"<nav>{found}</nav>")

    def paragraph(self, text: str, note: bool = False) -> None:
        """A paragraph of plain text."""
        kind = ' class="note"' if note else ""
        self.parts.append(f"<p{kind}>{html.escape(text)}</p>")

    def code(self, text: str) -> None:
        """A command or other literal text."""
        self.parts.append(f"<pre>{html.escape(text)}</pre>")

    def table(self, table: Table) -> None:
        """A table that sorts by any column."""
        columns = list(zip(*table.rows, strict=True)) or [()] * len(table.header)
        kinds = [' class="n"' if is_numeric(column) else "" for column in columns]
        head = "".join(
            f'<th scope="col"{kind}><button type="button">{html.escape(name)}</button></th>'
            for name, kind in zip(table.header, kinds, strict=True)
        )
        body = "".join(
            "<tr>"
            + "".join(f"<td{kind}>{html.escape(text)}</td>" for text, kind in zip(row, kinds, strict=True))
            + "</tr>"
            for row in table.rows
        )
        if table.title:
            self.heading(table.title, 3)
        self.parts.append(
            f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )
        if table.note:
            self.paragraph(table.note, note=True)

    def figure(self, figure: Figure, content: bytes | None = None) -> None:
        """A figure; `content` is its PNG where it is drawn already."""
        picture = base64.b64encode(content or draw(figure)).decode()
        note = f"<figcaption>{html.escape(figure.note)}</figcaption>" if figure.note else ""
        source = f"data:image/png;base64,{picture}"
        self.parts.append(f'<figure><img alt="{html.escape(figure.title)}" src="{source}">{note}</figure>')

    def __str__(self) -> str:
        """The whole file."""
        return "\n".join(
            [
                '<!doctype html><html lang="en"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width,initial-scale=1">',
                f"<title>{html.escape(self.title)}</title><style>{STYLE}</style></head><body>",
                *self.parts,
                f"<script>{SCRIPT}</script></body></html>",
                "",
            ]
        )
