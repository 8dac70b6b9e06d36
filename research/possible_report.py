"""The tables and the picture of `possible.py`: what was lost where, and what follows for the whole game."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import Rules

REFERENCE = "sapper-strong"
NARROW, SELF, WIDE = (f"{REFERENCE}{how}" for how in ("+sapper-fast", "+sapper-strong", "*sapper-fast"))
LESSER = "strong/256"
"""The player that solves fewer layouts exactly."""
LATE = (2000, 5000, 12_000, 30_000)
"""Edges of the numbers of layouts in the table of late positions."""
STAGES = (math.log(30_000), 20, 40, 80, 160, 300)
"""Edges of the logarithms of layouts of earlier guesses."""
EXPERT = {"lowest-risk": 35.49, "pseq": 39.61, "sapper-fast": 40.80, "sapper-strong": 41.02}
"""What the players win on 16x30/99 from a safe corner, in percent: docs/strength.md has the table."""
SAMPLES = 4000
LEAST_SHARE = 0.1
"""A resampled share of the loss below this is taken for this."""
Document = dict[str, Any]
Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


def read(path: Path) -> list[Document]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def mean_and_half(values: Floats) -> tuple[float, float]:
    """Return a mean and half of its 95% interval."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else math.inf
    return float(values.mean()), 1.96 * spread / math.sqrt(len(values))


def stated(values: Floats, digits: int = 2) -> str:
    mean, half = mean_and_half(values)
    return f"{mean:.{digits}f} ± {half:.{digits}f}"


def resampled(count: int, statistic: Callable[[Indices], float], seed: int) -> Floats:
    """Return a statistic of samples that are drawn with replacement from `count` items."""
    rng = np.random.default_rng(seed)
    return np.array([statistic(rng.integers(0, count, count)) for _ in range(SAMPLES)])


def with_interval(value: float, samples: Floats) -> str:
    low, high = np.percentile(samples, [2.5, 97.5])
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


@dataclass(frozen=True)
class Positions:
    """Solved positions: what perfect play and each player win of them."""

    rows: list[Document]

    def __len__(self) -> int:
        return len(self.rows)

    def within(self, least: float, most: float) -> Positions:
        """Return the positions that have a number of layouts in [least, most)."""
        return Positions([row for row in self.rows if least <= row["layouts"] < most])

    def optimum(self) -> Floats:
        return np.array([row["optimum"] / row["layouts"] for row in self.rows], dtype=np.float64)

    def loss(self, player: str) -> Floats:
        """Return what the player loses against perfect play, in points."""
        won = [row["players"][player]["won"] / row["layouts"] for row in self.rows]
        return 100 * (self.optimum() - np.array(won, dtype=np.float64))

    def share_won_back(self, player: str, improved: str, seed: int) -> tuple[float, Floats]:
        """Return which share of a player's loss an improved player wins back, and resampled values of it."""
        before, after = self.loss(player), self.loss(improved)

        def share(chosen: Indices) -> float:
            return float(1 - after[chosen].sum() / max(before[chosen].sum(), 1e-9))

        return share(np.arange(len(before))), resampled(len(before), share, seed)


