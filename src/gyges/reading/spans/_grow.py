"""Spans grown by the words that belong to them: titles, initials, room numbers, nationals."""

import re
from collections.abc import Callable

from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import either, words
from gyges.reading.lexicon._names import is_surname
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._spans import Cue
from gyges.reading.spans._grow_names import grow_name

__all__ = ["grow"]

_TITLE = re.compile(r"(?<![\w.])(?P<word>[^\W\d_ªº]{1,14})\.?[ªº]?\s?[(\"“‘']?\s?$")
_PICTURES = re.compile(r"\s?[\U0001F1E6-\U0001FAFF\u2600-\u27BF\uFE0F]+")
_SUFFIX = re.compile(
    r",?\s(?:(?:[JjSs]r|JR|SR|MR|MRS|MS|MISS|MSTR|II|III|IV|PhD|MD|RN|LJ|QC|KC|Esq|J)\b\.?|\((?:Mrs?|Ms|Miss|Dr|Prof|[Rr]etd?|[Jj]nr|[Ss]nr)\.?\)"
    r"|(?:ssi|nim|san|sama|kun|chan|ji|bhai|didi|hanım|bey|abla|abi|amca|teyze|hoca|saheb|sahib|garu|apa|aga|aka|eje|baike|khanum|hanum|efendi|usta|sahab|saab|akka|appa|hyung|noona|nuna|"
    r"unnie|oppa|sensei|senpai|ma['’]?am|madam|beta|bhaiya|uncle|aunty|auntie|jan|joon|shifu|laoshi)\b"
    r"|the\s[A-Z][a-z]{2,12}(?=[\s,.;:)\"”’]|$)"
    r"|(?:al|el|an|as|ash|ar|ad|at|az)-[A-Z][\w'’]+"
    r"|(?:twins|boys|girls|family|brothers|sisters|kids|lads|household|couple)\b)"
)
_FAMILY = re.compile(r"\s(?:twins|boys|girls|family|brothers|sisters|kids|lads|household|couple)\b")
_SMALL_FAMILY = re.compile(r"[ ](?P<word>[a-z]{3,20})(?=[ \t]*(?:[,;:)\n]|$))")
_PARTICLE = re.compile(
    r"(?<![\w.])(?:Mac|Mc|Ní|Nic|Uí|Ó|O|Van|Von|Al|El|Bin|Ap|Di|Da|Le|La|Du|Ter|Abu|Ibn|Umm|Nana|Sri|v\.d\.)\s$"
)
_SMALL_PARTICLE = re.compile(
    r"(?<![\w.])(?:"
    f"{either('grow.small_particle')}"
    r"\s){1,2}$"
)
_BRACKETED_TITLE = re.compile(r"\((?:[Rr]etd?|[Rr]et['’]d|Mrs?|Ms|Miss|Dr)\.?\)\s$")
_NAME_GAP = re.compile(
    r"\s(?:(?:de|la|los|las|del|di|da|do|dos|das|van|von|der|den|zu|v\.|d\.|y|e|i|bin|binti|ibn|al|el|ap|ab|af|av)\s){1,3}"
    r"|,?\s\(?(?:née?|born|geb\.?|geborene|z\sdomu|épouse|ép\.|veuve|formerly|roz\.|rođ\.)\s"
)
_LETTERS = re.compile(r"(?<![\w.])(?:[A-Z]\.\s?-?){1,3}$")
_SMALL_LETTERS = re.compile(r"(?<![\w.])(?:[a-hj-z]\.\s?){1,2}$")
_NICK = re.compile(r"[\"“][^\"“”\n]{1,24}[\"”]\s$|(?<=[\"“])(?:[A-Z]\w{1,10}\s){1,2}$")
_INITIAL = re.compile(r"\s(?![aAiI]\b)[^\W\d_](?:\.|(?=[\s,;:)]|$))(?!\w)")
_MORE_CODE = re.compile(r"(?:\s(?=[A-Z\d]*\d)[A-Z\d]{1,6}\b|(?<=\d)\s[A-Z]{2,3}\b){1,3}")
_PHONE_REST = re.compile(r"(?:[ -]\d{2,4}){1,3}(?!\w)")
_BETWEEN = re.compile(r"(?<!\w)Between\s(?:the\s)?$")
_PEOPLE = re.compile(r"\s(?:nationals?|citizens?|origin|descent|extraction|community|speaker)\b")
_NEXT_WORD = re.compile(r"\s(?P<word>[a-z]{3,14})(?![\w-])")
_HOW = re.compile(r"(?<![\w-])(?P<word>[a-z-]{3,16})\s$")
_KIND = re.compile(r"(?:\b(?:an?|as)\s|[,(;]\s?)(?P<kind>(?:[a-z-]{3,14}\s){1,2})$")
_LABEL = re.compile(r"(?<!\w)(?P<word>[^\W\d_]+)\s(?:(?:no|nr)\.?\s|#)?$", re.I)
_ADDRESS_GAP = re.compile(
    r"[ \t,;.]{0,3}(?:(?!and\b|to\b|is\b|in\b|on\b|of\b|at\b|my\b|the\b)[A-Za-zº°ª]{1,4}\.?,?[ \t]{0,3})?"
)
_TOWN_TAIL = re.compile(
    r",\s(?!"
    f"{either('grow.town_tail')}"
    r"\b)[A-Z][a-z]{2,}(?:[ -][A-Z][a-z]+){0,2}(?=[,.;)\n]|$)"
)
_STAIR_TAIL = re.compile(
    r",\s(?:scala|escalera|esc|staircase|stair|bloc|block|bât|trappa|porta|lépcső)\.?\s[A-Z\d]{1,3}(?!\w)"
)
_POSTCODE_TAIL = re.compile(r"[ ,-]{1,3}\d{3}[ ]\d{2,3}(?![\d.,:/%])")
_PLATE_FRONT = re.compile(r"(?<![\w-])[A-Z]{1,3}-$")
_CODE_GAP = re.compile(r"[ -]?[A-Z]{0,2}\d{1,5}[ -]?")
_LONGEST, _WIDEST_GAP, _SHORT_CODE, _INITIAL_AND_DOT, _SHORT_FORM = 140, 12, 9, 2, 5


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
        grown.append(_with_tail(text, new, limit) if new.kind == "LOC" and new.direct else new)
    return grown


