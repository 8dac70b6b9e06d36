"""What the network says that a cell shows: a number from 0 to 8, or one of the following."""

from __future__ import annotations

COVERED, FLAG, MINE, HIT, WRONG_FLAG, NOTHING = 9, 10, 11, 12, 13, 14
"""Covered; flag; a mine that is shown; the mine that was hit; a flag shown to be wrong; no cell at all."""
CLASSES = 15
