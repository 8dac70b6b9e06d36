"""Support for `copy` and `pickle` in environments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from sapper import _core
from sapper.errors import SapperError


class PicklableEnv(ABC):
    """Base class of environments that can be copied and pickled. Their games are saved as bytes."""

    _CORE_ARRAYS: ClassVar[tuple[str, ...]]
    """The attributes that refer to arrays of the core. They are not saved; a copy has its own."""
    _fleet: _core.Fleet

    @abstractmethod
    def _connect(self, saved: bytes | None = None) -> None:
        """Create the fleet, from `saved` if given, and the attributes that refer to its arrays."""

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in self._CORE_ARRAYS}
        try:
            state["_fleet"] = self._fleet.save()
        except RuntimeError as error:
            raise SapperError(str(error)) from None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._connect(state["_fleet"])
