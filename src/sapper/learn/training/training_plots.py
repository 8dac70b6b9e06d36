"""Read the logs of a training and plot them."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from sapper.errors import SapperError

ENDINGS = (".png", ".svg", ".pdf")
FIELDS = ("games", "wins", "played", "moves", "seconds")
"""The fields of a log that are drawn and counted."""
LARGEST = 1e15
"""No number in a log is larger."""


def read_log(path: Path) -> list[dict[str, float]]:
    """Read the entries of a training log, except those without a game, which a stopped training may add.

    Raises:
        SapperError: There is no such file, or a line of it is no entry.
    """
    try:
        entries = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    except FileNotFoundError:
        raise SapperError(f"there is no training log at {path}") from None
    except (ValueError, RecursionError):
        raise SapperError(f"the training log {path} is damaged") from None
    for number, entry in enumerate(entries, start=1):
        if not _is_entry(entry):
            raise SapperError(f"the training log {path} is damaged: entry {number} is no entry of a log")
    return [entry for entry in entries if entry["played"]]


def _is_entry(found: object) -> bool:
    """Whether a line of a log holds the numbers of an entry."""
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), int | float) and 0 <= found[name] <= LARGEST for name in FIELDS
    ):
        return False
    return bool(found["wins"] <= found["played"])


def check_can_plot(out: Path) -> None:
    """Raise an error if `out` cannot be drawn, so that the user learns of it before the training."""
    if find_spec("matplotlib") is None:
        raise SapperError("plots need matplotlib: pip install 'sapper[report]'")
    if out.suffix not in ENDINGS:
        raise SapperError(f"the name of a plot must end in {', '.join(ENDINGS)}; {out.name} does not")


def plot_logs(logs: list[Path], out: Path) -> None:
    """Plot the win rate and the moves per game over the games played, like sajjad2022 5.8, 7.1 and 7.2."""
    check_can_plot(out)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    won, moves = figure.subplots(1, 2)
    for path in logs:
        lines = read_log(path)
        games = [line["games"] / 1000 for line in lines]
        won.plot(games, [100 * line["wins"] / line["played"] for line in lines], label=path.stem)
        moves.plot(games, [line["moves"] for line in lines], label=path.stem)
    won.set(xlabel="thousand games", ylabel="won, %", title="Games won during training")
    moves.set(xlabel="thousand games", ylabel="moves per game", title="Moves per game")
    won.legend()
    figure.savefig(out)
