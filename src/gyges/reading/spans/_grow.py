"""Spans grown by the words that belong to them: titles, initials, room numbers, nationals."""

import re
from collections.abc import Callable

from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import is_surname
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._forms import pattern
from gyges.reading.page._spans import Cue
from gyges.reading.spans._grow_names import grow_name

__all__ = ["grow"]

_LONGEST, _WIDEST_GAP, _SHORT_CODE, _INITIAL_AND_DOT, _SHORT_FORM = 140, 12, 9, 2, 5
_BEFORE_NAMES = (("particle", 6), ("small_particle", 8), ("letters", 12), ("nick", 30))
_TIME_GAPS = frozenset({"at", "to", "-", "–", ",", "and", "until", "till", "(", ") ", ")", "."})


def grow(text: str, spans: list[Cue]) -> list[Cue]:
    """Return spans with the words that belong to them, still in order and without overlap."""
    grown: list[Cue] = []
    for index, span in enumerate(spans):
        floor = grown[-1].end if grown else 0
        limit = spans[index + 1].start if index + 1 < len(spans) else len(text)
        rule = _RULES.get(span.kind)
        new = _whole(text, rule(text, span, floor, limit) if rule else span, floor, limit)
        if grown and _is_one(text, grown[-1], new):
            new = grown.pop()._replace(end=new.end)
        if new.kind == "LOC" and new.direct:  # "Rose Cottage, Nether Wallop"
            for tail in ("stair_tail", "town_tail", "postcode_tail"):
                new = new.moved(new.start, _end(tail, text, new.end, limit))
        grown.append(new)
    return grown


def _before(form: str, text: str, start: int, floor: int, reach: int) -> re.Match[str] | None:
    return pattern(f"grow.{form}").search(text[max(floor, start - reach) : start])


def _end(form: str, text: str, end: int, limit: int) -> int:
    """Return where a form ends that follows right here; here if there is none or something else stands in its way."""
    match = pattern(f"grow.{form}").match(text, end)
    return match.end() if match and match.end() <= limit else end


