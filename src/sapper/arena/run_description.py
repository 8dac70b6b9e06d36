"""The check of ``run.json``: every field that this version reads has the type that it was written with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sapper.game.rules import Rules

Check = Callable[[Any], bool]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_names(value: Any) -> bool:
    return _is_texts(value) and 0 < len(value) == len(set(value))


def _is_versions(value: Any) -> bool:
    return isinstance(value, dict) and "sapper" in value and all(map(_is_text, value.values()))


def _is_rules(value: Any) -> bool:
    try:
        Rules.from_dict(value)
    except (ValueError, TypeError, AttributeError):
        return False
    return True


def _is_boards(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict) and _is_text(value.get("file")) and _is_text(value.get("sha256"))
    )


def _is_start(value: Any) -> bool:
    """Whether a value is a start as `sapper bench` (text) or `sapper reproduce` (a pair) writes it."""
    if value is None or value == "agent":
        return True
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list) or len(parts) != 2:
        return False
    return all(_is_whole(part) or (isinstance(part, str) and part.strip().isdecimal()) for part in parts)


FIELDS: dict[str, tuple[Check, str]] = {
    "versions": (_is_versions, "the versions by name"),
    "command": (_is_texts, "a list of words"),
    "platform": (_is_text, "text"),
}
"""The fields that ``run.json`` must have, with the check of each and what it should be."""
ARGUMENTS: dict[str, tuple[Check, str]] = {
    "agents": (_is_names, "a list of different names"),
    "games": (_is_whole, "a whole number"),
    "seed": (_is_whole, "a whole number"),
    "rules": (_is_rules, "the rules of a game"),
    "start": (_is_start, "a cell"),
    "boards": (_is_boards, "a file with its digest"),
    "until_decided": (lambda value: isinstance(value, dict), "the agents and the points"),
}
"""The arguments of a run. Only the agents must be there, because experiments and benchmarks state fewer."""


def defect(description: Mapping[str, Any]) -> str | None:
    """The first field of a description that is missing or of a wrong type, as a sentence; None if all fit."""
    for name, (fits, kind) in FIELDS.items():
        if name not in description:
            return f"it lacks {name}"
        if not fits(description[name]):
            return f"its {name} must be {kind}"
    arguments = description["arguments"]
    for name, (fits, kind) in ARGUMENTS.items():
        if name not in arguments and name == "agents":
            return f"it lacks {name}"
        if name in arguments and not fits(arguments[name]):
            return f"its {name} must be {kind}"
    return None
