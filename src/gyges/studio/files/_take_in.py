"""Files back into a project: documents, annotations of somebody, releases, sheets, ratings."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gyges.corpus import read_documents, read_releases, rows_of_jsonl
from gyges.errors import BadRowError, InputError
from gyges.studio._names import proper_name
from gyges.studio._project import Project
from gyges.studio.kinds import KINDS, RATING, imported_sheets, questions, refuse_errors
from gyges.studio.store import TEAM, Sheet

__all__ = ["TAKEN_IN", "TakenIn", "take_in"]

_KINDS = {kind.name: kind for kind in KINDS}
_FIX = "take the file as it was exported, or mend the line"
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What came of a file.

    Attributes:
        rows: How many rows it held.
        new: How many of them were not there yet.
    """

    rows: int
    new: int


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
    """Take a file in, all of it or nothing.

    Args:
        project: The project.
        text: What stands in the file: JSONL.
        kind: What it holds, one of `TAKEN_IN`.
        name: The author of annotations or the set of releases; rows that name their set keep it.
        who: Who brings it.
        own: Whether they may bring no sheets but their own, as where people sign in; finished ones must hold before
            the guideline then, as on the pages.

    Raises:
        InputError: It does not hold what it should, or a text is not there, or a sheet is somebody else's.
        EditConflictError: A sheet is there and says something else.
        StudioError: A finished sheet of one's own has errors.
    """
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
    find = _Texts(project)
    return who.bring(project, (_sheet(find, row, place) for place, row in enumerate(rows, start=1)))


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


class _Texts:
    """Finds documents and releases by the names files give them."""

    def __init__(self, project: Project) -> None:
        self._documents = {row.id: row.number for row in project.texts.rows()}
        self._releases = {(line.name, line.id): line.number for line in project.texts.release_lines()}

    def number(self, row: SheetRow, about: str) -> int | None:
        if about == "document":
            return self._documents.get(row.id)
        return self._releases.get((row.set or "", row.id))


def _sheet(find: _Texts, row: Row, place: int) -> Sheet:
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
    number = find.number(given, kind.about)
    if number is None:
        raise InputError(
            f"{where} is about a text that is not here ('{given.id}')", "take in documents and releases first"
        )
    return Sheet(kind.name, number, given.author, body=body, done=given.done)
