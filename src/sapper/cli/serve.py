"""`sapper serve`: the web page and its JSON interface."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import SapperError


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on. Beyond loopback, others can use the server.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8000,
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Directory whose run folders the lab shows.")
    ] = Path("runs"),
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the page for people: play, analyse, watch agents, review games, look at runs.

    It listens on this machine alone unless told otherwise, and loads nothing from any other host. The schema
    of its JSON interface is at /openapi.json.
    """
    try:
        # The page stands above the commands: it may use them, so they must not import it.
        server = import_module("sapper.web.server")
    except ImportError as error:
        raise SapperError(f"the page needs {error.name}: pip install 'sapper[web]'") from None
    server.serve(host, port, runs, open_browser)
