"""Files back into a project: documents, annotations of somebody, releases, sheets, ratings; or a folder of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gyges.corpus import read_documents, read_releases, rows_of_jsonl
from gyges.errors import BadRowError, InputError
from gyges.studio._auth import proper_name
from gyges.studio._kinds import KINDS
from gyges.studio._kinds._annotated import imported_sheets
from gyges.studio._kinds._kind import refuse_errors
from gyges.studio._kinds._rating import RATING, questions
from gyges.studio._project import Project
from gyges.studio._store._sheets import TEAM, Sheet

_KINDS = {kind.name: kind for kind in KINDS}
_FIX = "take the file as it was exported, or mend the line"
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What came of a file."""

    rows: int  # how many rows it held
    new: int  # how many of them were not there yet


class SheetRow(BaseModel):
    """A row of a file of sheets."""

    model_config = ConfigDict(extra="ignore")

    kind: str
    id: str
    set: str | None = None
    author: str = Field(max_length=60, pattern=r"^[^\x00-\x1f:]*$")
    done: bool
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Bringer:
    """Who brings a file, and whether they may only bring what is theirs."""

    name: str
    own: bool

    def bring(self, project: Project, sheets: Iterable[Sheet]) -> int:
        """Save sheets of a file; one's own are finished on the terms of the page, those of others are refused."""
        given = list(sheets)
        if not self.own:
            return project.sheets.bring(given, self.name, over=False)
        for sheet in given:
            if sheet.author not in (self.name, TEAM):
                raise InputError(
                    f"a sheet of '{sheet.author}' is in the file, and you are '{self.name}'",
                    "bring your own sheets, or let whoever runs the studio bring the file by --import",
                )
        new = project.sheets.bring(given, self.name, over=False)
        for sheet in given:  # after all of them: what is agreed on rests on other sheets of the file
            if sheet.done:
                kind = _KINDS[sheet.kind]
                refuse_errors(kind.remarks(project, sheet.item, kind.body.model_validate(sheet.body)))
        return new


class _TakesIn(Protocol):
    def __call__(self, project: Project, rows: Sequence[Row], name: str, who: _Bringer) -> int: ...


def take_in(project: Project, text: str, *, kind: str, name: str, who: str, own: bool = False) -> TakenIn:
    """Take a file in, all of it or nothing."""
    if kind not in TAKEN_IN:
        raise InputError(f"files of the kind '{kind}' cannot be taken in", f"use one of {', '.join(TAKEN_IN)}")
    rows = list(rows_of_jsonl(text, "the file"))
    _refuse_half_characters(rows)
    if not rows:
        raise InputError("the file holds nothing", "take another one")
    with project.database.write():
        new = TAKEN_IN[kind](project, rows, name, _Bringer(who, own))
        project.trail.add(who, "imported", kind, of=text)
    return TakenIn(len(rows), new)


def _refuse_half_characters(rows: Sequence[Row]) -> None:
    for place, row in enumerate(rows, start=1):
        try:
            json.dumps(row, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            raise BadRowError(f"line {place} holds half a character", "save the file as UTF-8") from error


def _documents(project: Project, rows: Sequence[Row], name: str, who: _Bringer) -> int:
    del name
    given = list(read_documents(rows))
    there = {row.id for row in project.texts.rows()} if who.own else set()
    for one in given:
        if one.id in there and (one.subjects is not None or one.mentions is not None):
            raise InputError(
                f"document '{one.id}' is here already, and its annotations would be nobody's",
                "bring them as annotations, under your name",
            )
    return project.add_documents(given, who.name, over=False)


def _annotations(project: Project, rows: Sequence[Row], name: str, who: _Bringer) -> int:
    if not name.strip():
        raise InputError("nobody is named as the author", "say whose annotations these are")
    author = proper_name(name)
    given = list(read_documents(rows))
    project.texts.add_documents((replace(one, subjects=None, mentions=None) for one in given), who.name)
    sheets = (replace(sheet, author=author) for sheet in imported_sheets(given, project.texts.number_of))
    return who.bring(project, sheets)


def _releases(project: Project, rows: Sequence[Row], name: str, who: _Bringer) -> int:
    sets: dict[str, list[Row]] = {}
    for row in rows:
        named = row.get("set")
        sets.setdefault(named if isinstance(named, str) and named else name.strip(), []).append(row)
    if not all(set_ and set_.isprintable() for set_ in sets):
        raise InputError("the set of these releases has no name that can be read", "give it one")
    return sum(project.add_releases(read_releases(held), set_, who.name) for set_, held in sets.items())


def _sheets(project: Project, rows: Sequence[Row], name: str, who: _Bringer) -> int:
    del name
    return who.bring(project, (_sheet(project, row, place) for place, row in enumerate(rows, start=1)))


def _ratings(project: Project, rows: Sequence[Row], name: str, who: _Bringer) -> int:
    del name
    names = [question.name for question in questions().questions]
    sheets = []
    for row in rows:
        answers = {one: row.get(one) for one in names}
        opened = any(answers[one.name] is not None for one in questions().questions if one.part == 2)
        named = {"kind": RATING.name, "id": row.get("id"), "set": row.get("set"), "author": row.get("rater")}
        sheets.append({**named, "done": row.get("done"), "body": {**answers, "opened": opened}})
    return _sheets(project, sheets, "", who)


TAKEN_IN: dict[str, _TakesIn] = {
    "documents": _documents,
    "annotations": _annotations,
    "releases": _releases,
    "sheets": _sheets,
    "ratings": _ratings,
}
"""What files may hold, and how each is taken in."""


def _sheet(project: Project, row: Row, place: int) -> Sheet:
    where = f"line {place}"
    try:
        given = SheetRow.model_validate(row)
        kind = _KINDS.get(given.kind)
        if kind is None:
            raise BadRowError(f"{where}: there is no kind of sheet '{given.kind}'", _FIX)
        if kind.shared == bool(given.author):
            raise BadRowError(f"{where}: a sheet '{kind.name}' of '{given.author}'", _FIX)
        body = kind.body.model_validate(given.body).model_dump(mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        at = ".".join(str(part) for part in first["loc"])
        raise BadRowError(f"{where}: {at}: {first['msg']}", _FIX) from error
    of_set = None if kind.about == "document" else given.set or ""
    number = project.texts.find(given.id, of_set)
    if number is None:
        raise InputError(
            f"{where} is about a text that is not here ('{given.id}')", "take in documents and releases first"
        )
    return Sheet(kind.name, number, given.author, body=body, done=given.done)


def bring_folder(project: Project, folder: Path, who: str) -> dict[str, int]:
    """Take in what `write_folder` wrote: documents, releases, sheets; return how many of each file are new.

    Annotations and ratings are sheets and come with them; a trail tells of another project and stays a file.
    """
    files = [folder / "documents.jsonl", *sorted(folder.glob("releases-*.jsonl")), folder / "sheets.jsonl"]
    new = {}
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path} cannot be read", "name a folder that '--export' wrote") from error
        kind = path.stem.partition("-")[0]
        new[path.name] = take_in(project, text, kind=kind, name=path.stem, who=who).new if text else 0
    return new
