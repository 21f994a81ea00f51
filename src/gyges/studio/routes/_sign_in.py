"""Signing in and out, where the studio is open to other machines."""

import http

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import SignInError, UnknownItemError
from gyges.studio._names import LONGEST_NAME, tidy_name
from gyges.studio._sessions import COOKIE_SECONDS, Sessions
from gyges.studio._sign_ins import SignIns
from gyges.studio.routes._context import Asking, InProject

__all__ = ["router", "set_cookie"]

router = APIRouter(tags=["sign-in"])


class WayIn(BaseModel):
    """Whether one signs in with a password; else the link that the studio printed opens it."""

    password: bool


class NameAndPassword(BaseModel):
    """Who somebody says they are."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    password: str = Field(min_length=1, max_length=1_000)


class SignedIn(BaseModel):
    """Who is in now, and how many sign-ins under that name failed before."""

    name: str
    failed: int


@router.get("/sign-in")
def way_in(request: Request) -> WayIn:
    """Return how one gets in."""
    return WayIn(password=request.app.state.sign_ins is not None)


@router.post("/sign-in")
def sign_in(project: InProject, request: Request, response: Response, given: NameAndPassword) -> SignedIn:
    """Sign in; refused with 401 where name and password do not fit, with 429 where too many did not."""
    sign_ins: SignIns | None = request.app.state.sign_ins
    if sign_ins is None:
        raise UnknownItemError("nobody signs in here", "open the link that 'gyges studio' printed")
    name = tidy_name(given.name)
    known = name in project.users.names()
    try:
        failed = sign_ins.check(name, given.password, request.client.host if request.client else "")
    except SignInError as error:
        if known and type(error) is SignInError:  # tries that had to wait were no tries
            project.trail.add(name, "refused", "sign-in", of="")
        raise
    project.trail.add(name, "signed in", "sign-in", of="")
    set_cookie(request, response, name)
    return SignedIn(name=name, failed=failed)


@router.post("/sign-out", status_code=http.HTTPStatus.NO_CONTENT)
def sign_out(project: InProject, name: Asking, request: Request, response: Response) -> None:
    """End this session: its cookie is worth nothing from now on."""
    state = request.app.state
    sessions: Sessions = state.sessions
    sessions.end(request.cookies.get(state.cookie, ""))
    project.trail.add(name, "signed out", "sign-in", of="")
    response.delete_cookie(state.cookie, httponly=True, samesite="strict", secure=state.secure)


def set_cookie(request: Request, response: Response, name: str) -> None:
    """Let the browser keep who this is: no script can read it, no other site sends it."""
    state = request.app.state
    sessions: Sessions = state.sessions
    response.set_cookie(
        state.cookie,
        sessions.cookie(name),
        httponly=True,
        samesite="strict",
        secure=state.secure,
        max_age=COOKIE_SECONDS,
    )
