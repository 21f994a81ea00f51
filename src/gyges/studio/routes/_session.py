"""Who I am, and what this project is."""

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gyges.records import MAX_LEVEL, taxonomy
from gyges.studio.routes._context import Asking, InProject

__all__ = ["router"]

router = APIRouter(tags=["project"])


class TagShown(BaseModel):
    """A kind of fact or mention, as the pages show it."""

    name: str
    definition: str
    options: list[str]
    kind: str | None


class ProjectShown(BaseModel):
    """What the frame of every page needs; nothing of releases, as who rates or reads them must not know their sets."""

    name: str
    me: str
    documents: int
    spia: list[TagShown]
    tab: list[TagShown]
    max_level: int


class WhoAmI(BaseModel):
    """A name to work under."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f:]+$")


@router.get("/project")
def project(project: InProject, name: Asking) -> ProjectShown:
    """Return what the project holds and which kinds of facts there are."""
    return ProjectShown(
        name=project.folder.resolve().name,
        me=name,
        documents=project.texts.count(),
        spia=_tags("spia"),
        tab=_tags("tab"),
        max_level=MAX_LEVEL,
    )


@router.post("/me")
def me(who: WhoAmI, request: Request, response: Response) -> WhoAmI:
    """Work under another name from now on; on one's own machine everybody who has the link may."""
    state = request.app.state
    cookie = state.sessions.cookie(who.name)
    response.set_cookie(state.cookie, cookie, httponly=True, samesite="strict", secure=state.secure, max_age=7 * 86_400)
    return who


def _tags(name: str) -> list[TagShown]:
    return [
        TagShown(name=tag.name, definition=tag.definition, options=list(tag.options), kind=tag.kind)
        for tag in taxonomy(name)
    ]
