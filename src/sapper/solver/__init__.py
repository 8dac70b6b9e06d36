"""The solver: exact risks, proofs, perfect play of small boards, and boards without a guess.

The files in reading order:

- ``analysis``: the exact risk of every covered cell (`analyse`).
- ``oracle``: the same by trying every layout in plain Python. The tests compare the engine with it.
- ``explanation``: the numbers that prove a certain cell (`explain`).
- ``difficulty``: the hardest deduction that winning a board needs.
- ``board_generator``: random boards, and boards that need no guess (`generate`).
- ``perfect_play``: the exact win probability of small boards (`optimum`).
- ``partial_analysis``: risks where the mine count or a number is not known (`analyse_partial`).
- ``layout_completion``: one layout that fits a view (`complete_layout`).
- ``primes``: the primes that make exact counts possible.
"""

from __future__ import annotations

from sapper.solver.analysis import DEFAULT_MEMORY, Analyses, Analysis, analyse, analyse_many
from sapper.solver.board_generator import GeneratedBoard, Method, generate, needs_no_guess
from sapper.solver.difficulty import DIFFICULTIES, Difficulty, difficulty
from sapper.solver.explanation import Explanation, explain, explain_cell
from sapper.solver.layout_completion import complete_layout
from sapper.solver.partial_analysis import PartialAnalysis, analyse_partial
from sapper.solver.perfect_play import Optimum, optimum

__all__ = [
    "DEFAULT_MEMORY",
    "DIFFICULTIES",
    "Analyses",
    "Analysis",
    "Difficulty",
    "Explanation",
    "GeneratedBoard",
    "Method",
    "Optimum",
    "PartialAnalysis",
    "analyse",
    "analyse_many",
    "analyse_partial",
    "complete_layout",
    "difficulty",
    "explain",
    "explain_cell",
    "generate",
    "needs_no_guess",
    "optimum",
]