class Evidence:
    """The kept results."""

    def __init__(self, folder: Path) -> None:
        own = folder / "possible"
        self.games = read(own / "late.jsonl")
        self.scaled_games = read(own / "scaled.jsonl")
        self.middle = read(own / "middle.jsonl")
        self.boards = {kind: read(own / f"boards-{kind}.jsonl") for kind in ("safe", "zero")}
        self.thinking = [row for row in read(folder / "thinking" / "safe.jsonl") if "index" in row]
        self.late = Positions([row for row in self.games if "optimum" in row])
        self.scaled = Positions([row for row in self.scaled_games if "optimum" in row])

    def unsolved(self) -> list[Document]:
        """Return the late positions that took too many sets of layouts."""
        return [row for row in self.games if "players" in row and "optimum" not in row]

    def late_losses(self) -> Floats:
        """Return what `sapper-strong` loses in the late position of each game, in points.

        Where the position was not solved, the best player known takes the place of perfect play.
        """
        losses = []
        for row in self.games:
            players = row.get("players")
            best = row.get("optimum") or (max(each["won"] for each in players.values()) if players else 0)
            losses.append(100 * (best - players[REFERENCE]["won"]) / row["layouts"] if players else 0.0)
        return np.array(losses)

    def middle_gains(self, which: str) -> Floats:
        """Return what playouts win back in each game of the study of all cells, in points.

        Only the first guess counts at which they choose another cell. The guesses after it belong to a game
        that a better player would not reach, and would count the same loss again.
        """
        changed = [[each[which] for each in game["positions"] if each[which]] for game in self.middle]
        return np.array([100 * gains[0] if gains else 0.0 for gains in changed])

    def close_gains(self, least: float, most: float) -> tuple[Floats, int]:
        """Return what playouts of close candidates win back in each game, and the number of guesses.

        Only guesses with a logarithm of layouts in [least, most) count. docs/strength.md, What rollouts
        show, has these guesses; here each is found again in the same game by its covered cells.
        """
        logs = {game["game"]: {covered: log for log, covered in game["guesses"]} for game in self.games}
        gains, guesses = [], 0
        for game in self.thinking:
            log = logs.get(game["index"], {})
            own = [each for each in game["positions"] if least <= log.get(each["covered"], 0) < most]
            gains.append(100 * sum(each["gains"][-1] for each in own))
            guesses += len(own)
        return np.array(gains), guesses


def late_table(evidence: Evidence, players: Sequence[str]) -> Iterator[str]:
    yield "| layouts | positions | perfect play wins | " + " | ".join(f"`{each}`" for each in players) + " |"
    yield "|---|---:|---:|" + "---:|" * len(players)
    for least, most in [*pairwise(LATE), (LATE[0], LATE[-1])]:
        part = evidence.late.within(least, most + 1)
        if len(part) > 1:
            won = f"{100 * part.optimum().mean():.1f}%"
            losses = " | ".join(stated(part.loss(each)) for each in players)
            yield f"| {least:,} to {most:,} | {len(part)} | {won} | {losses} |"


def reasons(positions: Positions) -> Iterator[str]:
    """Yield what kind of cell perfect play opens where `sapper-strong` loses something."""
    kinds: dict[str, list[float]] = {}
    for row, loss in zip(positions.rows, positions.loss(REFERENCE), strict=True):
        why = "its cell is perfect, a later one is not"
        if not row["same"]:
            why = "another cell that it compares" if row["rating"] > 0 else "a cell that it does not compare"
            why = "something else before a coin flip" if row["kind"] == "fifty-fifty" else why
        kinds.setdefault(why, []).append(float(loss))
    total = sum(map(sum, kinds.values()))
    yield "| perfect play opens | positions | with a loss | share of the loss |"
    yield "|---|---:|---:|---:|"
    for why, losses in sorted(kinds.items(), key=lambda kind: -sum(kind[1])):
        lossy = sum(loss > 1e-9 for loss in losses)
        yield f"| {why} | {len(losses)} | {lossy} | {sum(losses) / total:.0%} |"


def improvements(evidence: Evidence) -> Iterator[str]:
    yield "| player | positions | loses, points | judge | cells | share won back |"
    yield "|---|---:|---:|---|---|---:|"
    for positions in (evidence.late, evidence.scaled):
        for name in positions.rows[0]["players"] if len(positions) else ():
            sign = "+" if "+" in name else "*" if "*" in name else None
            if sign is None:
                continue
            player, judge = name.split(sign)
            share = with_interval(*positions.share_won_back(player, name, 1))
            loss = stated(positions.loss(player))
            cells = "all" if sign == "*" else "close candidates"
            yield f"| `{player}` | {len(positions)} | {loss} | `{judge}` | {cells} | {share} |"


