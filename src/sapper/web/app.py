"""The ASGI application: the routes, the static files, and the guard around them."""

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
from sapper.web.routes import (
    game_routes,
    position_routes,
    run_routes,
    share_routes,
    socket_routes,
    trainer_routes,
)
from sapper.web.server_settings import ServerSettings
from sapper.web.server_state import RequestRefused, ServerState

STATIC = Path(__file__).parent / "static"
REVALIDATE = {"cache-control": "no-cache"}
"""The browser may cache a static file, but must ask whether it changed before it uses the cached copy."""


def create_app(settings: ServerSettings | None = None) -> App:
    """Create the whole server, including the guard, as an ASGI application."""
    chosen = settings or ServerSettings()
    return RequestGuard(_api(chosen), chosen)


def _api(settings: ServerSettings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        state = app.state.sapper = ServerState(settings)
        await state.runner.warm()
        yield
        await state.close()

    api = FastAPI(
        title="Sapper",
        version=sapper.__version__,
        summary="Minesweeper: play, analyse, watch, review.",
        lifespan=lifespan,
        docs_url=None,  # these pages would load scripts from another host
        redoc_url=None,
    )
    for module in (game_routes, position_routes, run_routes, share_routes, trainer_routes, socket_routes):
        api.include_router(module.router)
    api.add_exception_handler(RequestRefused, _refused)
    api.add_exception_handler(RequestValidationError, _malformed)

    @api.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers=REVALIDATE)

    api.mount("/static", _RevalidatedFiles(directory=STATIC), name="static")
    return api


class _RevalidatedFiles(StaticFiles):
    """The static files, with a header that makes the browser revalidate its cached copies."""

    def file_response(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(REVALIDATE)
        return response


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestRefused)
    return JSONResponse({"detail": error.detail, **error.more}, error.status_code)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    """Report the first error of a malformed request in one sentence."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return JSONResponse({"detail": f"{where}: {first['msg']}" if where else first["msg"]}, 400)
