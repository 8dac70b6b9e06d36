"""`sapper serve`: the web page and its JSON API."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import SapperError

if TYPE_CHECKING:
    from sapper.web.server_settings import ServerSettings

SHORTEST_TOKEN = 8


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on. Only a loopback address is hidden from other machines.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 chooses a free port.")
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Host name by which other machines reach the server; may be repeated."
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Token that a browser must show, in place of a random one."),
    ] = None,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let everyone who can reach the server use it.")
    ] = False,
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Directory whose run folders the lab view shows.")
    ] = Path("runs"),
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the web page: play, analyse positions, watch agents, review games, train, look at runs.

    By default only this machine can reach the server. With another --host or with --allow-host, the
    printed address contains a random token, and whoever opens it may use the server. The page loads
    nothing from other hosts. The schema of the JSON API is at /openapi.json.
    """
    try:
        from sapper.web import server
        from sapper.web.server_settings import ServerSettings
    except ImportError as error:
        raise SapperError(f"the page needs {error.name}: pip install 'sapper[web]'") from None
    allowed = frozenset(map(_host_name, allow_host or ()))
    settings = ServerSettings(host=host, runs=runs, allowed=allowed)
    server.serve(_with_token(settings, token, no_token), port, open_browser)


def _host_name(text: str) -> str:
    """Check a host name, without its port."""
    if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+", text):
        raise SapperError(f"--allow-host {text!r} is no host name: give a name such as sapper.example.org")
    return text.lower()


def _with_token(settings: ServerSettings, token: str | None, no_token: bool) -> ServerSettings:
    """Choose the token: as asked, or random where other machines can reach the server."""
    from dataclasses import replace

    if no_token and token is not None:
        raise SapperError("--token and --no-token exclude each other")
    if token is not None and (len(token) < SHORTEST_TOKEN or not token.isprintable()):
        raise SapperError(f"a token has at least {SHORTEST_TOKEN} printable characters")
    if token is None and not no_token and not settings.is_private:
        token = secrets.token_urlsafe(24)
    return replace(settings, token=token)
