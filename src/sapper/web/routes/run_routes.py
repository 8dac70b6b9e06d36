"""Endpoints of the lab view, and one for the facts about the server."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Request

import sapper
from sapper.agents.registry import listing
from sapper.game.rules import PRESETS
from sapper.web.api_models import ErrorResponse, RunDetails, RunListEntry, ServerInfo
from sapper.web.routes.position_routes import FAILURES
from sapper.web.server_state import RequestRefused, ServerState

router = APIRouter(prefix="/api", tags=["lab"])


@router.get("/about", response_model=ServerInfo)
async def about(request: Request) -> dict[str, Any]:
    """Return the version, the limits, the levels and the agents of the server."""
    settings = ServerState.of(request).settings
    return {
        "version": sapper.__version__,
        "side": settings.side,
        "seconds": settings.seconds,
        "thinking": settings.thinking,
        "levels": {
            name: {"rows": level.rows, "cols": level.cols, "mines": level.mines}
            for name, level in PRESETS.items()
        },
        "agents": listing(),
        "runs": await asyncio.to_thread(settings.runs.is_dir),
    }


@router.get("/runs", response_model=list[RunListEntry], responses=FAILURES)
async def list_runs(request: Request) -> list[dict[str, Any]]:
    """List the run folders of the directory that the server was started with."""
    runs: list[dict[str, Any]] = (await _read(request, "runs", {}))["runs"]
    return runs


@router.get("/runs/{name}", response_model=RunDetails, responses={404: {"model": ErrorResponse}, **FAILURES})
async def run_details(name: str, request: Request) -> dict[str, Any]:
    """Return the summary of a run, and the distributions of its guesses and opened cells."""
    found = await _read(request, "run", {"name": name})
    if "missing" in found:
        raise RequestRefused(404, found["missing"])
    run: dict[str, Any] = found["run"]
    return run


async def _read(request: Request, task: str, what: dict[str, Any]) -> dict[str, Any]:
    """Have a worker process read files, because a slow disk would stop the event loop."""
    state = ServerState.of(request)
    line = await state.run_task(request, task, {"directory": str(state.settings.runs), **what})
    found: dict[str, Any] = json.loads(line)
    return found
