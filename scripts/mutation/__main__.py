"""Draw mutants of the package, try each against the tests, and write docs/mutation.md."""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from scripts.mutation import line_map, table
from scripts.mutation.mutants import Mutant, all_mutants
from scripts.mutation.package_copy import PACKAGE, PackageCopy
from scripts.mutation.trial import ROOT, Trial, try_mutant

TARGETS = ("game", "solver", "review", "arena/statistics.py")
"""The folders and files of the package that are mutated."""
TESTS = (
    "tests/game",
    "tests/solver",
    "tests/review",
    "tests/report",
    "tests/arena/test_statistics*.py",
    "tests/web/test_static_files.py",
    "tests/test_bad_input.py",
    "tests/test_doctests.py",
)
"""The tests that may kill a mutant, as patterns."""
FOLDER = ROOT / "build" / "mutation"
REPORT = ROOT / "docs" / "mutation.md"


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutation", description=__doc__)
    parser.add_argument("--mutants", type=int, default=300, help="how many mutants to draw (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (default 1)")
    parser.add_argument("--targets", nargs="+", default=TARGETS, help="folders and files of the package")
    parser.add_argument("--processes", type=int, default=2, help="mutants to try side by side (default 2)")
    parser.add_argument("--out", type=Path, default=REPORT, help="the report (default docs/mutation.md)")
    parser.add_argument("--keep-map", action="store_true", help="use the map of tests of the last run")
    return parser.parse_args()


def sources(targets: list[str]) -> dict[str, bytes]:
    """Read the Python files of folders and files of the package."""
    paths = [path for name in targets for path in (PACKAGE / name, *(PACKAGE / name).rglob("*.py"))]
    return {str(path.relative_to(PACKAGE)): path.read_bytes() for path in paths if path.is_file()}


def test_paths() -> list[str]:
    """List the files and folders of the tests that may kill a mutant."""
    return [str(path.relative_to(ROOT)) for pattern in TESTS for path in sorted(ROOT.glob(pattern))]


def try_all(mutants: list[Mutant], tests: line_map.LineMap, processes: int) -> list[Trial]:
    """Try the mutants side by side, each process with its own copy of the package."""
    copies: SimpleQueue[PackageCopy] = SimpleQueue()
    for number in range(processes):
        copies.put(PackageCopy(FOLDER / f"copy-{number}"))

    def try_one(mutant: Mutant) -> Trial:
        copy = copies.get()
        try:
            return try_mutant(mutant, tests, copy)
        finally:
            copies.put(copy)

    columns = (
        TextColumn("mutants"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    trials = []
    with Progress(*columns, console=Console(stderr=True)) as progress, ThreadPoolExecutor(processes) as pool:
        task = progress.add_task("", total=len(mutants))
        for done in as_completed([pool.submit(try_one, mutant) for mutant in mutants]):
            trial = done.result()
            trials.append(trial)
            if not trial.is_killed:
                place = f"{trial.mutant.file}:{trial.mutant.line}"
                progress.console.print(f"{place}: {trial.before} -> {trial.after}", markup=False)
            survived = sum(not trial.is_killed for trial in trials)
            progress.update(task, advance=1, description=f"{survived} survived")
    return sorted(trials, key=lambda trial: (trial.mutant.file, trial.mutant.start, trial.mutant.text))


def main() -> None:
    """Run the command."""
    options = arguments()
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not options.keep_map:
        line_map.measure(test_paths(), FOLDER, options.processes)
    population = list(all_mutants(sources(list(options.targets))))
    drawn = random.Random(options.seed).sample(population, min(options.mutants, len(population)))
    trials = try_all(drawn, line_map.load(FOLDER), options.processes)
    command = f"make mutate MUTANTS={options.mutants} SEED={options.seed}"
    targets = ", ".join(f"`{name}`" for name in options.targets)
    options.out.write_text(table.report(trials, len(population), targets, command))
    print(
        next(line for line in options.out.read_text().splitlines() if line.startswith("**")).replace("*", "")
    )


if __name__ == "__main__":
    main()
