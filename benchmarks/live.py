"""Whole games in real programs: how many are won, how long they take, and how many cells are misread.

    python benchmarks/live.py [sgt-mines xdemineur freesweep gnome-mines kmines] [--games 50] [--out FILE]

Every program runs on a display of its own (Xvfb) or in tmux, and `sapper.live` plays it as `sapper
attach` does. Its boards are the program's own, except those of sgt-mines: there the layout is given, so
that the arena plays exactly the same boards, and every cell that was read is compared with the truth. In
the other programs the truth is the last picture of a game, if it shows every mine.

The second rate is the arena's, of the same player, size, mines and promise of the first cell.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sapper import Arena, Board, Game, Rules, SapperError, make
from sapper.arena.single_game import play_board
from sapper.arena.statistics import wilson
from sapper.live import (
    PROFILES,
    FreesweepScreen,
    LiveGame,
    LivePlayer,
    Pace,
    Pane,
    Profile,
    ScreenLost,
    misread,
)
from sapper.live.window_screen import WindowScreen
from sapper.live.x11 import Display, Window
from tests.live.programs import program
from tests.live.windows import display, game_id, running

SEED = 19
PACE = Pace(lost_after=60.0)
SCREEN = "1600x1200x24"
WINDOW = (1210, 900)
"""The size that windows get which would otherwise be too small for the board.

gnome-mines draws all cells with the same width only at some sizes; this is one of them.
"""


@dataclass
class Result:
    """The games of one program."""

    program: str
    size: str
    first_move: str
    start: tuple[int, int]
    games: int = 0
    wins: int = 0
    seconds: list[float] = field(default_factory=list)
    thinking: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """The CPU seconds of the player for each game: on a busy machine these mean more than the clock's."""
    guesses: int = 0
    checked: int = 0
    """Cells that were compared with the truth."""
    misread: int = 0
    repeated: int = 0
    lost_screens: list[str] = field(default_factory=list)
    """Games that were given up because the screen could not be read or did not respond."""
    arena_games: int = 0
    arena_wins: int = 0
    same_boards_wins: int | None = None

    def play(self, player: LivePlayer) -> LiveGame:
        """Play a game to its end, and note what the player needed for it."""
        began = time.process_time()
        game = player.play()
        self.cpu.append(round(time.process_time() - began, 3))
        return game

    def add(self, game: LiveGame, wrong: int | None = None) -> None:
        """Count a finished game. `wrong` is the number of misread cells where the layout is known."""
        self.games += 1
        self.wins += game.won
        self.seconds.append(round(game.seconds, 3))
        self.thinking.append(round(game.thinking, 3))
        self.guesses += game.guesses
        self.repeated += game.repeated
        if wrong is not None or game.record.layout_known:
            self.checked += int((game.final.view.numbers >= 0).sum())
            self.misread += len(misread(game.final)) if wrong is None else wrong


def sgt_mines(games: int, agent: str) -> Result:
    """Boards of ours, given to the program as its game ids."""
    rules = Rules(16, 30, 99, first_move="zero")
    found = Result("sgt-mines", rules.size, rules.first_move, (3, 3), same_boards_wins=0)
    profile = PROFILES["sgt-mines"]
    with display(SCREEN) as name:
        for index in range(games):
            board = Board.random(rules, SEED, index, (3, 3))
            with running([program("sgt-mines"), game_id(board)], name), Display(name) as opened:
                screen = WindowScreen(window_of(opened, "mines"), profile, rules.mines, alone=True)
                player = LivePlayer(screen, agent, profile, PACE)
                with given_up(found):
                    game = found.play(player)
                    found.add(game, wrong_cells(board, game))
            found.same_boards_wins = (found.same_boards_wins or 0) + play_board(
                make(agent), board, SEED, index
            ).won
            told(found)
    return found


def xdemineur(games: int, agent: str) -> Result:
    """It opens some cells itself before a game begins."""
    found = Result("xdemineur", "16x30/99", "zero", (3, 3))
    return in_window(found, [program("xdemineur"), "-m", "99"], "démineur", games, agent, 99)


def gnome_mines(games: int, agent: str) -> Result:
    """The large board, in a window that is large enough for it."""
    found = Result("gnome-mines", "16x30/99", "zero", (3, 3))
    command = [program("dbus-run-session"), "--", program("gnome-mines"), "--big"]
    return in_window(found, command, "Mines", games, agent, 99, resized=True)


def kmines(games: int, agent: str) -> Result:
    """The level Hard, which its configuration names."""
    found = Result("kmines", "16x30/99", "zero", (3, 3))
    command = [program("dbus-run-session"), "--", program("kmines")]
    return in_window(found, command, "KMines", games, agent, 99, resized=True)


