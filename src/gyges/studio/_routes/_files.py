"""Files out of the project and into it. Names come from our own list; no path of this machine is ever taken."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from gyges.errors import UnknownItemError
from gyges.studio._files_in import TAKEN_IN, TakenIn, take_in
from gyges.studio._files_out import project_files
from gyges.studio._routes._context import Asking, Given, InProject, refuse_files_before_finished

router = APIRouter(tags=["files"])
_OF_OTHERS = ("sheets", "annotations-", "spia-", "ratings", "recorded")
FileName = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9._-]{0,120}$")]


class FileListed(BaseModel):
    """A file that can be made; `kind` is what it is taken in as elsewhere, empty where it cannot be."""

    name: str
    words: str
    kind: str


class ToTakeIn(Given):
    """A file somebody chose in the browser."""

    kind: str = Field(pattern=f"^({'|'.join(TAKEN_IN)})$")  # what it holds
    name: str = Field(default="", max_length=60, pattern=r"^[^\x00-\x1f:]*$")
    text: str  # what stands in it


@router.get("/files")
def files(project: InProject) -> list[FileListed]:
    """Return what can be taken out."""
    return [FileListed(name=file.name, words=file.words, kind=file.kind) for file in project_files(project)]


@router.post("/files/{name}", response_class=Response)
def make_file(project: InProject, who: Asking, name: FileName) -> Response:
    """Make one of these files; the trail says that it was taken out."""
    found = next((file for file in project_files(project) if file.name == name), None)
    if found is None:
        raise UnknownItemError(f"there is no file '{name}'", "take one of the list")
    if name.startswith(_OF_OTHERS):
        refuse_files_before_finished(project, who)
    text = "".join(found.lines())
    project.trail.add(who, "exported", found.name, of=text)
    media = "text/csv" if name.endswith(".csv") else "application/x-ndjson"
    return Response(text, media_type=media, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/files")
def bring(project: InProject, name: Asking, request: Request, given: ToTakeIn) -> TakenIn:
    """Take a file in, all of it or nothing; where people sign in, nobody brings the sheets of others."""
    own = request.app.state.sign_ins is not None
    return take_in(project, given.text, kind=given.kind, name=given.name, who=name, own=own)
