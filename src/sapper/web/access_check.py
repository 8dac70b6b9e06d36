"""Who may use the server: the host names it answers to, other sites, and the token.

The `Host` header is checked so that a foreign site cannot reach the server by DNS rebinding, which needs a
name. Therefore a literal address is accepted if it is the one that the client is connected to. The `Origin`
header is checked so that a foreign site can neither send a request that changes anything nor open a socket.

Starlette's `TrustedHostMiddleware` is not used for the host check. Its response is the fixed plain text
"Invalid host header", while the page and other clients expect JSON with a `detail` that says what to do.
Also, older versions that `fastapi>=0.115` allows cut the header at the first colon and so refuse
`[::1]:8000`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from sapper.web.client import cookie_of
from sapper.web.server_settings import ServerSettings

ACCESS_COOKIE = "sapper-access"
SCHEMES = ("bearer ", "token ")

Scope = MutableMapping[str, Any]


class AccessCheck:
    """Decides about the requests to one server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        token = settings.token
        self.pass_: str | None = None if token is None else pass_of(token)
        """The value of the cookie that the token is exchanged for."""

    def problem(self, scope: Scope, headers: Mapping[str, str]) -> tuple[int, str] | None:
        """Return the status and the sentence that refuse a request; None when it may be answered."""
        host = headers.get("host", "")
        if not self._is_own_name(_host_name(f"//{host}"), scope.get("server")):
            return (
                421,
                "this server answers to its own names only: use the address it printed, or --allow-host",
            )
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        if changes and origin is not None and _is_foreign(origin, host):
            return 403, "another site may not use this server"
        if self.pass_ is not None and not (self.has_pass(headers) or self.shows_token(scope, headers)):
            return 401, "this server needs its token: open the link that it printed, which contains it"
        return None

    def has_pass(self, headers: Mapping[str, str]) -> bool:
        """Whether a request has the cookie that the token was exchanged for."""
        return self.pass_ is not None and _same(
            cookie_of(headers.get("cookie", ""), ACCESS_COOKIE), self.pass_
        )

    def shows_token(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Whether a request has the token itself, in its address or in its `Authorization` header."""
        token = self.settings.token
        if token is None:
            return False
        shown = [value for name, value in _query(scope) if name == "token"]
        given = headers.get("authorization", "")
        shown += [given[len(scheme) :].strip() for scheme in SCHEMES if given.lower().startswith(scheme)]
        return any(_same(each, token) for each in shown)

    def _is_own_name(self, name: str, server: tuple[str, int | None] | None) -> bool:
        if name in self.settings.names:
            return True
        if self.settings.is_local or server is None:
            return False
        try:
            return ip_address(name) == ip_address(server[0].partition("%")[0])
        except ValueError:
            return False


def pass_of(token: str) -> str:
    """Return the value of the cookie for a token. The token cannot be computed from it."""
    return hmac.new(token.encode(), b"sapper serve", hashlib.sha256).hexdigest()


def without_token(scope: Scope) -> str | None:
    """Return the query of a request without its token; None if it has none."""
    fields = _query(scope)
    left = [(name, value) for name, value in fields if name != "token"]
    return None if len(left) == len(fields) else urlencode(left)


def _query(scope: Scope) -> list[tuple[str, str]]:
    try:
        return parse_qsl(scope.get("query_string", b"").decode("ascii"), max_num_fields=20)
    except ValueError:
        return []


def _same(given: str, wanted: str) -> bool:
    """Compare two secrets in a time that does not tell where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def _is_foreign(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc.lower() != host.lower()
    except ValueError:
        return True  # the header is not a valid address


def _host_name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
