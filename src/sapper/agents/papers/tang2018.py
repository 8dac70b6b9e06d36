"""The agent of tang2018: logic inference, then constraints, then sampling.

Paper: Tang, Jiang and Hu, "A Minesweeper Solver Using Logic Inference, CSP and Sampling", arXiv 1810.03151,
2018. The method is reconstructed from its title and its abstract, which limits every move to five seconds.
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
    """Uses single numbers and pairs, else counts all solutions, or random ones if there are too many.

    It has the three stages of the title; its sections are not known to us. Differs: the limit of five seconds
    per move is replaced by a limit of 1,000 solutions, so that games can be repeated. Beyond the limit, 300
    random solutions are used. `seconds` sets an additional real time limit.
    """

    name = "tang-sampling"
    paper = "tang2018"
    steps = ("single-cell", "pairs")

    def __init__(self, limit: int = 1_000, samples: int = 300, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.limit, self.samples = limit, samples

    def fits(self, found: Enumeration[Cell]) -> bool:
        """Return whether the number of solutions of all components is within the limit."""
        return sum(component.total for component in found.components) <= self.limit

    def cut_short(self, view: View) -> Decision:
        """Guess by random solutions. If none was found, guess any unknown cell."""
        risks = sampled_risks(self.knowledge, self.samples, self.rng)
        cells, risk = least(risks) if risks else self.knowledge.guess("any")
        reason = f"a risk of about {risk:.0%} in {self.samples} random solutions is the lowest"
        return Decision.guess(pick(cells, self.rng), risk=risk, reason=reason, by="sampling")
