"""Running the server: its socket, its event loop, and the messages it prints."""

from __future__ import annotations

import asyncio
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import replace
from typing import cast
from urllib.parse import urlencode

import uvicorn

from sapper.errors import SapperError
from sapper.web.app import create_app
from sapper.web.connection_guard import guarded_protocol
from sapper.web.connection_table import ConnectionTable
from sapper.web.log_limit import limit_logs
from sapper.web.server_settings import ServerSettings

EVERY_ADDRESS = {"0.0.0.0", "::"}
"""What a server listens on to be reached by every address of its machine."""
SEND_BUFFER = 128 << 10
"""The bytes that the system may keep for a client that does not read; its own limit is some MiB."""
FILES = 2048
"""The open files that the server asks the system for."""


def serve(settings: ServerSettings, port: int, open_browser: bool) -> None:
    """Serve the page until Ctrl-C.

    Raises:
        SapperError: The server cannot listen on this address.
    """
    listening = listen(settings.host, port)
    settings = replace(settings, connections=min(settings.connections, _most_connections()))
    server = Server(settings, _address(settings, listening), open_browser)
    if not settings.is_private and settings.token is None:
        print(f"Everyone who can reach {settings.host} can use this server.", file=sys.stderr)
    server.run(sockets=[listening])


def _config(settings: ServerSettings, table: ConnectionTable) -> uvicorn.Config:
    """What uvicorn must know, and the limits that it keeps itself."""
    config = uvicorn.Config(
        create_app(settings),
        # uvicorn calls this to make the protocol of a connection, as it would call a class.
        http=cast("type[asyncio.Protocol]", guarded_protocol(settings, table)),
        log_level="warning",
        server_header=False,
        # A server on loopback that answers to other names stands behind a proxy of this machine, which says
        # in a header who its client is. Otherwise a client could choose its own address.
        proxy_headers=settings.is_local and not settings.is_private,
        ws_max_size=settings.body,
        ws_ping_interval=settings.pinging,
        ws_ping_timeout=settings.pinging,
        timeout_keep_alive=round(settings.idle_connection),
        timeout_graceful_shutdown=2,
    )
    limit_logs()
    return config


class Server(uvicorn.Server):
    """A server that prints its address as soon as it accepts connections."""

    def __init__(self, settings: ServerSettings, address: str, open_browser: bool = False) -> None:
        self.table = ConnectionTable(settings)
        super().__init__(_config(settings, self.table))
        self.address, self.open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, print the address, and open the browser if asked to."""
        await super().startup(sockets)
        if self.should_exit:
            return
        print(f"Sapper is at {self.address} (Ctrl-C stops it)", flush=True)
        if self.open_browser:
            webbrowser.open(self.address)


def listen(host: str, port: int) -> socket.socket:
    """Bind a socket to an address; `SapperError` says which option to change if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's algorithm only for sockets whose protocol is given as TCP. Without that, small
    # responses would be delayed.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        option = "--host" if isinstance(error, socket.gaierror) else "--port"
        raise SapperError(
            f"cannot listen on {host} port {port}: {why}; choose another with {option}"
        ) from None
    return listening


def _address(settings: ServerSettings, listening: socket.socket) -> str:
    """The address to open: with the token, and by a name that the server answers to."""
    port = listening.getsockname()[1]
    host = settings.host
    if host in EVERY_ADDRESS:
        host = min(settings.allowed, default="127.0.0.1" if host == "0.0.0.0" else "::1")
    place = f"[{host}]" if ":" in host else host
    query = "" if settings.token is None else "?" + urlencode({"token": settings.token})
    return f"http://{place}:{port}/{query}"


def _most_connections() -> int:
    """How many connections the system lets this process have, with room for the workers and for files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(16, soft - 200)