def freesweep(games: int, agent: str) -> Result:
    """Its default share of mines is 20%, which no option replaces by 99 mines."""
    found = Result("freesweep", "16x30/96", "unsafe", (0, 0))
    profile = PROFILES["freesweep"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMUX_TMPDIR"] = folder
        os.environ.pop("TMUX", None)
        tmux = [program("tmux"), "-f", "/dev/null"]
        command = f"HOME={folder} exec {program('freesweep')} -f -w 30 -h 16 -% 20"
        subprocess.run(
            [*tmux, "new-session", "-d", "-s", "game", "-x", "130", "-y", "30", command], check=True
        )
        try:
            player = LivePlayer(FreesweepScreen(Pane("game")), agent, profile, PACE)
            for index in range(games):
                with given_up(found):
                    if index:
                        time.sleep(1.0)  # it seeds its boards with the second of the clock
                        player.next_game()
                    found.add(found.play(player))
                told(found)
        finally:
            subprocess.run([*tmux, "kill-server"], check=False)
    return found


PROGRAMS: dict[str, Callable[[int, str], Result]] = {
    "sgt-mines": sgt_mines,
    "xdemineur": xdemineur,
    "freesweep": freesweep,
    "gnome-mines": gnome_mines,
    "kmines": kmines,
}


def in_window(
    found: Result, command: list[str], title: str, games: int, agent: str, mines: int, resized: bool = False
) -> Result:
    """Play games on the program's own boards, one after the other in one window."""
    with display(SCREEN) as name:
        while found.games < games:  # a program whose game was given up is started anew
            with opened_program(name, command, title, resized) as window:
                profile: Profile = PROFILES[found.program]
                player = LivePlayer(WindowScreen(window, profile, mines, alone=True), agent, profile, PACE)
                play_on(found, player, games)
    return found


def play_on(found: Result, player: LivePlayer, games: int) -> None:
    """Play until there are enough games, or until one is given up."""
    first = True
    while found.games < games:
        before = len(found.lost_screens)
        with given_up(found):
            if not first:
                player.next_game()
            found.add(found.play(player))
        told(found)
        first = False
        if len(found.lost_screens) > before:
            return


@contextmanager
def opened_program(name: str, command: list[str], title: str, resized: bool) -> Iterator[Window]:
    """Run a program with a home of its own; yield its window."""
    # The desktop's services, which the program starts, may mount something there and leave late.
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        settings = Path(home) / ".config"
        settings.mkdir()
        (settings / "kminesrc").write_text("[KgDifficulty]\nLevel=Hard\n")
        environment = {"HOME": home, "XDG_CONFIG_HOME": str(settings)}
        stack.enter_context(running(command, name, environment))
        opened = stack.enter_context(Display(name))
        window = window_of(opened, title)
        if resized:
            window.resize(*WINDOW)
        yield window


def window_of(opened: Display, title: str, patience: float = 60.0) -> Window:
    """Wait until a program has opened its window."""
    end = time.monotonic() + patience
    while True:
        try:
            return opened.window(title)
        except SapperError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def wrong_cells(board: Board, game: LiveGame) -> int:
    """How many open cells were read otherwise than the board has them."""
    truth = Game(board)
    numbers = game.final.view.numbers
    for cell in game.final.view:
        if numbers[cell] >= 0 and truth.state == "playing" and truth.view.numbers[cell] == -2:
            truth.open(cell)
    read = numbers >= 0
    return int((truth.view.numbers[read] != numbers[read]).sum())


@contextmanager
def given_up(found: Result) -> Iterator[None]:
    """Count a game that cannot be played to its end as lost, with the reason."""
    try:
        yield
    except ScreenLost as error:
        found.games += 1
        found.lost_screens.append(str(error)[:200])
        print(f"{found.program}: given up: {error}", file=sys.stderr)


def told(found: Result) -> None:
    last = found.seconds[-1] if found.seconds else float("nan")
    print(
        f"{found.program}: {found.wins} of {found.games} won, last {last:.1f} s", file=sys.stderr, flush=True
    )


def arena_rate(found: Result, agent: str, games: int) -> Result:
    """The same player in the arena, on boards of the same rules."""
    rules = Rules.parse(found.size, first_move=found.first_move)
    results = Arena(rules, seed=SEED, start=found.start).run([agent], games)
    summary = results.summaries[0]
    return replace(found, arena_games=summary.games, arena_wins=summary.wins)


def line(found: Result) -> str:
    low, high = wilson(found.wins, found.games)
    arena_low, arena_high = wilson(found.arena_wins, found.arena_games)
    seconds = sorted(found.seconds) or [float("nan")]
    mean, median = sum(seconds) / len(seconds), seconds[len(seconds) // 2]
    cpu = sum(found.cpu) / max(1, len(found.cpu))
    same = "" if found.same_boards_wins is None else f"; the same boards: {found.same_boards_wins}"
    return (
        f"| {found.program} | {found.size}, {found.first_move} | {found.wins} of {found.games}, "
        f"{found.wins / found.games:.1%} ({low:.1%} to {high:.1%}) | "
        f"{found.arena_wins / found.arena_games:.1%} ({arena_low:.1%} to {arena_high:.1%}){same} | "
        f"{mean:.1f} ({median:.1f}), {cpu:.2f} | "
        f"{found.misread} of {found.checked:,} | {found.repeated}, {len(found.lost_screens)} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS), help=", ".join(PROGRAMS))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--agent", default="sapper-strong")
    parser.add_argument("--arena", type=int, default=4000, metavar="GAMES")
    parser.add_argument("--out", type=Path, help="also write the results as JSON lines to this file")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.programs) - set(PROGRAMS))
    if unknown:
        parser.error(f"there is no program {unknown[0]!r}; there are {', '.join(PROGRAMS)}")
    print("| program | board | won | arena | seconds: mean (median), CPU | misread | repeated, given up |")
    print("|---|---|---|---|---|---|---|")
    for name in arguments.programs:
        found = arena_rate(PROGRAMS[name](arguments.games, arguments.agent), arguments.agent, arguments.arena)
        print(line(found), flush=True)
        if arguments.out is not None:
            with arguments.out.open("a") as file:
                file.write(json.dumps(asdict(found)) + "\n")


if __name__ == "__main__":
    main()
