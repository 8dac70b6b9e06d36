"""Patterns: the names that players have for deductions, each with an explanation and an example."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of deduction that players know by name."""

    name: str
    title: str
    text: str
    """What to look for, and what it proves."""
    example: str
    """A position text in which the pattern proves a cell. Flags mark known mines."""
    cell: tuple[int, int]
    """The cell that the pattern proves in the example."""


PATTERNS = (
    Pattern(
        "one-number",
        "One number",
        "If all mines of a number are known, its other covered neighbours are free. If a number needs as "
        "many mines as it has covered neighbours, all of them are mines.",
        "1F1?/111?/????/???? 2",
        (0, 3),
    ),
    Pattern(
        "1-1",
        "1-1",
        "Two 1s stand side by side, and all covered neighbours of the first 1 are neighbours of the second. "
        "The mine of the first 1 is also the mine of the second, so the second has no other mine.",
        "11211/?????/????? 4",
        (1, 2),
    ),
    Pattern(
        "1-2",
        "1-2",
        "A 1 and a 2 stand side by side, and the 2 has only one covered neighbour that the 1 does not have. "
        "The shared cells hold at most one mine, so this cell is a mine. The mine that is left lies among "
        "the shared cells, so the 1 has no mine elsewhere.",
        "0000/1121/????/???? 4",
        (2, 3),
    ),
    Pattern(
        "1-2-1",
        "1-2-1",
        "The numbers 1, 2 and 1 stand in a row. Two 1-2 patterns meet: the mines lie beside the two 1s, and "
        "the cell beside the 2 is free.",
        "01???/02???/01??? 3",
        (1, 2),
    ),
    Pattern(
        "1-2-2-1",
        "1-2-2-1",
        "The numbers 1, 2, 2 and 1 stand in a row. Two 1-2 patterns meet: the mines lie beside the two 2s, "
        "and the cells beside the 1s are free.",
        "0000/1221/????/???? 4",
        (2, 0),
    ),
    Pattern(
        "reduction",
        "Reduction",
        "Subtract the known mines from every number. What is left often is a pattern of small numbers, for "
        "example a 2 and a 3 beside one known mine each are a 1 and a 2.",
        "001??/113??/1F2?? 3",
        (1, 3),
    ),
    Pattern(
        "inside",
        "One number inside another",
        "All covered neighbours of one number are neighbours of another. The difference of the two numbers "
        "is the number of mines in the other's remaining cells.",
        "001?/001?/1222/???? 4",
        (3, 1),
    ),
    Pattern(
        "box",
        "Box",
        "Two numbers share some covered neighbours. These form a box, and each number limits how many mines "
        "the box holds. This decides the cells outside the box.",
        "001?/001?/124?/???? 4",
        (3, 1),
    ),
    Pattern(
        "triangle",
        "Triangle",
        "Three numbers meet around one corner. No two of them prove the cell, but all three together do.",
        "001?/122?/????/???? 4",
        (2, 3),
    ),
    Pattern(
        "chain",
        "Chain",
        "Several numbers pass a conclusion on: if the first had its mine here, the next would need its mine "
        "there, and the last would be wrong.",
        "001?/001?/1232/???? 4",
        (3, 0),
    ),
    Pattern(
        "mine-count",
        "Mine count at the end",
        "The numbers alone leave several possibilities, but only some of them use the right number of mines. "
        "Count the mines that are left before you guess.",
        "01???/12???/??3?? 3",
        (1, 2),
    ),
)
"""All patterns, from the easiest to the hardest."""

PATTERN_NAMES = tuple(pattern.name for pattern in PATTERNS)


def pattern(name: str) -> Pattern:
    """Return the pattern with a name.

    Raises:
        ValueError: No pattern has this name.
    """
    for found in PATTERNS:
        if found.name == name:
            return found
    raise ValueError(f"there is no pattern {name!r}; the patterns are {', '.join(PATTERN_NAMES)}")
