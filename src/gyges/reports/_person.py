"""One person of an audit: what leaks, what does not, and the words that gave it away."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gyges.records import DecidedBy
from gyges.reports._figures import Figure, Table
from gyges.reports._marks import MarkedPiece, excerpt, find_spans
from gyges.reports._plain import clipped, label, number
from gyges.reports._views import FactResult, SubjectResult, TextPair
from gyges.scoring import is_direct, is_scored, leaked_share, worst_first

__all__ = [
    "FactView",
    "PersonView",
    "Shows",
    "person_view",
    "quotes",
    "ranked",
    "true_words",
    "with_text",
]

_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Shows:
    """What a report may show.

    Attributes:
        text: Texts, quotes, values, names and descriptions; without it figures and counts only.
        original: The original texts beside the released ones.
        people: How many people of each audit at most.
    """

    text: bool = True
    original: bool = False
    people: int = 500


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact that leaks. Values and quotes are empty in a report without texts."""

    tag: str
    direct: bool
    outcome: str
    score: float
    certainty: int | None
    hardness: int | None
    decided_by: str
    truth: str = ""
    guess: str = ""
    evidence: tuple[str, ...] = ()
    cue: str = ""
    found_by: str = ""


@dataclass(frozen=True, slots=True)
class PersonView:
    """One person: what leaks and what does not; `nothing` says why nothing does, where nothing does."""

    rank: int
    anchor: str
    name: str
    document: str
    figure: Figure
    tally: str
    leaking: tuple[FactView, ...]
    kept: tuple[str, ...]
    unscored: tuple[str, ...]
    nothing: str = ""
    again: int = 0
    candidates: Table | None = None
    singled_out: str = ""
    released: tuple[MarkedPiece, ...] = ()
    original: tuple[MarkedPiece, ...] = ()
    not_found: tuple[str, ...] = ()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that leak, each once."""
        return tuple(dict.fromkeys(fact.tag for fact in self.leaking))


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
    """Return a person as a report shows them, without any text yet.

    Args:
        subject: The person in the results.
        rank: Their place, the worst first.
        anchor: Their id in the page.
        document: What their document is called in the report.
        shows: What may be shown.
        candidates: Those one of whom it may be, where nobody can tell, with what was said of them.
    """
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
        leaking=tuple(_fact(fact, shows) for fact in sorted(subject.facts, key=_first) if fact.score),
        kept=tuple(_kept(fact) for fact in subject.facts if fact.score == 0),
        unscored=tuple(label(fact.tag) for fact in subject.facts if fact.score is None),
        nothing=_why_nothing(subject),
        again=len(subject.again),
        candidates=candidates,
    )


def _tally(subject: SubjectResult) -> str:
    scores = [fact.score for fact in subject.facts if fact.score is not None]
    lost = len(subject.facts) - len(scores)
    if not subject.facts:
        return "no facts"
    if subject.candidates and not scores:
        at_least = len(subject.facts) - sum(fact.leaked_at_most for fact in subject.facts)
        return f"undecided, at least {number(at_least)} of {len(subject.facts)}"
    if not scores:
        return f"not scored: 0 of {len(subject.facts)} count as protected"
    return f"{number(len(scores) - sum(scores))} of {len(subject.facts)}{f', {lost} not scored' if lost else ''}"


def _why_nothing(subject: SubjectResult) -> str:
    if not subject.facts:
        return "no fact that counts"
    if subject.candidates:
        return "undecided which of those listed this is"
    if not is_scored(subject):
        return "could not be scored"
    return "not found by this reader" if subject.matched_to is None else "found, but nothing right"


def with_text(person: PersonView, texts: TextPair | None, shows: Shows, singled_out: str) -> PersonView:
    """Return the person with the words that gave them away, where they stand in the released text.

    Args:
        person: The person.
        texts: The texts of their document, None where the report does not have them.
        shows: Whether the original may be shown beside.
        singled_out: Facts that together single the person out.
    """
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


def _fact(fact: FactResult, shows: Shows) -> FactView:
    values = {"truth": fact.truth, "guess": fact.guess or "", "cue": fact.cue or ""}
    return FactView(
        tag=label(fact.tag),
        direct=is_direct(fact.tag),
        outcome="right" if fact.score == 1 else "half right",
        score=fact.score or 0.0,
        certainty=fact.guess_certainty,
        hardness=fact.hardness,
        decided_by=fact.decided_by,
        found_by=fact.found_by or "",
        evidence=tuple(dict.fromkeys(quote for quote in fact.evidence if quote.strip())) if shows.text else (),
        **(values if shows.text else {}),
    )


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
