#!/usr/bin/env python3
"""Measure with pyright how many public names have complete types. Fail below 98%.

Needs pyright, which `pip install 'pyright[nodejs]'` brings from PyPI with all that it runs on. An editable
install is invisible to pyright, so it checks a copy of the sources in an environment of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import site
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.public_api import PACKAGES, public_names

SOURCES = Path(__file__).resolve().parents[1] / "src" / "sapper"
LEAST = 0.98


def measured(folder: Path) -> list[dict[str, Any]]:
    """Return what pyright says about every name of the package."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    packages = next(environment.glob("lib/*/site-packages"))
    shutil.copytree(
        SOURCES, packages / "sapper", ignore=shutil.ignore_patterns("__pycache__", "*.so", "static", "models")
    )
    others = [path for path in sys.path if "site-packages" in path] or site.getsitepackages()
    (packages / "others.pth").write_text("\n".join(others))
    path = os.pathsep.join(
        [str(environment / "bin"), str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    )
    pyright = shutil.which("pyright", path=path)
    if pyright is None:
        sys.exit("pyright is not installed: pip install 'pyright[nodejs]'")
    done = subprocess.run(
        [pyright, "--verifytypes", "sapper", "--ignoreexternal", "--outputjson"],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    symbols: list[dict[str, Any]] = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    return symbols


def is_public(name: str, homes: set[str]) -> bool:
    """Whether a name is that of a public object or of a public member of one."""
    return any(
        name == home or (name.startswith(f"{home}.") and "._" not in name[len(home) :].replace(".__", ""))
        for home in homes
    )


def main() -> int:
    """Print the share of public names with complete types, and the names without."""
    homes: set[str] = set()
    for name, value in public_names().items():
        module = getattr(value, "__module__", None)
        homes.add(name)
        if isinstance(module, str) and module.startswith("sapper"):
            homes.add(f"{module}.{getattr(value, '__qualname__', name)}")
    homes -= set(PACKAGES)  # `sapper.review` is a function and also a package, most of which is private
    with tempfile.TemporaryDirectory() as folder:
        symbols = measured(Path(folder))
    public = [symbol for symbol in symbols if is_public(symbol["name"], homes)]
    if not public:
        sys.exit("pyright found no public name")
    wanting = [symbol for symbol in public if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]]
    for symbol in wanting:
        why = "; ".join(" ".join(each["message"].split()) for each in symbol["diagnostics"])
        print(f"{symbol['name']}: {why or 'a part of it lacks its type'}")
    share = 1 - len(wanting) / len(public)
    print(f"{len(public) - len(wanting)} of {len(public)} public names have complete types: {share:.1%}")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
