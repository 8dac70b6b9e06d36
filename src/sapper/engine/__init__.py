"""A client of `sapper engine`: the solver in a process of its own. docs/engine.md describes the protocol.

- `messages`: requests and responses as values, without any input or output.
- `client`: `Engine`, which waits for each response.
- `async_client`: `AsyncEngine`, the same for asyncio.
"""

from __future__ import annotations

from sapper.engine.async_client import AsyncEngine, AsyncStream
from sapper.engine.client import Engine, Stream
from sapper.engine.messages import Candidate, EngineError, Position, Thought

__all__ = [
    "AsyncEngine",
    "AsyncStream",
    "Candidate",
    "Engine",
    "EngineError",
    "Position",
    "Stream",
    "Thought",
]
