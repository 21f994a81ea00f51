"""The application: routes behind the gate, pages that were built ahead, errors as one clear line."""

import http
import mimetypes
from collections.abc import Callable
from importlib.resources import files
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response

from gyges._version import __version__
from gyges.errors import EditConflictError, GygesError, SignInError, UnknownItemError
from gyges.studio._gate import Gate, problem_json
from gyges.studio._jobs import Jobs
from gyges.studio._options import StudioOptions
from gyges.studio._project import Project
from gyges.studio._sessions import Sessions
from gyges.studio._watched_runs import WatchedRuns
from gyges.studio.routes import all_routes

__all__ = ["make_app"]

_STATUS: Final = {
    EditConflictError: http.HTTPStatus.CONFLICT,
    UnknownItemError: http.HTTPStatus.NOT_FOUND,
    SignInError: http.HTTPStatus.UNAUTHORIZED,
}
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
    """Return the app for one project.

    Args:
        project: What it shows.
        sessions: Who may ask.
        hosts: What the Host header may say, with the port.
        scheme: ``https`` behind a certificate.
        cookie: The name of the cookie; browsers share cookies between ports, so it should differ by port.
        options: What whoever starts it allows.
    """
    app = FastAPI(title="Gyges Studio", version=__version__, docs_url=None, redoc_url=None)
    app.state.project, app.state.sessions, app.state.cookie = project, sessions, cookie
    app.state.secure = scheme == "https"
    allowed = options or StudioOptions()
    app.state.options, app.state.jobs = allowed, Jobs()
    app.state.runs = WatchedRuns((project.folder, *allowed.runs))
    app.add_exception_handler(GygesError, _refused)
    app.add_exception_handler(RequestValidationError, _not_valid)
    for path, file in _PAGES.items():
        app.add_api_route(path, _page(file), include_in_schema=False)
    app.add_api_route("/open", _open, include_in_schema=False)
    app.include_router(all_routes(), prefix="/api")
    return Gate(app, sessions, hosts, scheme, cookie)


def _page(file: str) -> Callable[[], Response]:
    source = files(__package__) / "web" / file
    media = mimetypes.guess_type(file)[0] or "text/plain"

    def page() -> Response:
        return Response(source.read_bytes(), media_type=media)

    return page


def _open(request: Request, token: str = "", name: str = "") -> Response:
    """Take the link that the command line printed: the token becomes a cookie and leaves the address."""
    sessions: Sessions = request.app.state.sessions
    if not sessions.opens(token):
        raise SignInError("this link is not of the studio that runs now", "open the link that it printed last")
    answer = RedirectResponse("/", status_code=http.HTTPStatus.SEE_OTHER)
    keep = {"httponly": True, "secure": request.app.state.secure, "max_age": 7 * 86_400}
    answer.set_cookie(request.app.state.cookie, sessions.cookie(name or "me"), samesite="strict", **keep)
    return answer


async def _refused(_: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), http.HTTPStatus.BAD_REQUEST)
    return JSONResponse(problem_json(error), status_code=status)


async def _not_valid(_: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": (), "msg": str(error)}
    place = ".".join(str(part) for part in first["loc"])
    said = {"code": "GY101", "problem": f"{place}: {first['msg']}", "remedy": "send what the schema asks for"}
    return JSONResponse(said, status_code=http.HTTPStatus.UNPROCESSABLE_ENTITY)
