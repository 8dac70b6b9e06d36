"""Define an agent, check that it keeps the agent contract, and compare it with another on the same boards.

Usage: python examples/compare_agents.py [GAMES]
"""

from __future__ import annotations

import sys

from numpy.random import Generator

import sapper


class Corners:
    """Opens certain cells like lowest-risk, but guesses a covered corner if there is one."""

    name = "corners"

    def reset(self, rules: sapper.Rules, rng: Generator) -> None:
        """Start a game."""
        self.other = sapper.make("lowest-risk")
        self.other.reset(rules, rng)
        self.corners = [(row, col) for row in (0, rules.rows - 1) for col in (0, rules.cols - 1)]

    def choose(self, view: sapper.View) -> sapper.Decision:
        """Use the other agent's certain cells, and its guess only if no corner is covered."""
        decision = self.other.choose(view)
        left = [cell for cell in self.corners if view[cell] == -2]
        if decision.certain or not left:
            return decision
        risk = float(sapper.analyse(view).risk[left[0]])
        return sapper.Decision.guess(left[0], risk=risk, reason="a corner")


def main(games: int) -> None:
    """Compare the two agents on beginner boards."""
    sapper.check_agent(Corners())
    results = sapper.Arena(sapper.BEGINNER, seed=1).run([Corners(), "lowest-risk"], games)
    for summary in results.summaries:
        print(f"{summary.name:12} {summary.rate:6.1%}  95% [{summary.low:.1%}, {summary.high:.1%}]")
    for pair in results.pairs:
        interval = f"[{pair.low:+.1%}, {pair.high:+.1%}]"
        print(f"{pair.a} - {pair.b}: {pair.difference:+.1%} {interval}, p = {pair.p:.2g}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
