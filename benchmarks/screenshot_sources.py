"""Pictures of real programs with what they show, for `screenshots.py`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.live import window_of
from benchmarks.page import server
from benchmarks.screenshot_sets import PictureSet, Size
from sapper import Board, Decision, Game, Rules, SapperError, View, analyse
from sapper.game import Act, Cell
from sapper.live import PROFILES, UNKNOWN, LivePlayer, Pace, Profile, Sight
from sapper.live.window_screen import WindowScreen
from sapper.live.x11 import LEFT, RIGHT, Display, Window
from tests.live.programs import program
from tests.live.windows import display, game_id, running
from tests.vision.rendered import played
from tests.web.browser import browsing

SCREEN = "1800x1300x24"
LEVELS = (
    Rules(9, 9, 10, first_move="zero"),
    Rules(16, 16, 40, first_move="zero"),
    Rules(16, 30, 99, first_move="zero"),
)
MENU = 25
"""The height in pixels of the menu of sgt-mines."""
STILL = 0.15
"""The seconds for which a window must not change before its picture is taken."""


@dataclass(frozen=True)
class Shot:
    """A picture, and the position that it shows; None if it shows no board."""

    program: str
    theme: str
    pixels: float
    """The size of a cell."""
    picture: NDArray[np.uint8]
    truth: View | None = None
    lost_cells: int = 0
    """The cells of a board that was not found or not read, so that the game ended; its truth is not known."""

    @property
    def mines(self) -> int | None:
        """The mine count, which the reader is told."""
        return None if self.truth is None else self.truth.mines


COLOURS = {
    "dark": ["282830", "34343e"],
    "sepia": ["f4ecd8", "e4d8bc"],
    "blue": ["b8cce0", "9cb8d4"],
}
"""The grounds of opened cells of sgt-mines, one for each way in which it is drawn."""
DARK = COLOURS["dark"].copy()
DARK += ["8fb8ff", "7fe07f", "ff8080", "b0a0ff", "ff9050", "60d0d0", "f0f0f0", "a0a0a0"]
DARK += ["e8e8e8", "c03030", "ff4040", "ff5050", "c8c8c8", "e8e8e8", "60606c", "0c0c10", "ff6060", "ff8080"]
"""The colours of sgt-mines on a dark ground, in the order in which the program numbers them."""


def sgt_mines(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
    """Boards that we choose, in cells of many sizes, in the program's colours and on other grounds."""
    for theme in chosen.sgt_themes:
        named = DARK if theme == "dark" else COLOURS.get(theme, [])
        colours = {f"MINES_COLOUR_{i}": c for i, c in enumerate(named)}
        for pixels in chosen.sgt_pixels:
            with display(SCREEN) as name:
                for number in range(pictures):
                    rules = LEVELS[number % 3] if pixels < 40 else LEVELS[number % 2]
                    board = Board.random(rules, chosen.seed, number + 100 * pixels, (4, 4))
                    settings = {"MINES_TILESIZE": str(pixels), **colours}
                    with running([program("sgt-mines"), game_id(board)], name, settings), Display(name) as x:
                        window = window_of(x, "mines")
                        yield _played_shot(window, board, theme, pixels, chosen.seed + number)


