"""What is asked about every true fact of a release: the words that stand in it for the person, and the fact."""

from collections.abc import Iterator, Mapping, Sequence

from gyges.records import Document, Fact, Release, Subject
from gyges.scoring.alignment._passages import Passages, passages_of
from gyges.scoring.alignment._places import PersonPlace, TokenizedText, page_of, places_of_true

__all__ = ["questions_of"]

_AROUND = 3
"""Words of the release before and after a place that are quoted with it."""
_MOST_PLACES, _MOST_WORDS = 2, 14
_APART = " ... "
_NOWHERE = "-"


def questions_of(document: Document, release: Release, facts: Mapping[str, Sequence[Fact]]) -> list[str]:
    """Return one question for every fact that counts, person by person: can a careful reader of the release tell it?

    Args:
        document: The original with its people.
        release: What was made of it.
        facts: The facts that count, by person.
    """
    return list(_questions(document, release, facts))


def _questions(document: Document, release: Release, facts: Mapping[str, Sequence[Fact]]) -> Iterator[str]:
    page, after = page_of(document.text), page_of(release.text)
    passages = passages_of(document.text, release.text, release.trace)
    forward = Passages(passages.theirs, passages.ours)  # from the original to the release
    for subject in document.subjects or ():
        if not facts.get(subject.id):
            continue
        who = _quoted(_best(subject, page), page, after, forward)
        for fact in facts[subject.id]:
            spans = [PersonPlace(*span, 1.0) for quote in fact.evidence for span in page.find(quote)[:1]]
            told = _quoted(spans[:_MOST_PLACES], page, after, forward)
            yield f"who: {who}\ntold: {told}\n{_kind(fact)}: {fact.value}"


def _kind(fact: Fact) -> str:
    return fact.tag.lower().replace("_", " ")


def _best(subject: Subject, page: TokenizedText) -> list[PersonPlace]:
    """Return the places that say most about where a person stands, in the order of the text."""
    chosen: list[PersonPlace] = []
    for place in sorted(places_of_true(subject, page), key=lambda place: (-place.weight, place.start)):
        if len(chosen) < _MOST_PLACES and all(abs(place.start - one.start) > 2 * _AROUND for one in chosen):
            chosen.append(place)
    return sorted(chosen, key=lambda place: place.start)


def _quoted(places: Sequence[PersonPlace], page: TokenizedText, after: TokenizedText, forward: Passages) -> str:
    """Return the words of the release that stand where places of the original were, with a few around them."""
    quotes = dict.fromkeys(_words(place, page, after, forward) for place in places)
    return _APART.join(quote for quote in quotes if quote) or _NOWHERE


def _words(place: PersonPlace, page: TokenizedText, after: TokenizedText, forward: Passages) -> str:
    start, end = forward.to_original(page.words[place.start][0], page.words[place.end - 1][1])
    first, last = after.words_of(start, min(end, len(after.text)))
    first, last = max(0, first - _AROUND), min(len(after.words), last + _AROUND)
    if first >= last:
        return ""
    last = min(last, first + _MOST_WORDS)
    return " ".join(after.text[after.words[first][0] : after.words[last - 1][1]].split())
