"""The review file: proposed edits person by person, with what each is worth; a person decides on them there."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, Discriminator, Field, Tag, ValidationError

from gyges._yaml import parse_yaml
from gyges.corpus import atomic_file
from gyges.errors import InputError
from gyges.records import Document
from gyges.runs.review._proposal import Proposal, ProposedEdit
from gyges.scoring import whole_percent

_MOST = 3  # people named one by one


def expected_words(proposal: Proposal) -> list[str]:
    """Return what a strong reader is expected to leave protected before and after: of the document, of each person."""
    if proposal.worth.kept is None:
        return [f"not estimated: {proposal.not_estimated}"]
    rows = [("the document", proposal.worth.undone, proposal.worth.kept)]
    rows += [(one.description, one.before, one.after) for one in proposal.people]
    return [f"{who}: {_percent(before)} before, {_percent(after)} after" for who, before, after in rows]


def protects_words(one: ProposedEdit) -> str:
    """Return whom an edit protects from what, empty where the estimate sees nobody."""
    people = one.worth.people
    named = [f"{loss.description}: {', '.join(map(_spoken, loss.kinds))}" for loss in people[:_MOST]]
    return "; ".join([*named, *([f"and {len(people) - _MOST} more"] if len(people) > _MOST else [])])


def cost_words(one: ProposedEdit) -> str:
    """Return what undoing an edit costs."""
    worth = one.worth
    words = []
    if worth.kept is not None:
        falls = [("the document", worth.kept, worth.undone)]
        falls += [(loss.description, loss.kept, loss.undone) for loss in worth.people[:_MOST]]
        words = [", ".join(f"{who} {_percent(kept)} to {_percent(undone)}" for who, kept, undone in falls)]
    if one.brings_back:
        words.append("brings back direct identifiers: " + ", ".join(f"'{back}'" for back in one.brings_back))
    return "; ".join(words)


def _spoken(tag: str) -> str:
    return tag.lower().replace("_", " ")


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{whole_percent(value)} %"


_AROUND = 40  # characters of context on each side
_HEAD = """\
# Proposed edits, person by person. Set 'accept: false' to keep the original words, or change 'replacement'.
# 'protects' says whom an edit protects from what, 'undoing_costs' what a strong reader would then leave protected.
# Both are estimates. A 'kind' says that without these words the text no longer tells what kind of document it is.
# An edit of your own: add "- words: '...'" and "replacement: '...'" to the edits of a person. It is made wherever the
# words stand in the original, exactly as you write them; "number: 2" means the second place alone.
# Then run the same command again: it makes the accepted edits and writes the releases.
"""


class ReviewedEdit(BaseModel, extra="forbid"):
    """One edit with the decision on it."""

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
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class OwnEdit(BaseModel, extra="forbid"):
    """An edit that the reviewer added: every place of its words in the original, or the one with a number."""

    words: str = Field(min_length=1)
    number: int | None = Field(default=None, ge=1)
    replacement: str
    accept: bool = True
    reason: str = ""
    type: str = ""
    direct: bool = False


def _kind_of_edit(row: object) -> str:
    return "own" if isinstance(row, OwnEdit) or (isinstance(row, Mapping) and "words" in row) else "proposed"


class ReviewedPerson(BaseModel, extra="forbid"):
    """The edits about one person."""

    person: str
    id: str = ""
    edits: list[
        Annotated[
            Annotated[ReviewedEdit, Tag("proposed")] | Annotated[OwnEdit, Tag("own")], Discriminator(_kind_of_edit)
        ]
    ]


class ReviewedDocument(BaseModel, extra="forbid"):
    """One document, known by the digest of its text."""

    id: str
    sha256: str
    rewritten: bool = False
    expected: list[str] = Field(default_factory=list)
    people: list[ReviewedPerson]


class Review(BaseModel, extra="forbid"):
    """A review file."""

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
    """Write what a method proposes for each person; return how many edits there are."""
    made = list(proposals)
    kept = [_document(one, (undone or {}).get(one.document.id, ())) for one in made if one.failed is None]
    review = Review(
        method=", ".join(sorted({one.method for one in made})),
        documents=kept,
        failed={one.document.id: one.failed for one in made if one.failed is not None},
    )
    with atomic_file(path, force=replace, private=True) as stream:
        data = review.model_dump(exclude_defaults=True)
        dumped = yaml.dump(data, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=120)
        stream.write((_HEAD + dumped).encode("utf-8"))
    return sum(len(person.edits) for document in kept for person in document.people)


def _document(proposal: Proposal, undone: Collection[int]) -> ReviewedDocument:
    document = proposal.document
    people: dict[str, list[ReviewedEdit | OwnEdit]] = {}
    for number, one in enumerate(proposal.edits):
        row = _edit(one, document.text, accept=number not in undone)
        people.setdefault(one.edit.person, []).append(row)
    return ReviewedDocument(
        id=document.id,
        sha256=digest(document),
        rewritten=proposal.rewritten,
        expected=expected_words(proposal),
        people=[ReviewedPerson(person=proposal.about(id_), id=id_, edits=rows) for id_, rows in people.items()],
    )


def _edit(one: ProposedEdit, text: str, *, accept: bool) -> ReviewedEdit:
    edit = one.edit
    before, after = text[max(0, edit.start - _AROUND) : edit.start], text[edit.end : edit.end + _AROUND]
    return ReviewedEdit(
        original=one.original,
        replacement=edit.text,
        accept=accept,
        context=" ".join(f"{before}<<{one.original}>>{after}".split()),
        protects=protects_words(one),
        undoing_costs=cost_words(one),
        kind=one.kind,
        reason=edit.reason,
        type=edit.type,
        direct=edit.direct,
        start=edit.start,
        end=edit.end,
    )


def read_review(path: Path) -> Review:
    """Return what a review file says."""
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
