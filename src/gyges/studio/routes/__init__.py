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
)
from gyges.studio.routes._sheets import sheet_routes

__all__ = ["all_routes"]


def all_routes() -> APIRouter:
    """Return the routes of all pages."""
    router = APIRouter()
    parts = (
        _session,
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
    for part in (*(one.router for one in parts), sheet_routes(KINDS)):
        router.include_router(part)
    return router
