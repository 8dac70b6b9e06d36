"""Windows of X11: finding one by its title, taking its picture, and pressing its cells and keys."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError
from sapper.live.sight import ScreenLost

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""The buttons of a mouse, as X11 counts them."""
SMALLEST = 40
"""Windows with fewer pixels in a direction show no board; toolkits make such windows for themselves."""


class Display:
    """A connection to an X server.

    Args:
        name: The display, such as ``:0``. The default is that of the environment.

    Raises:
        SapperError: python-xlib is not installed, or there is no such display.
    """

    def __init__(self, name: str | None = None) -> None:
        try:
            from Xlib import X, display, error
            from Xlib.ext import xtest
        except ModuleNotFoundError as missing:
            if missing.name is None or not missing.name.startswith("Xlib"):
                raise
            raise SapperError("windows need python-xlib: pip install 'sapper[live]'") from None
        try:
            self._connection = display.Display(name)
        except (error.DisplayError, error.ConnectionClosedError, OSError) as problem:
            raise SapperError(
                f"no window can be attached, because there is no X11 display: {problem}"
            ) from None
        self._x, self._error, self._xtest = X, error, xtest
        # A window may close at any time. Requests without an answer learn of that too late for anyone.
        self._connection.set_error_handler(lambda *about: None)
        self.root = self._connection.screen().root

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about_error: object) -> None:
        self.close()

    def window(self, title: str) -> Window:
        """Find a window by its title, or by a part of it, in any case of letters.

        Raises:
            SapperError: No window has that title, or several different windows match and none exactly.
        """
        shown = list(self._titled())
        found = [(name, window) for name, window in shown if title.casefold() in name.casefold()]
        exact = [(name, window) for name, window in found if title.casefold() == name.casefold()]
        names = sorted({name for name, _ in exact or found})
        if not names:
            there = ", ".join(sorted({repr(name) for name, _ in shown})) or "none"
            raise SapperError(f"no window has {title!r} in its title; the windows are: {there}")
        if len(names) > 1:
            raise SapperError(f"several windows match {title!r}: {', '.join(map(repr, names))}; say which")
        return Window(self, names[0], (exact or found)[0][1])

    def is_held(self, key: str) -> bool:
        """Whether a key, such as ``Escape``, is held down, whichever window it is meant for."""
        code = self.code_of(key)
        held = self._connection.query_keymap()
        return bool(held[code // 8] >> code % 8 & 1)

    def move(self, x: int, y: int) -> None:
        """Move the pointer to a place of the screen."""
        self._xtest.fake_input(self._connection, self._x.MotionNotify, x=x, y=y)

    def press(self, button: int) -> None:
        """Press and release a button of the mouse."""
        self._xtest.fake_input(self._connection, self._x.ButtonPress, button)
        self._xtest.fake_input(self._connection, self._x.ButtonRelease, button)

    def press_keys(self, keys: str) -> None:
        """Press and release keys such as ``n`` or ``ctrl+n``."""
        names = {"ctrl": "Control_L", "alt": "Alt_L", "shift": "Shift_L"}
        codes = [self.code_of(names.get(key, key)) for key in keys.split("+")]
        for code in codes:
            self._xtest.fake_input(self._connection, self._x.KeyPress, code)
        for code in reversed(codes):
            self._xtest.fake_input(self._connection, self._x.KeyRelease, code)

    def hold_key(self, key: str, released: bool = False) -> None:
        """Press a key and keep it down, or release it."""
        event = self._x.KeyRelease if released else self._x.KeyPress
        self._xtest.fake_input(self._connection, event, self.code_of(key))
        self.sync()

    def sync(self) -> None:
        """Wait until the server has processed everything."""
        self._connection.sync()

    @property
    def corner(self) -> tuple[int, int]:
        """The last pixel of the screen, where the pointer is out of the way."""
        screen = self._connection.screen()
        return screen.width_in_pixels - 1, screen.height_in_pixels - 1

    def code_of(self, key: str) -> int:
        """The code of a key on this keyboard.

        Raises:
            SapperError: There is no such key.
        """
        from Xlib import XK

        code = self._connection.keysym_to_keycode(XK.string_to_keysym(key))
        if not code:
            raise SapperError(f"the keyboard has no key {key!r}")
        return int(code)

    def is_shown(self, window: Any) -> bool:
        """Whether a window belongs to a program and can be seen."""
        from Xlib import X

        with suppress(self._error.XError):
            about = window.get_attributes()
            if about.map_state != X.IsViewable or about.win_class != X.InputOutput:
                return False
            inside = [window, *window.query_tree().children]
            return any(each.get_wm_class() is not None for each in inside)
        return False

    def title_of(self, window: Any) -> str:
        """The title of a window; empty if it has none."""
        atom = self._connection.intern_atom
        with suppress(self._error.XError):
            value = window.get_full_property(atom("_NET_WM_NAME"), atom("UTF8_STRING"))
            if value is not None and value.value:
                return bytes(value.value).decode("utf-8", "replace")
            name = window.get_wm_name()
            return name if isinstance(name, str) else (name or b"").decode("latin-1")
        return ""

    def failed(self) -> tuple[type[BaseException], ...]:
        """The errors that a request raises where its window has closed or is out of the screen."""
        return self._error.XError, self._error.ConnectionClosedError

    def _titled(self) -> Iterator[tuple[str, Any]]:
        """Every visible window with a title, from the top level downwards."""
        waiting = [self.root]
        while waiting:
            window = waiting.pop(0)
            with suppress(self._error.XError):
                visible = window.get_attributes().map_state == self._x.IsViewable
                shape = window.get_geometry()
                if not visible or min(shape.width, shape.height) < SMALLEST:
                    continue
                title = self.title_of(window)
                if title and window.id != self.root.id:
                    yield title, window
                else:
                    waiting += window.query_tree().children


class Window:
    """A window on a display. Places in it are (x, y), in pixels from its top left."""

    def __init__(self, display: Display, title: str, window: Any) -> None:
        self.display, self.title, self._window = display, title, window

    def picture(self) -> NDArray[np.uint8] | None:
        """The window as an array of (rows, cols, RGB); None while a part of it is out of the screen.

        Raises:
            ScreenLost: The window has closed.
        """
        from Xlib import X

        width, height = self.size()
        try:
            image = self._window.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF)
        except self.display.failed():
            return None  # hidden, or partly out of the screen
        pixels = np.frombuffer(image.data, np.uint8)
        if pixels.size != width * height * 4:
            raise ScreenLost("only displays of 24 or 32 bits a pixel can be read")
        return np.ascontiguousarray(pixels.reshape(height, width, 4)[..., 2::-1])

    def size(self) -> tuple[int, int]:
        """The width and the height of the window.

        Raises:
            ScreenLost: The window has closed.
        """
        try:
            shape = self._window.get_geometry()
        except self.display.failed() as error:
            raise ScreenLost(f"the window {self.title!r} has closed") from error
        return int(shape.width), int(shape.height)

    @property
    def window_class(self) -> str:
        """The class of the window, which names its program; empty if it has none."""
        with suppress(*self.display.failed()):
            found = self._window.get_wm_class()
            return found[1] if found else ""
        return ""

    def place(self) -> tuple[int, int]:
        """Where the window is on the screen now. It may be moved at any time.

        Raises:
            ScreenLost: The window has closed.
        """
        try:
            found = self.display.root.translate_coords(self._window, 0, 0)
        except self.display.failed() as error:
            raise ScreenLost(f"the window {self.title!r} has closed") from error
        return int(found.x), int(found.y)

    def windows_above(self) -> list[Window]:
        """The windows of programs that lie over this one, such as a dialog at the end of a game."""
        found = []
        with suppress(*self.display.failed()):
            ours = self._top_level()
            left, top = self.place()
            width, height = self.size()
            above = False
            for other in self.display.root.query_tree().children:  # the lowest comes first
                if other.id == ours.id:
                    above = True
                elif above and self.display.is_shown(other):
                    shape = other.get_geometry()
                    beside = shape.x >= left + width or shape.x + shape.width <= left
                    if not (beside or shape.y >= top + height or shape.y + shape.height <= top):
                        found.append(Window(self.display, self.display.title_of(other), other))
        return found

    def _top_level(self) -> Any:
        """This window, or the frame that a window manager has put around it."""
        window = self._window
        while (parent := window.query_tree().parent).id != self.display.root.id:
            window = parent
        return window

    def move_to(self, x: int, y: int) -> None:
        """Move the window to a place of the screen, unless a window manager keeps it where it is."""
        with suppress(*self.display.failed()):
            self._window.configure(x=x, y=y)
            self.display.sync()

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, unless the program or a window manager does not let it."""
        with suppress(*self.display.failed()):
            self._window.configure(width=width, height=height)
            self.display.sync()

    def press(self, places: list[tuple[int, int]], button: int, linger: float = 0.0) -> None:
        """Press a button at places of the window, then move the pointer out of the way.

        Many programs light up the cell under the pointer, which would be in the next picture. With `linger`,
        the pointer stays for so many seconds: a program that draws late may ask where the pointer is now.
        """
        left, top = self.place()
        for x, y in places:
            self.display.move(left + x, top + y)
            self.display.press(button)
        if linger:
            self.display.sync()
            time.sleep(linger)
        self.leave()

    def leave(self) -> None:
        """Move the pointer to the last corner of the screen, which is most often out of the window.

        The window keeps the keyboard: some programs pause while they do not have it, and without a window
        manager the pointer would take it along.
        """
        self._take_keyboard()
        self.display.move(*self.display.corner)
        self.display.sync()

    def press_keys(self, keys: str) -> None:
        """Type keys into the window."""
        self._take_keyboard()
        left, top = self.place()
        self.display.move(
            left + 1, top + 1
        )  # without a window manager, the pointer decides who gets the keys
        self.display.press_keys(keys)
        self.leave()

    def _take_keyboard(self) -> None:
        from Xlib import X

        with suppress(*self.display.failed()):
            self._window.set_input_focus(X.RevertToParent, X.CurrentTime)
            self.display.sync()
