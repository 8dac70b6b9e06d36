"""Clients that hold connections: half requests, bodies that never end, and responses that are not read."""

from __future__ import annotations

import json
import random
import socket
from contextlib import ExitStack

import pytest

from benchmarks.hostile_clients import hard_position
from sapper.web.connection_table import Phase
from tests.patience import wait_until
from tests.web.network import GET, RunningServer, frame, is_hung_up, read_all, running

HALF = b"POST /api/analyse HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n"
THINK = {"do": "think", "tag": "t", "position": "/".join(["?" * 16] * 16) + " 40", "seconds": 40.0}
WATCH = {"do": "watch", "tag": "w", "agents": ["sapper-fast"] * 4, "rows": 200, "cols": 200, "mines": 6000}
LARGE = 100_000


def is_served(server: RunningServer) -> bool:
    """Whether an honest client gets its answer."""
    with server.connect() as client:
        client.sendall(GET)
        return client.recv(100).startswith(b"HTTP/1.1 200")


def is_closed(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize("sent", [b"G", GET[:-2], HALF], ids=["a byte", "no end of the head", "half a head"])
def test_a_head_that_does_not_end_closes_its_connection(sent: bytes) -> None:
    with running(reading_head=0.3) as server, server.connect() as client:
        client.sendall(sent)
        assert read_all(client).startswith(b"HTTP/1.1 408")


def test_a_second_request_has_a_time_limit_too() -> None:
    """uvicorn stops its own clock at the first byte after a response."""
    with running(reading_head=3.0) as server, server.connect() as client:
        client.sendall(GET)
        heard = b""
        while b'"runs"' not in heard:
            part = client.recv(1 << 16)
            assert part, heard
            heard += part
        client.sendall(b"G")
        assert b"HTTP/1.1 408" in read_all(client)


def test_a_body_that_does_not_end_closes_its_connection() -> None:
    with running(reading_body=0.3) as server, server.connect() as client:
        client.sendall(HALF + b"\r\n" + b"x" * 10)
        assert read_all(client).startswith(b"HTTP/1.1 408")


def test_a_socket_message_that_does_not_end_closes_its_socket() -> None:
    with running(reading_body=0.3) as server, server.open_socket() as client:
        client.sendall(frame(b"x" * LARGE, length=2 * LARGE))
        read_all(client)


def test_an_unused_connection_is_closed() -> None:
    with running(idle_connection=0.3) as server, server.connect() as client:
        assert read_all(client) == b""


def test_a_socket_that_does_not_read_loses_its_worker() -> None:
    """In the old server the worker waited for as long as the client liked."""
    with running(sending=0.3, thinking=600.0) as server, server.open_socket(4096) as client:
        client.sendall(frame(WATCH | {"seed": 1}))
        wait_until(lambda: len(server.state.limiter) == 1)  # at least until its worker has started
        wait_until(lambda: len(server.state.limiter) == 0)
        wait_until(lambda: not server.server.server_state.connections)
        assert is_served(server)


def test_a_response_that_is_not_read_closes_its_connection() -> None:
    with running(sending=0.3, idle_connection=600.0) as server, server.connect(4096) as client:
        client.sendall(GET * 60)  # each response has some KiB; nobody reads them
        wait_until(lambda: server.server.server_state.total_requests > 0)
        wait_until(lambda: not server.server.server_state.connections)


def test_a_socket_that_does_not_answer_pings_is_closed_and_its_task_ended() -> None:
    with running(pinging=0.3, thinking=600.0) as server, server.open_socket() as client:
        client.sendall(frame(THINK))
        wait_until(lambda: len(server.state.limiter) == 1 or is_hung_up(client))
        wait_until(lambda: is_hung_up(client) and len(server.state.limiter) == 0)
        assert b"keepalive ping timeout" in read_all(client)


def test_a_task_ends_when_its_socket_is_closed() -> None:
    with running(thinking=600.0) as server:
        with server.open_socket() as client:
            client.sendall(frame(THINK))
            wait_until(lambda: len(server.state.limiter) == 1)
        wait_until(lambda: len(server.state.limiter) == 0)


def test_more_connections_of_an_address_close_those_that_do_nothing() -> None:
    with running(connections_per_address=3) as server, ExitStack() as opened:
        idle = [opened.enter_context(server.connect()) for _ in range(3)]
        assert is_served(server)
        read_all(idle[0])
        assert [is_closed(client) for client in idle] == [True, False, False]


def test_an_address_has_so_many_sockets_and_no_more() -> None:
    with running(sockets_per_address=2) as server, ExitStack() as opened:
        first, _ = [opened.enter_context(server.open_socket()) for _ in range(2)]
        with pytest.raises(ConnectionRefusedError, match="403"):
            server.open_socket()
        first.close()
        wait_until(lambda: len(server.server.server_state.connections) == 1)
        opened.enter_context(server.open_socket())


def test_half_open_requests_are_limited_and_the_oldest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.web.connection_table.YOUNG", 0.0)
    with running(half_open=2, reading_head=600.0) as server, ExitStack() as opened:
        half = []
        for _ in range(4):
            half.append(opened.enter_context(server.connect()))
            half[-1].sendall(b"G")
            wait_until(lambda: all(each.phase == Phase.READING for each in server.server.table))
        read_all(half[0])
        assert [is_closed(client) for client in half] == [True, False, False, False]
        assert is_served(server)


def test_half_open_requests_that_came_at_once_are_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them counted while it was young, and each newcomer ended one: 299 of 300 stayed open."""
    monkeypatch.setattr("sapper.web.connection_table.YOUNG", 600.0)
    with running(half_open=2, reading_head=600.0) as server, ExitStack() as opened:
        half = [opened.enter_context(server.connect()) for _ in range(6)]
        for client in half:
            client.sendall(b"G")
        wait_until(lambda: sum(each.phase == Phase.READING for each in server.server.table) == len(half))
        monkeypatch.setattr("sapper.web.connection_table.YOUNG", 0.0)
        opened.enter_context(server.connect()).sendall(b"G")
        wait_until(lambda: len(list(server.server.table)) == 3)
        assert is_served(server)


@pytest.mark.parametrize("is_socket", [False, True])
def test_the_bytes_that_an_address_holds_are_limited(is_socket: bool) -> None:
    """Eight sockets with messages of 2 MiB made the old server grow to 1.4 GB."""
    with running(bytes_per_address=5 * LARGE // 2) as server, ExitStack() as opened:
        clients = []
        for number in range(3):
            client = opened.enter_context(server.open_socket() if is_socket else server.connect())
            head = HALF.replace(b"1000", b"%d" % (2 * LARGE)) + b"\r\n"
            data = b"x" * LARGE
            client.sendall(frame(data, length=2 * LARGE) if is_socket else head + data)
            clients.append(client)
            if number < 2:
                wait_until(lambda: held_bytes(server) >= len(clients) * LARGE)
        read_all(clients[2])
        assert not any(map(is_closed, clients[:2]))


def held_bytes(server: RunningServer) -> int:
    """The bytes of unfinished requests that the server holds."""
    return sum(each.held for each in server.server.table)


def test_a_server_that_stops_ends_what_waits_without_a_trace(capsys: pytest.CaptureFixture[str]) -> None:
    """A message and a request that waited for their pace and a task at work were logged as failures."""
    body = json.dumps({"position": hard_position(random.Random(1))}).encode()
    head = b"POST /api/analyse HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    known = b"cookie: sapper-client=%s\r\ncontent-length: %d\r\n\r\n" % (b"a" * 32, len(body))
    with ExitStack() as opened:
        with running(private_rate=0.01, burst=1.0) as server:
            asking = opened.enter_context(server.connect())
            asking.sendall(head + known + body)
            wait_until(lambda: len(server.state.limiter) == 1)
            talking = opened.enter_context(server.open_socket())
            talking.sendall(frame(b"{}") + frame(b"{}"))
            assert talking.recv(1)
            waiting = opened.enter_context(server.connect())
            waiting.sendall(GET)
            wait_until(lambda: sum(each.phase == Phase.BUSY for each in server.server.table) == 2)
        for client in (asking, waiting):
            assert read_all(client).startswith(b"HTTP/1.1 503")
    [line] = capsys.readouterr().err.splitlines()
    assert "Cancel 3 running task(s)" in line