def board_table(evidence: Evidence) -> Iterator[str]:
    players = ("lowest-risk", "sapper-fast", REFERENCE)
    yield (
        "| board | mines | first | layouts | perfect play | "
        + " | ".join(f"`{each}`" for each in players)
        + " |"
    )
    yield "|---|---:|---|---:|---:|" + "---:|" * len(players)
    for kind, rows in evidence.boards.items():
        for row in sorted(rows, key=lambda row: (Rules.parse(row["board"]).cells, row["board"])):
            rules = Rules.parse(row["board"])
            lost = [100 * (row["optimum"] - row["players"][each]["won"]) / row["all"] for each in players]
            losses = " | ".join(f"{each:.3f}" for each in lost)
            share = f"{rules.mines / rules.cells:.1%}"
            best = f"{100 * row['optimum'] / row['all']:.3f}%"
            yield f"| {row['board']} | {share} | {kind} | {row['layouts']:,} | {best} | {losses} |"


@dataclass(frozen=True)
class Stage:
    """The guesses of one stage of expert games, and what `sapper-strong` loses there, in points a game."""

    name: str
    most: float
    guesses: float  # in each game
    found: float  # what was shown to be lost
    guess: float  # what it would be if playouts find the same share of the loss everywhere
    found_samples: Floats
    guess_samples: Floats


def stages(evidence: Evidence) -> list[Stage]:
    """Return what is lost at each stage, the latest first."""
    games = len(evidence.games)

    def mean_of(values: Floats, seed: int) -> tuple[float, Floats]:
        return float(values.mean()), resampled(len(values), lambda chosen: float(values[chosen].mean()), seed)

    share, shares = evidence.late.share_won_back(REFERENCE, WIDE, 2)
    loss, losses = mean_of(evidence.late_losses(), 3)
    late = sum("layouts" in game for game in evidence.games) / games
    found = [Stage("2,000 to 30,000 layouts", STAGES[0], late, loss, loss, losses, losses)]

    def guesses(least: float, most: float) -> float:
        logs: list[float] = [log for game in evidence.games for log, _ in game["guesses"]]
        return sum(least <= log < most for log in logs) / games

    gain, gains = mean_of(evidence.middle_gains("gain"), 4)
    name = f"e^{STAGES[0]:.1f} to e^{STAGES[2]:.0f}"
    middle = guesses(STAGES[0], STAGES[2])
    found.append(
        Stage(name, STAGES[2], middle, gain, gain / share, gains, gains / np.maximum(shares, LEAST_SHARE))
    )
    # Close candidates win back a larger share of the loss of a player that solves less, and so has more
    # guesses left. Early guesses may have any share between the two.
    much, much_samples = evidence.scaled.share_won_back(LESSER, f"{LESSER}+fast/256", 5)
    little, little_samples = evidence.late.share_won_back(REFERENCE, NARROW, 5)
    place = np.random.default_rng(6).random(SAMPLES)
    between = np.maximum(little_samples, LEAST_SHARE) ** place * much_samples ** (1 - place)
    for seed, (least, most) in enumerate(pairwise(STAGES[2:]), 7):
        gain, gains = mean_of(evidence.close_gains(least, most)[0], seed)
        name = f"e^{least:.0f} to e^{most:.0f}"
        guess = gain / math.sqrt(little * much)
        found.append(Stage(name, most, guesses(least, most), gain, guess, gains, gains / between))
    return found


def stage_table(found: Sequence[Stage]) -> Iterator[str]:
    yield "| layouts left | guesses a game | loss found | guess of the loss |"
    yield "|---|---:|---:|---:|"
    for each in found:
        shown, guess = (
            with_interval(each.found, each.found_samples),
            with_interval(each.guess, each.guess_samples),
        )
        yield f"| {each.name} | {each.guesses:.2f} | {shown} | {guess} |"
    total = sum(each.guesses for each in found)
    shown = with_interval(*total_of([(each.found, each.found_samples) for each in found]))
    guess = with_interval(*total_of([(each.guess, each.guess_samples) for each in found]))
    yield f"| all | {total:.2f} | {shown} | {guess} |"


def total_of(parts: Sequence[tuple[float, Floats]]) -> tuple[float, Floats]:
    return sum(value for value, _ in parts), np.sum([samples for _, samples in parts], axis=0)


