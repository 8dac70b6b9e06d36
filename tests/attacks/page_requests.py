"""Changed requests and socket messages to a real server of the page."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from pathlib import Path
from typing import Any

from numpy.random import Generator
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sapper import Rules, play
from sapper.agents.registry import make
from tests.attacks.attack import Attack, Case
from tests.attacks.mutation import mutated, mutated_document, packed, unpacked
from tests.attacks.page_server import PageServer
from tests.replay.sample_files import FOLDER

POSITION = "1??/???/??? 2"
ASK = "/api/analyse"


class HttpRequests(Attack):
    """Sends changed requests, as documents in good requests and as raw bytes on a connection."""

    name = "http"
    promise = (
        "Every request gets an answer that is no server error, and the server answers the next one rightly."
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.server = PageServer(folder)
        game = {"rows": 6, "cols": 6, "mines": 5, "first_move": "safe", "no_guess": False}
        position = {"position": POSITION, "trust_flags": False, "strength": "fast", "best": True}
        record = json.loads(play(make("random"), Rules(4, 4, 3), 1).to_json())
        short = {name: record[name] for name in ("rules", "mines", "start", "moves", "agent", "result")}
        replay = {"data": packed((FOLDER / "beginner.evf").read_bytes()), "suffix": ".evf"}
        made = self._send("POST", "/api/games", json.dumps(game).encode())
        here = f"/api/games/{json.loads(made[1])['id']}"
        self.requests: list[tuple[str, str, Any]] = [
            ("POST", "/api/games", game),
            ("GET", here, None),
            ("POST", f"{here}/moves", {"do": "open", "cell": [0, 0]}),
            ("POST", f"{here}/autoplay", {}),
            ("POST", f"{here}/undo", {}),
            ("POST", f"{here}/again", {}),
            ("GET", f"{here}/hint", None),
            ("GET", f"{here}/record", None),
            ("POST", ASK, position),
            ("POST", "/api/explain", position | {"cell": [0, 1]}),
            ("POST", "/api/weigh", position | {"cell": [0, 1]}),
            ("POST", "/api/position", {"text": POSITION}),
            ("GET", "/api/about", None),
            ("GET", "/api/runs", None),
            ("GET", "/api/runs/x", None),
            ("POST", "/api/records", {"short": short}),
            ("POST", "/api/records", replay),
            ("POST", "/api/shared", {"kind": "game", "content": short}),
            ("GET", "/api/shared/abcdefgh", None),
            ("GET", "/api/trainer", None),
            ("POST", "/api/trainer/next", {}),
            ("POST", "/api/trainer/answer", {"exercise": "x", "cells": [[0, 0]]}),
            ("GET", "/", None),
            ("GET", "/static/main.js", None),
        ]

    def draw(self, rng: Generator) -> Case:
        """Change the body or the path of a request, or its bytes."""
        method, path, document = self.requests[int(rng.integers(len(self.requests)))]
        body = b"" if document is None else json.dumps(document).encode()
        if document is not None and rng.random() < 0.6:
            body = json.dumps(mutated_document(document, rng)).encode()
        elif rng.random() < 0.5:
            body = mutated(body, rng)
        if rng.random() < 0.2:
            changed = mutated(path.encode(), rng)
            path = "/" + "".join(chr(byte) for byte in changed if 33 <= byte < 127).lstrip("/")
        if rng.random() < 0.7:
            return {"method": method, "path": path, "content": packed(body)}
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return {"raw": True, "content": packed(mutated(head.encode() + body, rng))}

    def check(self, case: Case) -> str:
        """Send the request of a case, and then a good one."""
        if case.get("raw"):
            self._send_raw(unpacked(case))
        else:
            status, answer = self._send(case["method"], case["path"], unpacked(case))
            if status >= 500 and status not in {503, 504}:  # those say that the server is busy
                return f"status {status}: {answer[:300]!r}"
        if wrong := self.server.complaint():
            return wrong
        status, answer = self._send(
            "POST", ASK, json.dumps({"position": POSITION, "strength": "fast"}).encode()
        )
        if status != 200 or abs(json.loads(answer)["risk"][2][2] - 0.2) > 1:
            return f"a good request gets: {status} {answer[:300]!r}"
        return ""

    def _send(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=60)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (http.client.HTTPException, ConnectionError) as error:
            return 400, repr(error).encode()  # the server closed a connection whose request makes no sense
        finally:
            connection.close()

    def _send_raw(self, content: bytes) -> None:
        with socket.create_connection((self.server.host, self.server.port), timeout=60) as connection:
            try:
                connection.sendall(content)
                connection.shutdown(socket.SHUT_WR)
                connection.settimeout(1)
                while connection.recv(65536):
                    pass
            except (TimeoutError, OSError):
                pass

    def close(self) -> None:
        """End the server."""
        self.server.close()


class SocketMessages(Attack):
    """Sends changed messages on a WebSocket, and after them a good one."""

    name = "socket"
    promise = (
        "Every text message is answered or the socket is closed, and a good message is answered rightly."
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.server = PageServer(folder)
        record = json.loads(play(make("random"), Rules(4, 4, 3), 1).to_json())
        self.messages = [
            {"do": "think", "tag": "a", "position": POSITION, "seconds": 0.05},
            {"do": "watch", "tag": "b", "agents": ["random"], "rows": 4, "cols": 4, "mines": 3, "seed": 1},
            {"do": "review", "tag": "c", "record": record, "strength": "fast"},
            {"do": "stop", "tag": "a"},
        ]

    def draw(self, rng: Generator) -> Case:
        """Change one to three messages."""
        lines = []
        for _ in range(int(rng.integers(1, 4))):
            message = self.messages[int(rng.integers(len(self.messages)))]
            if rng.random() < 0.7:
                line = json.dumps(mutated_document(message, rng)).encode()
            else:
                line = mutated(json.dumps(message).encode(), rng)
            lines.append(base64.b64encode(line).decode())
        return {"lines": lines}

    def check(self, case: Case) -> str:
        """Send the messages and a good one, which is answered unless the socket is closed."""
        try:
            with self._connected() as there:
                for line in case["lines"]:
                    there.send(base64.b64decode(line).decode("utf-8", "replace"))
                there.send(json.dumps(self.messages[0] | {"tag": "last"}))
                while True:
                    answer = json.loads(there.recv(timeout=60))
                    if not isinstance(answer, dict) or "tag" not in answer:
                        return f"no answer: {answer!r}"
                    if answer["tag"] == "last" and answer.get("kind") == "end":
                        break
        except WebSocketException:
            pass  # it closed the socket
        except TimeoutError:
            return "no answer: within a minute"
        except ValueError as error:
            return f"no JSON: {error}"
        return self.server.complaint()

    def _connected(self) -> ClientConnection:
        where = f"{self.server.host}:{self.server.port}"
        return connect(f"ws://{where}/api/stream", origin=Origin(f"http://{where}"), open_timeout=60)

    def close(self) -> None:
        """End the server."""
        self.server.close()
