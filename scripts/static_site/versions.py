"""Versions: the digest of all files of the site, which its service worker has in its name."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

WORKER = "service-worker.js"


def write_service_worker(site: Path, template: str, later: list[str]) -> str:
    """Write the service worker of a finished site and return the version.

    `later` are folders whose files are fetched when the page already works offline. The network is never
    fetched before somebody asks for it.
    """
    paths = sorted(path for path in site.rglob("*") if path.is_file() and path.name != WORKER)
    names = [path.relative_to(site).as_posix() for path in paths]
    digest = sha256(template.encode())
    for name, path in zip(names, paths, strict=True):
        digest.update(f"{name} {path.stat().st_size} ".encode() + path.read_bytes())
    version = digest.hexdigest()[:16]
    delayed = [name for name in names if any(name.startswith(f"{folder}/") for folder in later)]
    at_once = [name for name in names if name not in delayed and not name.startswith("static/network/")]
    script = template
    for old, new in (
        ('const VERSION = "";', f'const VERSION = "{version}";'),
        ("const FILES = [];", f"const FILES = {json.dumps(['./', *at_once])};"),
        ("const LATER_FILES = [];", f"const LATER_FILES = {json.dumps(delayed)};"),
    ):
        if old not in script:
            raise ValueError(f"{WORKER} has no line {old}")
        script = script.replace(old, new)
    (site / WORKER).write_text(script, encoding="utf-8")
    return version
