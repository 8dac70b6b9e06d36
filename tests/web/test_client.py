"""Whom the limits count, how fast a client may be, and what is logged about it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from sapper.web.client import COOKIE, Client, network_of
from sapper.web.log_limit import LINES, LONGEST, LogLimit
from sapper.web.pace import PIECE, Pace
from sapper.web.server_settings import ServerSettings
from sapper.web.task_history import TaskLimiter, TooManyTasks
from tests.web.conftest import serving


def test_senders_without_a_cookie_at_one_address_are_one_client() -> None:
    """Each of their requests used to count as a new client."""
    first, second = (Client.of("", "192.0.2.1") for _ in range(2))
    assert first.key == second.key
    assert first.token != second.token  # the games of both stay apart
    assert Client.of("", "192.0.2.2").key != first.key


def test_a_cookie_identifies_a_browser() -> None:
    cookie = f"{COOKIE}={'0' * 32}"
    assert Client.of(cookie, "192.0.2.1").key == Client.of(cookie, "192.0.2.2").key == "0" * 32
    for wrong in (f"{COOKIE}=x", f"{COOKIE}={'0' * 33}", ";;;=", 'a="\\'):
        assert not Client.of(wrong, "192.0.2.1").is_known


def test_the_addresses_of_one_network_count_together() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
    assert network_of("::1") == "::1"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of(None) == "local" and network_of("a name") == "a name"


def test_the_bytes_of_the_tasks_of_an_address_are_limited() -> None:
    limiter = TaskLimiter(ServerSettings(bytes_per_address=100, bytes_in_all=150))
    one, other = Client("a" * 32, "192.0.2.1"), Client("b" * 32, "192.0.2.2")
    with limiter.admit(one, 80):
        with pytest.raises(TooManyTasks, match="large"), limiter.admit(one, 30):
            pass
        with limiter.admit(other, 60):
            pass
        with pytest.raises(TooManyTasks, match="large"), limiter.admit(other, 80):
            pass
    with limiter.admit(one, 100):
        pass
    assert len(limiter) == 0 and not limiter._bytes


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A clock that moves when a test says so."""
    now = [1000.0]
    monkeypatch.setattr("sapper.web.pace.time.monotonic", lambda: now[0])
    yield now


def test_a_fast_client_waits_and_another_does_not(clock: list[float]) -> None:
    pace = Pace(rate=10.0, burst=5.0)
    assert [pace.delay("a") for _ in range(7)] == pytest.approx([0, 0, 0, 0, 0, 0.1, 0.2])
    assert pace.delay("b") == 0
    clock[0] += 10.0
    assert pace.delay("a") == 0


def test_a_large_request_counts_like_many(clock: list[float]) -> None:
    pace = Pace(rate=10.0, burst=5.0)
    assert pace.delay("a", 14 * PIECE) == pytest.approx(1.0)


def test_a_flood_of_requests_is_slowed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    with serving(ServerSettings(private_rate=0.001, burst=3.0)) as client:
        client.get("/api/about")  # to get a cookie
        monkeypatch.setattr("sapper.web.request_guard.asyncio.sleep", wait)
        for _ in range(5):
            client.get("/api/about")
    assert waits[:3] == [0, 0, 0] and waits[3] > 100 and waits[4] > 1000


def record(message: str, error: Exception | None = None) -> logging.LogRecord:
    found = (type(error), error, None) if error else None
    return logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, None, found)


def test_a_logged_message_is_short_and_visible() -> None:
    long = record("a\x1b[31m\n" + "x" * 10_000)
    assert LogLimit().filter(long)
    assert long.getMessage().startswith(r"a\x1b[31m\nxxx")
    assert len(long.getMessage()) <= LONGEST + 4


def test_a_logged_traceback_is_short() -> None:
    failed = record("failed", ValueError("y" * 100_000))
    assert LogLimit().filter(failed)
    assert failed.exc_info is None and failed.exc_text is not None and len(failed.exc_text) < 5000


def test_messages_beyond_the_rate_are_counted_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("sapper.web.log_limit.time.monotonic", lambda: now[0])
    limit = LogLimit()
    kept = [each for each in (record("no") for _ in range(LINES + 50)) if limit.filter(each)]
    assert len(kept) == LINES and "left out" in kept[-1].getMessage()
    now[0] = 100.0
    later = record("later")
    assert limit.filter(later)
    assert later.getMessage() == "later (50 earlier messages were left out)"
