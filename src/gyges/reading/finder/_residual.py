"""What of the direct identifiers of an original can still be read in a release."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from gyges.reading.finder._find import FoundSpan, find_spans
from gyges.reading.finder._occurrences import Occurrences
from gyges.reading.languages.names._suspects import is_ordinary_there
from gyges.reading.lookups import fold, is_english_word, kin, span_words, title
from gyges.reading.plain import plain_text
from gyges.reading.time._dates import months

_NAMES = frozenset(("person", "handle"))
_MAY_BE_NAMES = frozenset(("PERSON", "MISC"))  # what is direct and of no certain kind is most often a name
_KIND_OF_TYPE = {"PERSON": "person", "CODE": "code", "LOC": "place", "ORG": "organisation", "DATETIME": "date"}
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True, order=True)
class Residual:
    """A direct identifier of an original that stands in its release."""

    start: int  # first code point in the release
    end: int  # one past the last code point
    words: str  # what stands there
    kind: str  # one of the finder's kinds
    type: str  # one of TAB's eight entity types


def residuals(
    original: str, released: str, *, known: Collection[tuple[str, str]] = (), written: bool = True
) -> tuple[Residual, ...]:
    """Return the direct identifiers of an original that can still be read in a release, in order, each place once.

    Words count however they are written: case, accents, signs, groups of figures and line breaks aside. Of a name
    each of its words counts, alone and inside an account name; a word that is an ordinary one too ("Will") only where
    the finder takes it for a name in the release.
    """
    seen, shown = plain_text(original), plain_text(released)
    found = _residuals(seen.text, shown.text, known, written=written)
    if not shown.layers:
        return found
    return tuple(replace(one, words=released[one.start : one.end]) for one in shown.placed(found))


def _residuals(
    original: str, released: str, known: Collection[tuple[str, str]], *, written: bool
) -> tuple[Residual, ...]:
    places = Occurrences(released)
    before = find_spans(original)
    found: dict[tuple[int, int], tuple[str, str]] = {}
    doubted: dict[tuple[int, int], tuple[str, str]] = {}
    direct = {words: (_KIND_OF_TYPE.get(type_, "other"), type_) for words, type_ in known}
    direct |= {original[one.start : one.end]: (one.kind, one.type) for one in before if one.direct}
    for words, told in direct.items():
        named = told[1] in _MAY_BE_NAMES
        whole = _without_title(words) if named else words
        for name in (whole, *_parts(words)) if named else ():
            english = is_english_word(name) or fold(name) in months()
            for place in places.of(name):
                ordinary = is_english_word(released[slice(*place)]) or is_ordinary_there(released, *place)
                into = doubted if english or ordinary else found
                into.setdefault(place, told)
        for place in () if named else places.of(whole):
            found.setdefault(place, told)
        for part in _parts(words) if named else ():
            for place in places.within_accounts(fold(part)):
                found.setdefault(place, told)
    here = find_spans(released) if written or doubted else ()
    names = _SpanIndex(one for one in here if one.direct or one.kind in _NAMES)
    found |= {place: told for place, told in doubted.items() if names.meets(*place)}
    if written:
        stood, seen = Occurrences(original), _SpanIndex(one for one in before if one.direct)
        for one in here:
            words = _without_title(released[one.start : one.end])
            if one.direct and any(seen.meets(*place) for place in stood.of(words)):
                found.setdefault((one.start, one.end), (one.kind, one.type))
    return tuple(_apart(Residual(*place, released[slice(*place)], *told) for place, told in found.items()))


def _without_title(words: str) -> str:
    """Return a name without the titles before it: "Ms Ana Reis" still stands where "Ana Reis" does."""
    for match in _WORD.finditer(words):
        if title(match[0]) is None:
            return words[match.start() :]
    return words


def _parts(name: str) -> Iterator[str]:
    """Yield the words of a name of several words that name somebody: no titles, no kin, no words in lower case."""
    words = _WORD.findall(name)
    lower = name.islower()
    for word in words if len(words) > 1 else ():
        if word.lower() in span_words("small_words"):
            continue
        if (lower or word[0].isupper()) and title(word) is None and kin(word.lower()) is None:
            yield word.removesuffix("'s").removesuffix("’s")


class _SpanIndex:
    """Spans in order and apart, which can be asked in logarithmic time what they meet."""

    def __init__(self, spans: Iterable[FoundSpan]) -> None:
        self._spans = list(spans)
        self._ends = [one.end for one in self._spans]

    def meets(self, start: int, end: int) -> bool:
        """Return True if a span shares a character with a place."""
        at = bisect_right(self._ends, start)
        return at < len(self._spans) and self._spans[at].start < end


def _apart(found: Iterable[Residual]) -> Iterator[Residual]:
    """Yield what was found in order, the longest of those that overlap."""
    last: Residual | None = None
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if last is None or one.start >= last.end:
            if last is not None:
                yield last
            last = one
        elif one.end - one.start > last.end - last.start:
            last = one
    if last is not None:
        yield last
