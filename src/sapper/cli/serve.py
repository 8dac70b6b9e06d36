"""`sapper serve`: the web page and its JSON API."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import SapperError


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on. Only a loopback address is hidden from other machines.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 chooses a free port.")
    ] = 8000,
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Directory whose run folders the lab view shows.")
    ] = Path("runs"),
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the web page: play, analyse positions, watch agents, review games, train, look at runs.

    By default only this machine can reach the server. The page loads nothing from other hosts. The schema of
    the JSON API is at /openapi.json.
    """
    try:
        from sapper.web import server
    except ImportError as error:
        raise SapperError(f"the page needs {error.name}: pip install 'sapper[web]'") from None
    server.serve(host, port, runs, open_browser)
