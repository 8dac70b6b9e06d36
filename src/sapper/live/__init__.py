"""Live play: real Minesweeper programs that are advised, played or recorded.

In reading order:

- `sight`: `Screen`, what a back end must be able to do, and `Sight`, what it reads.
- `profiles`: what is known about some programs.
- `settling`: waiting until a screen is still.
- `recording`: a game record from what was seen.
- `advice`: what to do next in a position.
- `player`: `LivePlayer`, which plays a game to its end.
- `following`: `Follower`, which watches a person play.
- `stop_key`: a key in the terminal that stops the player.
- `freesweep_text`: reading the text of freesweep.
- `tmux`: programs in a pane of tmux.
- `x11`, `window_screen`: windows of X11, read by pictures; they need the extra ``live``.
- `command`: programs that speak JSON lines on standard input and output.
"""

from __future__ import annotations

from sapper.live.command import CommandScreen
from sapper.live.following import Follower
from sapper.live.player import LiveGame, LivePlayer, has_ended
from sapper.live.profiles import PROFILES, UNKNOWN, Profile, profile_of
from sapper.live.recording import Deed, Recorder, misread
from sapper.live.settling import Pace, Stopped
from sapper.live.sight import Screen, ScreenLost, Sight
from sapper.live.tmux import FreesweepScreen, Pane

__all__ = [
    "PROFILES",
    "UNKNOWN",
    "CommandScreen",
    "Deed",
    "Follower",
    "FreesweepScreen",
    "LiveGame",
    "LivePlayer",
    "Pace",
    "Pane",
    "Profile",
    "Recorder",
    "Screen",
    "ScreenLost",
    "Sight",
    "Stopped",
    "has_ended",
    "misread",
    "profile_of",
]
