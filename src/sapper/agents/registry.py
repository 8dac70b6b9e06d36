"""Every agent by name; listing them loads none of ours.

A package adds its own agents with an entry point of the group ``sapper.agents``: the name is the agent's, the
object an `Agent` class. Its docstring's first line is the summary, its ``paper`` attribute the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, reduce
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sapper.agents.base import Agent
from sapper.agents.learnt import LEARNT
from sapper.errors import SapperError

GROUP = "sapper.agents"


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """What is known of an agent before it is loaded."""

    name: str
    paper: str | None
    summary: str
    target: str
    """Where its class is: ``module:Class``."""

    def load(self) -> Any:
        """Import the agent's class."""
        module, _, attribute = self.target.partition(":")
        try:
            return reduce(getattr, attribute.split("."), import_module(module))
        except (ImportError, AttributeError) as error:
            raise SapperError(
                f"the agent {self.name!r} at {self.target} cannot be loaded: {error}"
            ) from error


OWN = (
    AgentInfo(
        "sapper-fast",
        None,
        "Looks one guess ahead, and plays endgames of up to 256 layouts perfectly.",
        "sapper.agents.native:SapperFast",
    ),
    AgentInfo(
        "sapper-strong",
        None,
        "As sapper-fast, with endgames of up to 2,000 layouts and an eye for unavoidable 50/50s.",
        "sapper.agents.native:SapperStrong",
    ),
    AgentInfo(
        "sapper-max",
        None,
        "As sapper-strong, and plays its best guesses out on layouts drawn at random.",
        "sapper.agents.native:SapperMax",
    ),
    AgentInfo(
        "lowest-risk",
        None,
        "Opens every certain cell, else the cell with the lowest exact risk; ties at random.",
        "sapper.agents.lowest_risk:LowestRisk",
    ),
    AgentInfo(
        "pseq",
        "tu2017",
        "Safest cell, then most likely solvable next, then most cells freed, then most informative.",
        "sapper.agents.pseq:Pseq",
    ),
    AgentInfo(
        "random",
        None,
        "Opens any covered cell, each with the same probability: the baseline.",
        "sapper.agents.random_play:Random",
    ),
    AgentInfo(
        "nguyen-basic",
        "nguyen2021",
        "Basic solver: equations with no mine left, or as many as cells; else a neighbour of least risk.",
        "sapper.agents.papers.nguyen2021:NguyenBasic",
    ),
    AgentInfo(
        "nguyen-subset",
        "nguyen2021",
        "Basic solver, then differences of equations inside each other; else a neighbour of least risk.",
        "sapper.agents.papers.nguyen2021:NguyenSubset",
    ),
    AgentInfo(
        "nguyen-improved",
        "nguyen2021",
        "As nguyen-subset, and opens everything left once flags and mines hit are all the mines.",
        "sapper.agents.papers.nguyen2021:NguyenImproved",
    ),
    AgentInfo(
        "nguyen-backtracking",
        "nguyen2021",
        "As nguyen-subset, then the backtracking it names as the way forward: free in all solutions.",
        "sapper.agents.papers.nguyen2021:NguyenBacktracking",
    ),
    AgentInfo(
        "pgms-single-point",
        "pgms-csp",
        "What single numbers decide round the last cell opened, else any cell: SinglePointStrategy of PGMS.",
        "sapper.agents.papers.pgms_csp:PgmsSinglePoint",
    ),
    AgentInfo(
        "pgms-equation",
        "pgms-csp",
        "Differences and pairs of equations, else the least of the largest shares: EqnStrategy.",
        "sapper.agents.papers.pgms_csp:PgmsEquation",
    ),
    AgentInfo(
        "pgms-csp",
        "pgms-csp",
        "Simplifies constraints, then lists all boards of the frontier and opens the cell clear in most.",
        "sapper.agents.papers.pgms_csp:PgmsCsp",
    ),
    AgentInfo(
        "pgms-csp-elsewhere",
        "pgms-csp",
        "As pgms-csp, but opens a cell elsewhere where that is the better bet.",
        "sapper.agents.papers.pgms_csp:PgmsCspElsewhere",
    ),
    AgentInfo(
        "single-point",
        "sajjad2022",
        "A number with all its mines flagged frees the rest; else any covered cell.",
        "sapper.agents.papers.sajjad2022:SinglePoint",
    ),
    AgentInfo(
        "csp-equations",
        "sajjad2022",
        "Solves the equations of the numbers by their differences, two at a time; else any cell.",
        "sapper.agents.papers.sajjad2022:CspEquations",
    ),
    AgentInfo(
        "kaye-consistency",
        "sajjad2022",
        "Kaye's steps 1-3: a cell that fits as a mine in no layout is safe; out of cells, any is guessed.",
        "sapper.agents.papers.sajjad2022:KayeConsistency",
    ),
    AgentInfo(
        "becerra-csp",
        "sajjad2022",
        "Coupled subsets: subsets, then all solutions of each component; else the safest, corners first.",
        "sapper.agents.papers.sajjad2022:BecerraCsp",
    ),
    AgentInfo(
        "aua-first",
        "aua2023",
        "Single-cell rules alone; stuck means lost.",
        "sapper.agents.papers.aua2023:AuaFirst",
    ),
    AgentInfo(
        "aua-csp",
        "aua2023",
        "Single cells, pairs of numbers, then mines assumed and refuted; stuck means lost.",
        "sapper.agents.papers.aua2023:AuaCsp",
    ),
    AgentInfo(
        "stanford-logic",
        "aua2023",
        "Single-cell rules, then any cell at random.",
        "sapper.agents.papers.aua2023:StanfordLogic",
    ),
    AgentInfo(
        "stanford-csp",
        "aua2023",
        "Every arrangement of the mines weighed on every move, within a limit.",
        "sapper.agents.papers.aua2023:StanfordCsp",
    ),
    AgentInfo(
        "stanford-combined",
        "aua2023",
        "Single-cell rules, then every arrangement of the mines weighed, within a limit.",
        "sapper.agents.papers.aua2023:StanfordCombined",
    ),
    AgentInfo(
        "rc-1",
        "aua2023",
        "Generalised arc consistency, each number by itself, then any cell at random.",
        "sapper.agents.papers.aua2023:Rc1",
    ),
    AgentInfo(
        "rc-2",
        "aua2023",
        "Consistency of every number, then of every two, then any cell at random.",
        "sapper.agents.papers.aua2023:Rc2",
    ),
    AgentInfo(
        "rc-3",
        "aua2023",
        "Consistency of every number, of every two, of every three, then any cell at random.",
        "sapper.agents.papers.aua2023:Rc3",
    ),
    AgentInfo(
        "dynamic-csp",
        "aua2023",
        "Constraints that come and go with every cell, each step tried in thought first; then any cell.",
        "sapper.agents.papers.aua2023:DynamicCsp",
    ),
    AgentInfo(
        "tcd-dfs",
        "tcd2021",
        "Opens cells in depth-first order and never looks at a number.",
        "sapper.agents.papers.tcd2021:TcdDfs",
    ),
    AgentInfo(
        "tcd-bfs",
        "tcd2021",
        "Opens cells in breadth-first order, those that a neighbour proves free before the others.",
        "sapper.agents.papers.tcd2021:TcdBfs",
    ),
    AgentInfo(
        "tcd-csp",
        "tcd2021",
        "Single constraints, then reduced ones; guesses by the risks around a cell, summed up.",
        "sapper.agents.papers.tcd2021:TcdCsp",
    ),
    AgentInfo(
        "tcd-csp-backtracking",
        "tcd2021",
        "As tcd-csp, with backtracking: before a guess every solution is searched and weighed.",
        "sapper.agents.papers.tcd2021:TcdCspBacktracking",
    ),
    AgentInfo(
        "tcd-csp-q",
        "tcd2021",
        "As tcd-csp, guessing the cell of the greatest Q-value instead of the smallest sum.",
        "sapper.agents.papers.tcd2021:TcdCspQ",
    ),
    AgentInfo(
        "tcd-qlearning",
        "tcd2021",
        "Learns a value for every cell while it plays: zeros speak for a cell, numbers against it.",
        "sapper.agents.papers.tcd2021:TcdQLearning",
    ),
    AgentInfo(
        "tabular-q",
        "tcd2021",
        "A table of positions learned from 100,000 random moves: +1 a free cell, -1 a mine.",
        "sapper.agents.papers.tcd2021:TabularQ",
    ),
    AgentInfo(
        "studholme",
        "studholme2000",
        "Coupled sets of constraints solved by backtracking; guesses the safest cell, crap shoots last.",
        "sapper.agents.papers.studholme2000:Studholme",
    ),
    AgentInfo(
        "tang-sampling",
        "tang2018",
        "Single cells and pairs; then every solution weighed, or random ones if there are too many.",
        "sapper.agents.papers.tang2018:TangSampling",
    ),
    *(AgentInfo(*row) for row in LEARNT),
)
"""The agents that come with the package."""


