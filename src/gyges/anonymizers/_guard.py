"""The guard after every method: which direct identifiers still stand in a release."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from gyges.anonymizers._edits import Edit, edits_from_json
from gyges.anonymizers._occurrences import Occurrences
from gyges.anonymizers._same_windows import same_windows
from gyges.anonymizers.identifiers import (
    Around,
    Identifiers,
    direct_identifiers,
    is_date_word,
    is_of_paper,
    is_placed,
    naming_words,
)
from gyges.anonymizers.replacement._person_names import NameWord, is_handle, name_words
from gyges.errors import IdentifiersLeftError
from gyges.reading import foreign_paragraphs, is_ordinary_there, reading_language, why_unread
from gyges.reading.lookups import is_english_word
from gyges.records import JsonValue, Release

__all__ = ["Residual", "guarded", "residual_identifiers"]

_WORD = re.compile(r"\w+")
_CODED = re.compile(r"(?:([^\n]*\d[^\n,]*)[,\n] ?)?((?:[A-Z]{1,2}-)?(\d{5}) [^\d\n]+)")
"""An address with the code before the town: ``Hauptstr. 12``, ``38640 Goslar`` and ``38640`` each tell it."""
_NEAR = 24  # characters in which the next word stands
_SHOWN = 3  # identifiers named in an error
_CASED = re.compile(r"[^\W\d_]{2,}")
_FEWEST_CAPITALS = 0.05
"""Of words, below which a text has hardly any: so have four of 600 invented texts, which write as people chat."""
_FEWEST_WORDS = 10  # of which that can be told
_LOWER_CASE = (
    "the text has hardly any capitals, by which names and addresses are told: more of them may stand here unlisted"
)


@dataclass(frozen=True, slots=True, order=True)
class Residual:
    """A direct identifier of the original that still stands in the release.

    Attributes:
        start: First code point in the release.
        end: One past the last code point.
        words: The identifier as it stands there.
        type: One of TAB's eight entity types, or empty.
        source: ``trace`` if the method itself replaced these words elsewhere, ``scan`` if the embedded engine found it.
    """

    start: int
    end: int
    words: str
    type: str
    source: str


def residual_identifiers(original: str, release: Release) -> tuple[Residual, ...]:
    """Return the direct identifiers of the original that can still be read in a release, in order.

    What the method replaced once and left standing elsewhere is one; so is what can be recognised in the original or
    in the release and stands in both, and a part of a name or an account named after it. A name that the method
    invented stands in no original and is none.
    """
    found: dict[tuple[int, int], Residual] = {}
    released = Occurrences(release.text)
    edits = edits_from_json(release.trace.get("edits", []))
    here = direct_identifiers(release.text, same_windows(original, release.text, edits))
    before = direct_identifiers(original)
    elsewhere = _Elsewhere(release.text, here.others, original, before.others)
    for words, (type_, source) in _known(original, edits, before).items():
        for place in _places(released, words, type_, release.text, elsewhere):
            found.setdefault(place, Residual(*place, release.text[slice(*place)], type_, source))
    stood = _Stood(original, before)
    for one in here.found:
        words = release.text[one.start : one.end]
        if stood.somewhere(_without_title(words) if one.type == "PERSON" else words):
            found.setdefault((one.start, one.end), Residual(one.start, one.end, words, one.type, "scan"))
    return _without_overlap(found.values())


class _Elsewhere:
    """Tells where a word of a name is part of something else: a street, a town, a firm, by either text."""

    def __init__(
        self, text: str, others: Sequence[tuple[int, int]], original: str, before: Sequence[tuple[int, int]]
    ) -> None:
        self._text, self._others = text, Around(others)
        self._original, self._before = original, before

    @cached_property
    def _pairs(self) -> set[tuple[str, str]]:
        said = (self._original[start:end] for start, end in self._before)
        return {pair for words in said for pair in pairwise(_WORD.findall(words))}

    def names(self, start: int, end: int) -> bool:
        """Tell whether the words at a place belong to something longer."""
        if any(span != (start, end) for span in self._others.over(start, end)):
            return True
        word = self._text[start:end]
        before = _WORD.findall(self._text[max(0, start - _NEAR) : start])[-1:]
        after = _WORD.findall(self._text[end : end + _NEAR])[:1]
        if after and self._text[end : end + 1] == " " and after[0][0].isupper() and is_placed(self._text, start, end):
            return True  # "in Hải Phòng"
        return any((one, word) in self._pairs for one in before) or any((word, one) in self._pairs for one in after)


def _known(original: str, edits: Iterable[Edit], before: Identifiers) -> dict[str, tuple[str, str]]:
    """Return the identifiers of the original, each with its type and who knows it."""
    known = {
        original[edit.start : edit.end].strip(): (edit.type, "trace")
        for edit in edits
        if edit.direct and _is_believed(original, edit)
    }
    for one in before.found:
        known.setdefault(original[one.start : one.end], (one.type, "scan"))
    return known


def _is_believed(original: str, edit: Edit) -> bool:
    """Tell whether what a method calls a direct identifier is one: no role or label, no number of a case."""
    words = original[edit.start : edit.end]
    if edit.type == "PERSON":
        return bool(naming_words(words)) or is_handle(words)
    return edit.type != "CODE" or not is_of_paper(original, edit.start)


def _places(
    released: Occurrences, words: str, type_: str, text: str, elsewhere: _Elsewhere
) -> Iterator[tuple[int, int]]:
    """Yield where an identifier stands: of a name each of its words, alone, in a handle, but in no place or firm."""
    if type_ != "PERSON":
        yield from released.of(words)
        coded = _CODED.fullmatch(words) if type_ == "LOC" else None
        for part in filter(None, coded.groups() if coded else ()):
            yield from released.of(part)
        return
    parts = naming_words(words)
    pieces = [words[part.start : part.end] for part in parts if not is_handle(words) and _may_stand_alone(part, words)]
    if len(parts) != 1 or is_handle(words):
        yield from (place for place in released.of(_without_title(words)) if not is_date_word(text, *place))
    for said in dict.fromkeys(pieces):
        for start, end in released.of(said):
            no_name = is_date_word(text, start, end) or is_ordinary_there(text, start, end)
            if not no_name and not elsewhere.names(start, end):
                yield start, end
    for part in parts:
        yield from (place for place in released.within_accounts(part.key) if not is_ordinary_there(text, *place))


def _may_stand_alone(part: NameWord, words: str) -> bool:
    """Tell whether a word of a name names somebody by itself: ordinary words only where they are written like names."""
    return words[part.start].isupper() or not is_english_word(part.key)


class _Stood:
    """Tells whether words stood in the original as an identifier, or at least not as something else."""

    def __init__(self, original: str, before: Identifiers) -> None:
        self._words = Occurrences(original)
        self._found = Around((one.start, one.end) for one in before.found)
        self._others = Around(before.others)
        self._told: dict[str, bool] = {}

    def somewhere(self, words: str) -> bool:
        if words not in self._told:
            self._told[words] = any(
                self._found.meets(*place) or not self._others.over(*place) for place in self._words.of(words)
            )
        return self._told[words]


def guarded(original: str, release: Release, *, strict: bool = False) -> Release:
    """Return the release with its residual identifiers listed in the trace.

    The guard reads what the embedded engine reads, every passage in its language. Of another text it lists what it
    finds, and the trace says under ``unread`` why that is not all there may be. A few words that a method left of a
    passage tell no language any more; what was found in them in the original is looked for all the same. It sees less
    in a text without capitals, which the trace says under ``lower_case``.

    Args:
        original: The text before.
        release: What a method made of it.
        strict: Whether a release with a residual identifier is no release.

    Raises:
        IdentifiersLeftError: There are some or the text cannot be read for them or has no capitals, and `strict` is
            set.
    """
    left = residual_identifiers(original, release)
    unread = why_unread(original) or why_unread(release.text, known=_languages(original))
    small = _LOWER_CASE if _lacks_capitals(original) else ""
    if strict and (why := unread or small):
        raise IdentifiersLeftError(
            f"the release of '{release.id}' cannot be checked for direct identifiers: {why}",
            "have it checked by somebody who reads it, and release it without --strict",
        )
    if left and strict:
        named = ", ".join(f"'{one.words}'" for one in left[:_SHOWN])
        rest = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        raise IdentifiersLeftError(
            f"the release of '{release.id}' still says {named}{rest}", "use another method, or review its edits"
        )
    rows: list[JsonValue] = [
        {"start": one.start, "end": one.end, "words": one.words, "type": one.type, "source": one.source} for one in left
    ]
    notes = {"unread": unread, "lower_case": small}
    said: dict[str, JsonValue] = {name: note for name, note in notes.items() if note}
    return replace(release, trace={**release.trace, "residual": rows, **said})


def _lacks_capitals(text: str) -> bool:
    """Tell whether hardly a word of a text begins with a capital, in a script that has some."""
    first = [word[0] for word in _CASED.findall(text) if word[0].isupper() or word[0].islower()]
    return len(first) >= _FEWEST_WORDS and sum(map(str.isupper, first)) < _FEWEST_CAPITALS * len(first)


def _languages(text: str) -> frozenset[str]:
    """Return the languages that the passages of a text are read in."""
    main = reading_language(text)
    return frozenset((main, *(reading_language(text[low:high]) for low, high in foreign_paragraphs(text, main))))


def _without_title(words: str) -> str:
    """Return a name without the titles before it: "Ms Ana Reis" still stands where "Ana Reis" does."""
    first = next((word.start for word in name_words(words) if word.kind != "title"), 0)
    return words[first:]


def _without_overlap(found: Iterable[Residual]) -> tuple[Residual, ...]:
    """Return residual identifiers in order, the longest of those that overlap: one place counts once."""
    kept: list[Residual] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
            continue
        longest = max(kept[-1], one, key=lambda each: each.end - each.start)
        kept[-1] = replace(longest, source="trace" if "trace" in {kept[-1].source, one.source} else "scan")
    return tuple(kept)
