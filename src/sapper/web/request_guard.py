"""Checks on every request, and security headers on every response.

The guard identifies the client by a cookie and limits the size of request bodies. It checks the `Host` header
so that a foreign site cannot reach a server on loopback by DNS rebinding. It checks the `Origin` header so
that a foreign site can neither send a request that changes something nor open a WebSocket.

Starlette's `TrustedHostMiddleware` is not used for the host check. Its response is the fixed plain text
"Invalid host header", while the page and other clients expect JSON with a `detail` that says what to do.
Also, older versions that `fastapi>=0.115` allows cut the header at the first colon and so refuse
`[::1]:8000`.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from sapper.web.server_settings import ServerSettings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "sapper-client"
_TOKEN = re.compile(r"[0-9a-f]{32}")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request: a browser, identified by its cookie, at a network address."""

    token: str
    address: str


class TooLarge(HTTPException):
    """A request body turned out to be larger than the limit while it was read."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, _too_large(limit))


class RequestGuard:
    """The outermost layer of the application: checks requests before the routes see them."""

    def __init__(self, app: App, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request that fails a check, and add the security headers to every response."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        token, is_new = _token(headers.get("cookie", ""))
        peer = scope.get("client")
        scope.setdefault("state", {})["client"] = Client(token, peer[0] if peer else "local")
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem:
                await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
                return
            await self.app(scope, receive, send)
            return
        respond = _with_headers(send, token if is_new else None)
        if problem:
            await _refuse(respond, *problem)
            return
        await self.app(scope, _size_limited(receive, self.settings.body), respond)

    def _problem(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return the status and the sentence that refuse a request; None when it passes every check."""
        host = headers.get("host", "")
        if self.settings.is_local and _host_name(f"//{host}") not in self.settings.names:
            return 421, "this server answers to its own name only: use the address it printed"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and origin is not None and _is_foreign(origin, host):
            return 403, "another site may not use this server"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.settings.body:
            return 413, _too_large(self.settings.body)
        return None


def _token(cookies: str) -> tuple[str, bool]:
    """Return the client's token, and whether it was created just now."""
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        found = None
    if found is not None and _TOKEN.fullmatch(found.value):
        return found.value, False
    return secrets.token_hex(16), True


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


def _size_limited(receive: Receive, limit: int) -> Receive:
    """Limit a body that is sent in chunks and therefore has no `Content-Length`."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > limit:
            raise TooLarge(limit)
        return message

    return limited


def _with_headers(send: Send, token: str | None) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            if token:
                cookie = f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict"
                headers.append((b"set-cookie", cookie.encode()))
            message = {**message, "headers": headers}
        await send(message)

    return send_with_headers


def _too_large(limit: int) -> str:
    return f"the request is larger than {limit:,} bytes"


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"detail": sentence}).encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))],
        }
    )
    await send({"type": "http.response.body", "body": body})
