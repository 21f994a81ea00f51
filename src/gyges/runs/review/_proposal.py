"""What a method proposes for one document: its edits, whom each protects from what, and what undoing it would cost."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from gyges.errors import InputError
from gyges.reading.finder import find_spans
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_between, edits_from_json
from gyges.runs.review._worth import Appraiser, EditWorth, PersonWorth, rounded

_LINES = 5  # of the opening, blank ones left out
_HEADING = 100  # characters up to which a line is a heading and no sentence
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """The word of a heading that says what a document is."""

    word: str  # in lower case, such as ``statement``
    start: int  # first code point
    end: int  # one past the last code point


def kind_of(text: str) -> DocumentKind | None:
    """Return what the headings at the beginning of a text call it; None where they say nothing of it."""
    return next((found for found in _heading_words(text) if found.word in _kinds()), None)


def says_kind(text: str, kind: DocumentKind) -> bool:
    """Tell whether the headings of a text say that it is of this kind."""
    return any(found.word == kind.word for found in _heading_words(text))


def _heading_words(text: str) -> Iterator[DocumentKind]:
    for number, line in enumerate(_LINE.finditer(text)):
        if number == _LINES:
            return
        if line.end() - line.start() <= _HEADING:
            for word in _WORD.finditer(text, line.start(), line.end()):
                yield DocumentKind(word.group().lower(), word.start(), word.end())


@cache
def _kinds() -> frozenset[str]:
    return frozenset((files(__package__) / "document_kinds.txt").read_text(encoding="utf-8").split())


_NOBODY = "nobody in particular"


@dataclass(frozen=True, slots=True)
class ProposedEdit:
    """One proposed edit."""

    edit: Edit  # the edit
    original: str  # the words it replaces
    worth: EditWorth  # what the release loses where this edit alone is undone
    brings_back: tuple[str, ...] = ()  # direct identifiers that would stand in the text again
    kind: str = ""  # the kind of document that only these words tell, empty where they do not


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a method proposes for one document."""

    document: Document  # the original
    method: str  # who proposes
    edits: tuple[ProposedEdit, ...] = ()  # in the order of the text
    worth: EditWorth = field(default_factory=EditWorth)  # what all edits together are worth: `undone` is the original
    people: tuple[PersonWorth, ...] = ()  # what is expected of each person
    described: Mapping[str, str] = field(default_factory=dict)
    rewritten: bool = False  # whether the method rewrote the text, and these are differences word by word
    truth: str = "rules"  # who said what is true about people: ``annotated`` or ``rules``
    not_estimated: str = ""  # why nothing could be estimated, empty if it could
    failed: str | None = None  # why the document has no release, None if it has

    def about(self, person: str) -> str:
        """Return who a person of an edit is, as the method says."""
        return self.described.get(person, person) or _NOBODY

    def to_json(self) -> dict[str, JsonValue]:
        """Return it as ``review.jsonl`` holds it."""
        if self.failed is not None:
            return {"id": self.document.id, "method": self.method, "failed": self.failed}
        people: list[JsonValue] = [
            {"id": one.id, "person": one.description, "before": rounded(one.before), "after": rounded(one.after)}
            for one in self.people
        ]
        edits: list[JsonValue] = [_row(self, one) for one in self.edits]
        return {
            "id": self.document.id,
            "method": self.method,
            "truth": self.truth,
            "not_estimated": self.not_estimated,
            "before": rounded(self.worth.undone),
            "after": rounded(self.worth.kept),
            "people": people,
            "edits": edits,
        }


def propose(
    documents: Iterable[Document],
    releases: Mapping[str, Release],
    *,
    listener: Callable[[int], None] = lambda done: None,
) -> list[Proposal]:
    """Return what a method proposes for each document, each edit with what it is worth."""
    made: list[Proposal] = []
    for document in documents:
        made.append(_proposal(document, releases[document.id]))
        listener(len(made))
    return made


def edits_of(document: Document, release: Release) -> tuple[list[Edit], bool]:
    """Return the edits that make a release of its original, and whether they are a word diff.

    They are those of the trace; a diff where it tells none, or tells others than were made.
    """
    told = release.trace.get("edits")
    edits = None if told is None else _whole(document.text, release.text, edits_from_json(told))
    return (edits_between(document.text, release.text), True) if edits is None else (edits, False)


def proposed_edits(
    document: Document, accepted: Sequence[Edit], wanted: Iterable[Edit], appraiser: Appraiser
) -> Iterator[ProposedEdit]:
    """Return what edits are worth beside those that are accepted, whether they are among them or not."""
    text = document.text
    known = [(one.start, one.end) for one in find_spans(text) if one.direct]
    kind = kind_of(text)
    kept = appraiser.expected(accepted)
    lost = kind is not None and not says_kind(apply_edits(text, accepted), kind)
    for edit in wanted:
        words = text[edit.start : edit.end]
        back = [text[start:end] for start, end in known if start < edit.end and edit.start < end]
        back = back or [words.strip()] * edit.direct
        tells_kind = kind is not None and lost and edit.start < kind.end and kind.start < edit.end
        without = [one for one in accepted if one != edit and not overlap(one, edit)]
        with_it = kept if edit in accepted else appraiser.expected(sorted([*without, edit]))
        worth = appraiser.worth(with_it, without if edit in accepted else accepted)
        yield ProposedEdit(
            edit, words, worth, tuple(dict.fromkeys(back)), kind.word if kind is not None and tells_kind else ""
        )


def overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits cannot both be made."""
    return one.start < other.end and other.start < one.end


def _proposal(document: Document, release: Release) -> Proposal:
    if "failed" in release.trace:
        return Proposal(document, release.method, failed=str(release.trace["failed"]))
    edits, rewritten = edits_of(document, release)
    appraiser = Appraiser(document)
    return Proposal(
        document,
        release.method,
        tuple(proposed_edits(document, edits, edits, appraiser)),
        appraiser.worth(appraiser.expected(edits), []),
        appraiser.people(edits),
        _descriptions(release),
        rewritten,
        "annotated" if appraiser.annotated else "rules",
        appraiser.why_not_with(edits),
    )


def _whole(original: str, released: str, edits: list[Edit]) -> list[Edit] | None:
    """Return the edits in their order if they make the release, else None."""
    ordered = sorted(edits)
    try:
        return ordered if apply_edits(original, ordered) == released else None
    except InputError:
        return None


def _descriptions(release: Release) -> dict[str, str]:
    people: Any = release.trace.get("people", [])
    return {str(one["id"]): str(one["description"]) for one in people if "id" in one and "description" in one}


def _row(proposal: Proposal, one: ProposedEdit) -> dict[str, JsonValue]:
    edit = one.edit
    return {
        "start": edit.start,
        "end": edit.end,
        "original": one.original,
        "replacement": edit.text,
        "about": proposal.about(edit.person),
        "reason": edit.reason,
        "type": edit.type,
        "direct": edit.direct,
        **one.worth.to_json(),
        "brings_back": list(one.brings_back),
        "kind": one.kind,
    }
