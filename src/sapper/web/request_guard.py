"""What happens to every request before the routes see it, and the security headers of every response.

The guard identifies the client, has its access checked, holds it to its pace, and reads the body of a request
within the limits of size and time. It tells the `ConnectionGuard` where a request and its response end.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException

from sapper.web.access_check import ACCESS_COOKIE, AccessCheck, without_token
from sapper.web.client import COOKIE, Client
from sapper.web.connection_guard import ConnectionGuard, guard_of
from sapper.web.pace import Pace
from sapper.web.server_settings import ServerSettings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

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


TOO_MANY_VALUES = "the request has too many values"


class TooLarge(HTTPException):
    """A request body turned out to be larger than the limit while it was read."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, _too_large(limit))


class RequestGuard:
    """The outermost layer of the application: checks requests before the routes see them."""

    def __init__(self, app: App, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings
        self.access = AccessCheck(settings)
        rate = settings.private_rate if settings.is_private else settings.rate
        self.pace = Pace(rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request that fails a check, and add the security headers to every response."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        peer = scope.get("client")
        client = Client.of(headers.get("cookie", ""), peer[0] if peer else None)
        scope.setdefault("state", {})["client"] = client
        problem = self.access.problem(scope, headers)
        if scope["type"] == "websocket":
            with suppress(asyncio.CancelledError):  # as below, but a socket needs no answer
                await self._serve_socket(scope, receive, send, client, problem)
            return
        guard, is_answered = guard_of(scope), False

        async def answer(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            if guard:
                guard.head_is_read()
            await self._serve_request(scope, receive, answer, client, headers, problem)
        except asyncio.CancelledError:
            # The server was told to stop and waits no longer. uvicorn would log a trace of that.
            if not is_answered:
                await _refuse(_with_headers(send, []), 503, "the server is stopping")
        finally:
            if guard:
                guard.response_is_sent()

    async def _serve_request(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        client: Client,
        headers: dict[str, str],
        problem: tuple[int, str] | None,
    ) -> None:
        cookies = [] if client.is_known else [(COOKIE, client.token)]
        if not problem and self.access.pass_ and not self.access.has_pass(headers):
            cookies.append((ACCESS_COOKIE, self.access.pass_))
        respond = _with_headers(send, [] if problem else cookies)
        length = headers.get("content-length", "0")
        if not problem and (not length.isdigit() or int(length) > self.settings.body):
            problem = 413, _too_large(self.settings.body)
        if problem:
            await _refuse(respond, *problem)
            return
        query = without_token(scope) if self.access.pass_ and scope["path"] == "/" else None
        if query is not None:  # the token must not stay in the address bar
            await _redirect(respond, f"/?{query}" if query else "/")
            return
        try:
            body = await _read_body(receive, self.settings.body)
        except TooLarge as error:
            await _refuse(respond, error.status_code, str(error.detail))
            return
        if body is None:
            return  # the client has disconnected
        if guard := guard_of(scope):
            guard.request_is_read()
        if has_too_many_values(body, self.settings.values):
            await _refuse(respond, 413, TOO_MANY_VALUES)
            return
        await asyncio.sleep(self.pace.delay(client.key, len(body)))
        await self.app(scope, _body_then(body, receive), respond)

    async def _serve_socket(
        self, scope: Scope, receive: Receive, send: Send, client: Client, problem: tuple[int, str] | None
    ) -> None:
        guard = guard_of(scope)
        if not problem and guard and not guard.becomes_socket():
            problem = 429, "too many WebSockets at once"
        if problem:
            await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
            return
        await self.app(scope, self._paced(receive, client, guard), send)

    def _paced(self, receive: Receive, client: Client, guard: ConnectionGuard | None) -> Receive:
        async def receive_message() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                if guard:
                    guard.message_is_read()
                text = message.get("text") or ""
                if has_too_many_values(text.encode(), self.settings.values):
                    message = {**message, "text": "null"}  # which the route refuses, as it is no task
                await asyncio.sleep(self.pace.delay(client.key, len(text)))
                if guard:
                    guard.message_is_handled()
            return message

        return receive_message


def has_too_many_values(data: bytes, most: int) -> bool:
    """Whether a JSON document takes too long to parse: there is a comma or a bracket to each value."""
    return len(data) > most and data.count(b",") + data.count(b"[") + data.count(b"{") > most


async def _read_body(receive: Receive, limit: int) -> bytes | None:
    """Read the whole body of a request; None if the client disconnects before its end.

    A body that is sent in chunks has no `Content-Length`, so its size is only known while it is read.
    """
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            raise TooLarge(limit)
        if not message.get("more_body", False):
            return b"".join(parts)


def _body_then(body: bytes, receive: Receive) -> Receive:
    """Give the body first, and then whatever comes after it: that the client disconnects."""
    left: list[bytes] = [body]

    async def receive_next() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return receive_next


def _with_headers(send: Send, cookies: list[tuple[str, str]]) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            for name, value in cookies:
                cookie = f"{name}={value}; Path=/; HttpOnly; SameSite=Strict"
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


async def _redirect(send: Send, path: str) -> None:
    headers = [(b"location", path.encode("ascii")), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
