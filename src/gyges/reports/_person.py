"""One person of an audit: what leaks, what does not, and the words that gave it away."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gyges.records import DecidedBy, TextPair
from gyges.reports._figures import Figure, Table
from gyges.reports._marks import MarkedPiece, excerpt, find_spans
from gyges.reports._plain import clipped, label, number
from gyges.scoring import FactResult, SubjectResult, is_direct, is_scored, leaked_share, worst_first

_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Shows:
    """What a report may show."""

    text: bool = True  # texts, quotes, values, names and descriptions; without it figures and counts only
    original: bool = False  # the original texts beside the released ones
    people: int = 500  # how many people of each audit at most


@dataclass(frozen=True, slots=True)
class PersonView:
    """One person: what leaks and what does not; `nothing` says why nothing does, where nothing does."""

    rank: int
    anchor: str
    name: str
    document: str
    figure: Figure
    tally: str
    leaking: tuple[FactResult, ...]
    kept: tuple[str, ...]
    unscored: tuple[str, ...]
    nothing: str = ""
    again: int = 0
    candidates: Table | None = None
    special: tuple[str, ...] = ()
    singled_out: str = ""
    released: tuple[MarkedPiece, ...] = ()
    original: tuple[MarkedPiece, ...] = ()
    not_found: tuple[str, ...] = ()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that leak, each once."""
        return tuple(dict.fromkeys(label(fact.tag) for fact in self.leaking))


def ranked(subjects: Iterable[SubjectResult]) -> list[SubjectResult]:
    """Return people worst first, by the share of their facts that leaked, as the figures count it; then by how many."""
    return sorted(subjects, key=worst_first)


def person_names(subjects: Iterable[SubjectResult], shows: Shows) -> dict[tuple[str, str], str]:
    """Return what people are called in tables, by document and id: numbers by their rank where no text is shown."""
    return {
        (one.document, one.id): (clipped(one.description, _LONGEST_NAME) or one.id) if shows.text else f"Person {rank}"
        for rank, one in enumerate(ranked(subjects), start=1)
    }


def person_view(
    subject: SubjectResult, rank: int, anchor: str, document: str, shows: Shows, candidates: Table | None = None
) -> PersonView:
    """Return a person as a report shows them, without any text yet."""
    share = (
        Figure(1 - leaked_share(subject), out_of=len(subject.facts))
        if is_scored(subject) and subject.facts
        else Figure()
    )
    name = clipped(subject.description, _LONGEST_NAME) or subject.id
    return PersonView(
        rank=rank,
        anchor=anchor,
        name=name if shows.text else f"Person {rank}",
        document=document,
        figure=share,
        tally=_tally(subject),
        leaking=tuple(_shown(fact, shows) for fact in sorted(subject.facts, key=_first) if fact.score),
        kept=tuple(_kept(fact) for fact in subject.facts if fact.score == 0),
        unscored=tuple(label(fact.tag) for fact in subject.facts if fact.score is None),
        nothing=_why_nothing(subject),
        again=len(subject.again),
        candidates=candidates,
        special=tuple(_special(subject, shows)),
    )


def _special(subject: SubjectResult, shows: Shows) -> Iterator[str]:
    """Yield the special categories that are told of a person, with the words where text is shown."""
    told = [(fact.tag, fact.evidence) for fact in subject.special if fact.score]
    for tag, evidence in (*told, *((fact.tag, fact.evidence) for fact in subject.special_told)):
        yield f"{label(tag)} ({' … '.join(evidence)})" if shows.text and evidence else label(tag)


def _tally(subject: SubjectResult) -> str:
    scores = [fact.score for fact in subject.facts if fact.score is not None]
    lost = len(subject.facts) - len(scores)
    if not subject.facts:
        return "no facts"
    if not scores:
        return f"not scored: 0 of {len(subject.facts)} count as protected"
    why = "undecided" if subject.candidates else "not scored"
    return f"{number(len(scores) - sum(scores))} of {len(subject.facts)}{f', {lost} {why}' if lost else ''}"


def _why_nothing(subject: SubjectResult) -> str:
    if not subject.facts:
        return "no fact that counts"
    if subject.candidates:
        unsure = any(fact.score is None for fact in subject.facts)
        return "undecided which of those listed this is" if unsure else "told of nobody listed who this may be"
    if not is_scored(subject):
        return "could not be scored"
    return "not found by this reader" if subject.matched_to is None else "found, but nothing right"


def with_text(person: PersonView, texts: TextPair | None, shows: Shows, singled_out: str) -> PersonView:
    """Return the person with the words that gave them away, where they stand in the released text."""
    said = quotes([person])
    if texts is None:
        return replace(person, singled_out=singled_out)
    spans = find_spans(texts.released, said)
    original = texts.original if shows.original else None
    return replace(
        person,
        singled_out=singled_out,
        released=excerpt(texts.released, spans),
        original=() if original is None else excerpt(original, find_spans(original, true_words(person))),
        not_found=tuple(quote for quote in said if not find_spans(texts.released, [quote])),
    )


def _shown(fact: FactResult, shows: Shows) -> FactResult:
    """Return a fact without values and quotes where no text is shown."""
    if not shows.text:
        return fact.model_copy(update={"truth": "", "guess": None, "evidence": [], "cue": None})
    return fact.model_copy(update={"evidence": list(dict.fromkeys(quote for quote in fact.evidence if quote.strip()))})


def _first(fact: FactResult) -> tuple[bool, float]:
    """Order the facts of a person: direct identifiers first, right guesses before half right ones."""
    return not is_direct(fact.tag), -(fact.score or 0.0)


def _kept(fact: FactResult) -> str:
    guessed = fact.decided_by != DecidedBy.MISSING and fact.guess is not None
    return f"{label(fact.tag)} ({'wrong guess' if guessed else 'no guess'})"


def quotes(group: Iterable[PersonView]) -> list[str]:
    """Return the words that gave people away, each once."""
    return list(dict.fromkeys(quote for person in group for fact in person.leaking for quote in fact.evidence))


def true_words(person: PersonView) -> list[str]:
    """Return what to look for in the original text: the true values, level by level, and the attacker's quotes."""
    values = [level.strip() for fact in person.leaking for level in fact.truth.split(" / ")]
    return [*values, *quotes([person])]