def _whole(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """Return a span that does not begin or end inside a word."""
    start, end = span.start, span.end
    while start > floor and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < limit and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return span.moved(start, end)


def _person(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """A person with titles, first initials, nickname, last initial and suffix."""
    start, end = _titled(text, span.start, floor), span.end
    for form, reach in _BEFORE_NAMES:
        if match := _before(form, text, start, floor, reach):
            start = _titled(text, start - len(match[0]), floor)
    if text[start].islower() and (match := _before("small_letters", text, start, floor, 6)):
        start -= len(match[0])  # "s. yildirim"
    alone = " " not in text[span.start : end]
    end = _end("suffix", text, end, limit)
    if alone and end == span.end:
        end = _end("initial", text, end, limit)
    if alone and end == span.end and text[start].islower():
        more = _end("small_family", text, end, limit)
        end = more if is_surname(text[end:more].strip()) else end  # "mick hocking,"
    return span._replace(start=start, end=_end("pictures", text, end, limit))  # "mags 🌵"


def _titled(text: str, start: int, floor: int) -> int:
    """Return where the titles before a name begin."""
    first = start
    while start > floor:
        match = _before("title", text, start, floor, 18)
        if match is None:
            match = _before("bracketed_title", text, start, floor, 9)
            if match is None:
                break
        elif "\n" in match[0] or not _is_title(match):
            break
        start -= len(match[0])
    while start < first and text[start] in " (\"“‘'":
        start += 1
    return start


def _is_title(match: re.Match[str]) -> bool:
    """Tell whether a word before a name is a title, or one of another language cut short: ``lek.``."""
    word = match["word"]
    short = "." in match[0] and 1 < len(word) <= _SHORT_FORM and word.isascii() and not is_known(word.lower())
    if not short and title(word) is None and word.lower() not in words("more_titles"):
        return False
    if word[0].isupper() or word in words("small_titles") or word in words("address_titles"):
        return True
    return not (word.isascii() and is_known(word))


def _thing(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """A name of unknown kind: somebody's if letters, a particle or a family stand beside it, else that of a thing."""
    capital = text[span.start].isupper()
    if _before("particle", text, span.start, floor, 8) or (capital and _before("letters", text, span.start, floor, 8)):
        return _person(text, span._replace(kind="PERSON", direct=True), floor, limit)
    family = _end("family", text, span.end, limit)
    if capital and family > span.end:
        return span._replace(end=family, kind="PERSON", direct=True)
    return grow_name(text, span, floor, limit)


def _time(text: str, span: Cue, floor: int, limit: int) -> Cue:
    match = _before("between", text, span.start, floor, 14)
    return span._replace(start=span.start - len(match[0])) if match else span


def _trait(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """What somebody is, with how (``visually handicapped``), of what kind (``dim sum chef``) and with its noun."""
    start, end, value = span.start, span.end, text[span.start : span.end]
    how, kind = _before("how", text, start, floor, 32), _before("of_kind", text, start, floor, 32)
    if how and (how["word"].endswith("ly") or how["word"].lower() in words("degrees")):
        start -= len(how["word"]) + 1
    elif kind and value.islower() and not _is_led(value, kind["kind"]):
        start -= len(kind["kind"])
    head = pattern("grow.next_word").match(text, end)
    thing = head and head["word"] in words("org_nouns") and head["word"] not in words("heads_unsure")
    if thing and value.lower() not in words("degrees"):
        return span._replace(start=start, end=_end("next_word", text, end, limit), kind="ORG")  # "Pentecostal church"
    return span._replace(start=start, end=_end("people", text, end, limit))


def _is_led(trait: str, before: str) -> bool:
    """Tell whether words before a trait do not say of what kind it is, as they do in ``dim sum chef``."""
    return trait in words("kin") or any(word in words("phrase_stops") for word in before.split())  # "ring daughter"


def _code(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """A code with the rest of it (``BX14 KLP``), a number with the word for what it numbers (``room 214``)."""
    value, end = text[span.start : span.end], span.end
    if value.isupper() and len(value) < _SHORT_CODE:
        end = _end("more_code", text, end, limit)
    if end == span.end and value[:1] == "+":
        end = _end("phone_rest", text, end, limit)
    if end > span.end:
        return span._replace(end=end)
    if front := _before("plate_front", text, span.start, floor, 4):
        return span._replace(start=span.start - len(front[0]))  # "HH-ZL 2203"
    label = _before("label", text, span.start, floor, 18)
    if label and label["word"].lower() in words("rooms"):
        return Cue(span.start - len(label[0]), span.end, "LOC")
    return span


_RULES: dict[str, Callable[[str, Cue, int, int], Cue]] = {
    "PERSON": _person,
    "DATETIME": _time,
    "LOC": grow_name,
    "ORG": _thing,
    "MISC": _thing,
    "DEM": _trait,
    "CODE": _code,
}


def _is_one(text: str, last: Cue, new: Cue) -> bool:
    """Tell whether two spans are parts of one name or of one address."""
    gap, capital = text[last.end : new.start], text[new.start].isupper()
    if new.end - last.start > _LONGEST or len(gap) > _WIDEST_GAP:
        return False
    if last.kind == "PERSON":
        if new.kind == "PERSON" and gap in {" ", ". "}:
            return new.end - new.start <= _INITIAL_AND_DOT or title(text[last.start : last.end]) is not None
        if gap == " the " and new.kind in {"PERSON", "MISC"} and capital:
            return True  # "Kenny the Fish"
        if new.kind in {"PERSON", "MISC", "LOC"} and capital and pattern("grow.name_gap").fullmatch(gap):
            return True
        return gap.strip() in words("name_joins") and new.kind in {"PERSON", "MISC", "ORG", "LOC"}
    if last.kind == new.kind == "CODE":
        return pattern("grow.code_gap").fullmatch(gap) is not None  # "1Z 999 AA1"
    if last.kind == new.kind == "DATETIME":
        return "\n" not in gap and gap != ". " and gap.strip() in _TIME_GAPS
    if last.kind != "LOC" or not (last.direct or new.direct) or new.kind in {"PERSON", "ORG", "DEM"}:
        return False
    if new.kind == "DATETIME" and not text[new.start : new.end].isdigit():
        return False
    return pattern("grow.address_gap").fullmatch(gap) is not None
