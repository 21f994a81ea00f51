"""The people of an audit, worst first, and by document; and those listed who were matched to nobody."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from gyges.records import TextPair
from gyges.reports._figures import AuditView, Table
from gyges.reports._marks import MarkedPiece, cut, find_spans
from gyges.reports._person import PersonView, Shows, person_view, quotes, ranked, true_words, with_text
from gyges.reports._plain import NOTHING, clipped, label
from gyges.scoring import StrangerResult

_LONGEST_NAME = 120


def listed(people: Iterable[StrangerResult], shows: Shows, undecided: Iterable[str] = ()) -> Table | None:
    """Return what was said of listed people, a row a fact; None where there is nobody."""
    maybe = frozenset(undecided)
    rows: list[tuple[str, ...]] = []
    for place, person in enumerate(people, 1):
        name = (clipped(person.description, _LONGEST_NAME) or person.id) if shows.text else f"Listed person {place}"
        name = f"{name} (undecided)" if person.id in maybe else name
        rows += _facts(name, person, shows)
    head = ("The reader wrote", "Given away by") if shows.text else ()
    return Table(("Listed as", "Fact", *head, "Sure"), tuple(rows)) if rows else None


def _facts(name: str, person: StrangerResult, shows: Shows) -> list[tuple[str, ...]]:
    if not person.facts:
        return [(name, "nothing said", *((NOTHING, NOTHING) if shows.text else ()), NOTHING)]
    rows = []
    for place, fact in enumerate(person.facts):
        sure = NOTHING if fact.certainty is None else f"{fact.certainty} of 5"
        said = (fact.guess, " … ".join(dict.fromkeys(fact.evidence)) or NOTHING) if shows.text else ()
        rows.append((name if place == 0 else "", label(fact.tag), *said, sure))
    return rows


_LONGEST_TEXT = 20_000  # of a whole text that is shown
_WHOLE_TEXTS = 3_000_000  # characters of whole texts in one audit; excerpts come on top


@dataclass(frozen=True, slots=True)
class DocumentView:
    """The people of one document, worst first, those matched to nobody, and its whole text where there is room."""

    name: str
    people: tuple[PersonView, ...]
    strangers: Table | None = None
    released: tuple[MarkedPiece, ...] = ()
    original: tuple[MarkedPiece, ...] = ()
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class PeopleView:
    """All that a report says about people."""

    everybody: tuple[PersonView, ...]  # those who are shown, worst first
    documents: tuple[DocumentView, ...]  # the same people by document, the document of the worst first
    total: int  # how many there are
    unscored: int = 0  # how many of them are last because nothing about them could be scored
    strangers: int = 0  # how many listed people were matched to nobody


@dataclass(slots=True)
class _Room:
    """How many characters of whole texts may still be shown."""

    left: int = _WHOLE_TEXTS

    def take(self, texts: Iterable[str]) -> bool:
        wanted = sum(min(len(text), _LONGEST_TEXT) for text in texts)
        if wanted > self.left:
            return False
        self.left -= wanted
        return True


@dataclass(frozen=True, slots=True)
class _Names:
    """What documents are called: by their id, or by a number where ids are not to be shown."""

    numbers: dict[str, int] = field(default_factory=dict)

    def of(self, document: str, shows: Shows) -> str:
        place = self.numbers.setdefault(document, len(self.numbers) + 1)
        return document if shows.text else f"Document {place}"


def people(audit: AuditView, shows: Shows, prefix: str) -> PeopleView:
    """Return the people of an audit as a report shows them."""
    order = ranked(audit.results.subjects)
    names, alone, strangers = _Names(), _singled_out(audit.results.combination), _strangers(audit)
    for subject in audit.results.subjects:
        names.of(subject.document, shows)
    everybody: list[PersonView] = []
    documents: dict[str, list[PersonView]] = {}
    for rank, subject in enumerate(order[: shows.people], 1):
        maybe = [one for one in strangers.get(subject.document, ()) if one.id in subject.candidates]
        person = person_view(
            subject, rank, f"{prefix}-person-{rank}", names.of(subject.document, shows), shows, listed(maybe, shows)
        )
        if shows.text:
            person = with_text(
                person, audit.texts.get(subject.document), shows, alone.get((subject.document, subject.id), "")
            )
        everybody.append(person)
        documents.setdefault(subject.document, []).append(person)
    counts = audit.results.counts
    if len(everybody) == counts["people"]:  # texts in which only strangers were seen
        documents |= {id_: [] for id_ in strangers if id_ not in documents}
    undecided: dict[str, list[str]] = {}
    for subject in order:
        undecided.setdefault(subject.document, []).extend(subject.candidates)
    room = _Room()
    views = tuple(
        _document(
            DocumentView(
                names.of(id_, shows),
                tuple(group),
                listed(strangers.get(id_, ()), shows, undecided.get(id_, ())),
            ),
            audit.texts.get(id_) if shows.text else None,
            shows,
            room,
        )
        for id_, group in documents.items()
    )
    return PeopleView(tuple(everybody), views, counts["people"], counts["unscored"], counts["strangers"])


def _strangers(audit: AuditView) -> dict[str, list[StrangerResult]]:
    found: dict[str, list[StrangerResult]] = {}
    for one in audit.results.strangers:
        found.setdefault(one.document, []).append(one)
    return found


def _document(view: DocumentView, texts: TextPair | None, shows: Shows, room: _Room) -> DocumentView:
    """Return the document with its whole text, where it is to be shown and there is room for it."""
    if texts is None:
        return view
    original = (texts.original or "") if shows.original else ""
    if not room.take((texts.released, original)):
        return replace(view, cut_off=True)
    words = [word for person in view.people for word in true_words(person)]
    return replace(
        view,
        released=cut(texts.released, find_spans(texts.released, quotes(view.people)), end=_LONGEST_TEXT),
        original=cut(original, find_spans(original, words), end=_LONGEST_TEXT),
        cut_off=max(len(texts.released), len(original)) > _LONGEST_TEXT,
    )


def _singled_out(combination: Mapping[str, object] | None) -> dict[tuple[str, str], str]:
    """Return for each person whom a few facts together single out, these facts."""
    rows = (combination or {}).get("people")
    found = {}
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(row.get("facts"), list):
            facts = [
                f"{label(str(f.get('tag', '')))} {f.get('value', '')}" for f in row["facts"] if isinstance(f, dict)
            ]
            found[str(row.get("document")), str(row.get("id"))] = " + ".join(facts)
    return found
