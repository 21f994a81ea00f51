"""Names where only a name can stand: after greetings and labels, and under letters."""

import re
from collections.abc import Iterator

from gyges.reading.english import is_english_word, usual_tag
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page
from gyges.reading.time._dates import months

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
_HAILED = re.compile(
    r"(?:^|[\n>\"“:\]]|[.!?]\s)[ \t]*(?:[Hh]i|[Hh]ey|[Hh]iya|[Hh]ello|[Yy]o|[Dd]ear)[ \t]"
    r"(?P<who>[a-z]{3,16})(?=[,!]|\s*\n)"
)
_QUOTED_FIRST = re.compile(r"(?:^|[\n.!?]\s?)[\"“](?P<who>[A-Z][a-z]{2,14})[\"”](?=\s(?P<next>[a-z]+))")
_PASSENGER = re.compile(
    r"(?<![\w/])(?P<who>[A-Z][A-Z'-]{1,24}/[A-Z][A-Z -]{0,24}?\s?(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF))(?!\w)"
)
_SMALL_DASH = re.compile(
    r"(?:\n|[.!?…)][ ])[ \t]*[-–—]{1,2}[ \t]?(?P<who>[a-z]{2,12}(?:[ \t][a-z]{1,12})?)[ \t]*(?:x{1,3}[ \t]*)?$"
)
_KISSED = re.compile(r"(?:\n|\bxo(?:xo)?[ ]|\bx{1,3}[ ])[ \t]*(?P<who>[a-z]{3,12})(?:[ \t]+x{1,3})?\s*$")
_WITH_AGE = re.compile(
    r"(?:^|[\n:;])[ \t]*(?P<who>[A-Z][a-zà-öø-ÿ-]{2,20}(?:[ ][A-Z][a-zà-öø-ÿ'’-]{2,20})?)(?=,[ ]\d{1,2}[,;)])"
)
_SPEAKER = re.compile(rf"(?:^|\n)[ \t]*({_CAPITAL})[ \t]?:[ \t]")
_QUOTED = re.compile(
    r"(?<=[\w,]\s)[\"“]([A-Z][\w'’-]{1,14}(?:\s[A-Z][\w'’-]{1,14})?)[\"”](?=[\s,;.)])(?=(?:\s(?P<next>[a-z]+))?)"
)
_VALUE_END = re.compile(r"[ \t]*(?:[\n,;|(]|\.\s|\.?$|\s\s|[ ][A-Z][\w ]{2,16}:)")
_LONGEST_LABEL, _SMALL_NAME = 4, 2  # words
_TAIL = 32  # signs at the end of a text among which a signature stands


def find_signs(page: Page) -> Iterator[Cue]:
    """Yield names that are known by where they stand, whatever words they are made of."""
    text = page.text
    yield from _greeted_and_signed(page)
    for match in _WITH_AGE.finditer(text) if ", " in text else ():
        if fold(match["who"]) not in months() and match["who"].lower() not in words("weekdays"):
            yield Cue(*match.span("who"), "PERSON", True)  # "Bed 7: Guillemot, 19, au pair"
    if "/" in text:
        yield from (Cue(*match.span("who"), "PERSON", True) for match in _PASSENGER.finditer(text))
    if '"' in text or "“" in text:
        yield from _in_quotes(text)
    for match in _SPEAKER.finditer(text) if ":" in text else ():
        once = usual_tag(match[1])[:2] == "NN" and text.count(match[0].strip()) == 1  # "Ward: 7" is a label
        if first_name(match[1]) is not None and match[1].lower() not in words("who_labels") and not once:
            yield Cue(*match.span(1), "PERSON", True)
    for match in _LABELLED.finditer(text) if ":" in text else ():
        if _labels_people(match["label"]) and (_somebody(match["who"]) or _is_whole_value(match)):
            yield Cue(*match.span("who"), "PERSON", True)


def _greeted_and_signed(page: Page) -> Iterator[Cue]:
    """Yield the names letters and messages open and close with."""
    text = page.text
    keys, end = page.keys, text[-_TAIL:]
    greets = not keys.isdisjoint(words("greetings"))
    forms = [_DASHED] if any(sign in text for sign in ("\n-", "\n–", "\n—", "- ")) else []
    forms += [_GREETED] if greets else []
    forms += [] if keys.isdisjoint(words("closings")) else [_CLOSED]
    forms += [_SMALL_DASH] if any(dash in end for dash in "-–—") else []
    for form in forms:
        yield from (Cue(*m.span("who"), "PERSON", True) for m in form.finditer(text) if _somebody(m["who"]))
    for match in _HAILED.finditer(text) if greets else ():
        if match["who"] not in words("endearments") and match["who"] not in words("nobody"):
            yield Cue(*match.span("who"), "PERSON", True)
    kissed = _KISSED.search(text, max(0, len(text) - _TAIL)) if "x" in end else None
    if kissed and "x" in kissed[0].replace(kissed["who"], "") and kissed["who"] not in words("endearments"):
        yield Cue(*kissed.span("who"), "PERSON", True)


def _in_quotes(text: str) -> Iterator[Cue]:
    """Yield names in quotation marks, and words in them that do what people do."""
    for match in _QUOTED_FIRST.finditer(text):
        if _acts(match["next"]):
            yield Cue(*match.span("who"), "PERSON", True)
    for match in _QUOTED.finditer(text):
        if _somebody(match[1]):
            yield _quoted(match)
        elif " " not in match[1] and _acts(match["next"]):
            yield Cue(*match.span(1), "PERSON", True)


def _acts(verb: str | None) -> bool:
    return verb in words("person_verbs") or verb in words("helping_verbs")


def _quoted(match: re.Match[str]) -> Cue:
    """Return a name in quotation marks: somebody's if it is made of names, that of a thing otherwise."""
    plain = " " in match[1] and all(map(is_english_word, match[1].split()))  # "Winter Light" is a title
    named = not plain and any(map(_names, match[1].split()))
    return Cue(*match.span(1), "PERSON" if named else "MISC", named)


def _somebody(who: str) -> bool:
    """Tell whether words can be a name: a name is among them, or a word English does not have."""
    parts = [part.strip(".,-–—'’") for part in who.split()]
    if parts[0].lower() in words("nobody") or (who.islower() and len(parts) > _SMALL_NAME):
        return False
    return any(_names(part) or not is_known(fold(part)) for part in parts if part)


def _is_whole_value(match: re.Match[str]) -> bool:
    """Tell whether one capitalised word is all that a label of people has behind it: ``Interpreter: Lake``."""
    who = match["who"].rstrip(".")
    key = who.lower()
    if " " in who and match["label"].lower().split()[-1] not in words("name_labels"):
        return False
    if any(
        key.split()[0] in words(kind) for kind in ("no_account", "no_bracketed", "nobody", "generic_capitals", "kin")
    ):
        return False
    return _VALUE_END.match(match.string, match.end() - match["who"].endswith(".")) is not None


def _names(word: str) -> bool:
    return first_name(word) is not None or is_surname(word)


def _labels_people(label: str) -> bool:
    parts = [part.strip("()/#.'’").lower() for part in label.replace("/", " ").split()]
    if not 0 < len(parts) <= _LONGEST_LABEL:
        return False
    return parts[-1].removesuffix("'s") in words("who_labels") or parts[0] in words("who_labels")
