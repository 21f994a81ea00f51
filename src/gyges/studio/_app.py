"""The application: routes behind the gate, pages that were built ahead, errors as one clear line."""

import http
import json
import mimetypes
import sqlite3
from collections.abc import Callable
from importlib.resources import files
from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from gyges._version import __version__
from gyges.errors import (
    EditConflictError,
    GygesError,
    InputError,
    SignInError,
    SignInPausedError,
    StoreUnavailableError,
    UnknownItemError,
)
from gyges.studio._at_work import Jobs, WatchedRuns
from gyges.studio._auth import LONGEST_NAME, NAME_PATTERN, Sessions, SignIns, proper_name
from gyges.studio._gate import Gate, problem_json
from gyges.studio._project import Project, StudioOptions
from gyges.studio._routes import _agreement, _documents, _files, _rate, _readings, _releases, _runs, _session, _sheets
from gyges.studio._routes._session import set_cookie
from gyges.studio._store._database import unavailable

_STATUS: Final = {
    EditConflictError: http.HTTPStatus.CONFLICT,
    UnknownItemError: http.HTTPStatus.NOT_FOUND,
    SignInPausedError: http.HTTPStatus.TOO_MANY_REQUESTS,
    SignInError: http.HTTPStatus.UNAUTHORIZED,
    StoreUnavailableError: http.HTTPStatus.SERVICE_UNAVAILABLE,
}
Name: TypeAlias = Annotated[str, Query(min_length=1, max_length=LONGEST_NAME, pattern=NAME_PATTERN)]
_RESOURCES: Final[tuple[APIRouter, ...]] = (
    _session.router,
    _documents.router,
    _agreement.router,
    _rate.router,
    _files.router,
    _releases.router,
    _readings.router,
    _runs.router,
    _sheets.router,
)
_PAGES: Final = {"/": "index.html", "/app.js": "app.js", "/app.css": "app.css", "/favicon.svg": "favicon.svg"}


def make_app(
    project: Project,
    sessions: Sessions,
    hosts: frozenset[str],
    *,
    scheme: str = "http",
    cookie: str = "gyges",
    options: StudioOptions | None = None,
) -> Gate:
    """Return the app for one project."""
    app = FastAPI(title="Gyges Studio", version=__version__, docs_url=None, redoc_url=None)
    app.state.project, app.state.sessions, app.state.cookie = project, sessions, cookie
    app.state.secure = scheme == "https"
    app.state.sign_ins = None if sessions.users is None else SignIns(sessions.users)
    allowed = options or StudioOptions()
    app.state.options, app.state.jobs = allowed, Jobs()
    app.state.runs = WatchedRuns((project.folder, *allowed.runs))
    app.add_exception_handler(GygesError, _refused)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _no_such_thing)
    app.add_exception_handler(sqlite3.DatabaseError, _no_store)
    for path, file in _PAGES.items():
        app.add_api_route(path, _page(file), include_in_schema=False)
    app.add_api_route("/open", _open, include_in_schema=False)
    for router in _RESOURCES:
        app.include_router(router, prefix="/api", dependencies=[Depends(_whole_characters)])
    return Gate(app, sessions, hosts, scheme, cookie)


def _page(file: str) -> Callable[[], Response]:
    source = files(__package__) / "web" / file
    media = mimetypes.guess_type(file)[0] or "text/plain"

    def page() -> Response:
        return Response(source.read_bytes(), media_type=media)

    return page


def _open(request: Request, token: str = "", name: Name = "me") -> Response:
    """Take the link that the command line printed: the token becomes a cookie and leaves the address."""
    sessions: Sessions = request.app.state.sessions
    if not sessions.opens(token):
        raise SignInError("this link is not of the studio that runs now", "open the link that it printed last")
    answer = RedirectResponse("/", status_code=http.HTTPStatus.SEE_OTHER)
    set_cookie(request, answer, proper_name(name))
    return answer


async def _whole_characters(request: Request) -> None:
    """Refuse half characters (unpaired surrogates): no file of ours and no answer could hold them."""
    body = await request.body()
    if b"\\u" in body or b"\xed" in body or b"\0" in body:  # written out, in UTF-8, in UTF-16
        await run_in_threadpool(_require_whole, body)


def _require_whole(body: bytes) -> None:
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError("this holds half a character (an unpaired surrogate)", "take it out") from error
    except (ValueError, RecursionError):
        return  # no JSON; whoever reads it says so


async def _no_such_thing(_: Request, error: Exception) -> Response:
    status = http.HTTPStatus(error.status_code if isinstance(error, HTTPException) else http.HTTPStatus.BAD_REQUEST)
    said = {"code": "GY600", "problem": status.phrase.lower(), "remedy": "use the pages of the studio"}
    return JSONResponse(said, status_code=status, headers=getattr(error, "headers", None))


async def _no_store(_: Request, error: Exception) -> Response:
    said = unavailable(error) if isinstance(error, sqlite3.Error) else error
    return JSONResponse(problem_json(said), status_code=http.HTTPStatus.SERVICE_UNAVAILABLE)


async def _refused(_: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), http.HTTPStatus.BAD_REQUEST)
    return JSONResponse(problem_json(error), status_code=status)


async def _not_valid(_: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": (), "msg": str(error)}
    place = ".".join(str(part) for part in first["loc"])
    said = {"code": "GY101", "problem": f"{place}: {first['msg']}", "remedy": "send what the schema asks for"}
    return JSONResponse(said, status_code=http.HTTPStatus.UNPROCESSABLE_ENTITY)
