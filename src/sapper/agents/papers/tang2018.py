"""Logic inference, then constraints, then sampling.

Paper: Tang, Jiang and Hu, "A Minesweeper Solver Using Logic Inference, CSP and Sampling", arXiv 1810.03151,
2018. Reconstructed from its title and abstract, which limit every move to five seconds;
docs/papers/tang2018.md says what is known and what is guessed.
"""

from __future__ import annotations

from sapper.agents.base import Decision
from sapper.agents.enumerating import Enumerating
from sapper.agents.tie_break import least, pick
from sapper.game.rules import Cell
from sapper.game.view import View
from sapper.knowledge.fact import Enumeration
from sapper.knowledge.sampling import sampled_risks


class TangSampling(Enumerating):
    """Single cells and pairs; then every solution weighed, or random ones if there are too many.

    The three stages of its title; its sections are not known to us. Differs: five seconds a move are here a
    number of solutions, 1,000, so that a game can be repeated; beyond it 300 random solutions stand for all.
    `seconds` sets a real limit beside it.
    """

    name = "tang-sampling"
    paper = "tang2018"
    steps = ("single-cell", "pairs")

    def __init__(self, limit: int = 1_000, samples: int = 300, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.limit, self.samples = limit, samples

    def fits(self, found: Enumeration[Cell]) -> bool:
        """Whether the solutions of all components are few enough to be listed."""
        return sum(component.total for component in found.components) <= self.limit

    def cut_short(self, view: View) -> Decision:
        """Guess by random solutions, or any unknown cell where none was found."""
        risks = sampled_risks(self.knowledge, self.samples, self.rng)
        cells, risk = least(risks) if risks else self.knowledge.guess("any")
        reason = f"a risk of about {risk:.0%} in {self.samples} random solutions is the lowest"
        return Decision.guess(pick(cells, self.rng), risk=risk, reason=reason, by="sampling")
