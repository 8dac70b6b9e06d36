"""Profiles: what is known about the programs that people play."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.errors import SapperError
from sapper.game.enums import FirstMove, check_choice


@dataclass(frozen=True)
class Profile:
    """The habits of one program. The default holds for programs that are not known."""

    name: str = "unknown"
    titles: tuple[str, ...] = ()
    """Words in the titles of its windows."""
    first_move: str = FirstMove.UNSAFE
    """What the program promises about the first cell. A promise that is not known is not relied on."""
    flags_to_win: bool = False
    """Whether a game is won only when every mine has a flag, too."""
    flags_itself: bool = False
    """Whether the program flags the remaining mines when the game is won."""
    new_game_keys: str = ""
    """The keys that begin another game, such as ``ctrl+n``. Without any, the program must do so itself."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "first_move", check_choice("first_move", self.first_move, FirstMove))


UNKNOWN = Profile()
"""The profile of a program that is not known."""
PROFILES = {
    profile.name: profile
    for profile in (
        Profile("sgt-mines", ("Mines",), FirstMove.ZERO, flags_itself=True, new_game_keys="n"),
        Profile("xdemineur", ("xdemineur",), FirstMove.UNSAFE, new_game_keys="F2"),
        Profile("freesweep", (), FirstMove.UNSAFE, flags_to_win=True),
        Profile("gnome-mines", ("Mines",), FirstMove.ZERO, flags_itself=True, new_game_keys="ctrl+n"),
        Profile("kmines", ("KMines",), FirstMove.ZERO, flags_itself=True, new_game_keys="ctrl+n"),
    )
}
"""The programs that are known, by the names of their commands."""


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
