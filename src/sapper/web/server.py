"""Running the server: its socket, its event loop, and the messages it prints."""

from __future__ import annotations

import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from sapper.errors import SapperError
from sapper.web.app import create_app
from sapper.web.server_settings import ServerSettings


def serve(host: str, port: int, runs: Path, open_browser: bool) -> None:
    """Serve the page until Ctrl-C.

    Raises:
        SapperError: The server cannot listen on this address.
    """
    settings = ServerSettings(host=host, runs=runs)
    listening = _listen(host, port)
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        server_header=False,
        ws_max_size=settings.body,
        limit_concurrency=1000,
        timeout_keep_alive=75,  # a person often waits longer between moves than the default of 5 seconds
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, _address(host, listening), open_browser)
    if not settings.is_local:
        print(f"Everyone who can reach {host} can use this server.", file=sys.stderr)
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that prints its address as soon as it accepts connections."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self.address, self.open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        print(f"Sapper is at {self.address} (Ctrl-C stops it)", flush=True)
        if self.open_browser:
            webbrowser.open(self.address)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's algorithm only for sockets whose protocol is given as TCP. Without that, small
    # responses would be delayed.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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


def _address(host: str, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
