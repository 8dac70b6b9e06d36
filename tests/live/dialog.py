"""A window that lies over another one until Escape is pressed in it, as a dialog does: ``dialog.py X Y``."""

from __future__ import annotations

import sys

from Xlib import XK, X
from Xlib.display import Display


def main() -> None:
    """Show the window and wait for the key."""
    connection = Display()
    screen = connection.screen()
    window = screen.root.create_window(
        int(sys.argv[1]),
        int(sys.argv[2]),
        160,
        120,
        1,
        screen.root_depth,
        background_pixel=screen.white_pixel,
        event_mask=X.KeyPressMask,
    )
    window.set_wm_name("Best times")
    window.set_wm_class("dialog", "Dialog")
    window.map()
    escape = connection.keysym_to_keycode(XK.string_to_keysym("Escape"))
    while True:
        event = connection.next_event()
        if event.type == X.KeyPress and event.detail == escape:
            return


if __name__ == "__main__":
    main()
