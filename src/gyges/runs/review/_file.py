"""The review file: proposed edits person by person, with what each is worth; a person decides on them there."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gyges._yaml import parse_yaml
from gyges.corpus import atomic_file
from gyges.errors import InputError
from gyges.records import Document
from gyges.runs.review._proposal import Proposal, ProposedEdit
from gyges.runs.review._words import cost_words, expected_words, protects_words

__all__ = ["Review", "ReviewedDocument", "digest", "read_review", "write_review"]

_AROUND = 40  # characters of context on each side
_HEAD = """\
# Proposed edits, person by person. Set 'accept: false' to keep the original words, or change 'replacement'.
# 'protects' says whom an edit protects from what, 'undoing_costs' what a strong reader would then leave protected.
# Both are estimates. A 'kind' says that without these words the text no longer tells what kind of document it is.
# Then run the same command again: it makes the accepted edits and writes the releases.
"""


class ReviewedEdit(BaseModel):
    """One edit with the decision on it."""

    model_config = ConfigDict(extra="forbid")

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    original: str
    replacement: str
    accept: bool
    context: str = ""
    protects: str = ""
    undoing_costs: str = ""
    kind: str = ""
    reason: str = ""
    type: str = ""
    direct: bool = False


class ReviewedPerson(BaseModel):
    """The edits about one person."""

    model_config = ConfigDict(extra="forbid")

    person: str
    id: str = ""
    edits: list[ReviewedEdit]


class ReviewedDocument(BaseModel):
    """One document, known by the digest of its text."""

    model_config = ConfigDict(extra="forbid")

    id: str
    sha256: str
    rewritten: bool = False
    expected: list[str] = Field(default_factory=list)
    people: list[ReviewedPerson]


class Review(BaseModel):
    """A review file."""

    model_config = ConfigDict(extra="forbid")

    method: str
    documents: list[ReviewedDocument]
    failed: dict[str, str] = Field(default_factory=dict)


def write_review(
    proposals: Iterable[Proposal],
    path: Path,
    *,
    undone: Mapping[str, Collection[int]] | None = None,
    replace: bool = False,
) -> int:
    """Write what a method proposes for each person; return how many edits there are.

    Args:
        proposals: What a method proposes, document by document.
        path: The review file to make.
        undone: Numbers of edits that are undone already, by document.
        replace: Whether a file that is there may go. It may hold somebody's decisions.
    """
    rows: list[dict[str, object]] = []
    failed: dict[str, str] = {}
    methods: set[str] = set()
    count = 0
    for proposal in proposals:
        document = proposal.document
        methods.add(proposal.method)
        if proposal.failed is not None:
            failed[document.id] = proposal.failed
            continue
        count += len(proposal.edits)
        row: dict[str, object] = {"id": document.id, "sha256": digest(document)}
        row |= {"rewritten": True} if proposal.rewritten else {}
        row["expected"] = expected_words(proposal)
        row["people"] = _people(proposal, (undone or {}).get(document.id, ()))
        rows.append(row)
    data = {"method": ", ".join(sorted(methods)), "documents": rows, "failed": failed}
    with atomic_file(path, force=replace, private=True) as stream:
        dumped = yaml.dump(data, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=120)
        stream.write((_HEAD + dumped).encode("utf-8"))
    return count


def _people(proposal: Proposal, undone: Collection[int]) -> list[dict[str, object]]:
    people: dict[str, list[dict[str, object]]] = {}
    for number, one in enumerate(proposal.edits):
        row = _row(one, proposal.document.text, accept=number not in undone)
        people.setdefault(one.edit.person, []).append(row)
    return [{"person": proposal.about(id_), "id": id_, "edits": rows} for id_, rows in people.items()]


def _row(one: ProposedEdit, text: str, *, accept: bool) -> dict[str, object]:
    edit, words = one.edit, one.original
    before, after = text[max(0, edit.start - _AROUND) : edit.start], text[edit.end : edit.end + _AROUND]
    row: dict[str, object] = {"original": words, "replacement": edit.text, "accept": accept}
    row["context"] = " ".join(f"{before}<<{words}>>{after}".split())
    said = {"protects": protects_words(one), "undoing_costs": cost_words(one), "kind": one.kind}
    row |= {name: value for name, value in said.items() if value}
    row |= {name: getattr(edit, name) for name in ("reason", "type", "direct") if getattr(edit, name)}
    return row | {"start": edit.start, "end": edit.end}


def read_review(path: Path) -> Review:
    """Return what a review file says.

    Raises:
        InputError: It cannot be read, or is no review.
    """
    try:
        return Review.model_validate(parse_yaml(path.read_text(encoding="utf-8")))
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


def digest(document: Document) -> str:
    """Return what tells a text from all others."""
    return hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()


def _dumper() -> Any:
    return getattr(yaml, "CSafeDumper", yaml.SafeDumper)
