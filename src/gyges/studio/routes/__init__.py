"""The routes of the studio: one module a page of the app; ``/api`` stands before all of them."""

from fastapi import APIRouter

from gyges.studio.kinds import KINDS
from gyges.studio.routes import (
    _adjudicate,
    _agreement,
    _annotate,
    _documents,
    _files,
    _jobs,
    _rate,
    _readings,
    _releases,
    _runs,
    _session,
    _sign_in,
)
from gyges.studio.routes._sheets import sheet_routes
from gyges.studio.routes._sign_in import set_cookie

__all__ = ["all_routes", "set_cookie"]

_PARTS = (
    _session,
    _sign_in,
    _documents,
    _annotate,
    _agreement,
    _adjudicate,
    _rate,
    _files,
    _jobs,
    _releases,
    _readings,
    _runs,
)


def all_routes() -> APIRouter:
    """Return the routes of all pages."""
    router = APIRouter()
    for part in (*(one.router for one in _PARTS), sheet_routes(KINDS)):
        router.include_router(part)
    return router
