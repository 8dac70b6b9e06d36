#!/usr/bin/env python3
"""Write docs/public-api.txt: every public name with its signature. With `--check`, only compare the file.

The public names are those in ``__all__`` of `sapper` and of its public sub-packages. The file is committed,
so that what docs/public-api.md promises never changes by accident.
"""

from __future__ import annotations

import difflib
import enum
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

LIST = Path(__file__).resolve().parents[1] / "docs" / "public-api.txt"
PACKAGES = (
    "sapper",
    "sapper.agents",
    "sapper.arena",
    "sapper.engine",
    "sapper.envs",
    "sapper.game",
    "sapper.knowledge",
    "sapper.learn",
    "sapper.live",
    "sapper.replay",
    "sapper.review",
    "sapper.solver",
    "sapper.vision",
)
OPERATORS = {
    "__aenter__",
    "__aiter__",
    "__anext__",
    "__array__",
    "__contains__",
    "__enter__",
    "__getitem__",
    "__iter__",
    "__len__",
    "__next__",
}
"""The special methods that are listed, because users call them by other means than their names."""
HEADING = "# Every public name. Written by scripts/public_api.py; docs/public-api.md says what is promised."
LONGEST_VALUE = 80
"""A longer value of a constant is shown as its type only."""


class Plain:
    """An annotation that `inspect` prints as the source has it, without quotes."""

    def __init__(self, text: object) -> None:
        self.text = str(text)

    def __repr__(self) -> str:
        return self.text


def public_names() -> dict[str, Any]:
    """Return every public object by its full name, such as ``sapper.game.View``."""
    found = {}
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            found[f"{package}.{name}"] = getattr(module, name)
    return found


def listing() -> list[str]:
    """Return the lines of the list. A name that two packages export is described in the lower one."""
    names = public_names()
    homes: dict[tuple[int, str], str] = {}
    for name, value in names.items():
        if name.count(".") > 1:
            homes.setdefault((id(value), name.rpartition(".")[2]), name)
    lines = [HEADING]
    for name, value in sorted(names.items()):
        home = homes.get((id(value), name.rpartition(".")[2]), name)
        lines += described(name, value) if home == name else [f"{name} is {home}"]
    return lines


def described(name: str, value: Any) -> Iterator[str]:
    """Yield the lines of one public object: its own, and one for each public member of a class."""
    if inspect.isclass(value):
        builtin = [base.__name__ for base in value.__mro__[1:-1] if base.__module__ in {"builtins", "enum"}]
        yield f"class {name}" + (f"({builtin[0]})" if builtin else "")
        for member, text in sorted(members(value).items()):
            yield f"{name}.{member}{text}"
    elif inspect.isroutine(value):
        yield f"{name}{signature(value)}"
    else:
        shown = repr(value)
        is_alias = type(value).__module__ in {"typing", "types", "collections.abc"}
        if not is_alias and (len(shown) > LONGEST_VALUE or " at 0x" in shown):
            shown = f"<{type(value).__name__}>"
        yield f"{name} = {shown}"


def members(value: type) -> dict[str, str]:
    """Return the public members of a class, from all its bases in this package, with signatures or types."""
    found: dict[str, str] = {}
    for base in reversed(value.__mro__):
        if base.__module__.partition(".")[0] != "sapper":
            continue
        for name, annotation in inspect.get_annotations(base).items():
            if not name.startswith("_"):
                found[name] = f": {annotation}"
        for name, member in vars(base).items():
            if (not name.startswith("_") or name in OPERATORS) and (text := member_text(member)):
                found[name] = text
        made = vars(base).get("__init__")
        if (
            made is not None
            and not issubclass(value, enum.Enum)
            and not getattr(value, "_is_protocol", False)
        ):
            found["__init__"] = signature(made)
    if is_dataclass(value):
        found |= {each.name: field_text(each) for each in fields(value) if not each.name.startswith("_")}
    # What takes or returns an object of the core is private, whatever its name.
    return {name: text for name, text in found.items() if "_core." not in text}


def is_made_by_calls(value: type) -> bool:
    """Whether users make objects of a class by calling it."""
    return not issubclass(value, enum.Enum) and not getattr(value, "_is_protocol", False)


def member_text(member: Any) -> str | None:
    """Describe a method, property or constant of a class; None for anything else."""
    if isinstance(member, staticmethod | classmethod):
        return signature(member.__func__)
    if isinstance(member, property | cached_property):
        read: Callable[..., Any] | None = member.func if isinstance(member, cached_property) else member.fget
        return ": " + signature(read).partition(" -> ")[2]
    if inspect.isroutine(member):
        return signature(member)
    if isinstance(member, enum.Enum):
        return f" = {member.value!r}"
    return None


def field_text(field: Field[Any]) -> str:
    """Describe a field of a dataclass: its type and its default."""
    return f": {field.type}" + ("" if field.default is MISSING else f" = {field.default!r}")


def signature(function: Any) -> str:
    """Return the parameters and the result of a function, as its source has them."""
    native = getattr(function, "__nb_signature__", None)
    if native is not None:
        return " or ".join(re.sub(r"^def \w*", "", text).replace("'", "") for text, *_ in native)
    found = inspect.signature(function)
    parameters = [each.replace(annotation=shown(each.annotation)) for each in found.parameters.values()]
    text = str(found.replace(parameters=parameters, return_annotation=shown(found.return_annotation)))
    return text.replace(repr(sys.executable), "sys.executable")  # its path differs between machines


def shown(annotation: Any) -> Any:
    """Return an annotation in the form that `inspect` prints without quotes."""
    return Plain(annotation) if isinstance(annotation, str) else annotation


def main() -> int:
    """Write the list, or compare it with the committed one."""
    text = "\n".join(listing()) + "\n"
    if "--check" not in sys.argv[1:]:
        LIST.write_text(text, encoding="utf-8")
        return 0
    old = LIST.read_text(encoding="utf-8") if LIST.exists() else ""
    if old == text:
        return 0
    sys.stderr.writelines(
        difflib.unified_diff(
            old.splitlines(keepends=True), text.splitlines(keepends=True), LIST.name, "the package"
        )
    )
    print(
        "The public names are not those of docs/public-api.txt. If that is meant, run "
        "'.venv/bin/python scripts/public_api.py' and commit the file.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
