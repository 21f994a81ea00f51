"""Signing in and out, who I am, and what this project is."""

import http

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from gyges.errors import SignInError, StudioError, UnknownItemError
from gyges.records import MAX_LEVEL, Tag, taxonomy
from gyges.studio._auth import COOKIE_SECONDS, LONGEST_NAME, NAME_PATTERN, Sessions, SignIns, proper_name, tidy_name
from gyges.studio._routes._context import Asking, Given, InProject

router = APIRouter(tags=["project"])


class WayIn(BaseModel):
    """Whether one signs in with a password; else the link that the studio printed opens it."""

    password: bool


class NameAndPassword(Given):
    """Who somebody says they are."""

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


class ProjectShown(BaseModel):
    """What the frame of every page needs; nothing of releases, as who rates or reads them must not know their sets."""

    name: str
    me: str
    signed_in: bool
    documents: int
    spia: list[Tag]
    tab: list[Tag]
    max_level: int


class WhoAmI(Given):
    """A name to work under."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME, pattern=NAME_PATTERN)


@router.get("/project")
def project(project: InProject, name: Asking, request: Request) -> ProjectShown:
    """Return what the project holds and which kinds of facts there are."""
    return ProjectShown(
        name=project.folder.resolve().name,
        me=name,
        signed_in=request.app.state.sign_ins is not None,
        documents=project.texts.count(),
        spia=list(taxonomy("spia")),
        tab=list(taxonomy("tab")),
        max_level=MAX_LEVEL,
    )


@router.post("/me")
def me(who: WhoAmI, request: Request, response: Response) -> WhoAmI:
    """Work under another name from now on; on one's own machine everybody who has the link may."""
    if request.app.state.sign_ins is not None:
        raise StudioError("names belong to those who sign in under them", "sign out, then sign in as somebody else")
    name = proper_name(who.name)
    set_cookie(request, response, name)
    return WhoAmI(name=name)
