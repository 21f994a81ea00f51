"""Streets, districts and postcodes: places that no table lists, known by the words around them."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._spans import Cue, apart
from gyges.reading.places._gazetteer import Place, land_name

__all__ = [
    "NAME_WEIGHT",
    "PLACE_LABEL",
    "STREET_WORDS",
    "find_streets",
    "is_capital",
    "is_dateline",
    "unlisted",
    "usual_name",
]  # fmt: skip

Words = tuple[tuple[int, int, str], ...]


PLACE_LABEL, _COMPOUND, _NUMBER_LEFT, _NUMBER_RIGHT, _CODE_LEFT, _CODE_RIGHT, _DATED, _CANADA = patterns(
    "streets", "place_label compound number_left number_right code_left code_right dated canada"
)
STREET_WORDS = words("streets.street_words")
_ALONE = words("streets.alone")
_SUFFIXES = STREET_WORDS - {"bridge", "roundabout", "bypass"} | words("streets.suffixes")
_PREFIXES = words("streets.prefixes")
_LINKS = words("streets.links")
_COMPOUND_ENDS = tuple(re.findall(r"[a-z]+", _COMPOUND.pattern))
_UNIT = re.compile(r",\s(?:Unit|Apt\.?|Flat|Suite|#)\s?\w{1,5}")
_UK = re.compile(r"(?<!\w)[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}(?!\w)")
_POSTCODE_END = re.compile(r"\d[A-Z](?<=\s\d[A-Z])")  # how both go on after their blank
_DATE_BEFORE = re.compile(r"(?:^|\n)[^\n]{0,30}\b(?:19|20)\d\d,\s$")
_QUARTER = words("streets.quarter")
_BEFORE_QUARTER = words("streets.before_quarter")
_QUARTERS = _QUARTER | _BEFORE_QUARTER
_NO_DISTRICT = words("streets.no_district")
_MOST = 3
NAME_WEIGHT = 0.3
"""How usual a first name is from which on it is rather somebody's than a place's."""


def usual_name(key: str) -> bool:
    """Tell whether a word is a first name that many people have."""
    stat = first_name(key)
    return stat is not None and stat.weight >= NAME_WEIGHT


def is_capital(text: str, word: tuple[int, int, str]) -> bool:
    """Tell whether a word begins with a capital."""
    return text[word[0]].isupper()


@Wanted
def _may_be_street(key: str) -> bool:
    return key in _SUFFIXES or key in _PREFIXES or key.endswith(_COMPOUND_ENDS)


def find_streets(page: Page) -> Iterator[Cue]:
    """Yield streets with their numbers: ``221b Harrow Lane``, ``Calle Mayor 12``, ``Hauptstraße 5``."""
    text, words = page.text, page.words
    for index in page.where(_may_be_street):
        word = words[index]
        key = word[2]
        found = None
        if key in _SUFFIXES and index:
            found = _by_suffix(text, words, index)
        if found is None and key in _PREFIXES:
            found = _by_prefix(text, words, index)
        if found is None and len(key) > 6 and text[word[0]].isupper() and (match := _COMPOUND.fullmatch(key)):
            number = _NUMBER_RIGHT.match(text, word[1])
            if number or match[1]:
                found = Cue(word[0], number.end() if number else word[1], "street", certainty=5 if number else 3)
        if found:
            yield found


def _by_suffix(text: str, words: Words, index: int) -> Cue | None:
    word = words[index]
    if not is_capital(text, word) and word[2] not in {"utca", "ulice"}:
        return None
    first = index
    while first and index - first < 4 and is_capital(text, words[first - 1]):
        gap = text[words[first - 1][1] : words[first][0]]
        if gap != " " and not (gap == ". " and words[first - 1][1] - words[first - 1][0] <= 2):
            break
        first -= 1
    while first < index and words[first][2] in _NO_DISTRICT:
        first += 1
    named = index + 1 < len(words) and words[index + 1][0] - word[1] <= 2 and is_capital(text, words[index + 1])
    if first == index or (word[2] == "dr" and named):
        return None
    start = words[first][0]
    number = _NUMBER_LEFT.search(text[max(0, start - 24) : start])
    after = _NUMBER_RIGHT.match(text, word[1]) if not number else None
    turkish = word[2] in {"sokak", "sokagi", "caddesi", "cad", "cd", "sok", "sk", "bulvari", "utca", "ulice"}
    end = word[1]
    if (
        word[2] in {"st", "rd", "ave", "blvd", "dr", "cad", "sok", "mah", "sq", "ct", "pl"}
        and text[end : end + 1] == "."
    ):
        end += 1
    if number:
        start -= len(number[0])
        unit = _UNIT.match(text, end)
        return Cue(start, unit.end() if unit else end, "street", certainty=5)
    if turkish:
        return Cue(start, after.end() if after else end, "street", certainty=5 if after else 3)
    if word[2] in {"court", "house", "heights"} and after and "," not in after[0]:
        return Cue(start, after.end(), "street", certainty=4)
    return Cue(start, end, "street", certainty=3) if word[2] in _ALONE else None


def _by_prefix(text: str, words: Words, index: int) -> Cue | None:
    start, end, key = words[index]
    number = _NUMBER_LEFT.search(text[max(0, start - 16) : start])
    short = text[end : end + 1] == "."
    if not (is_capital(text, words[index]) or short or number) or (
        key in {"al", "pl", "os", "av", "bd", "ul", "jl", "cra"} and not short
    ):
        return None
    last = index
    capitals = 0
    while last + 1 < len(words) and last - index < 6:
        after = words[last + 1]
        gap = text[words[last][1] : after[0]]
        if gap not in {" ", "'", "’"} and not (last == index and gap == ". "):
            break
        if is_capital(text, after):
            capitals += 1
        elif after[2] not in _LINKS and not after[2].startswith(("d'", "l'")):
            break
        last += 1
    while last > index and words[last][2] in _LINKS and not is_capital(text, words[last]):
        last -= 1
    if not capitals:
        return None
    after_number = None if number else _NUMBER_RIGHT.match(text, words[last][1])
    linked = words[index + 1][2] in _LINKS
    if key in {"place", "passage", "cours", "boulevard", "via", "plaza", "corso"} and not (
        number or after_number or linked
    ):
        return None
    if key in {"place", "passage", "via"} and not linked and not after_number:
        return None
    stop = after_number.end() if after_number else words[last][1]
    begin = start - len(number[0]) if number else start
    return Cue(begin, stop, "street", certainty=5 if number or after_number else 3)


def _find_districts(page: Page, known: set[int]) -> Iterator[Cue]:
    """Yield districts named as such: ``the Alfama quarter``, ``Barangay San Jose``, ``the village of Biri``.

    Args:
        page: The text.
        known: Starts of words that are places already.
    """
    text, words = page.text, page.words
    for index in page.where(_QUARTERS):
        start, end, key = words[index]
        if (
            key in _QUARTER
            and index
            and text[words[index - 1][1] : start] == " "
            and not is_capital(text, words[index])
        ):
            first = _run_left(text, words, index - 1)
            if first is not None and words[first][0] not in known:
                yield Cue(words[first][0], words[index - 1][1], "district", certainty=4)
        if key in _BEFORE_QUARTER and index + 1 < len(words):
            step = 2 if words[index + 1][2] == "of" else 1
            named = step == 2 or is_capital(text, words[index]) or key in {"barangay", "brgy", "barrio"}
            if index + step < len(words) and named and words[index + step][0] - words[index + step - 1][1] <= 2:
                last = _run_right(text, words, index + step)
                if (
                    last is not None
                    and words[index + step][0] not in known
                    and "\n" not in text[end : words[index + step][0]]
                ):
                    yield Cue(words[index + step][0], words[last][1], "district", certainty=4)


def _run_left(text: str, words: Words, index: int) -> int | None:
    first = index + 1
    while first and index - first < _MOST - 1 and _plain(text, words[first - 1]):
        if first <= index and text[words[first - 1][1] : words[first][0]] != " ":
            break
        first -= 1
    return first if first <= index else None


def _run_right(text: str, words: Words, index: int) -> int | None:
    last = index - 1
    while last + 1 < len(words) and last - index < _MOST - 1 and _plain(text, words[last + 1]):
        if last >= index and text[words[last][1] : words[last + 1][0]] != " ":
            break
        last += 1
    return last if last >= index else None


def _plain(text: str, word: tuple[int, int, str]) -> bool:
    return is_capital(text, word) and word[2] not in _NO_DISTRICT and not word[2][0].isdigit()


def _district_before(text: str, words: Words, index: int) -> Cue | None:
    """Return the unknown capitalised words that a comma parts from the place at a word, as in ``Claddagh, Galway``."""
    if not index or text[words[index - 1][1] : words[index][0]] != ", ":
        return None
    first = _run_left(text, words, index - 1)
    return Cue(words[first][0], words[index - 1][1], "district", certainty=4) if first is not None else None


def _postcodes_by(text: str, start: int, end: int) -> Iterator[Cue]:
    """Yield the postcode beside a city: ``75011 Paris``, ``1012 AB Amsterdam``, ``Chennai 600042``."""
    left = _CODE_LEFT.search(text[max(0, start - 12) : start])
    if left and not re.fullmatch(r"(?:19|20)\d\d\s", left[0]):
        begin = max(0, start - 12) + left.start()
        yield Cue(begin, start - 1, "postcode", certainty=4)
    right = _CODE_RIGHT.match(text, end)
    if right and not re.fullmatch(r"(?:19|20)\d\d", right[1]):
        yield Cue(*right.span(1), "postcode", certainty=4)


def _stray_postcodes(text: str) -> Iterator[tuple[Cue, str]]:
    """Yield postcodes whose form is enough, with their country's two letters."""
    if _POSTCODE_END.search(text) is None:
        return
    for pattern, iso in ((_UK, "GB"), (_CANADA, "CA")):
        for match in pattern.finditer(text):
            yield Cue(*match.span(), "postcode", certainty=4), iso


