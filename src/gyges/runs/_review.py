"""Human in the loop: proposed edits in a file, person by person; those that were accepted are made."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gyges._yaml import parse_yaml
from gyges.anonymizers import Edit, apply_edits, edits_between, edits_from_json, edits_to_json, guarded
from gyges.corpus import atomic_file
from gyges.errors import IdentifiersLeftError, InputError
from gyges.records import Document, JsonValue, Release

__all__ = ["apply_review", "write_review"]

_AROUND = 40  # characters of context on each side
_NOBODY = "nobody in particular"
_HEAD = """\
# Proposed edits, person by person. Set 'accept: false' to keep the original words, or change 'replacement'.
# Then run the same command again: it makes the accepted edits and writes the releases.
"""


class _ProposedEdit(BaseModel):
    model_config = ConfigDict(extra="forbid")

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    original: str
    replacement: str
    accept: bool
    context: str = ""
    reason: str = ""
    type: str = ""
    direct: bool = False


class _Person(BaseModel):
    model_config = ConfigDict(extra="forbid")

    person: str
    id: str = ""
    edits: list[_ProposedEdit]


class _ReviewedDocument(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str
    sha256: str
    rewritten: bool = False
    people: list[_Person]


class _Review(BaseModel):
    model_config = ConfigDict(extra="forbid")

    method: str
    documents: list[_ReviewedDocument]
    failed: dict[str, str] = Field(default_factory=dict)


def write_review(documents: Iterable[Document], releases: Mapping[str, Release], path: Path) -> int:
    """Write what a method proposes for each person; return how many edits there are.

    Args:
        documents: The originals.
        releases: What the method made of them; a rewrite without edits in its trace is compared word by word.
        path: The review file to make; one that is there is never replaced, for it may hold somebody's decisions.
    """
    rows: list[dict[str, object]] = []
    failed: dict[str, str] = {}
    methods: set[str] = set()
    count = 0
    for document in documents:
        release = releases[document.id]
        methods.add(release.method)
        if "failed" in release.trace:
            failed[document.id] = str(release.trace["failed"])
        else:
            edits = _edits(document, release)
            count += len(edits)
            people = _people(edits, document.text, _descriptions(release))
            rewritten = {} if "edits" in release.trace else {"rewritten": True}
            rows.append({"id": document.id, "sha256": _digest(document), **rewritten, "people": people})
    data = {"method": ", ".join(sorted(methods)), "documents": rows, "failed": failed}
    with atomic_file(path) as stream:
        dumped = yaml.dump(data, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=120)
        stream.write((_HEAD + dumped).encode("utf-8"))
    return count


def apply_review(documents: Iterable[Document], path: Path, *, strict: bool = False) -> dict[str, Release]:
    """Make the accepted edits of a review file and return the releases by document id.

    Args:
        documents: The originals, all of which the review must know.
        path: The review file.
        strict: Whether a release that still holds a direct identifier is a failed one.

    Raises:
        InputError: The file is no review, or one of other texts.
    """
    review = _read(path)
    reviewed = {row.id: row for row in review.documents}
    releases: dict[str, Release] = {}
    for document in documents:
        if document.id in review.failed:
            releases[document.id] = Release(document.id, "", review.method, {"failed": review.failed[document.id]})
            continue
        row = reviewed.get(document.id)
        if row is None or row.sha256 != _digest(document):
            what = "does not know" if row is None else "was made of another text of"
            raise InputError(f"the review {path} {what} document '{document.id}'", "make a new review in another file")
        made = _reviewed(document, row, review.method, path)
        try:
            releases[document.id] = guarded(document.text, made, strict=strict)
        except IdentifiersLeftError as error:
            releases[document.id] = Release(document.id, "", review.method, {"failed": str(error)})
    return releases


def _edits(document: Document, release: Release) -> list[Edit]:
    proposed = release.trace.get("edits")
    return edits_between(document.text, release.text) if proposed is None else edits_from_json(proposed)


def _people(edits: Iterable[Edit], text: str, described: Mapping[str, str]) -> list[dict[str, object]]:
    people: dict[str, list[dict[str, object]]] = {}
    for edit in sorted(edits):
        people.setdefault(edit.person, []).append(_row(edit, text))
    return [{"person": described.get(id_, id_) or _NOBODY, "id": id_, "edits": rows} for id_, rows in people.items()]


def _descriptions(release: Release) -> dict[str, str]:
    people: Any = release.trace.get("people", [])
    return {str(one["id"]): str(one["description"]) for one in people if "id" in one and "description" in one}


def _row(edit: Edit, text: str) -> dict[str, object]:
    before, after = text[max(0, edit.start - _AROUND) : edit.start], text[edit.end : edit.end + _AROUND]
    words = text[edit.start : edit.end]
    row: dict[str, object] = {"original": words, "replacement": edit.text, "accept": True}
    row["context"] = " ".join(f"{before}<<{words}>>{after}".split())
    row |= {name: getattr(edit, name) for name in ("reason", "type", "direct") if getattr(edit, name)}
    return row | {"start": edit.start, "end": edit.end}


def _reviewed(document: Document, row: _ReviewedDocument, method: str, path: Path) -> Release:
    accepted: list[Edit] = []
    rejected = 0
    for person in row.people:
        for one in person.edits:
            if document.text[one.start : one.end] != one.original:
                raise InputError(
                    f"the review {path} says '{one.original}' at {one.start}-{one.end} of document '{document.id}', "
                    "where the text says something else",
                    "change only 'accept' and 'replacement'",
                )
            if one.accept:
                accepted.append(Edit(one.start, one.end, one.replacement, one.type, one.direct, person.id, one.reason))
            rejected += not one.accept
    trace: dict[str, JsonValue] = {
        "changes" if row.rewritten else "edits": edits_to_json(sorted(accepted)),  # a word diff is no mask
        "review": {"accepted": len(accepted), "rejected": rejected},
    }
    return Release(document.id, apply_edits(document.text, accepted), method, trace)


def _read(path: Path) -> _Review:
    try:
        return _Review.model_validate(parse_yaml(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the review {path} cannot be read ({error})", "name another file") from error
    except yaml.YAMLError as error:
        raise InputError(f"the review {path} is no YAML ({error})", "repair it or make a new one") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f"{place} of the review {path} is wrong ({first['msg']})", "repair it or make a new one"
        ) from error


def _digest(document: Document) -> str:
    return hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()


def _dumper() -> Any:
    return getattr(yaml, "CSafeDumper", yaml.SafeDumper)
