"""The layer between the network and uvicorn: deadlines for what a client sends and reads.

uvicorn waits without a limit for the rest of a request that has begun, and for a client that does not read
its response. `ConnectionGuard` stands between the transport and uvicorn's protocol. It sees every byte, and
the `RequestGuard` tells it where a request is complete and where its response ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from sapper.web.client import network_of
from sapper.web.connection_table import Connection, ConnectionTable, Phase
from sapper.web.server_settings import ServerSettings

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
CONNECTION = "connection"
"""The key of the guard in the state of a request."""


def guarded_protocol(settings: ServerSettings, table: ConnectionTable) -> Callable[..., asyncio.Protocol]:
    """Return what uvicorn calls to get the protocol of a new connection."""

    def create(**arguments: Any) -> ConnectionGuard:
        return ConnectionGuard(settings, table, arguments)

    return create


def guard_of(scope: MutableMapping[str, Any]) -> ConnectionGuard | None:
    """Return the guard of the connection that a request came by; None under a test client."""
    found = scope.get("state", {}).get(CONNECTION)
    return found if isinstance(found, ConnectionGuard) else None


class ConnectionGuard(asyncio.Protocol):
    """Passes bytes between the transport and uvicorn's protocol, and closes connections that are too slow."""

    def __init__(self, settings: ServerSettings, table: ConnectionTable, arguments: dict[str, Any]) -> None:
        self.settings, self.table = settings, table
        state = {**arguments.pop("app_state"), CONNECTION: self}
        self._inner: asyncio.Protocol = H11Protocol(**arguments, app_state=state)
        self._loop = asyncio.get_running_loop()
        self._is_refused = False
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    # What the transport calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and refuse it if there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.connection = Connection(network_of(peer[0] if peer else None), transport.abort)
        if not self.table.add(self.connection):
            self._is_refused = True
            transport.write(TOO_MANY)
            transport.close()
            return
        self._set_deadline(self.settings.idle_connection)
        self._inner.connection_made(_SwitchingTransport(transport, self))

    def data_received(self, data: bytes) -> None:
        """Pass bytes on. The first byte of a request starts its time limit."""
        if self._is_refused:
            return
        connection = self.connection
        if connection.phase in {Phase.UNUSED, Phase.IDLE}:
            connection.enter(Phase.READING)
            self._set_deadline(self.settings.reading_head)
            self.table.limit_half_open(connection)
        was_small = connection.held <= self.settings.small_request
        connection.held += len(data)
        if connection.held > self.settings.small_request:
            if was_small and connection.phase == Phase.SOCKET:
                self._set_deadline(self.settings.reading_body)
            self.table.limit_bytes(connection)
        if not self._transport.is_closing():
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass the end of the client's bytes on."""
        return None if self._is_refused else self._inner.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
        self.table.remove(self.connection)
        self._set_deadline(None)
        self._stop_watching()
        if not self._is_refused:
            self._inner.connection_lost(error)

    def pause_writing(self) -> None:
        """Start to watch whether the client reads."""
        self._inner.pause_writing()
        self._stop_watching()
        self._watch(self._transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stop watching: the client has read enough."""
        self._stop_watching()
        self._inner.resume_writing()

    # What the request guard calls

    def head_is_read(self) -> None:
        """Note that the head of a request is complete, and that its body is read now."""
        self._set_deadline(self.settings.reading_body)

    def request_is_read(self) -> None:
        """Note that a request is complete: its time limit is the server's own business now."""
        self.connection.enter(Phase.BUSY)
        self._set_deadline(None)

    def response_is_sent(self) -> None:
        """Note that a response has ended, and wait for the next request."""
        self.connection.enter(Phase.IDLE)
        self.connection.held = 0
        self._set_deadline(self.settings.idle_connection)

    def becomes_socket(self) -> bool:
        """Note that the connection becomes a WebSocket. Return whether its address may have one more."""
        if not self.table.may_open_socket(self.connection):
            return False
        self.connection.enter(Phase.SOCKET)
        self.message_is_handled()
        return True

    def message_is_read(self) -> None:
        """Note that a message of a WebSocket is complete."""
        self._set_deadline(None)

    def message_is_handled(self) -> None:
        """Note that the server does not hold a message any longer."""
        self.connection.held = 0
        self._set_deadline(None)

    def abort(self) -> None:
        """Close the connection at once, with everything that is not sent yet."""
        self._transport.abort()

    def close(self) -> None:
        """Close the connection when everything is sent, which the client has some seconds to read."""
        self._transport.close()
        self._loop.call_later(self.settings.sending, self._transport.abort)

    def switch(self, protocol: asyncio.Protocol) -> None:
        """Pass the bytes to another protocol from now on."""
        self._inner = protocol

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self._loop.call_later(seconds, self._time_is_over)

    def _time_is_over(self) -> None:
        if self.connection.phase == Phase.READING:
            self._transport.write(TOO_SLOW)
        if self.connection.phase == Phase.SOCKET or self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self.close()

    def _watch(self, unread: int) -> None:
        self._stall = self._loop.call_later(self.settings.sending, self._check_reading, unread)

    def _check_reading(self, before: int) -> None:
        """Abort the connection unless the client has read a fair part of what waited for it."""
        unread = self._transport.get_write_buffer_size()
        if before - unread < self.settings.least_reading * self.settings.sending:
            self._transport.abort()
        else:
            self._watch(unread)

    def _stop_watching(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class _SwitchingTransport(asyncio.Transport):
    """The transport as uvicorn sees it. Where uvicorn switches protocols, the guard stays in between."""

    def __init__(self, transport: asyncio.Transport, guard: ConnectionGuard) -> None:
        super().__init__()
        self._transport, self._guard = transport, guard

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, asyncio.Protocol)
        self._guard.switch(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._guard

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._guard.close()

    def abort(self) -> None:
        self._transport.abort()

    def is_reading(self) -> bool:
        return self._transport.is_reading()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._transport.write(data)

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._transport.set_write_buffer_limits(high, low)
