"""A review that was decided on: the accepted edits are made, and the release is checked and estimated again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gyges.errors import IdentifiersLeftError, InputError
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_to_json
from gyges.runs.review._file import OwnEdit, Review, ReviewedDocument, digest, read_review
from gyges.runs.review._proposal import kind_of, overlap, says_kind
from gyges.runs.review._worth import Appraiser, rounded
from gyges.scoring import guarded, residual_identifiers


def with_own_edits(
    document: Document, accepted: Sequence[Edit], own: Iterable[tuple[str, OwnEdit]], path: Path
) -> list[Edit]:
    """Return accepted edits with those of a reviewer's own, which take the place of edits inside their words.

    Words that stand inside a longer edit are gone with it and are left to it.
    """
    made = list(accepted)
    for person, one in sorted(own, key=lambda pair: -len(pair[1].words)):
        said = _Said(one, document, path)
        wanted = [
            Edit(start, start + len(one.words), one.replacement, one.type, one.direct, person, one.reason)
            for start in said.places()
        ]
        free = [edit for edit in wanted if not any(_is_inside(edit, other) for other in made)]
        if not free:
            raise said.wrong("stand inside words that another edit replaces", "change the 'replacement' of that edit")
        for edit in free:
            crossed = [other for other in made if overlap(edit, other)]
            if any(other.start < edit.start or edit.end < other.end for other in crossed):
                raise said.wrong("overlap words that another edit replaces", "write all of the words of both")
            made = [other for other in made if other not in crossed] + [edit]
    return sorted(made)


@dataclass(frozen=True, slots=True)
class _Said:
    """An edit of one's own, and where it was said."""

    edit: OwnEdit
    document: Document
    path: Path

    def places(self) -> list[int]:
        """Return where the words start that are meant."""
        found = list(_places(self.document.text, self.edit.words))
        number = self.edit.number
        if not found:
            raise self.wrong("do not stand in it", "write them as they stand in the original")
        if number is None:
            return found
        if number > len(found):
            raise self.wrong(f"stand in it {len(found)} times", f"give a number up to {len(found)}, or none for all")
        return [found[number - 1]]

    def wrong(self, what: str, remedy: str) -> InputError:
        return InputError(
            f"the review {self.path} has an edit of '{self.edit.words}' for document '{self.document.id}', "
            f"and these words {what}",
            remedy,
        )


def _places(text: str, words: str) -> Iterator[int]:
    start = text.find(words)
    while start >= 0:
        yield start
        start = text.find(words, start + len(words))


def _is_inside(edit: Edit, other: Edit) -> bool:
    """Return True if an edit is a part of another one, and not all of it."""
    within = other.start <= edit.start and edit.end <= other.end
    return within and (edit.start, edit.end) != (other.start, other.end)


def apply_review(documents: Iterable[Document], path: Path, *, strict: bool = False) -> dict[str, Release]:
    """Make the accepted edits of a review file, and those of one's own, and return the releases by document id.

    The trace of each says under ``review`` what a strong reader is expected to leave before and after, what each undone
    edit cost, which direct identifiers came back with it, and whether the text still tells what kind of document it is.
    """
    review = read_review(path)
    reviewed = {row.id: row for row in review.documents}
    return {document.id: _release(document, reviewed.get(document.id), review, path, strict) for document in documents}


@dataclass(frozen=True, slots=True)
class _Decided:
    """The edits of a document, sorted by what was decided."""

    accepted: tuple[Edit, ...]
    undone: tuple[Edit, ...]

    @property
    def all(self) -> list[Edit]:
        return sorted([*self.accepted, *self.undone])

    @property
    def whole(self) -> list[Edit]:
        """As many as can be made together; those undone first, as accepted ones may stand in their place."""
        made: list[Edit] = []
        for edit in self.undone:
            if not made or made[-1].end <= edit.start:
                made.append(edit)
        return made + [edit for edit in self.accepted if not any(overlap(one, edit) for one in made)]


def _release(document: Document, row: ReviewedDocument | None, review: Review, path: Path, strict: bool) -> Release:
    if document.id in review.failed:
        return Release(document.id, "", review.method, {"failed": review.failed[document.id]})
    if row is None or row.sha256 != digest(document):
        what = "does not know" if row is None else "was made of another text of"
        raise InputError(f"the review {path} {what} document '{document.id}'", "make a new review in another file")
    accepted, undone = _decisions(document, row, path)
    return reviewed_release(document, review.method, accepted, undone, rewritten=row.rewritten, strict=strict)


