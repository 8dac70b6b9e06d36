"""The registry: agents by name, tables and classes of other packages, agents saved in files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from sapper import AGENTS, Agent, SapperError, make
from sapper.agents import registry
from tests.patience import PATIENCE

TABLE = """
[[module]]
name = "sapper.agents.random_play"
paper = "theirs2026"
agents = [["from-table", "Random", "An agent of a table."], ["random", "None", "A name that is taken."]]

[files]
".weights" = "tables_of_others:open_file"
"""


def test_every_agent_is_made_by_its_name_and_says_what_it_does() -> None:
    for name, info in AGENTS.items():
        agent = make(name)
        assert isinstance(agent, Agent)
        assert (info.name, getattr(agent, "name", None)) == (name, name)
        assert info.summary == (type(agent).__doc__ or "").partition("\n")[0]
        assert info.paper == getattr(agent, "paper", None)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("lowest_risk", "lowest-risk"),
        ("zzz", "there are sapper-fast, sapper-strong, sapper-deep, sapper-max, lowest-risk"),
    ],
)
def test_an_unknown_name_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(ValueError, match=f"no agent is called '{name}'.*{hint}"):
        make(name)


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let a test replace the entry points, and read the registry again before and after it."""
    registry._registered.cache_clear()
    yield monkeypatch
    registry._registered.cache_clear()


def test_installed_packages_add_classes(register: pytest.MonkeyPatch) -> None:
    entries = EntryPoints(
        EntryPoint(name, target, registry.AGENT_GROUP)
        for name, target in [
            ("theirs", "sapper.agents.random_play:Random"),
            ("broken", "no.such.module:Agent"),
            ("not-an-agent", "collections:OrderedDict"),
            ("random", "collections:OrderedDict"),
        ]
    )
    register.setattr(registry, "entry_points", lambda: entries)
    assert AGENTS["theirs"].summary.startswith("Opens any covered cell")
    assert isinstance(make("theirs"), Agent)
    assert AGENTS["broken"].summary.startswith("cannot be loaded")
    with pytest.raises(SapperError, match=r"'broken' at no\.such\.module:Agent cannot be loaded"):
        make("broken")
    with pytest.raises(SapperError, match="is not an agent"):
        make("not-an-agent")
    assert AGENTS["random"].target == "sapper.agents.random_play:Random"  # Sapper's agents keep their names


def test_installed_packages_add_tables(register: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "tables_of_others"
    package.mkdir()
    (package / "agents.toml").write_text(TABLE)
    (package / "__init__.py").write_text(
        "def open_file(path):\n    from sapper import make\n    return make('lowest-risk')\n"
    )
    register.syspath_prepend(tmp_path)
    entries = EntryPoints(
        EntryPoint(name, module, registry.TABLE_GROUP)
        for name, module in [("theirs", "tables_of_others"), ("broken-table", "no_such_package")]
    )
    register.setattr(registry, "entry_points", lambda: entries)
    info = AGENTS["from-table"]
    assert (info.paper, info.summary) == ("theirs2026", "An agent of a table.")
    assert type(make("from-table")) is type(make("random"))
    assert getattr(make("some/file.weights"), "name", "") == "lowest-risk"
    assert AGENTS["broken-table"].summary == "cannot be loaded: No module named 'no_such_package'"
    with pytest.raises(SapperError, match="'broken-table' at no_such_package cannot be loaded"):
        make("broken-table")


def test_the_registry_alone_lists_the_networks_without_importing_them() -> None:
    script = (
        "import sys; from sapper.agents.registry import AGENTS; "
        "assert 'resnet' in AGENTS and AGENTS['resnet'].summary; "
        "loaded = {name for name in sys.modules if name.startswith(('sapper.learn.', 'torch', 'onnx'))}; "
        "assert loaded == {'sapper.learn.playing'}, loaded"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=PATIENCE)


def test_no_agent_of_a_lower_layer_names_a_higher_one() -> None:
    own = registry.Table.of_package("sapper.agents")
    targets = [info.target for info in own.agents] + list((own.files or {}).values())
    assert all(target.startswith("sapper.agents.") for target in targets)
