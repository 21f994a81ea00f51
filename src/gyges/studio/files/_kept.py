"""Sheets, ratings and the trail as rows: texts are named by the ids of their documents, releases by their sets too."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from gyges.studio._project import Project
from gyges.studio._rating_study import given_ratings
from gyges.studio.kinds import KINDS, questions
from gyges.studio.store import digest_of

__all__ = ["kept_ratings", "kept_sheets", "kept_trail", "ratings_csv"]

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_ABOUT = {kind.name: kind.about for kind in KINDS}


def kept_sheets(project: Project) -> Iterator[Mapping[str, object]]:
    """Return every sheet with the digest that the trail has of it."""
    named = _names(project)
    for kind in KINDS:
        for sheet in project.sheets.of_kind(kind.name):
            words = json.dumps(sheet.body, ensure_ascii=False, sort_keys=True)
            yield {
                "kind": kind.name,
                **named[kind.about][sheet.item],
                "author": sheet.author,
                "version": sheet.version,
                "done": sheet.done,
                "saved": sheet.saved,
                "digest": digest_of(words),
                "body": sheet.body,
            }


def kept_ratings(project: Project) -> Iterator[Mapping[str, object]]:
    """Return every rating, finished or not."""
    for rating in given_ratings(project):
        yield {
            "id": rating.document,
            "set": rating.set,
            "method": rating.method,
            "rater": rating.rater,
            **rating.answers,
            "done": rating.done,
            "saved": rating.saved,
        }


def ratings_csv(project: Project) -> Iterator[str]:
    """Return the ratings as lines of a table."""
    names = ("id", "set", "method", "rater", *(question.name for question in questions().questions), "done", "saved")
    line = io.StringIO()
    writer = csv.DictWriter(line, names, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    for row in kept_ratings(project):
        writer.writerow({name: _plain(value) for name, value in row.items()})
    yield line.getvalue()


def _plain(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def kept_trail(project: Project) -> Iterator[Mapping[str, object]]:
    """Return who did what, with the id of the text where it was about one."""
    named = _names(project)
    for row in project.trail.rows():
        about = named.get(_ABOUT.get(row.kind, ""), {})
        yield {**asdict(row), **(about.get(row.item, {}) if row.item is not None else {})}


def _names(project: Project) -> dict[str, dict[int, dict[str, object]]]:
    """Return what files call documents and releases, by their numbers."""
    ids = {row.number: row.id for row in project.texts.rows()}
    return {
        "document": {number: {"id": id_} for number, id_ in ids.items()},
        "release": {line.number: {"id": line.id, "set": line.name} for line in project.texts.release_lines()},
    }
