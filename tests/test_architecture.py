"""The shape of the package: imports run downwards, each idea has one word, files are short.

Each test checks all files, and its message lists every offender.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "sapper"
LAYERS = (
    [
        "errors",
        "lazy_names",
        "plural",
        "source",
        "visible_text",
        "_core",
        "facade",
        "facade_types",
        "shipped_networks",
    ],
    ["game"],
    ["knowledge"],
    ["solver"],
    ["agents"],
    ["learn", "envs"],
    ["arena"],
    ["replay", "vision"],
    ["trainer"],
    ["review", "engine"],
    ["live"],
    ["report"],
    ["experiments"],
    ["web"],
    ["cli"],
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
FRONT = {("__init__",), ("__main__",)}
"""The front of the package: it re-exports the public names of every layer."""
CORE = ROOT / "cpp"
CORE_FOLDERS = (
    "support",
    "game",
    "solver",
    "knowledge",
    "search",
    "players",
    "fleet",
    "facade",
    "bindings",
    "javascript",
)
"""The folders of the C++ core, lowest first."""
MOST_LINES = 400
GENERATED = {PACKAGE / "_core.pyi", PACKAGE / "facade_types.py"}

CONTRACT_KEYS = {
    "src/sapper/replay/counts.py": '"clicks"',
    "docs/replays.md": '"clicks"',
}
"""Files that may hold one quoted text with a rejected word, because it is a key of the public JSON format."""

NOT_OUR_WORDS = re.compile(r"(?<![a-z])(squares?|bombs?|reveal(s|ed|ing)?|click(s|ed|ing)?|tiles?)(?![a-z])")


def files(*patterns: str) -> list[Path]:
    """Every file of the project that one of the patterns matches."""
    return sorted({path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()})


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports_of(path: Path) -> Iterator[str]:
    """Every module of the package that a file imports, wherever in the file the import stands."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "sapper" else [module]
        for name in names:
            if name.startswith((".", "sapper.")):
                yield name.removeprefix("sapper.")


def wrong_import(folder: str, imported: str) -> str | None:
    """Say what is wrong with an import in a folder of the package."""
    if imported.startswith("."):
        return "a relative import hides the layer"
    layer = imported.partition(".")[0]
    if layer not in RANK:
        return None if folder in {"cli", "web"} else "only the top layers import names of the front"
    return f"{folder} lies below {layer}" if RANK[layer] > RANK[folder] else None