def _played_shot(window: Window, board: Board, theme: str, pixels: int, seed: int) -> Shot:
    """Open some free cells and flag some mines where the program's source says that they lie."""
    rng = np.random.default_rng([pixels, seed])
    game = Game(board)
    game.open(board.start)  # as the program itself has done
    mines = set(board.mines)
    free = [cell for cell in game.view if cell not in mines]
    rng.shuffle(free)
    opened = []
    wanted = (0.25 + 0.06 * (seed % 12)) * len(free)
    for row, col in free:
        numbers = game.view.numbers
        if game.state == "playing" and (numbers >= 0).sum() < wanted and numbers[row, col] == -2:
            game.open((int(row), int(col)))
            opened.append((int(row), int(col)))
    flagged = [cell for cell in sorted(mines) if game.state == "playing" and rng.random() < 0.3]
    for cell in flagged:
        game.flag(cell)

    def place(cell: tuple[int, int]) -> tuple[int, int]:
        border = pixels * 3 // 2
        return border + cell[1] * pixels + pixels // 2, MENU + border + cell[0] * pixels + pixels // 2

    before = still_picture(window)
    window.press([place(cell) for cell in opened], LEFT)
    window.press([place(cell) for cell in flagged], RIGHT)
    wait_for_change(window, before, [place(cell) for cell in opened + flagged], pixels // 3)
    return Shot("sgt-mines", theme, float(pixels), still_picture(window), game.view)


def wait_for_change(
    window: Window,
    before: NDArray[np.uint8],
    places: Sequence[tuple[int, int]],
    reach: int,
    patience: float = 60.0,
) -> None:
    """Wait until the picture has changed at all of these places. A busy machine draws late."""
    end = time.monotonic() + patience
    while True:
        now = window.picture()
        if now is not None and now.shape == before.shape:
            changed = (now != before).any(axis=2)
            if all(changed[y - reach : y + reach, x - reach : x + reach].any() for x, y in places):
                return
        if time.monotonic() > end:
            raise RuntimeError("the program does not show what was pressed")
        time.sleep(0.02)


def still_picture(window: Window, patience: float = 30.0) -> NDArray[np.uint8]:
    """The picture of a window once it has stayed the same for a moment."""
    end = time.monotonic() + patience
    before, since = window.picture(), time.monotonic()
    while True:
        time.sleep(0.02)
        picture = window.picture()
        if picture is None or before is None or not np.array_equal(picture, before):
            before, since = picture, time.monotonic()
        elif time.monotonic() - since > STILL:
            return picture
        if picture is not None and time.monotonic() > end:
            return picture


class WatchedScreen(WindowScreen):
    """A window that keeps the picture of each settled position, and flags some of the certain mines."""

    def __init__(self, window: Window, profile: Profile, mines: int) -> None:
        super().__init__(window, profile, mines, alone=True)
        self._seen_window = window
        self._rng = np.random.default_rng(mines)
        self.begin()

    def begin(self) -> None:
        """Forget the game before."""
        self.kept: list[tuple[NDArray[np.uint8], list[tuple[Act, Cell]]]] = []
        """Pictures, each with what was pressed until then."""
        self.acts: list[tuple[Act, Cell]] = []

    def open(self, cells: Sequence[Cell]) -> None:
        self.acts += [(Act.OPEN, cell) for cell in cells]
        super().open(cells)

    def keep(self, sight: Sight, decision: Decision) -> None:
        """Take the picture of a position that the player is about to leave."""
        del decision
        if not self.kept and not self.acts:  # some programs begin with an area open
            self.acts += [(Act.OPEN, cell) for cell in sight.view if sight.view.numbers[cell] == 0][:1]
        self.kept.append((still_picture(self._seen_window), list(self.acts)))
        covered = [cell for cell in analyse(sight.view).mines if (Act.FLAG, cell) not in self.acts]
        chosen = [cell for cell in covered if self._rng.random() < 0.2]
        self.acts += [(Act.FLAG, cell) for cell in chosen]
        self.flag(chosen)


@dataclass(frozen=True)
class PlayedProgram:
    """A program on whose own boards `sapper.live` plays."""

    name: str
    theme: str
    command: list[str]
    title: str
    rules: Rules
    size: Size | None = None
    """The size that its window gets."""
    files: tuple[tuple[str, str], ...] = ()
    """Settings files in its folder of settings."""

    def shots(self, pictures: int) -> Iterator[Shot]:
        """Play until there are enough pictures, a few of each game."""
        profile = PROFILES.get(self.name, UNKNOWN)
        with ExitStack() as stack:
            name = stack.enter_context(display(SCREEN))
            environment = stack.enter_context(settings(dict(self.files)))
            stack.enter_context(running(self.command, name, environment))
            opened = stack.enter_context(Display(name))
            window = window_of(opened, self.title)
            if self.size is not None:
                window.resize(*self.size)
            still_picture(window)
            screen = WatchedScreen(window, profile, self.rules.mines)
            pace = Pace(lost_after=10.0)
            player = LivePlayer(screen, "sapper-fast", profile, pace, show=screen.keep)
            had, games = 0, 0
            while had < pictures and games < pictures:
                games += 1
                screen.begin()
                try:
                    if games > 1:
                        player.next_game()
                    game = player.play()
                except SapperError as error:
                    print(f"{self.name}, {self.theme}: game {games} given up: {error}", file=sys.stderr)
                    side = 0 if screen.grid is None else round(screen.grid.cell_width)
                    picture = still_picture(window)
                    yield Shot(self.name, self.theme, side, picture, lost_cells=self.rules.cells)
                    return  # the program may ask whether to leave the game
                if not game.record.layout_known:
                    continue
                chosen = np.unique(np.linspace(0, len(screen.kept) - 1, 4).round().astype(int))
                for index in chosen[: pictures - had]:
                    had += 1
                    picture, acts = screen.kept[index]
                    truth = position(game.record.board, acts, profile.chord_button == LEFT)
                    assert screen.grid is not None
                    yield Shot(self.name, self.theme, round(screen.grid.cell_width), picture, truth)


def position(board: Board, acts: Sequence[tuple[Act, Cell]], chords: bool) -> View:
    """What a board shows after some acts; `chords` says that an open cell that is pressed is chorded."""
    game = Game(Board.from_mines(replace(board.rules, first_move="unsafe"), board.mines))
    for act, cell in acts:
        if game.state != "playing":
            break
        covered = game.view.numbers[cell] == -2
        if act == Act.OPEN and covered:
            game.open(cell)
        elif act == Act.OPEN and chords:
            game.chord(cell)  # it was opened by a cell that was pressed just before
        elif act == Act.FLAG and covered:
            game.flag(cell)
    return game.view


@contextmanager
def settings(files: dict[str, str]) -> Iterator[dict[str, str]]:
    """A home of its own with some files of settings; yield the environment that names it."""
    # The desktop's services, which the programs start, may mount something there and leave late.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        folder = Path(home) / ".config"
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        yield {"HOME": home, "XDG_CONFIG_HOME": str(folder), "GSETTINGS_BACKEND": "keyfile"}


MEDIUM = Rules(16, 16, 40, first_move="zero")


def xdemineur(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
    """It has one theme and one size of cells."""
    for geometry, mines in chosen.xdemineur_sizes:
        cols, rows = map(int, geometry.split("x"))
        command = [program("xdemineur"), "-geometry", geometry, "-m", str(mines)]
        rules = Rules(rows, cols, mines, first_move="unsafe")
        yield from PlayedProgram("xdemineur", "only", command, "démineur", rules).shots(pictures)


def gnome_mines(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
    """Its three themes in windows of several sizes."""
    command = [program("dbus-run-session"), "--", program("gnome-mines"), "--medium"]
    for theme in ("bgcolors", "classic", "default"):
        for size in chosen.gnome_windows:
            files = (("glib-2.0/settings/keyfile", f"[org/gnome/Mines]\ntheme='{theme}'\n"),)
            played = PlayedProgram("gnome-mines", theme, command, "Mines", MEDIUM, size, files)
            yield from played.shots(pictures)


def kmines(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
    """Its themes that draw a grid in windows of several sizes."""
    command = [program("dbus-run-session"), "--", program("kmines")]
    for theme in chosen.kmines_themes:
        for size in chosen.kmines_windows:
            named = f"[KgDifficulty]\nLevel=Medium\n[KgTheme]\nTheme=themes/{theme}.desktop\n"
            played = PlayedProgram("kmines", theme, command, "KMines", MEDIUM, size, (("kminesrc", named),))
            yield from played.shots(pictures)


def page(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
    """Positions on our own page, dark and light, on screens of several densities."""
    with server() as (address, _), browsing() as browser:
        for theme in ("dark", "light"):
            for width, density in chosen.page_windows:
                context = browser.new_context(
                    viewport={"width": width, "height": 900}, device_scale_factor=density, color_scheme=theme
                )
                shown = context.new_page()
                for number in range(pictures):
                    view = played(LEVELS[number % 3], chosen.seed + number, 0.15 + 0.06 * (number % 12))
                    shown.goto("about:blank")
                    shown.goto(f"{address}/#/analyse?p={str(view).replace(' ', '%20')}")
                    shown.locator("svg.board [role=gridcell]").first.wait_for()
                    risks = shown.locator("[data-show=risks]")
                    if risks.is_checked():
                        shown.keyboard.press("r")
                    shown.mouse.move(0, 0)
                    file = BytesIO(shown.screenshot(animations="disabled"))
                    cells = shown.locator("svg.board [aria-rowindex='1'] > [role=gridcell]")
                    first, second = cells.nth(0).bounding_box(), cells.nth(1).bounding_box()
                    assert first is not None and second is not None
                    side = (second["x"] - first["x"]) * density
                    picture = np.asarray(Image.open(file).convert("RGB"))
                    yield Shot("sapper serve", theme, round(side), picture, view)
                context.close()


def other_puzzles(pictures: int, chosen: PictureSet) -> Iterator[Shot]:
    """Programs of sgt-puzzles that show something else than Minesweeper: nothing may be found there."""
    del pictures, chosen
    folder = Path(program("sgt-mines")).parent
    for path in sorted(folder.glob("sgt-*")):
        if path.name == "sgt-mines":
            continue
        with display(SCREEN) as name, running([str(path)], name), Display(name) as opened:
            window = window_of(opened, path.name[4:8])
            yield Shot("other puzzles", "all", 0, still_picture(window))


SOURCES: dict[str, Callable[[int, PictureSet], Iterator[Shot]]] = {
    "sgt-mines": sgt_mines,
    "xdemineur": xdemineur,
    "gnome-mines": gnome_mines,
    "kmines": kmines,
    "page": page,
    "other-puzzles": other_puzzles,
}
