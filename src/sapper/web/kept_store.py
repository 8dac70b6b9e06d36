"""Shared games and studies that are too long for a link, kept on disk with limits."""

from __future__ import annotations

import base64
import hashlib
import re
import tempfile
import time
from pathlib import Path

from sapper.errors import SapperError
from sapper.web.server_settings import ServerSettings

IDENTITY = re.compile(r"[A-Za-z0-9_-]{22}")


class NothingKept(SapperError):  # noqa: N818 - the name says what happened
    """Nothing is kept under this identity; it may have been dropped."""


class KeptStore:
    """A directory of small JSON files, each named by the digest of its content."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings

    def keep(self, content: bytes) -> str:
        """Keep a document and return its identity. The same document has the same identity.

        Raises:
            SapperError: The document is too large, or the directory cannot be written.
        """
        if len(content) > self.settings.kept_size:
            raise SapperError(f"more than {self.settings.kept_size:,} bytes cannot be shared")
        digest = hashlib.sha256(content).digest()[:16]
        identity = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        try:
            self.settings.kept.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.settings.kept, delete=False) as file:
                file.write(content)
            Path(file.name).replace(self._path(identity))
        except OSError as error:
            raise SapperError(f"the server cannot keep this: {error.strerror or error}") from None
        self._drop_old(identity)
        return identity

    def find(self, identity: str) -> bytes:
        """Return a kept document.

        Raises:
            NothingKept: There is none with this identity.
        """
        gone = NothingKept("the server does not keep this link any more")
        if not IDENTITY.fullmatch(identity):
            raise gone
        try:
            path = self._path(identity)
            content = path.read_bytes()
            path.touch()  # what is used is dropped last
        except OSError:
            raise gone from None
        return content

    def _path(self, identity: str) -> Path:
        return self.settings.kept / f"{identity}.json"

    def _drop_old(self, newest: str) -> None:
        """Drop documents that are too old, and the least recently used ones beyond a limit."""
        found = []
        for path in self.settings.kept.glob("*.json"):
            try:
                facts = path.stat()
            except OSError:
                continue  # another server dropped it
            found.append((path.stem == newest, facts.st_mtime, facts.st_size, path))
        count = size = 0
        oldest = time.time() - self.settings.kept_age
        for is_newest, used, bytes_, path in sorted(found, reverse=True):
            count, size = count + 1, size + bytes_
            too_many = count > self.settings.kept_count or size > self.settings.kept_bytes
            if not is_newest and (too_many or used < oldest):
                path.unlink(missing_ok=True)
