"""The application: the routes, the page's files, and the guard around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

import sapper
from sapper.web.request_guard import App, RequestGuard
from sapper.web.routes import game_routes, position_routes, run_routes, socket_routes
from sapper.web.server_settings import ServerSettings
from sapper.web.server_state import RequestRefused, ServerState

STATIC = Path(__file__).parent / "static"
FRESH = {"cache-control": "no-cache"}
"""The browser asks again every time, and mostly hears that nothing has changed."""


def create_app(settings: ServerSettings | None = None) -> App:
    """The whole server, guard included, as an ASGI application."""
    chosen = settings or ServerSettings()
    return RequestGuard(_api(chosen), chosen)


def _api(settings: ServerSettings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        context = app.state.sapper = ServerState(settings)
        await context.quick.warm()
        yield
        await context.close()

    api = FastAPI(
        title="Sapper",
        version=sapper.__version__,
        summary="Minesweeper: play, analyse, watch, review.",
        lifespan=lifespan,
        docs_url=None,  # they would load scripts from another host
        redoc_url=None,
    )
    for module in (game_routes, position_routes, run_routes, socket_routes):
        api.include_router(module.router)
    api.add_exception_handler(RequestRefused, _refused)
    api.add_exception_handler(RequestValidationError, _malformed)

    @api.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers=FRESH)

    api.mount("/static", _Fresh(directory=STATIC), name="static")
    return api


class _Fresh(StaticFiles):
    """The page's files."""

    def file_response(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(FRESH)
        return response


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestRefused)
    return JSONResponse({"detail": error.detail, **error.more}, error.status_code)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    """Say the first thing that is wrong with a request, in one sentence."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return JSONResponse({"detail": f"{where}: {first['msg']}" if where else first["msg"]}, 400)