def _with_tail(text: str, span: Cue, limit: int) -> Cue:
    """Return an address with the town or the parted postcode that closes it: ``Rose Cottage, Nether Wallop``."""
    end = span.end
    for form in (_STAIR_TAIL, _TOWN_TAIL, _POSTCODE_TAIL):
        match = form.match(text, end)
        if match and match.end() <= limit:
            end = match.end()
    return span._replace(end=end)


def _whole(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """Return a span that does not begin or end inside a word."""
    start, end = span.start, span.end
    while start > floor and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < limit and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return span if (start, end) == (span.start, span.end) else span._replace(start=start, end=end)


def _person(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """A person with titles, first initials, nickname, last initial and suffix."""
    start, end = _titled(text, span.start, floor), span.end
    for form, reach in ((_PARTICLE, 6), (_SMALL_PARTICLE, 8), (_LETTERS, 12), (_NICK, 30)):
        if match := form.search(text[max(floor, start - reach) : start]):
            start = _titled(text, start - len(match[0]), floor)
    if text[start].islower() and (match := _SMALL_LETTERS.search(text[max(floor, start - 6) : start])):
        start -= len(match[0])  # "s. yildirim"
    tail = _SUFFIX.match(text, end) or (_INITIAL.match(text, end) if " " not in text[span.start : end] else None)
    if tail and tail.end() <= limit:
        end = tail.end()
    elif text[start].islower() and " " not in text[span.start : end]:
        more = _SMALL_FAMILY.match(text, end)
        end = more.end() if more and more.end() <= limit and is_surname(more["word"]) else end  # "mick hocking,"
    pictures = _PICTURES.match(text, end)  # "mags 🌵"
    return span._replace(start=start, end=pictures.end() if pictures and pictures.end() <= limit else end)


def _titled(text: str, start: int, floor: int) -> int:
    """Return where the titles before a name begin."""
    first = start
    while start > floor:
        match = _TITLE.search(text[max(floor, start - 18) : start])
        if match is None or "\n" in match[0]:
            bracket = _BRACKETED_TITLE.search(text[max(floor, start - 9) : start]) if match is None else None
            if bracket is None:
                break
            start -= len(bracket[0])
            continue
        known = title(match["word"]) is not None or match["word"].lower() in words("more_titles")
        if not known and not _is_short_form(match):
            break
        small = (
            match["word"] in words("small_titles")
            or match["word"] in words("address_titles")
            or not (match["word"].isascii() and is_known(match["word"]))
        )
        if match["word"][0].islower() and not small:
            break
        start -= len(match[0])
    while start < first and text[start] in " (\"“‘'":
        start += 1
    return start


def _is_short_form(match: re.Match[str]) -> bool:
    """Tell whether a word before a name is a title of another language, cut short: ``lek.``."""
    word = match["word"]
    return "." in match[0] and 1 < len(word) <= _SHORT_FORM and word.isascii() and not is_known(word.lower())


def _thing(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """A name of unknown kind: somebody's if letters, a particle or a family stand beside it, else that of a thing."""
    left = text[max(floor, span.start - 8) : span.start]
    if _PARTICLE.search(left) or (_LETTERS.search(left) and text[span.start].isupper()):
        return _person(text, span._replace(kind="PERSON", direct=True), floor, limit)
    family = _FAMILY.match(text, span.end)
    if family and family.end() <= limit and text[span.start].isupper():
        return span._replace(end=family.end(), kind="PERSON", direct=True)
    return grow_name(text, span, floor, limit)


def _time(text: str, span: Cue, floor: int, limit: int) -> Cue:
    match = _BETWEEN.search(text[max(floor, span.start - 14) : span.start])
    return span._replace(start=span.start - len(match[0])) if match else span


def _trait(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """What somebody is, with how (``visually handicapped``), of what kind (``dim sum chef``) and with its noun."""
    start, end = span.start, span.end
    left = text[max(floor, start - 32) : start]
    how, kind = _HOW.search(left), _KIND.search(left)
    if how and (how["word"].endswith("ly") or how["word"].lower() in words("degrees")):
        start -= len(how["word"]) + 1
    elif kind and text[start:end].islower() and not _is_led(text[start:end], kind["kind"]):
        start -= len(kind["kind"])
    match = _PEOPLE.match(text, end)
    head = _NEXT_WORD.match(text, end)
    thing = head and head["word"] in words("org_nouns") and head["word"] not in words("heads_unsure")
    if head and thing and text[span.start : end].lower() not in words("degrees"):
        match, span = head, span._replace(kind="ORG")  # "Pentecostal church"
    return span._replace(start=start, end=match.end() if match and match.end() <= limit else end)


def _is_led(trait: str, before: str) -> bool:
    """Tell whether words before a trait do not say of what kind it is, as they do in ``dim sum chef``."""
    return trait in words("kin") or any(word in words("phrase_stops") for word in before.split())  # "ring daughter"


def _code(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """A code with the rest of it (``BX14 KLP``), a number with the word for what it numbers (``room 214``)."""
    value = text[span.start : span.end]
    more = _MORE_CODE.match(text, span.end) if value.isupper() and len(value) < _SHORT_CODE else None
    if more is None and value[:1] == "+":
        more = _PHONE_REST.match(text, span.end)
    if more and more.end() <= limit:
        return span._replace(end=more.end())
    front = _PLATE_FRONT.search(text[max(floor, span.start - 4) : span.start])
    if front:
        return span._replace(start=span.start - len(front[0]))  # "HH-ZL 2203"
    match = _LABEL.search(text[max(floor, span.start - 18) : span.start])
    if match and match["word"].lower() in words("rooms"):
        return Cue(span.start - len(match[0]), span.end, "LOC")
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
    gap = text[last.end : new.start]
    if new.end - last.start > _LONGEST or len(gap) > _WIDEST_GAP:
        return False
    if last.kind == "PERSON":
        if new.kind == "PERSON" and gap in {" ", ". "}:
            return new.end - new.start <= _INITIAL_AND_DOT or title(text[last.start : last.end]) is not None
        if gap == " the " and new.kind in {"PERSON", "MISC"} and text[new.start].isupper():
            return True  # "Kenny the Fish"
        if new.kind in {"PERSON", "MISC", "LOC"} and text[new.start].isupper() and _NAME_GAP.fullmatch(gap):
            return True
        return gap.strip() in words("name_joins") and new.kind in {"PERSON", "MISC", "ORG", "LOC"}
    if last.kind == new.kind == "CODE":
        return _CODE_GAP.fullmatch(gap) is not None  # "1Z 999 AA1"
    if last.kind == new.kind == "DATETIME":
        if "\n" in gap or gap == ". ":
            return False
        return gap.strip() in {"at", "to", "-", "–", ",", "and", "until", "till", "(", ") ", ")", "."}
    if last.kind != "LOC" or not (last.direct or new.direct) or new.kind in {"PERSON", "ORG", "DEM"}:
        return False
    if new.kind == "DATETIME" and not text[new.start : new.end].isdigit():
        return False
    return _ADDRESS_GAP.fullmatch(gap) is not None
