"""The codes of mouse events that the EVF and the RMV format share."""

from __future__ import annotations

from sapper.replay.replay import EventKind

MOUSE_CODES: dict[int, EventKind] = {
    1: "move",
    2: "left-down",
    3: "left-up",
    4: "right-down",
    5: "right-up",
    6: "middle-down",
    7: "middle-up",
}
