"""Every agent by name. Listing the agents imports none of their classes.

Agents are registered in one of two ways:

- A table lists many agents at once. It is a file ``agents.toml`` in a package. This package has one. Another
  package names itself in an entry point of the group ``sapper.agent_tables``.
- An entry point of the group ``sapper.agents`` adds a single agent. Its name is the agent's name, and its
  object is an `Agent` class. The first line of the class docstring is the summary, and the class attribute
  ``paper`` names the paper.

`sapper.learn.playing` registers the trained networks by a table, like any other package, so this module does
not name the layers above it. Entry points belong to the installed package. Every process therefore finds the
same agents: the command line, worker processes, Ray workers, and a script that imports only this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, reduce
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any

from sapper.agents.base import Agent
from sapper.errors import SapperError

AGENT_GROUP = "sapper.agents"
"""The entry points that each name one agent class."""
TABLE_GROUP = "sapper.agent_tables"
"""The entry points that each name a package with a table of agents."""
TABLE_FILE = "agents.toml"


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """The description of an agent, available without importing its class."""

    name: str
    paper: str | None
    summary: str
    target: str
    """The place of its class: ``module:Class``."""

    def load(self) -> Any:
        """Import the class of the agent."""
        return _load(self.name, self.target)


@dataclass(frozen=True, slots=True)
class Table:
    """The content of an ``agents.toml`` file."""

    agents: tuple[AgentInfo, ...] = ()
    files: Mapping[str, str] | None = None
    """Functions that make an agent from the path of a file, as ``module:function`` by the file's suffix."""

    @classmethod
    def of_package(cls, package: str) -> Table:
        """Read the table in a package. Importing the package must not import its agents."""
        fields = tomllib.loads(files(package).joinpath(TABLE_FILE).read_text(encoding="utf-8"))
        agents = (
            AgentInfo(name, module.get("paper"), summary, f"{module['name']}:{class_name}")
            for module in fields.get("module", ())
            for name, class_name, summary in module["agents"]
        )
        return cls(tuple(agents), fields.get("files"))


class _Registry(Mapping[str, AgentInfo]):
    """All registered agents by name, read on first use."""

    def __getitem__(self, name: str) -> AgentInfo:
        return _registered().agents[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_registered().agents)

    def __len__(self) -> int:
        return len(_registered().agents)

    def __repr__(self) -> str:
        return f"<AGENTS: {', '.join(self)}>"


AGENTS: Mapping[str, AgentInfo] = _Registry()
"""Agents by name: those of this package first, then those of other packages."""


def make(name: str) -> Agent:
    """Make the agent called `name`, or the agent saved in the file `name`, such as a network's ONNX file.

    Raises:
        ValueError: No agent has that name. The message lists similar names.
        SapperError: The agent cannot be loaded or made, or it lacks a method that agents need.
    """
    if not isinstance(name, str):
        raise ValueError(f"an agent's name is a string, not {name!r}")
    for suffix, target in _registered().files.items():
        if name.endswith(suffix):
            saved: Agent = _load(name, target)(name)
            return saved
    info = AGENTS.get(name)
    if info is None:
        close = get_close_matches(name, AGENTS, n=3, cutoff=0.5)
        some = f"there are {', '.join(list(AGENTS)[:6])} and more: `sapper agents` lists all {len(AGENTS)}"
        hint = f"did you mean {' or '.join(close)}?" if close else some
        raise ValueError(f"no agent is called {name!r}; {hint}")
    try:
        agent = info.load()()
    except (SapperError, ValueError):
        raise  # the message already says what is wrong
    except Exception as error:  # a constructor runs its package's code, which may fail in any way
        raise SapperError(f"the agent {name!r} cannot be made: {error}") from error
    if not isinstance(agent, Agent):
        raise SapperError(f"{name!r} is not an agent: it lacks reset(rules, rng) or choose(view)")
    return agent


def listing() -> list[dict[str, str | None]]:
    """Return the name, paper and summary of every agent as plain values."""
    return [{"name": info.name, "paper": info.paper, "summary": info.summary} for info in AGENTS.values()]


def shipped() -> list[AgentInfo]:
    """List the agents that are part of Sapper itself, without those of other packages."""
    return [info for info in AGENTS.values() if info.target.startswith("sapper.")]


@dataclass(frozen=True, slots=True)
class _Registered:
    agents: dict[str, AgentInfo]
    files: dict[str, str]


@cache
def _registered() -> _Registered:
    """Read all tables and entry points. Where two agents have the same name, the first one keeps it."""
    entries = entry_points()
    tables = [Table.of_package(__package__), *map(_table, entries.select(group=TABLE_GROUP))]
    infos = [info for table in tables for info in table.agents]
    infos += map(_info, entries.select(group=AGENT_GROUP))
    agents: dict[str, AgentInfo] = {}
    for info in infos:
        agents.setdefault(info.name, info)
    return _Registered(agents, {suffix: to for table in tables for suffix, to in (table.files or {}).items()})


def _table(entry: EntryPoint) -> Table:
    """Read the table of another package. If it cannot be read, the listing shows the error in its place."""
    try:
        return Table.of_package(entry.module)
    except Exception as error:  # a broken package must not break the listing of all others
        return Table((AgentInfo(entry.name, None, f"cannot be loaded: {error}", entry.value),))


def _info(entry: EntryPoint) -> AgentInfo:
    """Describe a class of another package. If it cannot be imported, the listing shows the error."""
    target = f"{entry.module}:{entry.attr}"
    try:
        loaded = entry.load()
    except Exception as error:  # a broken package must not break the listing of all others
        return AgentInfo(entry.name, None, f"cannot be loaded: {error}", target)
    summary = (loaded.__doc__ or "").strip().partition("\n")[0]
    return AgentInfo(entry.name, getattr(loaded, "paper", None), summary, target)


def _load(name: str, target: str) -> Any:
    """Import ``module:attribute``, which belongs to the agent called `name`."""
    module, _, attribute = target.partition(":")
    try:
        return reduce(getattr, attribute.split("."), import_module(module))
    except (ImportError, AttributeError) as error:
        raise SapperError(f"the agent {name!r} at {target} cannot be loaded: {error}") from error
