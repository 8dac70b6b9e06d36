"""The same requests, asked of the core that Python calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sapper import _core


def ask(requests: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Ask the core, and describe each result as `tests.js.node.ask` does."""
    session = _core.Session()
    results: list[dict[str, Any]] = []
    for name, request in requests:
        answers: list[dict[str, Any]] = []
        try:
            session.ask(name, request, answers.append)
            results.append({"answers": answers})
        except _core.Refusal as refusal:
            kind, message, cells, uses_mine_count = refusal.args
            results.append(
                {
                    "refused": {
                        "kind": kind,
                        "message": message,
                        "cells": [list(cell) for cell in cells],
                        "uses_mine_count": uses_mine_count,
                    }
                }
            )
    return results
