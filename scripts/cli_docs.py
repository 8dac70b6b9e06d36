"""Write docs/cli.md from the commands themselves; with `--check`, only say whether it is up to date.

The page is made from what the commands declare, not from the help they print: that depends on the width of a
terminal and on the version of the library that prints it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

from sapper.cli.main import app

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"
INTRODUCTION = """\
# The command line

<!-- Written by scripts/cli_docs.py from the commands themselves: change those, then run it. -->

With `--json`, standard output is one JSON document; progress and messages go to standard error. Exit status 0
is success, 1 'could not, within the budget', 2 bad input (one line on standard error says what is wrong), 130
Ctrl-C, which keeps the games that are finished. `sapper --version` prints the version,
`sapper --install-completion` sets up completion for your shell, and `-h` or `--help` explains any command.
"""


@dataclass
class Parameter:
    """An argument or option, as its command declares it."""

    name: str
    kind: Any
    info: ArgumentInfo | OptionInfo
    default: Any

    @property
    def spelling(self) -> str:
        """How it is typed."""
        name = self.info.metavar or self.name.upper()
        if isinstance(self.info, ArgumentInfo):
            name += "..." * (get_origin(self.kind) is list)
            return name if self.default is inspect.Parameter.empty else f"[{name}]"
        # In an annotation, the first spelling stands where a default would.
        spelled = (self.info.default, *(self.info.param_decls or ()))
        declared = [text for text in spelled if isinstance(text, str) and text.startswith("--")]
        option = declared[0] if declared else "--" + self.name.replace("_", "-")
        if self.kind is bool:
            return option
        if inspect.isclass(self.kind) and issubclass(self.kind, Enum):
            name = "|".join(choice.value for choice in self.kind)
        return f"{option} {name}"

    @property
    def sentence(self) -> str:
        """What it is for, and what it is when left out."""
        text = self.info.help or ""
        if self.default is None or self.default is False or self.default is inspect.Parameter.empty:
            return text
        return f"{text} Default: `{getattr(self.default, 'value', self.default)}`."


def parameters(command: Callable[..., Any]) -> Iterator[Parameter]:
    """The parameters of a command, in order."""
    defaults = inspect.signature(command).parameters
    for name, hint in get_type_hints(command, include_extras=True).items():
        if get_origin(hint) is Annotated:
            kind, info = get_args(hint)
            if get_origin(kind) is UnionType:
                kind = get_args(kind)[0]
            yield Parameter(name, kind, info, defaults[name].default)


def section(name: str, command: Callable[..., Any]) -> str:
    """The section of one command: usage, what it does, and a line for each argument and option."""
    found = list(parameters(command))
    arguments = [p.spelling for p in found if isinstance(p.info, ArgumentInfo)]
    options = ["[OPTIONS]"] * any(isinstance(p.info, OptionInfo) for p in found)
    lines = [f"## sapper {name}", "", "    " + " ".join([f"sapper {name}", *arguments, *options]), ""]
    lines += [inspect.cleandoc(command.__doc__ or ""), ""]
    if found:
        rows = [(f"`{p.spelling}`", p.sentence) for p in found]
        lines += ["| | |", "|---|---|"]
        lines += ["| {} | {} |".format(*(cell.replace("|", "\\|") for cell in row)) for row in rows]
        lines.append("")
    return "\n".join(lines)


def page() -> str:
    """The whole page."""
    commands = {
        str(command.name): command.callback
        for command in app.registered_commands
        if command.callback and not command.hidden
    }
    return "\n".join([INTRODUCTION, *(section(name, commands[name]) for name in sorted(commands))])


def main() -> int:
    """Write the page, or compare it."""
    if sys.argv[1:] == ["--check"]:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
            return 0
        print("docs/cli.md is not what the commands say: run scripts/cli_docs.py.", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
