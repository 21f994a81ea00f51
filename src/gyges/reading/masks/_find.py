"""Placeholders: where something was taken out of a text, of which kind, and a text that reads on without it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from gyges.reading.lexicon._load import words
from gyges.reading.masks._context import is_in_words, is_person_here, reads_generalised
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.page._tokens import FILLER, HIDDEN

__all__ = ["Mask", "find_masks", "hide", "shown"]

_KINDS = {label: kind for kind in ("PERSON", "PART", "THING", "BLANK") for label in words(f"masks.{kind.lower()}")}
_BRACKETED, _BLACKED, _LETTERED, _SOMEBODY, _UNSURE = patterns("masks", "bracketed blacked lettered somebody unsure")
_NUMBERED, _LEFT_OUT = patterns("masks", "numbered left_out")
_TAIL = pattern("masks.tail")
_WORD = 40  # letters of a word at most, so that no pattern has to read endless ones
_NAMES = 3  # placeholders in a row that may be one name


@dataclass(frozen=True, slots=True)
class Mask:
    """A placeholder: ``text[start:end]``.

    Attributes:
        start: First code point.
        end: One past the last code point.
        person: Whether it stands for a person.
        key: What tells it from others, such as ``person 1``; empty if nothing does.
        part: The part the person plays, such as ``patient``; empty if the placeholder says none.
    """

    start: int
    end: int
    person: bool
    key: str = ""
    part: str = ""


PersonTest = Callable[[str, int, int], bool]
"""Tells of a text and a blank in it that does not say what it covers whether a person stood there."""


def find_masks(text: str, is_person: PersonTest = is_person_here) -> tuple[Mask, ...]:
    """Return the placeholders of a text, in order, without overlap; there are none in most texts.

    Args:
        text: Any text.
        is_person: What tells of blanks whether they are people; by default English words around them.

    Example:
        >>> [(mask.key, mask.person) for mask in find_masks("[PERSON_2] of [ORG] met ****.")]
        [('person 2', True), ('', False), ('', False)]
    """
    found: list[Mask] = []
    if "[" in text or "<" in text or "{" in text:
        found += _bracketed(text, is_person)
    if "█" in text or "***" in text or "XXX" in text or "___" in text:
        found += _blacked(text, is_person)
    if _LETTERED.search(text):
        found += _lettered(text)
    if is_person is is_in_words:
        found += _elsewhere(text)
    if "somebody" in text and reads_generalised(text):
        found += [Mask(match.start(), match.end(), person=True) for match in _SOMEBODY.finditer(text)]
    return _apart(text, found) if found else ()


def hide(text: str, masks: Sequence[Mask]) -> str:
    """Return a text of the same length in which every placeholder is a word of fillers."""
    parts: list[str] = []
    last = 0
    for mask in masks:
        size = mask.end - mask.start - 1
        parts += [text[last : mask.start], HIDDEN, FILLER * min(size, _WORD), " " * (size - _WORD)]
        last = mask.end
    return "".join([*parts, text[last:]])


def shown(value: str) -> str:
    """Return a value up to the words that hang on something hidden; empty if nothing is left.

    Example:
        >>> shown(f"Head of nursing at {HIDDEN}{FILLER}")
        'Head of nursing'
    """
    if HIDDEN not in value and FILLER not in value:
        return value
    return _TAIL.sub("", value).replace(HIDDEN, "").replace(FILLER, "").strip()


def _bracketed(text: str, is_person: PersonTest) -> Iterator[Mask]:
    for match in _BRACKETED.finditer(text):
        group = next(name for name in "abc" if match[name])
        label, number = match[group].rstrip("_"), (match[group + "n"] or "").strip(" _:#-")
        kind = _KINDS.get(label.upper())
        if kind is None or (kind == "THING" and not label.isupper()) or (group == "b" and label.islower()):
            continue
        start, end = match.span()
        if kind == "THING":
            yield Mask(start, end, person=False)
        elif kind == "BLANK":
            person = is_person(text, start, end)
            yield Mask(start, end, person, f"blank {number}" if person and number else "")
        else:
            part = label.lower() if kind == "PART" else ""
            yield Mask(start, end, True, f"{part or 'person'} {number}".rstrip() if number or part else "", part)


def _blacked(text: str, is_person: PersonTest) -> Iterator[Mask]:
    for match in _BLACKED.finditer(text):
        person = is_person(text, *match.span())
        if person or not _UNSURE.fullmatch(match[0]):
            yield Mask(*match.span(), person)


def _lettered(text: str) -> Iterator[Mask]:
    """Yield labels such as ``Person A``, where at least one of the kind comes twice."""
    found = list(_LETTERED.finditer(text))
    if max(Counter(match[0] for match in found).values(), default=0) > 1:
        yield from (Mask(*match.span(), True, match[0].lower()) for match in found)


def _elsewhere(text: str) -> Iterator[Mask]:
    """Yield what hides people in texts that are not in English, whatever the words around it are."""
    for match in _NUMBERED.finditer(text):
        yield Mask(*match.span(), True, f"person {match['n']}")
    for match in _LEFT_OUT.finditer(text):
        if is_in_words(text, *match.span()):
            yield Mask(*match.span(), True)


def _apart(text: str, found: list[Mask]) -> tuple[Mask, ...]:
    """Return placeholders without overlap; two in a row are the parts of one name."""
    kept: list[Mask] = []
    row = 1
    for mask in sorted(found, key=lambda mask: (mask.start, -mask.end)):
        last = kept[-1] if kept else None
        if last is not None and mask.start < last.end:
            continue
        one = last is not None and last.person and mask.person and not mask.key
        if one and last is not None and text[last.end : mask.start] == " " and row < _NAMES:
            kept[-1] = replace(last, end=mask.end)
            row += 1
        else:
            kept.append(mask)
            row = 1
    return tuple(kept)
