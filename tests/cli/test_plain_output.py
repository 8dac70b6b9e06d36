"""Text of others reaches the terminal only through what shows its control characters and knows no markup."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.table import Table

import sapper
from sapper.cli.console import PlainConsole

PACKAGE = Path(sapper.__file__).parent
SAFE_CALLS = {"visible", "visible_lines", "dumps"}
"""What builtin print may print, apart from constants: text that these functions made."""
HOSTILE = "[/b] [red]x[/] :bomb: \x1b[31m\x07\u202e"
SHOWN = "[/b] [red]x[/] :bomb: \\x1b[31m\\x07\\u202e"


def calls(source: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls of a module, each with the last word of the name that is called."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield node.func.id if isinstance(node.func, ast.Name) else node.func.attr, node


def is_safe(node: ast.expr) -> bool:
    """Whether a printed expression holds constants and text from `SAFE_CALLS` only."""
    if isinstance(node, ast.JoinedStr):
        return all(is_safe(part.value) for part in node.values if isinstance(part, ast.FormattedValue))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        return (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) in SAFE_CALLS
    return isinstance(node, ast.Constant)


def complaints(source: str) -> list[str]:
    """What a module does that could send the text of others to the terminal as it is."""
    found = []
    for name, call in calls(source):
        options = {keyword.arg: keyword.value for keyword in call.keywords}
        first = call.args[0] if call.args else ast.Constant("")
        if name == "Console":
            found.append(f"line {call.lineno}: a console of rich; use those of sapper.cli.console")
        elif name == "print" and isinstance(call.func, ast.Name) and not all(map(is_safe, call.args)):
            found.append(f"line {call.lineno}: builtin print; use print_plain or visible")
        elif name in {"from_markup", "render_markup"} and not is_safe(first):
            found.append(f"line {call.lineno}: markup that is not a constant")
        elif name == "TextColumn" and not _is_false(options.get("markup")):
            found.append(f"line {call.lineno}: a column of a progress bar that knows markup")
        elif name != "TextColumn" and "markup" in options and not _is_false(options["markup"]):
            found.append(f"line {call.lineno}: markup is switched on")
        elif name == "_say" and not isinstance(first, ast.Constant | ast.Name):
            found.append(f"line {call.lineno}: a message of the app whose markup is not a constant")
    return found


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


MODULES = sorted((PACKAGE / "cli").rglob("*.py"))
EXCUSED = {  # how many complaints a module may get
    "cli/terminal/game_app.py": 1,  # _say itself, whose markup its callers give
}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.relative_to(PACKAGE).as_posix())
def test_a_module_prints_no_text_of_others_as_it_is(module: Path) -> None:
    found = complaints(module.read_text(encoding="utf-8"))
    in_lines = module.name in {"line_game.py", "line_trainer.py"}  # their _say prints on a plain console
    found = [line for line in found if not (in_lines and "a message of the app" in line)]
    assert len(found) == EXCUSED.get(module.relative_to(PACKAGE).as_posix(), 0), found


@pytest.mark.parametrize(
    "line",
    [
        "print(name)",
        "print(f'{out} is written')",
        "Console(stderr=True).print(name)",
        "rich.console.Console()",
        "Text.from_markup(name)",
        "TextColumn('{task.description}')",
        "out.print(name, markup=True)",
        "self._say(f'[b]{agent}[/]')",
    ],
)
def test_the_rule_finds(line: str) -> None:
    assert complaints(line)


@pytest.mark.parametrize(
    "line", ["print('done')", "print(visible(name))", "print(f'{visible(a)}: {dumps(b)}')"]
)
def test_the_rule_allows(line: str) -> None:
    assert not complaints(line)


def test_a_console_shows_what_it_is_given() -> None:
    written = io.StringIO()
    out = PlainConsole(file=written, force_terminal=True, width=200)
    table = Table(title=HOSTILE, caption=HOSTILE)
    table.add_column(HOSTILE)
    table.add_row(HOSTILE)
    out.print(table)
    out.print(HOSTILE, style="bold")
    text = written.getvalue()
    assert text.count(SHOWN) == 5
    assert "\x1b[31m" not in text
    assert "\x07" not in text
