"""Draw docs/images/architecture.svg from docs/architecture.md.

The page holds the data: tables of folders and numbered lists of files. The picture has one row per folder and
one column per list, so it shows which folders a request passes, in which files and in which order.
`--check` compares the committed picture with the page and writes nothing.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "images" / "architecture.svg"

WIDTH = 1200
MARGIN = 16
NAME_WIDTH = 420
LANE_WIDTH = (WIDTH - 2 * MARGIN - NAME_WIDTH) // 3
LINE = 18
"""Height of one line of text."""
PADDING = 6
HEADER = 62

STYLE = """
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1c2330; }
.name { font-weight: 600; font-size: 14px; }
.job { font-size: 12px; fill: #566074; }
.title { font-weight: 600; font-size: 15px; }
.language { font-weight: 600; font-size: 13px; fill: #566074; letter-spacing: 1px; }
.order { font-size: 11px; font-weight: 600; fill: #ffffff; text-anchor: middle; }
.page { fill: #ffffff; }
.row { fill: #f3f5f9; }
.lane { stroke-width: 2; opacity: 0.45; }
.lane0 { fill: #1f6fd6; stroke: #1f6fd6; }
.lane1 { fill: #b45a00; stroke: #b45a00; }
.lane2 { fill: #1b7f4b; stroke: #1b7f4b; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6eaf2; }
  .job, .language { fill: #a3adc0; }
  .page { fill: #12161e; }
  .row { fill: #1c222d; }
  .order { fill: #12161e; }
  .lane0 { fill: #6aa9ff; stroke: #6aa9ff; }
  .lane1 { fill: #f0a04b; stroke: #f0a04b; }
  .lane2 { fill: #57c98b; stroke: #57c98b; }
}
"""


@dataclass(frozen=True)
class Folder:
    """One row of the picture."""

    path: str
    job: str
    language: str


@dataclass(frozen=True)
class Journey:
    """One column of the picture: the files that a request passes, in order."""

    title: str
    files: list[str]


def folders(page: str) -> list[Folder]:
    """Read the tables of folders."""
    found = []
    for language in ("Python", "C++"):
        table = page.partition(f"\n### {language}\n")[2].partition("\n#")[0]
        for path, job in re.findall(r"^\| `([^`]+)` \| (.+) \|$", table, re.MULTILINE):
            found.append(Folder(path, job.replace("`", ""), language))
    return found


def journeys(page: str) -> list[Journey]:
    """Read the numbered lists; each item begins with the path of its file."""
    found = []
    for section in page.split("\n## ")[1:]:
        heading = section.partition("\n")[0]
        if heading.startswith("Journey"):
            files = re.findall(r"^\d+\. `([^`]+)`", section, re.MULTILINE)
            found.append(Journey(heading.partition(": ")[2], files))
    return found


def draw(page: str) -> str:
    """The picture as SVG text."""
    rows, columns = folders(page), journeys(page)
    stops = {
        (row.path, lane): _stops(row.path, journey) for row in rows for lane, journey in enumerate(columns)
    }
    backgrounds: list[str] = []
    parts: list[str] = []
    centres: dict[int, list[int]] = {lane: [] for lane in range(len(columns))}
    y, language = HEADER, ""
    for row in rows:
        if row.language != language:
            language = row.language
            parts.append(_text(MARGIN, y + 16, f"{language.upper()}", "language"))
            y += 26
        job = _wrapped(row.job, 62)
        height = 2 * PADDING + LINE * max(1 + len(job), *(len(stops[row.path, lane]) for lane in centres))
        backgrounds.append(
            f'<rect class="row" x="{MARGIN}" y="{y}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="6"/>'
        )
        parts.append(_text(MARGIN + 12, y + PADDING + 14, row.path, "name"))
        for line, words in enumerate(job, 1):
            parts.append(_text(MARGIN + 12, y + PADDING + 14 + LINE * line, words, "job"))
        for lane, track in centres.items():
            middle = y + (height - LINE * len(stops[row.path, lane])) // 2
            for line, (order, name) in enumerate(stops[row.path, lane]):
                centre = middle + LINE * line + LINE // 2
                track.append(centre)
                parts += _stop(lane, centre, order, name)
        y += height + 5
    lanes = [part for lane, journey in enumerate(columns) for part in _lane(lane, journey, centres[lane])]
    return "\n".join([_opening(y + MARGIN), *backgrounds, *lanes, *parts, "</svg>", ""])


def _stops(folder: str, journey: Journey) -> list[tuple[int, str]]:
    """The files of a journey that lie in a folder, each with its place in the journey."""
    return [
        (order, path.removeprefix(f"{folder}/"))
        for order, path in enumerate(journey.files, 1)
        if path.startswith(f"{folder}/")
    ]


def _opening(height: int) -> str:
    label = "The folders of Sapper, and the files that three requests pass"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect class="page" width="{WIDTH}" height="{height}"/>'
    )


def _lane_x(lane: int) -> int:
    return MARGIN + NAME_WIDTH + lane * LANE_WIDTH + 14


def _lane(lane: int, journey: Journey, centres: list[int]) -> list[str]:
    x = _lane_x(lane)
    title = _wrapped(f"{lane + 1}. {journey.title[0].upper()}{journey.title[1:]}", 27)
    lines = [_text(x - 8, 24 + 18 * line, words, "title") for line, words in enumerate(title)]
    track = f'<line class="lane lane{lane}" x1="{x}" y1="{min(centres)}" x2="{x}" y2="{max(centres)}"/>'
    return [*lines, track]


def _wrapped(text: str, most: int) -> list[str]:
    """Break a text into lines of at most `most` characters."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _stop(lane: int, centre: int, order: int, name: str) -> list[str]:
    x = _lane_x(lane)
    return [
        f'<circle class="lane{lane}" cx="{x}" cy="{centre}" r="8.5"/>',
        _text(x, centre + 4, str(order), "order"),
        _text(x + 15, centre + 5, name),
    ]


def _text(x: int, y: int, words: str, style: str = "file") -> str:
    return f'<text class="{style}" x="{x}" y="{y}">{escape(words)}</text>'


def main() -> int:
    """Write the picture, or with `--check` say whether it is up to date."""
    drawn = draw(PAGE.read_text(encoding="utf-8"))
    if "--check" in sys.argv[1:]:
        current = PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == drawn
        if not current:
            print(
                f"{PICTURE.name} differs from the page: run scripts/architecture_picture.py", file=sys.stderr
            )
        return 0 if current else 1
    PICTURE.write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