def reviewed_release(
    document: Document,
    method: str,
    accepted: Sequence[Edit],
    undone: Sequence[Edit],
    *,
    rewritten: bool = False,
    strict: bool = False,
) -> Release:
    """Return the release of one document after a review, checked by the guard; its trace as `apply_review` says."""
    decided = _Decided(tuple(sorted(accepted)), tuple(sorted(undone)))
    made = Release(document.id, apply_edits(document.text, decided.accepted), method)
    try:
        checked = guarded(document.text, _knowing(made, decided), strict=strict)
    except IdentifiersLeftError as error:
        return Release(document.id, "", method, {"failed": str(error)})
    trace: dict[str, JsonValue] = {key: checked.trace[key] for key in ("residual", "unread") if key in checked.trace}
    trace["changes" if rewritten else "edits"] = edits_to_json(decided.accepted)  # a word diff is no mask
    trace["review"] = _review(document, decided, made)
    return replace(made, trace=trace)


def _knowing(made: Release, decided: _Decided) -> Release:
    """Return a release for the guard, which is to look for what undone edits would have replaced too."""
    return replace(made, trace={"edits": edits_to_json(decided.all)})


def _decisions(document: Document, row: ReviewedDocument, path: Path) -> tuple[list[Edit], list[Edit]]:
    accepted: list[Edit] = []
    undone: list[Edit] = []
    own: list[tuple[str, OwnEdit]] = []
    for person in row.people:
        for one in person.edits:
            if isinstance(one, OwnEdit):
                own += [(person.id, one)] if one.accept else []
                continue
            if document.text[one.start : one.end] != one.original:
                raise InputError(
                    f"the review {path} says '{one.original}' at {one.start}-{one.end} of document '{document.id}', "
                    "where the text says something else",
                    "change only 'accept' and 'replacement'; an edit of your own has 'words' and 'replacement'",
                )
            edit = Edit(one.start, one.end, one.replacement, one.type, one.direct, person.id, one.reason)
            (accepted if one.accept else undone).append(edit)
    return with_own_edits(document, accepted, own, path), undone


def _review(document: Document, decided: _Decided, made: Release) -> dict[str, JsonValue]:
    """Return what the review did: counts, what is expected now, and what each undone edit cost."""
    appraiser = Appraiser(document)
    now = appraiser.expected(decided.accepted)
    before = appraiser.expected([])
    kind = kind_of(document.text)
    undone: list[JsonValue] = [_undone(document, edit, decided.accepted, appraiser) for edit in decided.undone]
    said: dict[str, JsonValue] = {
        "accepted": len(decided.accepted),
        "rejected": len(decided.undone),
        "strong_before": rounded(before.document) if before is not None else None,
        "strong_after": rounded(now.document) if now is not None else None,
        "undone": undone,
        "brought_back": _brought_back(document, decided, made),
    }
    if kind is not None and not says_kind(made.text, kind):
        said["kind_lost"] = kind.word
    why_not = appraiser.why_not_with(decided.accepted)
    if why_not:
        said["not_estimated"] = why_not
    return said


def _undone(document: Document, edit: Edit, accepted: Sequence[Edit], appraiser: Appraiser) -> dict[str, JsonValue]:
    """Return an undone edit with what it costs beside everything accepted; in the place of what overlaps it."""
    with_it = appraiser.expected(sorted([edit, *(one for one in accepted if not overlap(one, edit))]))
    words = document.text[edit.start : edit.end]
    return {"start": edit.start, "end": edit.end, "original": words, **appraiser.worth(with_it, accepted).to_json()}


def _brought_back(document: Document, decided: _Decided, made: Release) -> list[JsonValue]:
    """Return direct identifiers that stand in the release because edits were undone."""
    if not decided.undone:
        return []
    whole = Release(document.id, apply_edits(document.text, decided.whole), made.method)
    first = Counter(one.words for one in residual_identifiers(document.text, _knowing(whole, decided)))
    then = Counter(one.words for one in residual_identifiers(document.text, _knowing(made, decided)))
    return list(then - first)
