"""Sheets: looked at and saved the same way, whatever kind they are of."""

from typing import Any, Generic, TypeVar

from fastapi import APIRouter
from pydantic import BaseModel, Field

from gyges.studio._kinds import KINDS
from gyges.studio._kinds._kind import Body, Remark, SheetKind, refuse_errors
from gyges.studio._project import Project
from gyges.studio._routes._context import Asking, Given, InProject, Number
from gyges.studio._store._sheets import TEAM, Sheet

router = APIRouter(prefix="/sheets", tags=["sheets"])
B = TypeVar("B", bound=Body)


class ToSave(Given, Generic[B]):
    """A sheet as it is on the screen, and the version it was made from."""

    seen: int = Field(ge=0, le=2**53 - 1)
    body: B
    done: bool = False


class SheetShown(BaseModel, Generic[B]):
    """A sheet as it is kept, with what the guideline says about it."""

    version: int
    author: str
    body: B | None
    done: bool
    saved: str
    remarks: list[Remark]


def _add(kind: SheetKind) -> None:
    """Add two routes for a kind: look at my sheet, save it."""
    wanted: Any = ToSave[kind.body]  # type: ignore[name-defined]
    shown: Any = SheetShown[kind.body]  # type: ignore[name-defined]

    def look(project: InProject, name: Asking, item: Number) -> Any:
        _require(project, kind, item)
        return shown_sheet(project, kind, project.sheets.get(kind.name, item, TEAM if kind.shared else name))

    def save(project: InProject, name: Asking, item: Number, sheet: wanted) -> Any:
        _require(project, kind, item)
        return save_sheet(project, kind, item, name, sheet)

    path = f"/{kind.name}/{{item}}"
    said = f"Return my sheet of the kind '{kind.name}'."
    router.add_api_route(path, look, name=f"look {kind.name}", description=said, response_model=shown)
    said = "Save it; refused with 409 where somebody saved another version since."
    router.add_api_route(path, save, methods=["PUT"], name=f"save {kind.name}", description=said, response_model=shown)


def _require(project: Project, kind: SheetKind, item: int) -> None:
    """Refuse a sheet about nothing."""
    if kind.about == "document":
        project.texts.document(item)
    else:
        project.texts.release(item)


def save_sheet(project: Project, kind: SheetKind, item: int, name: str, sheet: ToSave[Any]) -> dict[str, Any]:
    """Save what is on somebody's screen, and return it as it is kept."""
    if sheet.done:
        refuse_errors(kind.remarks(project, item, sheet.body))
    kept = project.sheets.save(
        kind.name,
        item,
        TEAM if kind.shared else name,
        who=name,
        seen=sheet.seen,
        body=sheet.body.model_dump(mode="json"),
        done=sheet.done,
    )
    return shown_sheet(project, kind, kept)


def shown_sheet(project: Project, kind: SheetKind, sheet: Sheet) -> dict[str, Any]:
    """Return a sheet with what the guideline says about it."""
    body = kind.body.model_validate(sheet.body) if sheet.body is not None else None
    remarks = kind.remarks(project, sheet.item, body) if body is not None else []
    kept = {name: getattr(sheet, name) for name in ("version", "author", "done", "saved")}
    return {**kept, "body": body, "remarks": remarks}


for known in KINDS:
    if known.by_number:
        _add(known)