def unlisted(page: Page, places: list[Place], streets: list[Cue]) -> list[Place]:
    """Add districts, streets and postcodes to the places found by name; in order, without overlap."""
    text, words = page.text, page.words
    by_start = {place.start: place for place in places}
    index_of = {word[0]: index for index, word in enumerate(words)}
    places = [*places, *_districts(page, by_start, index_of, [(span.start, span.end) for span in streets])]
    by_start = {place.start: place for place in places}
    places += [_street(text, span, by_start) for span in streets]
    return apart([*places, *_postcodes(text, places)])


def is_dateline(text: str, start: int, end: int) -> bool:
    """Tell whether a town stands beside a date at the start of a line, as letters and reports open."""
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip(" >*") and _DATED.match(text, end):
        return True
    ends = re.match(r"\s*(?:[.:–-]|$|\n)", text[end : end + 3])
    return bool(ends and _DATE_BEFORE.search(text, max(0, start - 50), start))


def _districts(
    page: Page, places: dict[int, Place], index_of: dict[int, int], streets: list[tuple[int, int]]
) -> Iterator[Place]:
    text, words = page.text, page.words
    cities = [place for place in places.values() if place.kind in {"city", "region"}]
    homes = {place.levels: place for place in cities if place.kind == "city" and place.certainty >= 4}
    for place in cities:
        span = _district_before(text, words, index_of.get(place.start, 0))
        if span and span.start not in places and _may_be_district(text, words, index_of[span.start], streets):
            levels = (text[span.start : span.end], *place.levels)
            yield Place(span.start, span.end, levels[0], "district", levels, place.country, span.certainty)
    for span in _find_districts(page, set(places)):
        home = next(iter(homes.values())) if len(homes) == 1 else None
        levels = (text[span.start : span.end], *(home.levels if home else ()))
        land = home.country if home else None
        yield Place(span.start, span.end, levels[0], "district", levels, land, span.certainty if home else 3)


