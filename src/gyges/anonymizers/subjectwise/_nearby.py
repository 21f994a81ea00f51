"""Who may be who in a long text: people are compared with those who stand near them, not with everybody.

Scoring compares all true people with all found ones, so it would grow with the square of a text that has ever more
people in it. Who is found in a version stands where the original spoke of them, so that those who are at home in
other parts of a long text need not be looked at. A fact that is read from the same words leaks whomever it is given to,
near or far (see `stand`). Who stands nowhere, as words that a model quotes may, is compared with everybody.
"""

from collections import Counter

from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.records import Document, Finding, JsonValue, Release, Subject
from gyges.scoring import ScoredSubject, score_document

__all__ = ["STRETCH", "WHOLE", "score_nearby", "stretches"]

STRETCH = 4000
"""Characters that are near each other: about two pages, more than any document of the bundled corpus has."""

WHOLE = 3 * STRETCH
"""Up to here a text is one neighbourhood: a stretch and its two neighbours."""


def score_nearby(
    original: Document, truth: tuple[Subject, ...], before: Seen, version: Version, seen: Seen
) -> list[ScoredSubject]:
    """Score what an attacker saw in a version against what it saw in the original, in the order of the truth.

    One found person serves one true person of a neighbourhood, and may serve another one in another: then both leak.
    """
    if len(original.text) <= WHOLE:
        edits: list[JsonValue] = [{"start": c.start, "end": c.end, "text": c.new} for c in version.changes]
        release = Release(original.id, version.text, "subjectwise", {"edits": edits})
        document = Document(original.id, original.text, truth)
        return list(score_document(document, seen.finding, release=release).subjects)
    there, here = _homes(seen, version), _homes(before, Version(original.text))
    at: dict[int | None, list[Subject]] = {}
    for person in seen.finding.subjects:
        at.setdefault(there.get(person.id), []).append(person)
    groups: dict[int | None, list[Subject]] = {}
    for person in truth:
        groups.setdefault(here.get(person.id), []).append(person)
    scored: dict[str, ScoredSubject] = {}
    for home, people in groups.items():
        near = sorted(stretch for stretch in at if stretch is not None and (home is None or abs(stretch - home) <= 1))
        found = tuple(person for place in (None, *near) for person in at.get(place, ()))
        text = original.text if home is None else original.text[max(0, home - 1) * STRETCH : (home + 2) * STRETCH]
        document = Document(original.id, text, tuple(people))
        finding = Finding(original.id, seen.finding.attacker, found)
        scored |= {subject.truth.id: subject for subject in score_document(document, finding).subjects}
    return [scored[person.id] for person in truth]


def stretches(start: int, end: int) -> range:
    """Return the stretches of the original that a span lies on."""
    return range(start // STRETCH, max(start, end - 1) // STRETCH + 1)


def _homes(seen: Seen, version: Version) -> dict[str, int]:
    """Return the stretch of the original where each person is spoken of most; who stands nowhere is left out."""
    spans = [
        (person.id, place)
        for person in seen.finding.subjects
        for fact in person.facts
        for place in seen.where(person.id, fact)
    ]
    if seen.reading is not None:
        spans += [(person.id, (m.start, m.end)) for person in seen.reading.people for m in person.mentions]
    counts: dict[str, Counter[int]] = {}
    for id_, (start, end) in spans:
        pieces, rest = version.original(start, end)
        for low, high in (*rest, *((piece.start, piece.end) for piece in pieces)):
            counts.setdefault(id_, Counter()).update(stretches(low, high))
    return {id_: max(count, key=lambda stretch: (count[stretch], -stretch)) for id_, count in counts.items()}
