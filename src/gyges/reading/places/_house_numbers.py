"""House numbers with their street, whatever the street is called: ``4 Fairlie Wynd, Prestwick``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import either, words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page
from gyges.reading.time._dates import months

__all__ = ["find_houses"]

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ][\w'’.-]*"
_HOUSE = re.compile(
    r"(?<![\w.,/§-])\d{1,5}[A-Za-z]?(?:[-/]\d{1,4}[A-Za-z]?)?[ \t]"
    rf"(?P<street>{_CAPITAL}(?:[ \t](?:de|la|of|the|{_CAPITAL})){{0,4}})(?=[,.;)](?:\s|$)|[ \t]*\n|[ \t]*$)"
)
_NAMED = re.compile(rf"(?<![\w-]){_CAPITAL}(?:[ \t]{_CAPITAL}){{0,2}}[ \t]$")
_NAMED_CLOSED = re.compile(r"[,.;\n]|$")
_STREET = re.compile(
    r"(?<!\w)(?:\d{1,4}[a-z]?(?:[ ,-]{1,2}(?:bis|ter|quater|[a-d]))?,?\s)?"
    r"(?:rue|avenue|av\.|bd\.?|chemin|allée|impasse|quai|cours|via|viale|piazza|corso|vicolo|calle|c/|paseo|plaza|rua|travessa"
    r"|beco|largo|ulica|ul\.|aleja|al\.|os\.|pl\.|jalan|jl\.|carrer|rambla|strada|calea)\s"
    r"(?:(?:de|des|du|del|da|do|dos|das|la|le|les|los|las|l['’]|della|dei|di|św\.|gen\.)\s?){0,3}"
    rf"{_CAPITAL}(?:\s(?:(?:de|des|du|del|da|do|dos|la|y|e)\s)?{_CAPITAL}){{0,3}}"
    r"(?:,?\s(?:n[º°.]?\s?|nr\s|#\s?)?\d{1,5}[a-zA-Z]?(?:[/-]\w{1,4})?"
    r"(?:,?\s(?:-\s)?(?:m|int|ap|apto|piso|depto|local|of|lok|bl|esc|pta|lgh)\.?\s?\w{1,4}|,\s\d{1,2}[º°ª]\s?\w{0,4})?)?(?!\w)"
)
_SMALL_STREET = re.compile(
    r"(?<![\w.,/])\d{1,4}(?:\s?(?:bis|ter))?,?\s"
    f"{either('house_numbers.small_street_1')}"
    r"\s(?:(?:de|des|du|del|da|do|la|le|les|los|las|di)\s){0,2}[^\W\d_A-Z]{2,20}(?:\s(?!"
    f"{either('house_numbers.small_street_2')}"
    r"\b)[^\W\d_A-Z]{2,20}){0,2}(?!\w)"
)
_AT_NUMBER = re.compile(
    r"\b(?:at|from|opposite|outside|to|in|of)\s(?P<house>(?:number|no\.?|nr\.?)\s\d{1,4}[a-z]?)(?![\w/:%]|[.,]\d)"
)
_NUMBERED = re.compile(
    r"\d{1,5}\s(?:[NSEW]{1,2}\.?\s)?\d{1,3}(?:st|nd|rd|th)\s(?:St|Ave|Av|Rd|Street|Avenue|Road|Pl|Blvd)\b\.?"
    r"(?:,?\s(?:Apt|Unit|Ste|#)\.?\s?\w{1,5})?"
)
_BLOCK = re.compile(rf"\d{{2,5}}\sblock\sof\s(?:[NSEW]\.?\s)?{_CAPITAL}(?:\s{_CAPITAL}){{0,2}}")
_BOX = re.compile(
    r"(?<!\w)(?:(?:P\.?\s?O\.?\s?|[Pp]ost(?:al)?\s|Private\s)(?:Box|Bag)\.?\s(?:[Nn]o\.?\s?)?[A-Z]{0,3}\s?|[HD]\.?\s?No\.?\s?)\d[\w/-]*"
)
_PART = re.compile(r"(?<!\w)(?P<word>[^\W\d_]+(?:-[^\W\d_]+)?)\.?\s?(?:[Nn][Oo]\.?\s?|nº\s?|n°\s?|#\s?)?$")
_PART_NUMBER = re.compile(r"\d{1,5}[a-zA-Z]?(?:[-/]\d{1,5}[a-zA-Z]?)*(?!\w)")
_CITED = re.compile(r"(?:\b(?:on|since|no|nos|nr|article|section|rule|page|the|until|by)\.?|§)\s$", re.I)
_LONGEST_NUMBER, _WORD_AND_SIGN, _LONGEST_NAME = 5, 16, 40


def find_houses(page: Page) -> Iterator[Cue]:
    """Yield addresses that begin with their number, parts of addresses, and houses that have a name."""
    text = page.text
    for start, end in page.digits:
        if end - start > _LONGEST_NUMBER:
            continue
        if numbered := _NUMBERED.match(text, start):
            yield Cue(*numbered.span(), "LOC", True)
            continue
        match = _HOUSE.match(text, start)
        house = match.end() if match and _is_house(text, match) else start
        part = _PART.search(text[max(0, start - _WORD_AND_SIGN) : start])
        number = _PART_NUMBER.match(text, start) if part and part["word"].lower() in words("address_parts") else None
        if part and number:
            yield Cue(start - len(part[0]), max(house, number.end()), "LOC", True)
        elif house > start:
            yield Cue(start, house, "LOC", True)
    if not page.keys.isdisjoint(words("foreign_streets")):
        for match in _STREET.finditer(text):
            yield Cue(*match.span(), "LOC", any(map(str.isdigit, match[0])))
        yield from (Cue(*match.span(), "LOC", True) for match in _SMALL_STREET.finditer(text))
    if "number" in text or "no" in text:
        yield from (Cue(*match.span("house"), "LOC", True) for match in _AT_NUMBER.finditer(text))
    if "block of" in text:
        yield from (Cue(*match.span(), "LOC", True) for match in _BLOCK.finditer(text))
    if "Box" in text or "Bag" in text or "No" in text:
        yield from (Cue(*match.span(), "LOC", True) for match in _BOX.finditer(text))
    for index in page.where(words("house_nouns")):
        start, end, _ = page.words[index]
        name = _NAMED.search(text[max(0, start - _LONGEST_NAME) : start]) if page.capital(index) else None
        if name and _NAMED_CLOSED.match(text, end) and not words("no_house").intersection(name[0].lower().split()):
            yield Cue(start - len(name[0]), end, "LOC", True)


def _is_house(text: str, match: re.Match[str]) -> bool:
    """Tell a house number and its street from a date, an amount or a heading."""
    parts = [part.strip(".,'’").lower() for part in match["street"].split()]
    if any(part in months() or part in words("currencies") or title(part) is not None for part in parts[:2]):
        return False
    if parts[0] in words("people") or _CITED.search(text[max(0, match.start() - 9) : match.start()]):
        return False
    if len(parts) == 1 and "-" not in parts[0]:
        return False
    return any(not is_known(part) or part in words("place_nouns") for part in parts)