def _may_be_district(text: str, words: Words, index: int, streets: list[tuple[int, int]]) -> bool:
    start = words[index][0]
    if usual_name(words[index][2]):
        return False
    before = words[index - 1][2] if index and start - words[index - 1][1] == 1 else ""
    after_street = any(0 < start - end <= 2 for _, end in streets)
    return (
        before in {"in", "near", "from", "at"}
        or after_street
        or bool(PLACE_LABEL.search(text[max(0, start - 14) : start]))
    )


def _street(text: str, span: Cue, places: dict[int, Place]) -> Place:
    """A street, with the places that follow after commas."""
    surface = text[span.start : span.end]
    gap = re.compile(r",?\s{1,2}(?:\d{4,6}\s)?(?:in\s)?|,\n").match(text, span.end)
    after = places.get(gap.end()) if gap else None
    levels = (surface, *(after.levels if after and after.kind != "demonym" else ()))
    return Place(span.start, span.end, surface, "street", levels, after.country if after else None, span.certainty)


def _postcodes(text: str, places: list[Place]) -> Iterator[Place]:
    for place in places:
        if place.kind in {"city", "region"} and place.certainty > 1:
            for span in _postcodes_by(text, place.start, place.end):
                code = text[span.start : span.end]
                yield Place(
                    span.start, span.end, code, "postcode", (code, *place.levels), place.country, span.certainty
                )
    for span, iso in _stray_postcodes(text):
        code, land = text[span.start : span.end], land_name(iso)
        levels = (code, land) if land else (code,)
        yield Place(span.start, span.end, code, "postcode", levels, land, span.certainty)
