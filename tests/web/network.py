"""A server with chosen limits in a thread, and clients that write and read bytes as they like."""

from __future__ import annotations

import base64
import json
import os
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sapper.web.server import Server, listen
from sapper.web.server_settings import ServerSettings
from sapper.web.server_state import ServerState
from tests.patience import PATIENCE, wait_until

GET = b"GET /api/about HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


class RunningServer:
    """A server that runs in a thread."""

    def __init__(self, settings: ServerSettings) -> None:
        listening = listen("127.0.0.1", 0)
        self.port: int = listening.getsockname()[1]
        self.server = Server(settings, "in a test")
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]})

    def __enter__(self) -> RunningServer:
        self._thread.start()
        wait_until(lambda: self.server.started)
        return self

    def __exit__(self, *error: object) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    @property
    def state(self) -> ServerState:
        """What the routes of the server share."""
        guard: Any = self.server.config.app
        found = guard.app.state.sapper
        assert isinstance(found, ServerState)
        return found

    def connect(self, receive_buffer: int | None = None) -> socket.socket:
        """Open a connection; a small buffer lets the server notice soon that the client does not read."""
        client = socket.socket()
        if receive_buffer is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", self.port))
        return client

    def open_socket(self, receive_buffer: int | None = None) -> socket.socket:
        """Open the WebSocket of the page."""
        client = self.connect(receive_buffer)
        key = base64.b64encode(os.urandom(16))
        client.sendall(
            b"GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: " + key + b"\r\n\r\n"
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            part = client.recv(1)
            if not part:
                break
            answer += part
        if b" 101 " not in answer:
            client.close()
            raise ConnectionRefusedError(answer.decode("latin-1"))
        return client


@contextmanager
def running(**limits: Any) -> Iterator[RunningServer]:
    """Run a server with these limits, and with time for tasks."""
    with RunningServer(ServerSettings(**{"seconds": PATIENCE, "waiting": PATIENCE, **limits})) as server:
        yield server


def frame(message: dict[str, Any] | bytes, length: int | None = None) -> bytes:
    """A text message of a WebSocket client, or the beginning of one that announces a larger length."""
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    size = len(data) if length is None else length
    return b"\x81\xff" + size.to_bytes(8, "big") + bytes(4) + data  # the mask is zero


def read_all(client: socket.socket) -> bytes:
    """Read until the server closes the connection, and fail if it does not."""
    heard = b""
    try:
        while part := client.recv(1 << 16):
            heard += part
    except ConnectionError:
        pass
    return heard


def is_hung_up(client: socket.socket) -> bool:
    """Whether the server has closed the connection, without reading from it."""
    poll = select.poll()
    poll.register(client, select.POLLRDHUP)
    return bool(poll.poll(0))
