"""Names where only a name can stand: after greetings and labels, and under letters."""

import re
from collections.abc import Iterator

from gyges.reading._tables import first_name, fold, is_surname, keys_of
from gyges.reading.spans._scan import Scan, Span, is_known, words

__all__ = ["find_signs"]

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ][\w'’.-]*"
_WORD = r"[^\W\d_][\w'’.-]*"
_GREETED = re.compile(
    r"(?:^|[\n>\"“]|[.!?,]\s|\t)[ \t]*(?:[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Hh]iya|[Tt]hanks|[Cc]heers|[Mm]orning|"
    r"[Gg]ood\s(?:morning|afternoon|evening))"
    rf"\s+(?P<who>{_CAPITAL}(?:[ \t]{_CAPITAL}){{0,4}}|[^\W\d_]{{2,20}}(?=[,!]|\s*\n))"
)
_LABELLED = re.compile(
    r"(?:^|[\n|;\t]|\s\s|[.]\s)[ \t>*•-]{0,8}(?P<label>[^\W\d_][^:\n|.]{0,34}?)[ \t]?:[ \t]*"
    rf"(?P<who>{_CAPITAL}(?:,?[ \t]{_CAPITAL}){{0,4}})"
)
_CLOSED = re.compile(
    r"\b(?:regards|sincerely|faithfully|truly|wishes|thanks|cheers|love|respectfully|cordially|best|signed|friend|xx?|"
    r"grüßen|saludos|cordialement|yours)[ \t]*[,.!]?[ \t]*\n+[ \t]*(?:[-–—][ \t]*)?"
    rf"(?P<who>{_WORD}(?:[ \t]{_WORD}){{0,3}})[ \t]*(?=[,(|\n]|$)",
    re.I,
)
_DASHED = re.compile(
    rf"(?:^|\n|[.!?]\s)[ \t]*[-–—]{{1,2}}[ \t]?(?P<who>{_CAPITAL}(?:[ \t]{_CAPITAL}){{0,3}})[ \t]*(?=\n|$)"
)
_SPEAKER = re.compile(rf"(?:^|\n)[ \t]*({_CAPITAL})[ \t]?:[ \t]")
_QUOTED = re.compile(r"(?<=[\w,]\s)[\"“]([A-Z][\w'’-]{1,14}(?:\s[A-Z][\w'’-]{1,14})?)[\"”](?=[\s,;.)])")
_LONGEST_LABEL, _SMALL_NAME = 4, 2  # words


def find_signs(scan: Scan) -> Iterator[Span]:
    """Yield names that are known by where they stand, whatever words they are made of."""
    text, keys = scan.text, keys_of(scan.text)
    forms = [_DASHED] if any(sign in text for sign in ("\n-", "\n–", "\n—", "- ")) else []
    forms += [] if keys.isdisjoint(words("greetings")) else [_GREETED]
    forms += [] if keys.isdisjoint(words("closings")) else [_CLOSED]
    for form in forms:
        yield from (Span(*m.span("who"), "PERSON", True) for m in form.finditer(text) if _somebody(m["who"]))
    if '"' in text or "“" in text:
        yield from (_quoted(match) for match in _QUOTED.finditer(text) if _somebody(match[1]))
    for match in _SPEAKER.finditer(text) if ":" in text else ():
        if first_name(match[1]) is not None and match[1].lower() not in words("who_labels"):
            yield Span(*match.span(1), "PERSON", True)
    for match in _LABELLED.finditer(text) if ":" in text else ():
        if _labels_people(match["label"]) and _somebody(match["who"]):
            yield Span(*match.span("who"), "PERSON", True)


def _quoted(match: re.Match[str]) -> Span:
    """Return a name in quotation marks: somebody's if it is made of names, that of a thing otherwise."""
    named = any(map(_names, match[1].split()))
    return Span(*match.span(1), "PERSON" if named else "MISC", named)


def _somebody(who: str) -> bool:
    """Tell whether words can be a name: a name is among them, or a word English does not have."""
    parts = [part.strip(".,-–—'’") for part in who.split()]
    if parts[0].lower() in words("nobody") or (who.islower() and len(parts) > _SMALL_NAME):
        return False
    return any(_names(part) or not is_known(fold(part)) for part in parts if part)


def _names(word: str) -> bool:
    return first_name(word) is not None or is_surname(word)


def _labels_people(label: str) -> bool:
    parts = [part.strip("()/#.'’").lower() for part in label.replace("/", " ").split()]
    if not 0 < len(parts) <= _LONGEST_LABEL:
        return False
    return parts[-1].removesuffix("'s") in words("who_labels") or parts[0] in words("who_labels")
