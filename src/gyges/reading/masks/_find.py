"""Placeholders: where something was taken out of a text, of which kind, and whether a person stood there."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import Title, kin, title
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.page._tokens import FILLER, HIDDEN

_INSIDE, _PIECE, _NUMBER = patterns("mask_labels", "inside piece number")


def _pieces(*lists: str) -> frozenset[str]:
    """Return the words that labels are made of: ``PHONE_NUMBER`` is ``PHONE`` and ``NUMBER``."""
    return frozenset(piece.upper() for name in lists for label in words(f"masks.{name}") for piece in label.split("_"))


_SAID = _pieces("person", "part", "blank", "beside")
_ALL = _SAID | _pieces("thing", "tool")
_OPENING = _pieces("person", "part", "thing", "blank", "tool")
_REMARKS = _pieces("remark")


def find_labels(text: str) -> Iterator[tuple[int, int]]:
    """Yield where brackets hold nothing but the words of labels of masks and remarks."""
    for match in _INSIDE.finditer(text):
        if _is_label(match["inside"]):
            yield match.span()


def _is_label(inside: str) -> bool:
    """Tell whether all words are those of labels; a place or thing only in capitals, small letters or numbered."""
    number = _NUMBER.search(inside)
    found = _PIECE.findall(inside[: number.start()] if number else inside)
    keys = [piece.upper() for piece in found]
    if len(keys) == 1 and keys[0] in _REMARKS:
        return True
    plain = number is not None or all(piece.isupper() for piece in found) or inside[1:].islower()
    return bool(keys) and keys[0] in _OPENING and all(key in (_ALL if plain else _SAID) for key in keys)


_VERB, _OWNS, _GREETS, _NAMED, _LAST_WORDS = patterns("blanks", "verb owns greets named last_words")
_WORD_BESIDE, _WORD_AFTER, _TURN, _VAGUE, _VAGUEST = patterns("blanks", "word_beside word_after turn vague vaguest")
_TITLE = pattern("blanks.title")
_TITLES = 3
_ENOUGH = 2


def titles_before(text: str, start: int) -> list[tuple[Title, int, int]]:
    """Return the titles that end right before a position, the last one first, and where they stand."""
    found: list[tuple[Title, int, int]] = []
    at = start
    while len(found) < _TITLES and (match := _TITLE.search(text, max(0, at - 18), at)):
        known = title(match[1])
        if known is None or not match[1][0].isupper():
            break
        found.append((known, *match.span(1)))
        at = match.start(1)
        at -= text[at - 1 : at] == "("
    return found


def is_person_here(text: str, start: int, end: int) -> bool:
    """Tell whether a person stood where the text has a blank that does not say what it covers."""
    if titles_before(text, start):
        return True
    if text[start] == "_":  # a form to fill in has such lines too
        return False
    if _OWNS.match(text, end):
        return True
    head = text[max(0, start - 40) : start]
    if _GREETS.search(head) or _NAMED.search(head):
        return True
    opens = not head or head.endswith("\n") or head.rstrip().endswith((".", "]", ",", ";"))
    if (not head or head.endswith("\n")) and _TURN.match(text, end, end + 4):
        return True
    if (opens or head.endswith(" ")) and _VERB.match(text, end, end + 16):
        return True
    words = _LAST_WORDS.search(head)
    last = (words[3] or words[1]) if words is not None else ""
    known = kin(last.lower()) if last else None
    return known is not None and not known.plural


def is_in_words(text: str, start: int, end: int) -> bool:
    """Tell whether a blank may be a person by where it stands, in any language.

    What the words around it say is not asked: rather somebody too many than one left out. Lines that part or are to be
    filled in are nobody.
    """
    if text[start] == "_":
        return bool(_WORD_BESIDE.search(text, max(0, start - 3), start) or _WORD_AFTER.match(text, end))
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[low:start] + text[end : high if high >= 0 else len(text)]
    return text[start] not in "*X" or any(map(str.isalpha, line))


def reads_generalised(text: str) -> bool:
    """Tell whether names became "somebody": the word stands where nobody would write it."""
    if _VAGUEST.search(text):
        return True
    return sum(1 for _, _ in zip(range(_ENOUGH), _VAGUE.finditer(text), strict=False)) >= _ENOUGH


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
    """Return the placeholders of a text, in order, without overlap; there are none in most texts."""
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
    """Return a value up to the words that hang on something hidden; empty if nothing is left."""
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
