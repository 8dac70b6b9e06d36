"""Copies and pickles of environments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from sapper import _core
from sapper.errors import SapperError


class Copied(ABC):
    """Lets `copy` and `pickle` take an environment: its games travel as bytes, not as the core's objects."""

    _WINDOWS: ClassVar[tuple[str, ...]]
    """The attributes that look at the core's arrays: a copy makes its own."""
    _fleet: _core.Fleet

    @abstractmethod
    def _connect(self, saved: bytes | None = None) -> None:
        """Make the fleet, as it was saved, and the windows on it."""

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in self._WINDOWS}
        try:
            state["_fleet"] = self._fleet.save()
        except RuntimeError as error:
            raise SapperError(str(error)) from None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._connect(state["_fleet"])
