"""The public surface: what is exported, what the committed list says, and that the list notices changes."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import typing
from importlib import import_module
from pathlib import Path

import numpy.typing
import pytest

import sapper
from sapper.cli import generate as command
from scripts import public_api
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
LISTED = public_api.LIST.read_text(encoding="utf-8").splitlines()


def test_the_committed_list_is_current() -> None:
    assert public_api.listing() == LISTED


@pytest.mark.parametrize("change", ["lost", "added", "changed"])
def test_a_change_of_the_surface_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    if change == "lost":
        monkeypatch.setattr(sapper, "__all__", [name for name in sapper.__all__ if name != "analyse"])
    elif change == "added":
        monkeypatch.setattr(sapper, "__all__", [*sapper.__all__, "__version__"])
    else:
        monkeypatch.setattr(sapper.solver, "explain", lambda view, cell: None)
    monkeypatch.setattr(sys, "argv", ["public_api.py", "--check"])
    assert public_api.main() == 1
    assert "The public names are not those of docs/public-api.txt" in capsys.readouterr().err


@pytest.mark.parametrize("package", public_api.PACKAGES)
def test_every_package_exports_its_names(package: str) -> None:
    module = import_module(package)
    assert len(set(module.__all__)) == len(module.__all__)
    names: dict[str, object] = {}
    exec(f"from {package} import *", names)
    assert set(module.__all__) <= set(names)


@pytest.mark.parametrize("package", ["sapper", "sapper.learn", "sapper.review"])
def test_type_checkers_see_what_is_imported_on_first_use(package: str) -> None:
    source = Path(import_module(package).__file__ or "").read_text(encoding="utf-8")
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    seen = {
        (alias.name, (statement.module or "").removeprefix(f"{package}."))
        for block in blocks
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    [table] = [
        ast.literal_eval(node.args[1])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "lazy_names"
    ]
    assert seen == {(name, module) for module, names in table.items() for name in names}
    assert {name for name, _ in seen} <= set(import_module(package).__all__)


def test_dir_shows_the_surface_alone() -> None:
    packages = {name.partition(".")[2] for name in public_api.PACKAGES} - {""}
    assert set(dir(sapper)) == {*sapper.__all__, *packages, "__version__"}
    for name in dir(sapper):
        assert getattr(sapper, name) is not None


def test_packages_are_there_after_importing_sapper_alone() -> None:
    script = "import sapper; print(sapper.game.View is sapper.View, sapper.arena.Arena is sapper.Arena)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout == "True True\n"


def test_what_public_functions_take_and_return_is_public() -> None:
    public = {name.rpartition(".")[2] for name in public_api.public_names()}
    foreign = {*dir(typing), *dir(numpy.typing)}
    private = {
        name
        for module in list(sys.modules.values())
        if module.__name__.partition(".")[0] == "sapper"
        for name, value in vars(module).items()
        if is_type_of_ours(value) and name not in foreign | public
    }
    wrong = [line for line in LISTED if private & set(re.findall(r"[A-Za-z_]\w*", types_of(line)))]
    assert not wrong, "\n".join(wrong)


def is_type_of_ours(value: object) -> bool:
    """Whether a value is a class of this package or a name for a type."""
    if inspect.isclass(value):
        return value.__module__.partition(".")[0] == "sapper"
    if isinstance(value, typing.TypeVar):
        return False
    return type(value).__module__ in {"typing", "types", "collections.abc"} and not inspect.isroutine(value)


def types_of(line: str) -> str:
    """The part of a line of the list after the name: the parameters and the types."""
    return re.split(r"[(:=]", line, maxsplit=1)[-1] if " = <" not in line else ""


def test_one_default_for_one_idea() -> None:
    library = inspect.signature(sapper.generate).parameters
    shell = inspect.signature(command.generate).parameters
    for name in ("count", "seed", "no_guess", "budget"):
        assert library[name].default == shell[name].default, name
    assert shell["start"].default == ",".join(map(str, library["start"].default))
    assert shell["first_move"].default == sapper.EXPERT.first_move


def test_the_page_names_every_public_package() -> None:
    page = (ROOT / "docs" / "public-api.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE)) == set(public_api.PACKAGES)
