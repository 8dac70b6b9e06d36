"""Endpoints for records that arrive from elsewhere, and for links that are too long to hold their content."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Request, Response

from sapper.errors import SapperError
from sapper.web.api_models import ErrorResponse, KeptDocument, KeptLink, RecordFile, RecordList
from sapper.web.routes.position_routes import FAILURES, analysis_response
from sapper.web.server_state import RequestRefused, ServerState, json_response

router = APIRouter(prefix="/api", tags=["records"])


@router.post("/records", response_model=RecordList, responses=FAILURES)
async def records(given: RecordFile, request: Request) -> Response:
    """Read a replay file of another program, or complete the short form of a record in a link."""
    if (given.short is None) == (given.data is None):
        raise RequestRefused(400, "send either the short form of a record or the data of a replay file")
    side = ServerState.of(request).settings.side
    return await analysis_response(request, "records", given.model_dump() | {"side": side})


@router.post("/shared", response_model=KeptLink, status_code=201, responses={400: {"model": ErrorResponse}})
async def share(document: KeptDocument, request: Request) -> dict[str, Any]:
    """Keep a game or a study on the server, for a link to it."""
    content = json.dumps(document.model_dump(), separators=(",", ":")).encode()
    try:
        return {"id": await asyncio.to_thread(ServerState.of(request).kept.keep, content)}
    except SapperError as error:
        raise RequestRefused(400, str(error)) from None


@router.get("/shared/{identity}", response_model=KeptDocument, responses={404: {"model": ErrorResponse}})
async def shared(identity: str, request: Request) -> Response:
    """Return a game or a study that was shared."""
    try:
        return json_response(await asyncio.to_thread(ServerState.of(request).kept.find, identity))
    except SapperError as error:
        raise RequestRefused(404, str(error)) from None
