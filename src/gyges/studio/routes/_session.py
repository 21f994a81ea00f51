"""Who I am, and what this project is."""

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import StudioError
from gyges.records import MAX_LEVEL, taxonomy
from gyges.studio._names import LONGEST_NAME, NAME_PATTERN, proper_name
from gyges.studio.routes._context import Asking, InProject
from gyges.studio.routes._sign_in import set_cookie

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
    signed_in: bool
    documents: int
    spia: list[TagShown]
    tab: list[TagShown]
    max_level: int


class WhoAmI(BaseModel):
    """A name to work under."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=LONGEST_NAME, pattern=NAME_PATTERN)


@router.get("/project")
def project(project: InProject, name: Asking, request: Request) -> ProjectShown:
    """Return what the project holds and which kinds of facts there are."""
    return ProjectShown(
        name=project.folder.resolve().name,
        me=name,
        signed_in=request.app.state.sign_ins is not None,
        documents=project.texts.count(),
        spia=_tags("spia"),
        tab=_tags("tab"),
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


def _tags(name: str) -> list[TagShown]:
    return [
        TagShown(name=tag.name, definition=tag.definition, options=list(tag.options), kind=tag.kind)
        for tag in taxonomy(name)
    ]