def ladders(evidence: Evidence) -> Iterator[str]:
    """Yield the loss on expert if it stood in the same ratio to the gain over weaker players as elsewhere."""
    yield "| where perfect play is known | over | gain of `sapper-strong` | loss | ratio | loss on expert |"
    yield "|---|---|---:|---:|---:|---:|"
    dense = [
        row
        for rows in evidence.boards.values()
        for row in rows
        if Rules.parse(row["board"]).mines >= 0.19 * Rules.parse(row["board"]).cells
    ]
    boards = Positions([{**row, "layouts": row["all"]} for row in dense if row["layouts"] > 10_000])
    for name, positions in (
        ("late expert positions", evidence.late),
        ("boards with 19% mines or more", boards),
    ):
        for other in ("lowest-risk", "pseq", "sapper-fast"):
            if not len(positions) or other not in positions.rows[0]["players"]:
                continue
            lost, more = positions.loss(REFERENCE), positions.loss(other)

            def ratio(chosen: Indices, lost: Floats = lost, more: Floats = more) -> float:
                return float(lost[chosen].sum() / (more[chosen].sum() - lost[chosen].sum()))

            value, samples = ratio(np.arange(len(lost))), resampled(len(lost), ratio, 9)
            expert = EXPERT[REFERENCE] - EXPERT[other]
            gain = f"{(more - lost).mean():.2f} | {lost.mean():.2f}"
            points = with_interval(value * expert, samples * expert)
            yield f"| {name} | `{other}` | {gain} | {value:.2f} | {points} |"


def report(evidence: Evidence, plot: Path | None) -> None:
    """Print the tables, and draw the picture if `plot` is given."""
    games, unsolved = len(evidence.games), evidence.unsolved()
    print(f"{games:,} games, {len(evidence.late)} late positions solved, {len(unsolved)} given up\n")
    print("\n".join(late_table(evidence, ("lowest-risk", "pseq", "sapper-fast", REFERENCE))))
    print("\n" + "\n".join(reasons(evidence.late)))
    print("\n" + "\n".join(improvements(evidence)))
    print("\n" + "\n".join(board_table(evidence)))
    wide, close = evidence.middle_gains("gain"), evidence.middle_gains("close_gain")
    count = sum(len(game["positions"]) for game in evidence.middle)
    where = f"{STAGES[0]:.1f} to {STAGES[2]}"
    print(f"\n{len(wide):,} games with {count} guesses at {where}: points a game won back among")
    print(f"all cells {stated(wide)}, close candidates {stated(close)}, more {stated(wide - close)}")
    found = stages(evidence)
    print("\n" + "\n".join(stage_table(found)))
    print("\n" + "\n".join(ladders(evidence)))
    if plot:
        draw(plot, found)


def draw(path: Path, found: Sequence[Stage]) -> None:
    """Draw what is lost from the end of the game back to its start."""
    from sapper.report.figure import Figure, Series
    from sapper.report.plots import draw as drawn

    def series(name: str, parts: Sequence[Floats], values: Sequence[float]) -> Series:
        sums = [np.sum(parts[: i + 1], axis=0) for i in range(len(parts))]
        low, high = zip(*(np.percentile(each, [2.5, 97.5]) for each in sums), strict=True)
        edges = [math.log(LATE[0]), *(each.most for each in found[:-1]), 240]
        return Series(name, [0.0, *np.cumsum(values)], x=edges, low=[0.0, *low], high=[0.0, *high])

    figure = Figure(
        "possible",
        "What sapper-strong loses on expert, from the end back to the start",
        "lines",
        "logarithm of the layouts left",
        "points lost with so many layouts or fewer",
        (
            series(
                "guess of the loss", [each.guess_samples for each in found], [each.guess for each in found]
            ),
            series(
                "found by exact search and playouts",
                [each.found_samples for each in found],
                [each.found for each in found],
            ),
        ),
    )
    path.write_bytes(drawn(figure, path.suffix[1:]))
