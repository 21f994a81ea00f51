"""Spans cut down to whole constituents, so that the sentence around a mask still reads.

A verb, a negation, an article, a preposition or a pronoun is never masked: ``teaches physics`` becomes ``physics``,
``he retired`` nothing, ``in ninth grade`` becomes ``ninth grade``.
"""

import re
from collections.abc import Iterator, Sequence

from gyges.reading._gazetteer import city
from gyges.reading._occupations import is_title
from gyges.reading._tables import first_name, fold, is_surname
from gyges.reading.english import can_be, usual_tag
from gyges.reading.spans._scan import Scan, Span, bare, words

__all__ = ["shape"]

_SHAPED = frozenset(("DEM", "QUANTITY", "DATETIME", "MISC", "ORG", "LOC"))
_NAMED = frozenset(("MISC", "ORG", "LOC"))
_ONE = {
    "PERSON": frozenset((" ",)),
    "DATETIME": frozenset((" ", ", ", ",")),
    "CODE": frozenset((" ", "-")),
    "QUANTITY": frozenset((" ",)),
    "ORG": frozenset((" ",)),
    "LOC": frozenset((" ",)),
}
_AFTER = re.compile(r"[ ](?P<word>[a-z]+|\d+)(?!\w)")
_CAMEL = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")
_MEASURE = re.compile(r"[.:]?\s?\d")
_WHERE = frozenset(("in", "to", "from", "near", "towards"))
_FINITE = frozenset(("VB", "VBZ", "VBP", "VBD", "MD"))
_DETERMINERS = frozenset(("a", "an", "the", "this", "that", "each", "every"))
_ONE_SUBJECT = frozenset(("i", "he", "she", "they", "who"))
_CLITICS = ("'s", "'m", "'re", "'ve", "'d", "'ll")


def shape(scan: Scan, spans: Sequence[Span]) -> list[Span]:
    """Return spans that are whole constituents, in order; those of one type that touch are one.

    Args:
        scan: The text.
        spans: What was found in it, in order and without overlap.
    """
    made: list[Span] = []
    for span in _joined(scan.text, spans):
        made += (_closed(scan.text, part) for part in _parts(scan, span, made[-1] if made else None))
    return made


def _closed(text: str, span: Span) -> Span:
    """Return a span with the mark that closes it: the dot of ``5 a.m.``, the second of two quotation marks."""
    value, after = text[span.start : span.end], text[span.end : span.end + 3]
    dot = value.endswith(("a.m", "p.m")) and after[:2] == ". " and after[2:].islower()
    quote = value.count('"') % 2 == 1 and after[:1] == '"'
    return span._replace(end=span.end + 1) if dot or quote else span


