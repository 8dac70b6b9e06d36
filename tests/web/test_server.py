"""`sapper serve` as a command: its messages, its exit status, and what it refuses."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request


def run(*arguments: str, script: str = "from sapper.cli.main import main; main()") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", script, "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_it_prints_its_address_serves_the_page_and_ends_by_ctrl_c() -> None:
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        address = process.stdout.readline().split()[3]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=20) as page:
            assert b"<title>Sapper</title>" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
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
