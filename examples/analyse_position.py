"""Print the certain cells of a position, the safest cell, and the numbers that this cell may show.

Usage: python examples/analyse_position.py ["POSITION"]
"""

from __future__ import annotations

import sys

import numpy as np

import sapper

POSITION = "012??/01???/012??/111??/??1?? 5"


def main(text: str) -> None:
    """Analyse a position and print the result."""
    view = sapper.View.parse(text)
    try:
        analysis = sapper.analyse(view)
    except sapper.InconsistentView as error:
        print(f"The position is impossible: {error}.")
        return
    print(f"{analysis.solutions:,} layouts fit.")
    print(f"Certainly free: {analysis.safe or 'none'}. Certainly mines: {analysis.mines or 'none'}.")
    if np.isnan(analysis.risk).all() or np.nanmin(analysis.risk) == 1:
        print("No free cell is left to open.")
        return
    row, col = np.unravel_index(np.nanargmin(analysis.risk), analysis.risk.shape)
    safest = int(row), int(col)
    print(f"The safest cell is {safest}, with a risk of {analysis.risk[safest]:.1%}. If it is free, it shows")
    for number, chance in enumerate(analysis.expected_numbers(safest)):
        if chance > 0:
            print(f"  {number} with probability {chance:.1%}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else POSITION)
