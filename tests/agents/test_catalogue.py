"""Every agent has a summary, a golden playthrough and its entries in the documentation."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

from sapper.agents import papers
from sapper.agents.registry import AgentInfo, shipped

ROOT = Path(__file__).parents[2]
MODULES = [
    importlib.import_module(f"{papers.__name__}.{found.name}")
    for found in pkgutil.iter_modules(papers.__path__)
]


def agents_of(module: ModuleType) -> list[type]:
    """List the agents that a module defines: the classes that have their own `name`."""
    return [
        found
        for found in vars(module).values()
        if inspect.isclass(found)
        and found.__module__ == module.__name__
        and "name" in vars(found)
        and hasattr(found, "choose")
    ]


def lacks(info: AgentInfo) -> list[str]:
    """List what is missing for an agent."""
    module, name = info.target.partition(":")[0], info.name
    page = ROOT / "docs" / "papers" / f"{info.paper}.md"
    of_paper = module.startswith(f"{papers.__name__}.")
    entries = re.findall(r"^## (\S+)$", (ROOT / "docs" / "agents.md").read_text(), re.MULTILINE)
    has = {
        "a summary": bool(info.summary),
        "a golden playthrough": (ROOT / "tests" / "golden" / f"{name}.jsonl").exists(),
        "an entry in docs/agents.md": name in entries,
        "a paper": not of_paper or info.paper is not None,
        "a place on its paper's page": not of_paper or (page.exists() and f"`{name}`" in page.read_text()),
    }
    return [what for what, there in has.items() if not there]


@pytest.mark.parametrize("info", shipped(), ids=lambda info: info.name)
def test_no_agent_lacks_anything(info: AgentInfo) -> None:
    assert lacks(info) == []


def test_what_is_lacking_is_found() -> None:
    bare = AgentInfo("bare", None, "", f"{papers.__name__}.none:Bare")
    assert lacks(bare) == [
        "a summary",
        "a golden playthrough",
        "an entry in docs/agents.md",
        "a paper",
        "a place on its paper's page",
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_no_method_of_a_paper_lacks_its_registry_line(module: ModuleType) -> None:
    registered = {info.target: info.name for info in shipped()}
    for found in agents_of(module):
        assert registered.get(f"{found.__module__}:{found.__name__}") == vars(found)["name"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_file_of_a_paper_names_it(module: ModuleType) -> None:
    assert re.search(r"^Papers?: ", module.__doc__ or "", re.MULTILINE)
    assert agents_of(module)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_agent_says_where_its_method_stands_and_what_differs(module: ModuleType) -> None:
    for found in agents_of(module):
        said = " ".join((found.__doc__ or "").split())
        assert re.search(r"[Ss]ections? \d|its sections are not known", said), found
        assert "Differs" in said, found


def test_no_playthrough_is_left_over() -> None:
    names = {info.name for info in shipped()}
    assert {path.stem for path in (ROOT / "tests" / "golden").glob("*.jsonl")} == names
