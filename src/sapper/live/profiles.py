"""Profiles: what is known about the programs that people play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.errors import SapperError
from sapper.game.enums import FirstMove, check_choice


def _face(size: tuple[int, int]) -> tuple[int, int]:
    """The face above the board of xdemineur: in the middle, 40 pixels below the top."""
    return size[0] // 2, 40


@dataclass(frozen=True)
class Profile:
    """The habits of one program. The default holds for programs that are not known."""

    name: str = "unknown"
    window_class: str = ""
    """The class of its windows of X11, in small letters."""
    first_move: str = FirstMove.UNSAFE
    """What the program promises about the first cell. A promise that is not known is not relied on."""
    flags_to_win: bool = False
    """Whether a game is won only when every mine has a flag, too."""
    flags_itself: bool = False
    """Whether the program flags the remaining mines when the game is won."""
    new_game_keys: str = ""
    """The keys that begin another game in a window, such as ``ctrl+n``."""
    new_game_place: Callable[[tuple[int, int]], tuple[int, int]] | None = None
    """Where to press instead, from the (width, height) of the window."""
    chord_button: int = 1
    """The button of the mouse that opens the neighbours of a number: 1 is left, 2 is middle."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "first_move", check_choice("first_move", self.first_move, FirstMove))


UNKNOWN = Profile()
"""The profile of a program that is not known."""
PROFILES = {
    profile.name: profile
    for profile in (
        Profile("sgt-mines", "sgt-mines", FirstMove.ZERO, flags_itself=True, new_game_keys="n"),
        Profile("xdemineur", "xdémineur", FirstMove.UNSAFE, new_game_place=_face, chord_button=2),
        Profile("freesweep", "", FirstMove.UNSAFE, flags_to_win=True),
        Profile("gnome-mines", "gnome-mines", FirstMove.ZERO, flags_itself=True, new_game_keys="ctrl+r"),
        Profile(
            "kmines", "kmines", FirstMove.ZERO, flags_itself=True, new_game_keys="ctrl+n", chord_button=2
        ),
    )
}
"""The programs that are known, by the names of their commands."""


def profile_of_window(window_class: str) -> Profile:
    """The profile of the program that a window belongs to; that of an unknown program where none fits."""
    wanted = window_class.casefold()
    known = (profile for profile in PROFILES.values() if profile.window_class)
    return next((profile for profile in known if profile.window_class == wanted), UNKNOWN)


def profile_of(name: str) -> Profile:
    """The profile of a program by its name.

    Raises:
        SapperError: There is no such profile.
    """
    if name == UNKNOWN.name:
        return UNKNOWN
    if name not in PROFILES:
        raise SapperError(f"there is no profile {name!r}; there are {', '.join(PROFILES)} and {UNKNOWN.name}")
    return PROFILES[name]
