"""Places, organisations and things: called so only where the name, the gazetteer or the sentence says what they are."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._described import described
from gyges.anonymizers.masking._personal import is_lettered
from gyges.anonymizers.masking._sentences import is_at_start
from gyges.anonymizers.masking._words import is_dosed, is_drug, is_plain, listed, name_weight, words_in
from gyges.anonymizers.wording import kind_of, usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import country, fold, is_chatty, is_job, is_place, span_words, title

__all__ = ["named"]

_DESIGNATED = re.compile(r"(?P<what>[^\W\d_]+)\.?[ -](?:[A-Z]|[A-Z]?\d{1,4}[A-Za-z]?|[IVX]{1,4})")
_PLACED = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Ff]rom|[Tt]o|[Nn]ear|(?:city|town|village|north|south|east|west|outside|port|state|region|island|parish|people|university|bishop|mayor|county)\sof|via|into|outside|around|towards?|through|reached|visit\w*|across|leaving)\s$"
)
_NUMBER_BEFORE, _CLAUSE = re.compile(r"\d{1,4},\s"), re.compile(r",\s(?=[a-z]{3,}\s[a-z]+\s)")
_DEGREES = re.compile(r",\s\d+\s?(?:degrees|minutes|km|metres|m)\b")
_WHEN = re.compile(r"\b(?:after|during|before|since)\s$")
_STREET_AFTER = re.compile(r",\s[A-Z]")
_BLANKS = re.compile(r"\s*")
_LABEL_AFTER = re.compile(r"[ \t]?:(?=\s)")
_TONGUE = re.compile(r"\b(?:in|into|speaks?|spoke|speaking|spoken|dictated in|translated from)\s$")
_ACRONYM = re.compile(r"[A-Z][A-Z\d&/+*-]{0,4}s?")
_EMPLOYED = re.compile(r"\b(?:at|from|for|with|joined|by)\s(?:the\s)?$", re.IGNORECASE)
_ATTENDED = re.compile(r"\b(?:at|of|for|with|in|from|joined|entered|into)\s(?:the|an?|his|her|my)\s$", re.IGNORECASE)
_ADDRESS_BEFORE, _ADDRESS_AFTER = re.compile(r"(?:^|\n|,\s|\d\s|[:(/]\s?)$"), re.compile(r"\s?(?:[,\n)/]|\.(?:\s|$)|$)")
_DENIED = re.compile(r"\b(?:not|no|never)\b", re.IGNORECASE)
_HEADING = re.compile(r"(?:[A-Z]+\s){1,4}(?:ABOUT|AGAINST|AT|BY|FROM|TO)\s(?:THE\s)?")
_PARTNERS = re.compile(r"[A-Z][\w'’-]+, [A-Z][\w'’-]+ (?:and|&) [A-Z][\w'’-]+")  # "Hardy, Ash and Reis"
_TOKEN = re.compile(r"[^\s,;:]+")
_LINE_AFTER = re.compile(r"[ \t]*(?:\n|,|$)")
_CLOCK_BEFORE = re.compile(r"\d:$")
_SCORED = re.compile(r"[^\W\d_]+\s\d{1,3}/\d{1,3}")  # "Epworth 17/24"
_BAND = re.compile(r"\d{1,3}\s?c?m(?:\s[A-Z]{2,4})?")  # "15m SSB"
_ZONED = re.compile(r"\d\d(?:\s[A-Z]{1,4})?")
_VERSION = re.compile(r"[vV]\.?\d+(?:\.\d+)*")
_LONGEST_NUMBER, _SHORTEST_NUMBER = 6, 4  # digits


def named(text: str, mention: ReadMention, *, court: bool) -> ReadMention | None:
    """Return a name under the label that is sure, MISC where none is; None where it names nothing."""
    if mention.type == "LOC":
        mention = _within(text, mention)
    if not court and (heading := _HEADING.match(text, mention.start, mention.end)):
        mention = replace(mention, start=heading.end())
    value = text[mention.start : mention.end]
    if not court and (_SCORED.fullmatch(value) or _BAND.fullmatch(value) or _is_rest_of_clock(text, mention)):
        return None
    if not court and not mention.direct:
        if mention.type == "ORG" and (_is_workplace(text, mention) or _is_letterhead(text, mention)):
            return replace(mention, type="MISC")
        if _is_nothing(text, mention, value):
            return None
        if (
            mention.type != "LOC"
            and len(words_in(value)) > 1
            and is_job(words_in(value)[-1].lower())
            and not _is_organisation(value)
        ):
            return described(text, replace(mention, type="DEM"))
    if mention.type == "LOC":
        return mention if _is_place(text, mention, value) else _unsure(text, mention, court=court)
    if mention.type == "ORG":
        if court and any(map(str.isupper, value)):
            return mention if " " in value or value.isupper() else replace(mention, type="MISC")
        return mention if _is_organisation(value) else _unsure(text, mention, court=court)
    if is_lettered(text, value):
        return replace(mention, type="PERSON", direct=True)
    return _unsure(text, mention, court=court)


def _is_rest_of_clock(text: str, mention: ReadMention) -> bool:
    """Tell whether a span is what follows the hour of a time: ``21:07 NST``."""
    led = _CLOCK_BEFORE.search(text[max(0, mention.start - 3) : mention.start]) is not None
    return led and _ZONED.fullmatch(text, mention.start, mention.end) is not None


def _unsure(text: str, mention: ReadMention, *, court: bool) -> ReadMention | None:
    """Return a name of no certain kind without the ordinary words at its edges; None if no others are left."""
    told = words_in(text[mention.start : mention.end])
    if (
        court
        or (mention.direct and told and not (mention.type == "LOC" and all(map(is_plain, told))))
        or (mention.type == "ORG" and len(told) > 1 and not any(map(str.islower, told)))
    ):
        return replace(mention, type="MISC")
    tokens = list(_TOKEN.finditer(text, mention.start, mention.end))
    strange = [at for at, token in enumerate(tokens) if not _is_ordinary(token[0])]
    if not strange:
        return None
    first, last = strange[0], strange[-1]
    while (
        first and _belongs(text, tokens[first - 1], tokens[first]) and not is_at_start(text, tokens[first - 1].start())
    ):
        first -= 1
    while last + 1 < len(tokens) and _belongs(text, tokens[last + 1], tokens[last]):
        last += 1
    return replace(mention, start=tokens[first].start(), end=tokens[last].end(), type="MISC")


def _belongs(text: str, token: re.Match[str], beside: re.Match[str]) -> bool:
    """Tell whether an ordinary word is a part of the name beside it: ``Novi Sad``."""
    gap = text[min(token.end(), beside.end()) : max(token.start(), beside.start())]
    small = usual_tag(token[0].lower())[:2] in {"DT", "PR", "IN", "WP", "WR", "CC", "UH", "MD"}
    return gap == " " and token[0][0].isupper() and beside[0][0].isupper() and len(beside[0]) > 1 and not small


def _is_ordinary(token: str) -> bool:
    """Tell whether a word of a name names nothing by itself: one in small letters, or an English one."""
    bare = token.strip("\"“”‘’'()[]?!.")
    return not bare or is_plain(bare) or bare.lower() in listed("greetings")


def _within(text: str, mention: ReadMention) -> ReadMention:
    """Return a place without the number of something else before it, and without the clause after it."""
    start, end = mention.start, mention.end
    numbered = _NUMBER_BEFORE.match(text, start, end)
    if numbered and text[max(0, start - 2) : start - 1].isalpha():
        start = numbered.end()
    opener = re.search(r"(?<!\w)([A-Z][a-z]+)\s$", text[max(0, start - 10) : start])
    if opener and opener[1].lower() in listed("place_openers"):
        start -= len(opener[0])  # "Old Tafo"
    if degrees := _DEGREES.search(text, start, end):
        end = degrees.start()  # "Triester Straße, 36 degrees"
    clause = _CLAUSE.search(text, start, end)
    return replace(mention, start=start, end=clause.start() if clause else end)


def _is_nothing(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether a span names nothing in particular: ordinary words, a room, a heading, a finding, a greeting."""
    told = words_in(value)
    if not told:
        return sum(map(str.isdigit, value)) < _SHORTEST_NUMBER
    if _CLOCK_BEFORE.search(text, max(0, mention.start - 3), mention.start) and value[0].isdigit():
        return True  # "8:12 Lane 2"
    if title(value.rstrip(".")) is not None:
        return True
    if _VERSION.fullmatch(value) or is_dosed(text, mention.end) or all(map(is_drug, told)):
        return True
    if value.lower() in span_words("weekdays_short") | listed("turns") or value.startswith("@USER"):
        return True
    if _DENIED.search(value) and not any(word.lower() in listed("place_heads") for word in told):
        return True  # "A2, not A3"
    designated = _DESIGNATED.fullmatch(value)
    if designated and designated["what"].lower() in listed("dwellings"):
        addressed = _STREET_AFTER.match(text, mention.end) is not None
        return not addressed and (mention.type != "LOC" or designated["what"].lower() not in listed("lived_in"))
    if designated and designated["what"].lower() in listed("designations"):
        return True
    if value.islower():
        return not is_chatty(text) or (max(map(name_weight, told)) == 0.0 and not _is_called(text, mention, told))
    if _ACRONYM.fullmatch(value):
        told_of = _EMPLOYED.search(text, max(0, mention.start - 12), mention.start) or is_lettered(text, value)
        alone = text[mention.start - 1 : mention.start] == "\n" and text[mention.end : mention.end + 1] in {"", "\n"}
        return not told_of and not alone
    plain = all(map(is_plain, told)) or all(word.lower() in listed("greetings") for word in told)
    if mention.type == "ORG" and len(told) > 1 and _is_organisation(value):
        return False
    if mention.type == "LOC" and plain and len(told) == 1:
        placed = _PLACED.search(text[max(0, mention.start - 10) : mention.start])
        return not (is_place(fold(value)) and (placed or country(value) is not None))
    if plain and mention.type == "LOC":
        return not _is_place(text, mention, value)
    if plain:
        titled = sum(word.istitle() for word in told) > 1 and not is_at_start(text, mention.start)
        return not (titled and mention.type == "ORG")
    label = _LABEL_AFTER.match(text, mention.end) and is_at_start(text, mention.start)
    return bool(label) and mention.type == "MISC" and max(map(name_weight, told)) == 0.0


