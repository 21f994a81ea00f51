"""What can be taken out of a project: one file a thing, made when it is asked for."""

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeAlias

from gyges._home import private_folder
from gyges.corpus import document_row, release_row, spia_entity_row, spia_people_row, write_together
from gyges.errors import InputError
from gyges.records import Document, escaped_cell
from gyges.studio._kinds import KINDS
from gyges.studio._kinds._annotated import AGREED, annotated, annotators
from gyges.studio._kinds._rating import given_ratings, questions
from gyges.studio._kinds._reading import READING, recorded_rows
from gyges.studio._project import Project
from gyges.studio._reviews import REVIEW, SIGNATURE, audit_rows, reviewed_releases
from gyges.studio._store._database import digest_of, unavailable

_ABOUT = {kind.name: kind.about for kind in KINDS}
_UNSAFE = re.compile(r"[^a-z0-9._-]+")
_LONGEST = 60
Rows: TypeAlias = Iterable[Mapping[str, object]]
Shape: TypeAlias = Callable[[Document], Mapping[str, object]]


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
        writer.writerow({name: escaped_cell(value) if isinstance(value, str) else value for name, value in row.items()})
    yield line.getvalue()


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


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A file that can be made of a project."""

    name: str  # its name: small letters, digits, dots, hyphens and underscores, whatever authors and sets are called
    words: str  # what it holds
    kind: str  # what it is taken in as elsewhere; empty where it cannot be
    lines: Callable[[], Iterator[str]]  # makes its lines


def project_files(project: Project) -> list[ProjectFile]:
    """Return the files that can be made of a project, the most general first."""
    files = [
        _jsonl("documents", "All documents, without annotations", "documents", partial(_documents, project)),
        _jsonl("sheets", "All that people wrote: every sheet of every kind", "sheets", partial(kept_sheets, project)),
    ]
    for author in annotators(project):
        files += _annotations(project, author)
    for name, held in project.texts.release_sets().items():
        words = f"The {held:,} releases '{name}'"
        files.append(_jsonl(f"releases-{_slug(name)}", words, "releases", partial(_releases, project, name)))
    files += _reviewed(project)
    for reader in project.sheets.authors(READING.name):
        words = f"What {reader} found in releases, for --attacker recorded:FILE"
        files.append(_jsonl(f"recorded-{_slug(reader)}", words, "", partial(recorded_rows, project, reader)))
    if project.sheets.heads("rating"):
        files.append(_jsonl("ratings", "All ratings", "ratings", partial(kept_ratings, project)))
        files.append(ProjectFile("ratings.csv", "All ratings, as a table", "", partial(ratings_csv, project)))
    files.append(_jsonl("trail", "Who did what, with digests", "", partial(kept_trail, project)))
    return _named_apart(files)


def _reviewed(project: Project) -> list[ProjectFile]:
    begun = {head.item for kind in (REVIEW, SIGNATURE) for head in project.sheets.heads(kind)}
    sets = sorted({line.name for line in project.texts.release_lines() if line.number in begun})
    files = [
        _jsonl(f"reviewed-{_slug(name)}", f"The releases '{name}' as signed", "", partial(_signed, project, name))
        for name in sets
    ]
    if sets:
        words = "Who did what to which release, with digests of the texts"
        files.append(_jsonl("reviews", words, "", partial(audit_rows, project)))
    return files


def _annotations(project: Project, author: str) -> list[ProjectFile]:
    agreed = author == AGREED
    whose = "agreed annotations" if agreed else f"annotations of {author}"
    slug, annotator = ("agreed", "agreed") if agreed else (_slug(author), author)
    kind = "" if agreed else "annotations"  # what was agreed on goes back with the sheets, decisions and all

    def rows(shape: Shape, needs: str) -> Rows:
        held = annotated(project, author)
        return (shape(document) for document in held if not needs or getattr(document, needs) is not None)

    people, spans = partial(spia_people_row, annotator=annotator), partial(spia_entity_row, annotator=annotator)
    return [
        _jsonl(f"annotations-{slug}", f"Documents with the {whose}", kind, partial(rows, document_row, "")),
        _jsonl(
            f"spia-people-{slug}", f"People of the {whose}, in SPIA's format", kind, partial(rows, people, "subjects")
        ),
        _jsonl(
            f"spia-entities-{slug}", f"Spans of the {whose}, in SPIA's format", kind, partial(rows, spans, "mentions")
        ),
    ]


def _documents(project: Project) -> Rows:
    return (document_row(document) for _, document in project.texts.documents())


def _signed(project: Project, name: str) -> Rows:
    return map(release_row, reviewed_releases(project, name))


def _releases(project: Project, name: str) -> Rows:
    return ({**release_row(row.release), "set": name} for row in project.texts.releases(name))


def _jsonl(name: str, words: str, kind: str, rows: Callable[[], Rows]) -> ProjectFile:
    return ProjectFile(
        f"{name}.jsonl", words, kind, lambda: (json.dumps(row, ensure_ascii=False) + "\n" for row in rows())
    )


def _slug(name: str) -> str:
    return _UNSAFE.sub("_", name.lower())[:_LONGEST].strip("._-") or "unnamed"


def _named_apart(files: list[ProjectFile]) -> list[ProjectFile]:
    """Number files whose names would be the same; a number that another file is called by already is left out."""
    own = {file.name for file in files}
    taken: set[str] = set()
    named = []
    for file in files:
        stem, _, suffix = file.name.rpartition(".")
        numbered = (f"{stem}-{number}.{suffix}" for number in count(2))
        name = file.name if file.name not in taken else next(one for one in numbered if one not in taken | own)
        taken.add(name)
        named.append(replace(file, name=name))
    return named


def write_folder(project: Project, folder: Path, who: str, *, force: bool = False) -> list[Path]:
    """Write everything that can be taken out of a project, all of it or nothing; return the files."""
    try:
        private_folder(folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be made ({error.strerror})", "name a folder you may write to") from error
    try:
        made = {file.name: "".join(file.lines()) for file in project_files(project)}
    except sqlite3.Error as error:
        raise unavailable(error) from error
    write_together({folder / name: text.encode("utf-8") for name, text in made.items()}, force=force, private=True)
    for name, text in made.items():
        project.trail.add(who, "exported", name, of=text)
    return [folder / name for name in made]
