"""`sapper serve` as a command: its messages, its exit status, and what it refuses."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.patience import PATIENCE


def run(*arguments: str, script: str = "from sapper.cli.main import main; main()") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", script, "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_it_prints_its_address_serves_the_page_and_ends_by_ctrl_c() -> None:
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        address = process.stdout.readline().split()[3]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert b"<title>Sapper</title>" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == ""


def test_a_used_port_is_an_error_of_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, out, err = run("--port", str(taken.getsockname()[1]))
    assert (status, out) == (2, "")
    assert "choose another with --port" in err
    assert err.count("\n") == 1


def test_a_foreign_address_is_an_error_of_one_line() -> None:
    status, _, err = run("--host", "192.0.2.1")
    assert status == 2
    assert err.startswith("sapper: cannot listen on 192.0.2.1") and err.count("\n") == 1


def test_the_error_without_fastapi_names_the_extra() -> None:
    script = "import sys; sys.modules['fastapi'] = None; from sapper.cli.main import main; main()"
    status, _, err = run(script=script)
    assert status == 2
    assert "pip install 'sapper[web]'" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--token", "short"], "at least 8"),
        (["--token", "long enough", "--no-token"], "exclude each other"),
        (["--allow-host", "http://sapper.example.org/"], "no host name"),
    ],
)
def test_wrong_options_of_access_are_an_error_of_one_line(arguments: list[str], said: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert said in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "has_token", "is_warned"),
    [
        (["--host", "0.0.0.0"], True, False),
        (["--allow-host", "localhost"], True, False),
        (["--host", "0.0.0.0", "--token", "my own token"], True, False),
        (["--host", "0.0.0.0", "--no-token"], False, True),
    ],
    ids=["other machines", "a proxy", "an own token", "no token"],
)
def test_a_server_that_others_reach_prints_a_link_with_a_token(
    arguments: list[str], has_token: bool, is_warned: bool
) -> None:
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        link = process.stdout.readline().split()[3]
        assert ("/?token=" in link) is has_token
        with closing_browser() as browser, browser.open(link, timeout=PATIENCE) as page:
            assert b"<title>Sapper</title>" in page.read()
            assert page.url == link.partition("?")[0]
        if has_token:
            with pytest.raises(urllib.error.HTTPError, match="401"):
                urllib.request.urlopen(link.partition("?")[0], timeout=PATIENCE)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert ("Everyone who can reach" in process.stderr.read()) is is_warned


@contextmanager
def closing_browser() -> Iterator[urllib.request.OpenerDirector]:
    """A client that keeps cookies and follows redirects."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    yield browser
    browser.close()


def test_a_flood_of_nonsense_is_logged_in_few_lines() -> None:
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        port = int(process.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
                client.sendall(b"\x1b[31m nonsense\r\n\r\n")
                assert client.recv(100).startswith(b"HTTP/1.1 400")
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        lines = process.stderr.read().splitlines()
    assert 0 < len(lines) <= 30 and "left out" in lines[-1]
