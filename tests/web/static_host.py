"""A plain file server for the static site: below a path, without special headers, and able to disappear."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BELOW = "some/where"
"""The path of the site on its host."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the output belongs to the tests."""


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve a folder that contains `BELOW`, and yield the address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{BELOW}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