class _Registry(Mapping[str, AgentInfo]):
    """Our own agents, then those that installed packages add; looked up only when first asked."""

    def __getitem__(self, name: str) -> AgentInfo:
        return _infos()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_infos())

    def __len__(self) -> int:
        return len(_infos())

    def __repr__(self) -> str:
        return f"<AGENTS: {', '.join(self)}>"


AGENTS: Mapping[str, AgentInfo] = _Registry()
"""Agents by name."""


def make(name: str) -> Agent:
    """Make the agent called `name`, or the one that plays by a trained network, from its ONNX file.

    Raises:
        ValueError: no agent has that name; the message lists close ones.
        SapperError: it cannot be loaded or made, or lacks what an agent needs.
    """
    if not isinstance(name, str):
        raise ValueError(f"an agent's name is a string, not {name!r}")
    if name.endswith(".onnx"):
        return _saved(name)
    info = AGENTS.get(name)
    if info is None:
        close = get_close_matches(name, AGENTS, n=3, cutoff=0.5)
        some = f"there are {', '.join(list(AGENTS)[:6])} and more: `sapper agents` lists all {len(AGENTS)}"
        hint = f"did you mean {' or '.join(close)}?" if close else some
        raise ValueError(f"no agent is called {name!r}; {hint}")
    try:
        agent = info.load()()
    except (SapperError, ValueError):
        raise  # says what is wrong in its own words
    except Exception as error:  # a constructor runs its package's code, which may fail in any way
        raise SapperError(f"the agent {name!r} cannot be made: {error}") from error
    if not isinstance(agent, Agent):
        raise SapperError(f"{name!r} is no agent: it lacks reset(rules, rng) or choose(view)")
    return agent


def _saved(path: str) -> Agent:
    """A network as `sapper train` leaves it."""
    agent: Agent = AgentInfo(path, None, "", "sapper.learn.playing.shipped_agents:saved").load()(path)
    return agent


def listing() -> list[dict[str, str | None]]:
    """Every agent's name, paper and summary, as plain values."""
    return [{"name": info.name, "paper": info.paper, "summary": info.summary} for info in AGENTS.values()]


@cache
def _infos() -> dict[str, AgentInfo]:
    infos = {info.name: info for info in OWN}
    for entry in entry_points(group=GROUP):
        infos.setdefault(entry.name, _info(entry))
    return infos


def _info(entry: EntryPoint) -> AgentInfo:
    """Describe a foreign agent; one that does not load is listed, and says so only when it is made."""
    target = f"{entry.module}:{entry.attr}"
    try:
        loaded = entry.load()
    except Exception as error:  # a broken package must not break the listing of all others
        return AgentInfo(entry.name, None, f"cannot be loaded: {error}", target)
    summary = (loaded.__doc__ or "").strip().partition("\n")[0]
    return AgentInfo(entry.name, getattr(loaded, "paper", None), summary, target)
