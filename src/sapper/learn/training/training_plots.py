"""How learners came on: the logs of training as curves."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from sapper.errors import SapperError

ENDINGS = (".png", ".svg", ".pdf")


def read_log(path: Path) -> list[dict[str, float]]:
    """The lines of a training log."""
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except FileNotFoundError:
        raise SapperError(f"there is no training log at {path}") from None
    except ValueError:
        raise SapperError(f"the training log {path} is damaged") from None


def require(out: Path) -> None:
    """Say before training, not after it, that the picture `out` cannot be drawn."""
    if find_spec("matplotlib") is None:
        raise SapperError("plots need matplotlib: pip install 'sapper[report]'")
    if out.suffix not in ENDINGS:
        raise SapperError(f"a picture ends in {', '.join(ENDINGS)}; {out.name} does not")


def draw(logs: list[Path], out: Path) -> None:
    """Draw the share won and the moves a game against games played, as sajjad2022 5.8, 7.1 and 7.2 do."""
    require(out)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    won, moves = figure.subplots(1, 2)
    for path in logs:
        lines = read_log(path)
        games = [line["games"] / 1000 for line in lines]
        won.plot(games, [100 * line["wins"] / line["played"] for line in lines], label=path.stem)
        moves.plot(games, [line["moves"] for line in lines], label=path.stem)
    won.set(xlabel="thousand games", ylabel="won, %", title="Share won while learning")
    moves.set(xlabel="thousand games", ylabel="moves a game", title="Moves: the early signal")
    won.legend()
    figure.savefig(out)
