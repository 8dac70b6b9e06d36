"""What each part of the strong players is worth: the players play the same boards without it.

    python research/parts.py --games 100000
    python research/parts.py "no endgame" "coin flips" --games 400000

A variant is a change of `cpp/players/settings.hpp`, made in a copy. The core is compiled once, and what
sees the settings once for each variant. All variants play expert boards with a safe first cell at (0, 0),
numbers 0 onwards of the seed. The table gives the change of the win rate against the unchanged player. It is
paired and luck-adjusted, which makes the interval narrow. A C++ compiler, CMake and Ninja are needed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper.arena.statistics import luck_adjusted, paired_difference

ROOT = Path(__file__).parents[1]
SETTINGS = Path("players", "settings.hpp")
Games = tuple[NDArray[np.bool_], NDArray[np.float64]]
"""Whether each game was won, and its luck."""


@dataclass(frozen=True)
class Variant:
    """A player with other settings: patterns in the settings and what takes their place."""

    agent: str
    name: str
    changes: dict[str, str] = field(default_factory=dict)


def effort(name: str, value: str) -> dict[str, str]:
    """Replace the effort of a player."""
    return {rf"Effort {name}{{.*}};": f"Effort {name}{{{value}}};"}


def constant(name: str, value: str) -> dict[str, str]:
    """Replace a constant."""
    return {rf"\b{name} = [^;]+;": f"{name} = {value};"}


VARIANTS = (
    Variant("sapper-fast", "unchanged"),
    Variant("sapper-fast", "no endgame", effort("FAST", "1, 20'000, false, 0.9")),
    Variant("sapper-fast", "endgame up to 1,000 layouts", effort("FAST", "1000, 100'000, false, 0.9")),
    Variant("sapper-fast", "coin flips", effort("FAST", "256, 20'000, true, 0.9")),
    Variant("sapper-fast", "candidates down to 0.85", effort("FAST", "256, 20'000, false, 0.85")),
    Variant("sapper-fast", "second cell not counted", constant("SECOND", "0")),
    Variant("sapper-fast", "second cell with weight 0.15", constant("SECOND", "0.15")),
    Variant("sapper-fast", "no reward for free cells", constant("FREE_CELL", "0")),
    Variant("sapper-fast", "one untouched candidate", constant("UNTOUCHED", "1")),
    Variant("sapper-fast", "three untouched candidates", constant("UNTOUCHED", "3")),
    Variant("sapper-strong", "unchanged"),
    Variant("sapper-strong", "no close comparison", effort("STRONG", "2000, 100'000, true, 0.85")),
    Variant(
        "sapper-strong",
        "close comparison of 1,000 layouts",
        effort("STRONG", "2000, 100'000, true, 0.85, {1000, 2, 60'000}"),
    ),
    Variant("sapper-strong", "close comparison up to e^24 layouts", constant("CLOSE_LAYOUTS", "24")),
)


def changed(settings: str, variant: Variant) -> str:
    """Return the settings of a variant.

    Raises:
        ValueError: A setting is not there, or there twice.
    """
    for pattern, text in variant.changes.items():
        settings, count = re.subn(pattern, text, settings)
        if count != 1:
            raise ValueError(f"{variant.name}: {count} settings match {pattern}")
    return settings


def dependants(core: Path) -> list[Path]:
    """Return the sources that see the settings, directly or through other headers."""
    files = {path.relative_to(core).as_posix(): path.read_text() for path in core.glob("*/*.?pp")}
    seeing = {SETTINGS.as_posix()}
    while more := {
        name
        for name, text in files.items()
        if name not in seeing and any(f'#include "{each}"' in text for each in seeing)
    }:
        seeing |= more
    return sorted(core / name for name in seeing if name.endswith(".cpp") and not name.startswith("bindings"))


def build(variant: Variant, folder: Path) -> Path:
    """Compile what sees the settings of a variant, link it with the core, and return the program."""
    place = folder / re.sub(r"\W+", "-", f"{variant.agent} {variant.name}")
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT / "cpp", place / "cpp")
    settings = place / "cpp" / SETTINGS
    settings.write_text(changed(settings.read_text(), variant))
    compiler = os.environ.get("CXX", "c++").split()
    sources = [*dependants(place / "cpp"), ROOT / "research" / "parts.cpp"]
    objects = []
    for source in sources:
        objects.append(place / f"{source.stem}.o")
        options = ["-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", f"-I{place / 'cpp'}"]
        subprocess.run([*compiler, *options, "-c", str(source), "-o", str(objects[-1])], check=True)
    core = folder / "core" / "libsapper_core.a"
    program = place / "parts"
    subprocess.run(
        [*compiler, *map(str, objects), str(core), "-lpthread", "-o", str(program)], cwd=place, check=True
    )
    return program


def build_core(folder: Path) -> None:
    """Compile the unchanged core."""
    command = [
        "cmake",
        "-S",
        str(ROOT),
        "-B",
        str(folder / "core"),
        "-G",
        "Ninja",
        "-DCMAKE_BUILD_TYPE=Release",
    ]
    subprocess.run(command, check=True, stdout=sys.stderr)
    command = ["cmake", "--build", str(folder / "core"), "--target", "sapper_core"]
    subprocess.run(command, check=True, stdout=sys.stderr)


def play(program: Path, agent: str, games: int, seed: int, threads: int) -> Games:
    """Play games and return their results."""
    numbers = [str(each) for each in (0, games, seed, threads)]
    printed = subprocess.run(
        [str(program), agent, *numbers], check=True, capture_output=True, text=True
    ).stdout
    table = np.array(printed.split(), dtype=np.float64).reshape(games, 2)
    return table[:, 0] == 1, table[:, 1]


def row(variant: Variant, games: Games, unchanged: Games) -> str:
    """Return the line of a variant: its adjusted rate, and its adjusted paired difference to the player."""
    rate = luck_adjusted(*games)
    assert rate is not None
    text = f"| `{variant.agent}` | {variant.name} | {len(games[0]):,} | {100 * rate.value:.2f} |"
    if not variant.changes:
        return f"{text} |"
    paired = paired_difference("variant", "player", games[0], unchanged[0], games[1], unchanged[1]).adjusted
    assert paired is not None
    half = (paired.high - paired.low) / 2
    return f"{text} {100 * paired.value:+.2f} ± {100 * half:.2f} |"


def main() -> None:
    """Build and play the variants that are named, and the unchanged players that they are compared with."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="variants; default: all")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    known = [each.name for each in VARIANTS if each.changes]
    if strangers := set(args.names) - set(known):
        parser.error(f"there is no variant {', '.join(sorted(strangers))}; there are {', '.join(known)}")
    wanted = [each for each in VARIANTS if each.changes and (not args.names or each.name in args.names)]
    folder = ROOT / "build" / "parts"
    build_core(folder)
    print("| player | variant | games | adjusted % | change, points |\n|---|---|---:|---:|---:|", flush=True)
    unchanged: dict[str, Games] = {}
    for variant in VARIANTS:
        agents = {each.agent for each in wanted}
        if variant not in wanted and (variant.changes or variant.agent not in agents):
            continue
        games = play(build(variant, folder), variant.agent, args.games, args.seed, args.threads)
        if not variant.changes:
            unchanged[variant.agent] = games
        print(row(variant, games, unchanged[variant.agent]), flush=True)


if __name__ == "__main__":
    main()