def _is_workplace(text: str, mention: ReadMention) -> bool:
    """Tell whether words in small letters say where somebody works or learns: ``at the bread factory``."""
    value = text[mention.start : mention.end]
    told = words_in(value)
    before = text[max(0, mention.start - 12) : mention.start]
    headed = any(word in listed("org_heads") for word in told)
    return value.islower() and len(told) > 1 and headed and _ATTENDED.search(before) is not None


def _is_letterhead(text: str, mention: ReadMention) -> bool:
    """Tell whether ordinary words name an office as the first line of a paper: ``Immigration Appeals Panel``."""
    told = words_in(text[mention.start : mention.end])
    opening = _BLANKS.match(text)
    first = opening is not None and mention.start <= opening.end() and _LINE_AFTER.match(text, mention.end) is not None
    return first and len(told) > 1 and all(word[0].isupper() for word in told) and all(map(is_plain, told))


def _is_called(text: str, mention: ReadMention, told: list[str]) -> bool:
    """Tell whether a strange word in small letters stands where somebody of a chat does: ``ask jepoy``."""
    before = text[max(0, mention.start - 16) : mention.start]
    prior = re.search(r"([^\W\d_]+)\s$", before)
    asked = prior is not None and prior[1].lower() in span_words("asked_of")
    return len(told) == 1 and not is_plain(told[0]) and (asked or re.search(r"[:>(]\s?$", before) is not None)