def _joined(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans; those of one type with only a space between them are one."""
    made: list[Span] = []
    for span in spans:
        if made and _is_one(text, made[-1], span):
            kind = made[-1].type if span.type == "MISC" else span.type
            direct = kind in {made[-1].type, span.type} and (made[-1].direct or span.direct) and kind != "ORG"
            made[-1] = Span(made[-1].start, span.end, kind, direct)
        else:
            made.append(span)
    return made


def _is_one(text: str, last: Span, new: Span) -> bool:
    gap = text[last.end : new.start]
    if new.type == "PERSON" and last.type == "DEM" and gap == " ":
        return text[last.start : last.end].lower() in words("orders") and text[last.start].isupper()  # "Sister Assumpta"
    if last.type == "PERSON" and new.type == "ORG" and gap == " ":
        return text[new.start].islower()  # "Nam Bak secondary school"
    if last.type == "MISC" and new.type == "PERSON" and gap == " ":
        return text[last.start].isupper() and text[last.start : last.end].isalpha()  # "Tserendulam Batbold"
    if last.type == "LOC" and new.type == "MISC" and gap == " ":
        return text[new.start : new.end].lower() in words("compass")
    if last.type == "QUANTITY" and new.type == "DATETIME" and gap == " ":
        return text[new.start].islower() and _counts(fold(text[last.start : last.end].rpartition(" ")[2]))
    if last.type == new.type == "PERSON" and not gap:
        return True  # "Tobias" and "_K"
    if last.type != new.type or gap not in _ONE.get(new.type, ()):
        return False
    if new.type == "PERSON":  # no accounts: each is somebody's
        return all(text[span.start : span.end].replace(" ", "").isalpha() for span in (last, new))
    return True


def _parts(scan: Scan, span: Span, last: Span | None) -> Iterator[Span]:
    """Yield what is left of a span."""
    if span.type == "PERSON":
        yield from _somebody(scan, span)
        return
    if span.type not in _SHAPED or span.direct:
        yield span
        return
    first, stop = scan.at(span.start), scan.at(span.end)
    if first >= stop or scan.words[first][0] != span.start:
        yield span
        return
    if span.type == "QUANTITY" and not any(_counts(scan.key(index)) for index in range(first, stop)):
        return  # "Year 4 class": the number went to what stands before it
    follows = last is not None and last.type == "PERSON" and scan.text[last.end : span.start] == " "
    begin, end = _cut(scan, first, stop, span.type, follows=follows)
    if begin >= end:
        return
    if (begin, end) == (first, stop):
        yield span
        return
    start = span.start if begin == first else scan.words[begin][0]
    finish = span.end if end == stop else _end(scan, end - 1)
    yield span._replace(start=start, end=finish)


def _counts(key: str) -> bool:
    number = any(map(str.isdigit, key)) or key.partition("-")[0] in words("number_words")
    return number or key in words("scales") or key in words("vague_numbers") or key in words("few")


def _somebody(scan: Scan, span: Span) -> Iterator[Span]:
    """Yield a name as what it names: a person, a car, a place; nothing where a job only has a number."""
    first, text = scan.at(span.start), scan.text
    key, alone = scan.key(first), " " not in text[span.start : span.end]
    after = _AFTER.match(text, span.end)
    if key in words("cars"):
        yield span._replace(type="MISC", direct=False)
    elif alone and (key in words("feast_months") or key in words("weekdays_short")):
        yield Span(span.start, span.end, "DATETIME")
    elif alone and (scan.key(first - 1) in {"a", "an"} or key in words("brand_names")):
        yield span._replace(type="MISC", direct=False)  # "a Milo tin"
    elif alone and scan.key(first - 1) in words("after_at") and _CAMEL.fullmatch(text, span.start, span.end):
        yield Span(span.start, span.end, "ORG")  # "welcome to HearAid"
    elif not alone and _all_towns(text[span.start : span.end]):
        yield Span(span.start, span.end, "LOC")
    elif alone and (_is_no_name(scan, first) or _is_label(scan, span)):
        return
    elif alone and is_title(key) and not is_surname(key) and first_name(key) is None:
        yield Span(span.start, span.end, "DEM")
    elif alone and after and after["word"][0].isdigit() and is_title(key):
        return  # "Porter 2"
    elif after and after["word"] in words("parts_of_lands") and text[span.start].isupper():
        yield Span(span.start, after.end(), "LOC")
    elif alone and scan.key(first - 1) in _WHERE and city(key) is not None and first_name(key) is None:
        yield Span(span.start, span.end, "LOC")
    else:
        closes = "(" in text[span.start : span.end] and text[span.end : span.end + 1] == ")"
        yield span._replace(end=span.end + 1) if closes and ")" not in text[span.start : span.end] else span


def _all_towns(value: str) -> bool:
    keys = [fold(part) for part in re.findall(r"\w+", value)]
    return all(city(key) is not None and first_name(key) is None for key in keys)


def _is_no_name(scan: Scan, index: int) -> bool:
    """Tell whether a word is a pronoun or a short form in capitals, or the verb of a sentence: ``ME``, ``ID``, ``drew``."""
    start, end, key = scan.words[index]
    if scan.text[start:end].isupper():
        led = scan.key(index - 1) in words("possessive") or scan.key(index - 1) == "the"
        return _is_pronoun(key) or key in words("possessive") or (led and end - start > 1 and key in words("plain_acronyms"))
    after = scan.text[end : end + 1]
    if key in words("measure_labels") and _MEASURE.match(scan.text, end):
        return True  # "Temp. 36.6"
    return not scan.capital(index) and usual_tag(key) == "VBD" and after in {" ", ".", ","} and scan.key(index - 1) == "and"


def _is_label(scan: Scan, span: Span) -> bool:
    """Tell whether a word in capitals only announces what follows: ``NHI: ZBX4417``."""
    value = scan.text[span.start : span.end]
    named = first_name(value) is not None or is_surname(value)
    return value.isupper() and not named and re.match(r":\s*\w*\d", scan.text[span.end : span.end + 12]) is not None


def _end(scan: Scan, index: int) -> int:
    _, end, key = scan.words[index]
    return end - (len(key) - len(bare(key)))


def _cut(scan: Scan, first: int, stop: int, kind: str, *, follows: bool) -> tuple[int, int]:
    """Return the words of a span without those at its edges that are no part of a constituent."""
    while first < stop and _goes(scan, first, stop, kind, follows=follows):
        first, follows = first + 1, False
    end = first
    while end < stop and not _breaks(scan, end, kind):
        end += 1
    while end > first and _trails(scan, end - 1, kind):
        end -= 1
    return first, end


def _goes(scan: Scan, index: int, stop: int, kind: str, *, follows: bool) -> bool:
    """Tell whether a word at the left edge is no part of the constituent."""
    key = scan.key(index)
    if scan.capital(index) and not scan.opens(index) and key not in words("possessive"):
        return False
    if kind in _NAMED and scan.capital(index):
        return False
    if key in words("negations") or key.endswith("n't"):
        return True
    if kind == "DEM":
        return _is_pronoun(key) or key in words("edge_left") or _is_verb(scan, index, stop, follows=follows)
    return key in words("before_nouns") and not (kind == "DATETIME" and _points(scan, index, stop))


def _points(scan: Scan, index: int, stop: int) -> bool:
    """Tell whether a small word says which time is meant: ``this week``, ``a year ago``."""
    key = scan.key(index)
    if key in {"a", "an"}:
        return True
    return key in words("which") and index + 1 < stop and scan.key(index + 1) not in words("articles")


def _is_pronoun(key: str) -> bool:
    plain = next((key[: -len(end)] for end in _CLITICS if key.endswith(end)), key)
    return plain in words("subjects_and_objects")


def _is_verb(scan: Scan, index: int, stop: int, *, follows: bool) -> bool:
    """Tell whether a word that opens a description is the verb of a sentence: ``teaches physics``, ``he retired``."""
    key = scan.key(index)
    before = scan.key(index - 1) if scan.joined(index - 1) else ""
    tag = usual_tag(key)
    if before in words("have_forms") and can_be(key, "VERB") and tag in {"VBN", "VBD"}:
        return True
    subject = follows or _is_subject(before)
    if subject and can_be(key, "VERB") and (tag.startswith("VB") or key.endswith("ed")):
        return True
    if before in _ONE_SUBJECT and can_be(key, "VERB") and not can_be(key, "ADJ"):
        return True  # "I tattoo people"
    if before in words("be_forms") or before in _DETERMINERS or before in words("possessive"):
        return tag == "VBG" and before in words("be_forms") and stop - index > 1 and not can_be(key, "ADJ")
    if tag in _FINITE and (tag == "VBD" or not can_be(key, "NOUN")):
        return not key.endswith("ed") or stop - index > 1
    return subject and can_be(key, "VERB") and not can_be(key, "ADJ") and stop - index > 1


def _is_subject(key: str) -> bool:
    return key in words("subjects")


def _breaks(scan: Scan, index: int, kind: str) -> bool:
    """Tell whether a word inside a span ends the constituent before it."""
    key = scan.key(index)
    if kind in _NAMED:
        return key.endswith("n't")
    return key in words("negations") or key.endswith("n't") or (kind == "DEM" and _is_pronoun(key))


def _trails(scan: Scan, index: int, kind: str) -> bool:
    """Tell whether a word at the right edge is no part of the constituent."""
    key = scan.key(index)
    if scan.capital(index):
        return False
    if kind != "DEM":
        return key in words("before_nouns") and not (kind == "DATETIME" and key == "on")
    finite = usual_tag(key) in _FINITE and not can_be(key, "NOUN") and not can_be(key, "ADJ")
    return key in words("edge_right") or finite
