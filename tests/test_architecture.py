"""The shape of the package: imports run downwards, words are few, files are short."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "sapper"
LAYERS = (
    ["errors", "source", "_core"],
    ["game"],
    ["knowledge"],
    ["solver"],
    ["agents"],
    ["learn", "envs"],
    ["arena"],
    ["replay"],
    ["review"],
    ["report"],
    ["experiments"],
    ["web"],
    ["cli"],
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = sorted(PACKAGE.rglob("*.py"))
CORE = ROOT / "cpp"
CORE_FOLDERS = ("support", "game", "solver", "knowledge", "search", "players", "fleet", "bindings")
"""The folders of the C++ core, lowest first."""
CORE_FILES = sorted(CORE.rglob("*.?pp"))
TEXTS = sorted(
    path
    for pattern in (
        "src/**/*.py",
        "cpp/**/*.?pp",
        "cpp/**/*.md",
        "tests/**/*.?pp",
        "benchmarks/*",
        "docs/**/*.md",
        "*.md",
        "examples/*",
    )
    for path in ROOT.glob(pattern)
    if path.is_file()
)
LONGEST = 450  # "about 400"

CONTRACT_KEYS = {
    "src/sapper/replay/counts.py": '"clicks"',
    "docs/replays.md": '"clicks"',
}
"""Files that may hold one quoted text with another word: a key that the public contract of the JSON names."""

NOT_OUR_WORDS = re.compile(r"(?<![a-z])(squares?|bombs?|reveal(s|ed|ing)?|click(s|ed|ing)?|tiles?)(?![a-z])")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports_of(path: Path) -> set[str]:
    """Every module of the package that a file imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively: absolute imports show the layer"
            module = node.module or ""
            found |= {f"{module}.{alias.name}" for alias in node.names} if module == "sapper" else {module}
    return {name.removeprefix("sapper.") for name in found if name.startswith("sapper.")}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_run_downwards(path: Path) -> None:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts == ("__init__",) or parts == ("__main__",):
        return  # the front of the package: it re-exports every layer's public names
    own = RANK[parts[0]]
    for imported in imports_of(path):
        layer = imported.partition(".")[0]
        if layer in RANK:
            assert RANK[layer] <= own, (
                f"{parts[0]} stands below {layer} and must not import sapper.{imported}"
            )
        else:
            assert parts[0] in {"cli", "web"}, f"sapper.{imported} is a name of the front, not of a layer"


def test_every_folder_has_its_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert folders <= set(RANK)


def test_importing_sapper_needs_numpy_alone() -> None:
    script = (
        "import sys; before = set(sys.modules); import numpy; import sapper; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    ours = {"sapper", "numpy"} | {name for name in loaded if "skbuild" in name or "scikit_build" in name}
    strangers = set(loaded) - ours - set(sys.stdlib_module_names)
    assert {name for name in strangers if not name.startswith("_")} == set()


def includes_of(path: Path) -> list[str]:
    """The files of the project that a C++ file includes, as it names them."""
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(), flags=re.MULTILINE)


@pytest.mark.parametrize("path", CORE_FILES, ids=name_of)
def test_cpp_includes_run_downwards(path: Path) -> None:
    folder, *rest = path.relative_to(CORE).parts
    assert folder in CORE_FOLDERS and len(rest) == 1, f"a C++ file lies in one of the folders {CORE_FOLDERS}"
    for included in includes_of(path):
        assert (CORE / included).is_file(), f'"{included}" is not the path of a file under cpp/'
        lower = included.partition("/")[0]
        assert CORE_FOLDERS.index(lower) <= CORE_FOLDERS.index(folder), (
            f"cpp/{folder} stands below cpp/{lower} and must not include {included}"
        )


def test_cpp_includes_have_no_cycle() -> None:
    includes = {path.relative_to(CORE).as_posix(): includes_of(path) for path in CORE_FILES}
    TopologicalSorter(includes).prepare()  # raises CycleError, which names the files of a cycle


@pytest.mark.parametrize("folder", CORE_FOLDERS)
def test_every_cpp_folder_describes_its_files(folder: str) -> None:
    text = (CORE / folder / "README.md").read_text()
    names = {path.stem for path in (CORE / folder).glob("*.?pp")}
    assert names == set(re.findall(r"^- `(\w+)`", text, flags=re.MULTILINE))


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_one_word_for_each_idea(path: Path) -> None:
    # Identifiers are split at underscores and capitals, so `openTile` and `tile_count` are seen too.
    text = path.read_text().replace(CONTRACT_KEYS.get(name_of(path), "\0"), "")
    text = re.sub(r"([a-z])([A-Z])", r"\1_\2", text).lower()
    found = {match.group() for match in NOT_OUR_WORDS.finditer(text)}
    assert not found, f"use the words cell, mine, open and covered, not {found}"


@pytest.mark.parametrize(
    "path", [*MODULES, *sorted(ROOT.glob("cpp/**/*.?pp")), *sorted(ROOT.glob("tests/**/*.?pp"))], ids=name_of
)
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST
