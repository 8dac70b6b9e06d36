"""The report in docs/mutation.md."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from sapper.arena.statistics import wilson
from scripts.mutation.trial import Outcome, Trial

REASONS = Path(__file__).parent / "survivors.toml"
"""Lists mutants that no test can or should notice, each with the reason."""

HEAD = """\
# Mutation testing

A mutant is a copy of the package with one small change: another comparison, operator, constant or returned
value, or a deleted statement. A mutant is killed when a test fails on it. The share of mutants that the tests
kill says how much of the code's behaviour they check; coverage says only which lines they execute.

`{command}` draws {count} of the {total:,} mutants of {targets}, and tries each
against the tests that execute the changed line. The seed fixes the sample. A mutant on which the tests take
too long counts as killed. A mutant on a line that no test executes counts as survived.
"""


@dataclass(frozen=True)
class Reason:
    """Why a mutant survives."""

    file: str
    """The name of the file, without its folder."""
    before: str
    """The line before the change."""
    after: str
    """The line after the change. A reason holds for one change: another of the line may be a real gap."""
    reason: str

    def explains(self, file: str, before: str, after: str) -> bool:
        """Whether this is the reason why a mutant survives."""
        return (self.file, self.before, self.after) == (Path(file).name, before, after)


def reasons() -> list[Reason]:
    """Read why known survivors survive."""
    return [Reason(**entry) for entry in tomllib.loads(REASONS.read_text())["survivor"]]


def report(trials: list[Trial], total: int, targets: str, command: str) -> str:
    """Write the report of a sample of mutants."""
    killed = sum(trial.is_killed for trial in trials)
    low, high = wilson(killed, len(trials))
    parts = [
        HEAD.format(command=command, count=len(trials), total=total, targets=targets),
        f"**{killed} of {len(trials)} mutants were killed: {killed / len(trials):.1%}** "
        f"(95% interval {low:.1%} to {high:.1%}).\n",
        "| file | mutants | killed | of these by time | survived | never executed |",
        "|---|---:|---:|---:|---:|---:|",
        *_rows(trials),
        "\n## Survivors\n",
        *_survivors(trials),
    ]
    return "\n".join(parts) + "\n"


def _rows(trials: list[Trial]) -> list[str]:
    rows = []
    for file in [*sorted({trial.mutant.file for trial in trials}), None]:
        ours = [trial for trial in trials if file in {None, trial.mutant.file}]
        counts = Counter(trial.outcome for trial in ours)
        killed = sum(trial.is_killed for trial in ours)
        name = "all" if file is None else f"`{file}`"
        others = [counts[outcome] for outcome in (Outcome.TIMEOUT, Outcome.SURVIVED, Outcome.UNREACHED)]
        rows.append(f"| {name} | {len(ours)} | {killed} | {' | '.join(map(str, others))} |")
    return rows


def _survivors(trials: list[Trial]) -> list[str]:
    known = reasons()
    lines = []
    for trial in trials:
        if not trial.is_killed:
            mutant = trial.mutant
            found = (each.reason for each in known if each.explains(mutant.file, trial.before, trial.after))
            reason = next(found, "not examined yet.")
            lines += [
                f"- `{mutant.file}`, line {mutant.line}: {reason}",
                "",
                "  ```diff",
                f"  - {trial.before}",
                f"  + {trial.after}",
                "  ```",
            ]
    return lines or ["None."]
