"""Write src/sapper/agents/figures.json: how often each agent wins, and its time beside `lowest-risk`.

Every agent plays the first boards of the same stream, on one core, until it has played 1,000 games or 12
seconds. The time of a game is a ratio to the time of `lowest-risk` in the same run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sapper import INTERMEDIATE, Arena
from sapper.agents.registry import shipped
from sapper.arena.statistics import wilson
from sapper.errors import SapperError

FILE = Path(__file__).parents[1] / "src" / "sapper" / "agents" / "figures.json"
PEER = "lowest-risk"
SEED = 7
GAMES = 1000
SECONDS = 12.0
CHUNK = 10
"""Games that are played before the time is looked at. The chunks grow as fast as the games allow."""


def measure(arena: Arena, name: str) -> tuple[int, int, float]:
    """Play an agent; return its games, its wins and its seconds per game."""
    games, wins, seconds, chunk = 0, 0, 0.0, CHUNK
    while games < GAMES and seconds < SECONDS:
        for part in arena.play(arena.plan([name], min(chunk, GAMES - games), games)):
            games += len(part)
            wins += int(part.columns["won"].sum())
            seconds += float(part.columns["seconds"].sum())
        chunk = max(CHUNK, int((SECONDS - seconds) / max(seconds / games, 1e-9)) // 2)
    return games, wins, seconds / games


def main() -> None:
    """Measure the agents named on the command line, or all of Sapper's, and write the file."""
    wanted = sys.argv[1:] or [info.name for info in shipped()]
    arena = Arena(INTERMEDIATE, seed=SEED, workers=1)
    _, _, unit = measure(arena, PEER)
    before = json.loads(FILE.read_text(encoding="utf-8"))["agents"] if sys.argv[1:] else {}
    figures: dict[str, Any] = {}
    for info in shipped():
        if info.name not in wanted:
            if info.name in before:
                figures[info.name] = before[info.name]
            continue
        try:
            games, wins, seconds = measure(arena, info.name)
        except (SapperError, ValueError) as error:
            print(f"{info.name}: {error}", file=sys.stderr)
            continue
        low, high = wilson(wins, games)
        figures[info.name] = {
            "games": games,
            "wins": wins,
            "low": round(low, 4),
            "high": round(high, 4),
            "time": float(f"{1.0 if info.name == PEER else seconds / unit:.3g}"),
        }
        print(info.name, figures[info.name], flush=True)
    rules = arena.rules
    document = {
        "command": "python scripts/agent_figures.py",
        "board": rules.size,
        "first_move": rules.first_move,
        "start": [0, 0],
        "seed": SEED,
        "peer": PEER,
        "agents": figures,
    }
    lines = json.dumps(document, indent=1).replace("\n   ", " ").replace("\n  }", " }")
    FILE.write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
