"""Facts: what a server tells the page at its start, for a page without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sapper
from sapper import _core
from sapper.agents.registry import listing
from sapper.game.rules import PRESETS
from sapper.web.server_settings import ServerSettings

MEMORY_SECTION = 5
PAGE = 1 << 16
"""The bytes of a page of WebAssembly's memory."""
SHARE = 0.5
"""The share of the heap that one analysis may take. The rest is for the steps after it."""


def facts(core: Path, network: dict[str, Any] | None, weights: dict[str, Any] | None) -> dict[str, Any]:
    """Return the version, the limits, the levels and the agents, in the form of the server's answer."""
    settings = ServerSettings()
    heap = largest_memory(core.read_bytes())
    core_alone = set(_core.NATIVE_AGENTS) - {"sapper-deep"}  # needs its weights too
    agents = [entry for entry in listing() if entry["name"] in core_alone]
    for card in (network, weights):
        if card is not None:
            agents += [entry for entry in listing() if entry["name"] == card["name"]]
    return {
        "version": sapper.__version__,
        "side": settings.side,
        "seconds": settings.seconds,
        "thinking": settings.thinking,
        "levels": {
            name: {"rows": level.rows, "cols": level.cols, "mines": level.mines}
            for name, level in PRESETS.items()
        },
        "agents": agents,
        "runs": False,
        "network": network,
        "weights": weights,
        "limits": {
            "seconds": settings.seconds,
            "thinking": settings.thinking,
            "reviewing": settings.reviewing,
            "memory": min(settings.memory, int(SHARE * heap)),
            "heap": heap,
        },
    }


def largest_memory(module: bytes) -> int:
    """Return the bytes to which the memory of a WebAssembly module may grow.

    Raises:
        ValueError: The module states no limit.
    """
    at = 8  # after the magic number and the version
    while at < len(module):
        section, (size, start) = module[at], _number(module, at + 1)
        if section == MEMORY_SECTION:
            _, flags = _number(module, start)
            has_limit, (_, after) = module[flags] & 1, _number(module, flags + 1)
            if has_limit:
                return _number(module, after)[0] * PAGE
            break
        at = start + size
    raise ValueError("the core states no limit of its memory")


def _number(module: bytes, at: int) -> tuple[int, int]:
    """Read a whole number of seven bits a byte; return it, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = module[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