def test_imports_run_downwards() -> None:
    wrong = []
    for path in files("src/sapper/**/*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts not in FRONT:
            wrong += [
                f"{name_of(path)} imports {imported}: {reason}"
                for imported in sorted(set(imports_of(path)))
                if (reason := wrong_import(parts[0], imported))
            ]
    assert not wrong, "\n".join(wrong)


def test_an_import_upwards_is_noticed() -> None:
    assert wrong_import("game", "solver.analysis") == "game lies below solver"
    assert wrong_import("game", ".board") == "a relative import hides the layer"
    assert wrong_import("game", "analyse") == "only the top layers import names of the front"
    assert wrong_import("solver", "game.view") is None
    assert wrong_import("cli", "analyse") is None


def test_every_folder_has_its_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert folders <= set(RANK)


def test_importing_sapper_needs_numpy_alone() -> None:
    script = (
        "import sys; before = set(sys.modules); import numpy; import sapper; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout.split()
    ours = {"sapper", "numpy"} | {name for name in loaded if "skbuild" in name or "scikit_build" in name}
    strangers = set(loaded) - ours - set(sys.stdlib_module_names)
    assert {name for name in strangers if not name.startswith("_")} == set()


def includes_of(path: Path) -> list[str]:
    """The files of the project that a C++ file includes, as it names them."""
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(), flags=re.MULTILINE)


def wrong_include(folder: str, included: str) -> str | None:
    """Say what is wrong with an include in a folder of the core."""
    lower = included.partition("/")[0]
    if lower not in CORE_FOLDERS or not (CORE / included).is_file():
        return "it is not the path of a file under cpp/"
    if CORE_FOLDERS.index(lower) > CORE_FOLDERS.index(folder):
        return f"cpp/{folder} lies below cpp/{lower}"
    return None


def test_cpp_includes_run_downwards() -> None:
    wrong = []
    for path in files("cpp/**/*.?pp"):
        folder, *rest = path.relative_to(CORE).parts
        if folder not in CORE_FOLDERS or len(rest) != 1:
            wrong.append(f"{name_of(path)} lies in none of the folders {', '.join(CORE_FOLDERS)}")
            continue
        wrong += [
            f"{name_of(path)} includes {included}: {reason}"
            for included in includes_of(path)
            if (reason := wrong_include(folder, included))
        ]
    assert not wrong, "\n".join(wrong)


def test_an_include_upwards_is_noticed() -> None:
    assert wrong_include("game", "solver/field.hpp") == "cpp/game lies below cpp/solver"
    assert wrong_include("game", "field.hpp") == "it is not the path of a file under cpp/"
    assert wrong_include("solver", "game/view.hpp") is None


def test_cpp_includes_have_no_cycle() -> None:
    includes = {path.relative_to(CORE).as_posix(): includes_of(path) for path in files("cpp/**/*.?pp")}
    TopologicalSorter(includes).prepare()  # raises CycleError, which names the files of a cycle


# emscripten of Debian 12 brings a standard library without these names; native compilers do not notice them.
NOT_IN_EVERY_LIBRARY = re.compile(r"\bstd::(?:ranges::\w+|views::\w+|jthread|stop_token|bit_cast|format)\b")


def test_the_core_uses_what_every_standard_library_has() -> None:
    wrong = []
    for path in files("cpp/**/*.?pp"):
        code = re.sub(r"//.*", "", path.read_text())
        wrong += [f"{name_of(path)}: {match.group()}" for match in NOT_IN_EVERY_LIBRARY.finditer(code)]
    assert not wrong, "\n".join(wrong)


MEMBER_TEMPLATE = re.compile(r"^template <[^\n]*>\n(?:[^\n;{]*\n)*?[^\n;{]*?\b(\w+)::(\w+)\(", re.MULTILINE)


def templates_without_instantiation(sources: dict[str, str]) -> list[str]:
    """Member templates of a C++ file that other files use, and that it does not instantiate explicitly.

    Without that the compiler emits them only where it does not inline all uses, which depends on its options:
    with a profile (-fprofile-use) such a program does not link.
    """
    found = []
    for path, text in sources.items():
        for owner, name in sorted(set(MEMBER_TEMPLATE.findall(text))):
            if re.search(rf"^template [^<].*\b{owner}::{name}\b", text, re.MULTILINE):
                continue
            use = re.compile(rf"(?<![\w.>:]){name}(?:<\w+>)?\(")
            found += [
                f"{path}: {owner}::{name}, which {other} uses"
                for other, code in sources.items()
                if other != path
                and f"{owner}::" in code
                and use.search(code)
                and f"auto {name} =" not in code
            ]
    return found


def test_templates_that_other_files_use_are_instantiated() -> None:
    assert (
        templates_without_instantiation({name_of(path): path.read_text() for path in files("cpp/**/*.cpp")})
        == []
    )


def test_a_missing_instantiation_is_noticed() -> None:
    values = "template <class T>\nvoid Pool::advance(int first, T& pool) const {\n}\n"
    sampling = "void Pool::thin() {\n    advance(1, pool_);\n}\n"
    assert templates_without_instantiation({"values": values, "sampling": sampling}) == [
        "values: Pool::advance, which sampling uses"
    ]
    values += "template void Pool::advance<double>(int, double&) const;\n"
    assert templates_without_instantiation({"values": values, "sampling": sampling}) == []


def test_every_cpp_folder_describes_its_files() -> None:
    wrong = []
    for folder in CORE_FOLDERS:
        text = (CORE / folder / "README.md").read_text()
        names = {path.stem for path in (CORE / folder).glob("*.?pp")}
        if differing := names ^ set(re.findall(r"^- `(\w+)`", text, flags=re.MULTILINE)):
            wrong.append(f"cpp/{folder}/README.md and its files differ in {', '.join(sorted(differing))}")
    assert not wrong, "\n".join(wrong)


def test_one_word_for_each_idea() -> None:
    wrong = []
    for path in files(
        "src/**/*.py",
        "cpp/**/*.?pp",
        "cpp/**/*.md",
        "tests/**/*.?pp",
        "benchmarks/**/*",
        "weights/*.*",
        ".github/**/*.yml",
        "research/*.*",
        "docs/**/*.md",
        "*.md",
        "examples/**/*",
        "js/*.*s",
        "js/*.md",
    ):
        if "__pycache__" not in path.parts:
            # Identifiers are split at underscores and capitals, so `openTile` and `tile_count` are seen too.
            text = path.read_text().replace(CONTRACT_KEYS.get(name_of(path), "\0"), "")
            text = re.sub(r"([a-z])([A-Z])", r"\1_\2", text).lower()
            found = {match.group() for match in NOT_OUR_WORDS.finditer(text)}
            if found:
                wrong.append(f"{name_of(path)}: {', '.join(sorted(found))}")
    assert not wrong, "use the words cell, mine, open and covered:\n" + "\n".join(wrong)


def test_files_stay_short() -> None:
    long = []
    for path in files(
        "src/**/*.py",
        "cpp/**/*.?pp",
        "tests/**/*.?pp",
        "tests/**/*.py",
        "scripts/**/*.py",
        "src/**/*.js",
        "src/**/*.css",
        "js/*.js",
    ):
        lines = len(path.read_text().splitlines())
        if lines > MOST_LINES and path not in GENERATED:
            long.append(f"{name_of(path)} has {lines} lines")
    assert not long, f"files have at most {MOST_LINES} lines:\n" + "\n".join(long)
