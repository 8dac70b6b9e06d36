"""Endpoints of the lab view, and one for the facts about the server."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request

import sapper
from sapper.agents.registry import listing
from sapper.game.rules import PRESETS
from sapper.web import run_reader
from sapper.web.api_models import ErrorResponse, RunDetails, RunListEntry, ServerInfo
from sapper.web.server_state import RequestRefused, ServerState, client_of

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
        "runs": settings.runs.is_dir(),
    }


@router.get("/runs", response_model=list[RunListEntry])
async def list_runs(request: Request) -> list[dict[str, Any]]:
    """List the run folders of the directory that the server was started with."""
    return run_reader.list_runs(ServerState.of(request).settings.runs)


@router.get("/runs/{name}", response_model=RunDetails, responses={404: {"model": ErrorResponse}})
async def run_details(name: str, request: Request) -> dict[str, Any]:
    """Return the summary of a run, and the distributions of its guesses and opened cells."""
    state = ServerState.of(request)
    try:
        path = run_reader.find_run(state.settings.runs, name)
        line = run_reader.describe(path)
    except run_reader.NoSuchRun as error:
        raise RequestRefused(404, str(error)) from None
    task_request = {"directory": str(state.settings.runs), "name": name}
    charts = json.loads(await state.run_task(client_of(request), "run", task_request))
    return {**line, "summary": run_reader.summary(path), "charts": charts}
