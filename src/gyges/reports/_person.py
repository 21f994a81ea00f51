"""One person of an audit: what leaks, what does not, and the words that gave it away."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from gyges.records import DecidedBy, Tier, taxonomy
from gyges.reports._figures import Figure
from gyges.reports._marks import Piece, excerpt, find_spans
from gyges.reports._plain import clipped, label, number
from gyges.reports._views import FactResult, SubjectResult, TextPair

__all__ = ["FactView", "PersonView", "Shows", "is_direct", "person_view", "quotes", "ranked", "true_words", "with_text"]

_LONGEST_NAME = 120
_TAXONOMIES_OF_FACTS = ("spia", "author")


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
    """One person: what leaks and what does not."""

    rank: int
    anchor: str
    name: str
    document: str
    figure: Figure
    tally: str
    leaking: tuple[FactView, ...]
    kept: tuple[str, ...]
    unscored: tuple[str, ...]
    found: bool = True
    singled_out: str = ""
    released: tuple[Piece, ...] = ()
    original: tuple[Piece, ...] = ()
    not_found: tuple[str, ...] = ()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that leak, each once."""
        return tuple(dict.fromkeys(fact.tag for fact in self.leaking))


def ranked(subjects: Iterable[SubjectResult]) -> list[SubjectResult]:
    """Return people worst first: those whose direct identifiers leak, then by how much leaks, then by its share.

    People about whom nothing could be scored come last; that they come last does not mean that they are safe.
    """
    return sorted(subjects, key=_badness, reverse=True)


@cache
def is_direct(tag: str) -> bool:
    """Whether a tag identifies a person by itself, as a name or a number does."""
    return any(tag in taxonomy(name) and taxonomy(name)[tag].tier is Tier.DIRECT for name in _TAXONOMIES_OF_FACTS)


def _badness(subject: SubjectResult) -> tuple[bool, bool, float, float]:
    scores = [fact.score for fact in subject.facts if fact.score is not None]
    direct = any(fact.score and is_direct(fact.tag) for fact in subject.facts)
    return bool(scores), direct, sum(scores), sum(scores) / len(scores) if scores else 0.0


def person_view(subject: SubjectResult, rank: int, anchor: str, document: str, shows: Shows) -> PersonView:
    """Return a person as a report shows them, without any text yet.

    Args:
        subject: The person in the results.
        rank: Their place, the worst first.
        anchor: Their id in the page.
        document: What their document is called in the report.
        shows: What may be shown.
    """
    scores = [fact.score for fact in subject.facts if fact.score is not None]
    leaked = sum(scores)
    share = Figure(leaked / len(scores), out_of=len(scores)) if scores else Figure()
    name = clipped(subject.description, _LONGEST_NAME) or subject.id
    return PersonView(
        rank=rank,
        anchor=anchor,
        name=name if shows.text else f"Person {rank}",
        document=document,
        figure=share,
        tally=f"{number(leaked)} of {len(scores)}" if scores else "not scored",
        leaking=tuple(_fact(fact, shows) for fact in sorted(subject.facts, key=_first) if fact.score),
        kept=tuple(_kept(fact) for fact in subject.facts if fact.score == 0),
        unscored=tuple(label(fact.tag) for fact in subject.facts if fact.score is None),
        found=subject.matched_to is not None,
    )


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
