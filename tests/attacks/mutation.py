"""Random changes of bytes and of JSON documents, and the reduction of what was found."""

from __future__ import annotations

import base64
import copy
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from numpy.random import Generator

from tests.attacks.attack import Attack, Case

NUMBERS = (
    b"0 -1 1 2 255 256 -128 65535 65536 2147483647 -2147483648 4294967296 9223372036854775807 "
    b"18446744073709551616 1e308 1e999 -0.0 0.5 NaN Infinity 999999999999999999999999"
).split()
"""Numbers at which readers make mistakes, as text."""
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308, "", "x", "\x00",
    "\x1b[2J", "\ud800", "[/b]", "9" * 400, "../../etc", [], {}, [[]], [None], {"": None}, [[0, 0]],
    [[0, 0, 0]], [1, 2, 3],
)  # fmt: skip
"""Values that replace one in a JSON document."""


def mutated(content: bytes, rng: Generator, others: Sequence[bytes] = ()) -> bytes:
    """Change bytes in one to four places."""
    data = bytearray(content)
    for _ in range(int(rng.integers(1, 5))):
        _change(data, rng, others)
    return bytes(data[: 4 * len(content) + 4096])


def _change(data: bytearray, rng: Generator, others: Sequence[bytes]) -> None:
    at = int(rng.integers(len(data) + 1))
    end = at + int(rng.integers(1, max(2, min(64, len(data) - at + 1))))
    match int(rng.integers(9)):
        case 0 if at < len(data):
            data[at] ^= 1 << int(rng.integers(8))
        case 1 if at < len(data):
            data[at] = int(rng.choice([0, 255, 10, 32, 127, 128, int(rng.integers(256))]))
        case 2:
            data[at:at] = rng.bytes(int(rng.integers(1, 9)))
        case 3:
            del data[at:end]
        case 4:
            data[at:at] = data[at:end] * int(rng.integers(1, 20))
        case 5:
            del data[at:]
        case 6 if others:
            other = others[int(rng.integers(len(others)))]
            begin = int(rng.integers(len(other) + 1))
            data[at:end] = other[begin : begin + int(rng.integers(1, 200))]
        case 7:
            found = list(re.finditer(rb"-?\d+(\.\d+)?", data[:100_000]))
            if found:
                number = found[int(rng.integers(len(found)))]
                data[number.start() : number.end()] = NUMBERS[int(rng.integers(len(NUMBERS)))]
        case _ if at + 4 <= len(data):
            data[at : at + 4] = int(rng.choice([0, 1, 2**31 - 1, 2**32 - 1, 2**16])).to_bytes(4, "little")


def mutated_document(document: Any, rng: Generator) -> Any:
    """Replace, remove or add a value in one to three places of a JSON document."""
    changed = copy.deepcopy(document)
    for _ in range(int(rng.integers(1, 4))):
        places = list(_places(changed))
        if not places:
            return VALUES[int(rng.integers(len(VALUES)))]
        parent, key = places[int(rng.integers(len(places)))]
        value = VALUES[int(rng.integers(len(VALUES)))]
        match int(rng.integers(5)):
            case 0:
                del parent[key]
            case 1 if isinstance(parent, list):
                parent.insert(key, copy.deepcopy(parent[key]))
            case 2 if isinstance(parent, dict):
                parent[f"{key}x"] = parent.pop(key)
            case 3 if isinstance(parent[key], int | float) and not isinstance(parent[key], bool):
                parent[key] = parent[key] * int(rng.integers(-3, 4)) + int(rng.integers(-2, 3))
            case _:
                parent[key] = copy.deepcopy(value)
    return changed


def _places(document: Any, deep: int = 0) -> Iterator[tuple[Any, Any]]:
    """Every value of a document, as its container and its key. Long lists are cut."""
    if deep > 20:
        return
    items = list(document.items()) if isinstance(document, dict) else []
    if isinstance(document, list):
        items = list(enumerate(document[:30]))
    for key, value in items:
        yield document, key
        yield from _places(value, deep + 1)


def mutated_lines(content: bytes, rng: Generator, others: Sequence[bytes] = ()) -> bytes:
    """Change a file of JSON lines: half of the time as documents, otherwise as bytes."""
    if rng.random() < 0.5:
        return mutated(content, rng, others)
    lines = content.split(b"\n")
    number = int(rng.integers(max(1, len(lines) - 1)))
    lines[number] = json.dumps(mutated_document(json.loads(lines[number]), rng)).encode()
    return b"\n".join(lines)


def packed(content: bytes) -> str:
    """Bytes as a case holds them."""
    return base64.b64encode(content).decode()


def unpacked(case: Case) -> bytes:
    """The bytes of a case."""
    return base64.b64decode(case["content"])


def reduced(attack: Attack, case: Case, kind: str, seconds: float = 20.0) -> Case:
    """Make the case of a finding smaller, as long as the same kind of finding remains."""
    until = time.monotonic() + seconds

    def remains(smaller: Case) -> bool:
        return time.monotonic() < until and attack.check(smaller).partition(":")[0] == kind

    if "content" in case:
        case = _shortened(case, list(unpacked(case)), lambda part: {"content": packed(bytes(part))}, remains)
    if "lines" in case:
        case = _shortened(case, case["lines"], lambda part: {"lines": part}, remains)
    return case


def _shortened(
    case: Case, parts: list[Any], fields: Callable[[list[Any]], Case], remains: Callable[[Case], bool]
) -> Case:
    """Remove parts: first halves, then smaller and smaller pieces."""
    size = max(1, len(parts) // 2)
    while parts:
        at, before = 0, len(parts)
        while at < len(parts):
            fewer = parts[:at] + parts[at + size :]
            if remains(case | fields(fewer)):
                parts = fewer
            else:
                at += size
        if size == 1 and len(parts) == before:
            break
        size = max(1, size // 2)
    return case | fields(parts)
