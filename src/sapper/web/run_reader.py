"""Run folders as the lab shows them: read only, and only inside one directory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from sapper.arena.run_files import FORMAT, RunFiles
from sapper.errors import SapperError

MOST_RUNS = 500
LARGEST_DOCUMENT = 4 << 20
MOST_SHARDS = 10_000
BINS = 24


class NoSuchRun(SapperError):  # noqa: N818 - the name says what happened
    """No run folder of the directory has this name."""


def list_runs(directory: Path) -> list[dict[str, Any]]:
    """List the run folders directly inside a directory, newest first. Anything else in it is left out."""
    if not directory.is_dir():
        return []
    found = []
    for path in sorted(directory.iterdir(), key=_age)[:MOST_RUNS]:
        try:
            found.append(describe(find_run(directory, path.name)))
        except NoSuchRun:
            continue
    return found


def tell_runs(request: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
    """Send the list of run folders."""
    tell({"runs": list_runs(Path(request["directory"]))})


def tell_run(request: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
    """Send everything that the lab shows of one run, or why there is no such run."""
    try:
        path = find_run(Path(request["directory"]), request["name"])
        line = describe(path)
    except NoSuchRun as error:
        tell({"missing": str(error)})
        return
    tell({"run": {**line, "summary": summary(path), "charts": charts(path, line["rules"])}})


def find_run(directory: Path, name: str) -> Path:
    """Return the folder of the run called `name`.

    Raises:
        NoSuchRun: No run has this name, or its path leads out of the directory.
    """
    root = directory.resolve()
    if not name or name in {".", ".."} or any(c in name for c in "/\\\0"):
        raise NoSuchRun("a run is named by its folder alone")
    try:
        path = (root / name).resolve()
        found = path.parent == root and (path / "run.json").is_file()
    except (OSError, ValueError, RuntimeError):  # the name is invalid or too long, or links form a circle
        found = False
    if not found:
        raise NoSuchRun(f"there is no run {name[:60]!r} here")
    return path


def describe(path: Path) -> dict[str, Any]:
    """Describe a run for the list of runs."""
    run = _files(path).description
    if run is None or run.get("format") != FORMAT:
        raise NoSuchRun(f"{path.name} has no run.json that this version can read")
    arguments = run["arguments"]
    rules = _kind(arguments.get("rules"), dict, {})
    return {
        "name": path.name,
        "agents": [str(name) for name in _kind(arguments.get("agents"), list, [])],
        "rules": {name: _kind(rules.get(name), int, 0) for name in ("rows", "cols", "mines")}
        | {"first_move": _kind(rules.get("first_move"), str, "safe")},
        "start": _kind(arguments.get("start"), str, None),
        "games": _kind(arguments.get("games"), int, 0),
        "seed": _kind(run.get("seed"), int, None),
        "finished": summary(path) is not None,
        "command": " ".join(map(str, _kind(run.get("command"), list, []))),
        "version": str(_kind(run.get("versions"), dict, {}).get("sapper", "")),
    }


def summary(path: Path) -> dict[str, Any] | None:
    """The table of a finished run; None if the run is not finished or its summary cannot be read."""
    return _files(path).summary


def charts(path: Path, rules: dict[str, Any]) -> dict[str, Any]:
    """The distributions of guesses and of the share of free cells opened, for each agent of a run."""
    free = rules["rows"] * rules["cols"] - rules["mines"]
    return {
        agent: {
            "games": len(table["won"]),
            "wins": int(table["won"].sum()),
            "guesses": _whole_histogram(table["guesses"]),
            "opened": _share_histogram(table["opened"] / free) if free > 0 else [],
        }
        for agent, table in _files(path).columns(["won", "guesses", "opened"]).items()
    }


def _whole_histogram(values: np.ndarray[Any, Any]) -> list[float]:
    """The share of games for each whole number from 0; the last bin also holds all larger numbers."""
    counts = np.bincount(np.minimum(values.astype(np.int64), BINS - 1), minlength=1)
    return [round(count / max(1, len(values)), 6) for count in counts.tolist()]


def _share_histogram(values: np.ndarray[Any, Any]) -> list[float]:
    """The share of games in each of twenty bins of a value between 0 and 1."""
    counts, _ = np.histogram(np.clip(values, 0, 1), bins=20, range=(0, 1))
    return [round(count / max(1, len(values)), 6) for count in counts.tolist()]


def _kind(value: Any, kind: type, otherwise: Any) -> Any:
    """Return a value read from a file if it has the expected type, otherwise a default."""
    return value if isinstance(value, kind) else otherwise


def _files(path: Path) -> RunFiles:
    """Open a run folder with the page's limits: no large document, no symbolic link."""
    return RunFiles(path, LARGEST_DOCUMENT, MOST_SHARDS, follow_links=False)


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0