def _is_place(text: str, mention: ReadMention, value: str) -> bool:
    if "@" in value or sum(map(str.isdigit, value)) > _LONGEST_NUMBER:
        return False
    told = words_in(value)
    keys = [fold(word) for word in told]
    if designated := _DESIGNATED.fullmatch(value):
        return designated["what"].lower() in listed("dwellings") or not is_plain(designated["what"])  # no "bus 11"
    headed = len(told) > 1 and any(key in listed("place_heads") for key in keys)
    if headed and not value.islower() and not value.isupper():
        return not all(map(is_plain, told)) or any(map(str.isdigit, value)) or mention.direct
    known = is_place(fold(value)) or any(is_place(fold(part.strip())) for part in re.split(r"[,/]", value))
    known = known or (len(told) > 2 and is_place(" ".join(keys[-2:]))) or country(value) is not None
    parts = [fold(part.strip()) for part in value.split(",")]
    if len(parts) > 1 and all(map(is_place, parts)):
        return True
    if any(map(str.isdigit, value)) and len(told) > 1:
        return headed or (known and any(is_place(key) and name_weight(key) == 0.0 for key in keys))
    if told and told[-1].islower() and is_plain(told[-1]):
        return False  # "Stampede week"
    before = text[max(0, mention.start - 24) : mention.start]
    if not known or (_TONGUE.search(before) and not is_place(fold(value))) or _WHEN.search(before):
        return False
    placed = _PLACED.search(before) is not None
    owned = text[mention.end : mention.end + 2] in {"'s", "’s"}  # "in Papa's suitcase"
    if value.islower():
        return placed and mention.direct
    if placed and not owned:
        return True
    addressed = _ADDRESS_BEFORE.search(before) is not None and _ADDRESS_AFTER.match(text, mention.end) is not None
    weight = max(map(name_weight, told), default=0.0)
    return weight == 0.0 and (addressed or len(told) > 1 or country(value) is not None)  # "The vet said Newcastle"


def _is_organisation(value: str) -> bool:
    """Tell whether words name an organisation: they say what it is, and they are no heading of ordinary words."""
    told = words_in(value)
    if _PARTNERS.fullmatch(value):
        return True
    keys = [fold(word).rstrip(".") for word in told]
    if len(keys) < 2 or not (kind_of(value) is not None or any(key in listed("org_heads") for key in keys)):
        return False
    strange = any(not is_plain(word) and word[0].isupper() for word in told)
    return strange or (not value.isupper() and sum(word[0].isupper() for word in told) > 1)
