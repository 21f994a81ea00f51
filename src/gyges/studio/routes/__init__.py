"""The routes of the studio: one module a page of the app; ``/api`` stands before all of them."""

from fastapi import APIRouter

from gyges.studio.kinds import KINDS
from gyges.studio.routes import _adjudicate, _agreement, _annotate, _documents, _files, _rate, _session
from gyges.studio.routes._sheets import sheet_routes

__all__ = ["all_routes"]


def all_routes() -> APIRouter:
    """Return the routes of all pages."""
    router = APIRouter()
    for part in (
        _session.router,
        _documents.router,
        _annotate.router,
        _agreement.router,
        _adjudicate.router,
        _rate.router,
        _files.router,
        sheet_routes(KINDS),
    ):
        router.include_router(part)
    return router
