"""Capitalised words that no other finder named: a name of something, if English has no such word."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from string import ascii_letters

from gyges.reading.english import is_english_word
from gyges.reading.lexicon._countries import countries
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import bare, is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._forms import pattern
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.work._occupations import is_title

__all__ = ["find_capitals", "is_generic"]

_MOST = 9
_LINKS = words("sentence_links")
_SHORTEST = 2
_STRETCH, _NEAR, _LINE, _SHORT_NUMBER = 3, 2, 90, 3
_ACRONYM = 6
_ASCII_AND_QUOTES = frozenset("’‘ʼ‐‑" + ascii_letters + "'-")
_OPENERS = words("openers")
_GAPS = frozenset((" ", "-", " & ", "\u2011"))
_PRONOUNS = words("pronouns")
_LAWS = words("laws")
_TOLD_OF = pattern("capitals.told_of")
_NICKED = re.compile(r"\s[\"“][^\"“”\n]{1,24}[\"”]\s[A-Z]")  # Bent "Bremse" Kjeldsen
_STREET_ENDS = tuple(words("street_ends"))
_QUOTES = frozenset('"“”')
_BEFORE_NAMES = frozenset(("at", "from", "near"))
_BEFORE_FIRMS = frozenset(("at", "from", "for", "with", "by", "the", "to", "of"))


def find_capitals(page: Page) -> Iterator[Cue]:
    """Yield runs of capitalised words that name something."""
    capitals = [index for index, word in enumerate(page.words) if page.text[word[0]].isupper()]
    shouted = _shouted(page, capitals)
    named = _named_elsewhere(page, capitals)
    done = -1
    for index in capitals:
        if index <= done or page.key(index).partition("'")[0] in _PRONOUNS:
            continue
        last = _run(page, index)
        done = last
        loud = index in shouted
        if index == last and not loud and bare(page.key(index)) in named:
            yield _span(page, index, last)
        else:
            yield from _named(page, index, last, loud=loud)


def _named_elsewhere(page: Page, capitals: list[int]) -> set[str]:
    """Return names that are words too, where they stand inside a sentence with a capital, and never without."""
    inside: set[str] = set()
    for index in capitals:
        start, end, key = page.words[index]
        if end - start > _SHORTEST and _doubtful(key) and not page.text[start + 1].isupper() and not page.opens(index):
            inside.add(key)
    small = {word[2] for word in page.words if word[2] in inside and page.text[word[0]].islower()} if inside else set()
    return {bare(key) for key in inside - small}


@lru_cache(maxsize=8192)
def _doubtful(key: str) -> bool:
    return first_name(bare(key)) is not None and is_known(key) and bare(key) not in words("generic_capitals")


def _run(page: Page, index: int) -> int:
    """Return the last word of the run of capitals that begins at a word; small links may stand between capitals."""
    last = index
    while last - index < _MOST and last + 1 < len(page.words):
        following = _next(page, last)
        if following is None:
            break
        last = following
    while last > index and page.key(last).isdigit():
        last -= 1
    return last


def _next(page: Page, index: int) -> int | None:
    """Return the next word of a run of capitals, None where it ends."""
    gap, after = page.gap(index), page.key(index + 1)
    if gap == ". ":  # an initial
        short = page.words[index][1] - page.words[index][0] <= _SHORTEST
        return index + 1 if short and page.capital(index + 1) and not is_known(after) else None
    if gap not in _GAPS:
        return None
    if page.capital(index + 1):
        return index + 1 if after not in _PRONOUNS else None
    if after.isdigit() and gap == " " and len(after) <= _SHORT_NUMBER:
        return index + 1
    step = index + 1
    while step + 1 < len(page.words) and step - index <= _SHORTEST and page.key(step) in _LINKS and page.joined(step):
        step += 1
    linked = step > index + 1 and page.capital(step) and after not in words("no_links")
    return step if linked else None


def _named(page: Page, first: int, last: int, *, loud: bool) -> Iterator[Cue]:
    """Yield what a run names: all of it, its strange words only where all is in capitals, or nothing."""
    begin, opens = first, page.opens(first)
    while first <= last and _ordinary(page, first) and (opens or page.key(first) in _OPENERS):
        if first < last and bare(page.key(first)) in words("name_openers") and _strange(page, first + 1):
            break
        first, opens = first + 1, False
    strange = [index for index in range(first, last + 1) if _strange(page, index)]
    if strange and loud and len(strange) <= last - first:
        if _is_value(page, begin):
            yield _span(page, begin, last)
            return
        for index in strange:
            led = index > first and bare(page.key(index - 1)) in words("name_openers")
            yield _span(page, index - led, index)
    elif strange or (first <= last and not loud and (last > first or not opens) and _is_name(page, first, last)):
        led = all(page.key(index) in _OPENERS for index in range(begin, first))
        plain = led and not strange and first == last and _is_plain(page, first)
        if first < last or not (plain or _says_nothing(page, first)):
            yield _span(page, first, last)


def _is_name(page: Page, first: int, last: int) -> bool:
    """Tell whether English words with capitals name something: they are no institution, no law, no heading."""
    generic = is_generic(page.key(index) for index in range(first, last + 1))
    return not generic and page.key(last) not in _LAWS and not _is_heading(page, first, last)


def _says_nothing(page: Page, index: int) -> bool:
    """Tell whether a word with a capital is a letter, a usual short form, or the kind of a thing: ``Dutch door``."""
    start, end, key = page.words[index]
    if end - start < _SHORTEST or bare(key) in words("plain_acronyms"):
        return True
    if page.text[start:end].isupper() and (is_english_word(bare(key)) or key in words("edge_right")):
        return page.key(index - 1) not in _BEFORE_NAMES
    return page.joined(index) and page.key(index + 1) in words("national_things")


def _is_plain(page: Page, index: int) -> bool:
    """Tell whether a single word with a capital is a word of English that names nothing here: ``Cow``."""
    start, end, key = page.words[index]
    if page.joined(index) and page.key(index + 1)[0].isdigit():
        return key not in words("rooms")  # "at Counter 4"
    quoted = page.text[start - 1 : start] in _QUOTES and page.text[end : end + 1] in _QUOTES
    placed = page.key(index - 1) in _BEFORE_NAMES or page.key(index - 1) in words("kin")
    named = first_name(bare(key)) is not None or _acts_like_name(page, index)
    return is_english_word(bare(key)) and not (quoted or named or (placed and page.joined(index - 1)))


def _acts_like_name(page: Page, index: int) -> bool:
    """Tell whether a word stands where a name stands: ``says Bent``, ``Tone and Aud``, ``my dog Biscuit``."""
    before = page.key(index - 1) if page.joined(index - 1) else ""
    paired = page.key(index + 1) == "and" and index + 2 < len(page.words) and page.capital(index + 2)
    told = before in words("saying_verbs") or before in words("pets") or _NICKED.match(page.text, page.words[index][1])
    return bool(told) or (paired and first_name(page.key(index + 2)) is not None)


def _is_value(page: Page, index: int) -> bool:
    start = page.words[index][0]
    return page.text[max(0, start - 3) : start].rstrip(" ")[-1:] in {":", "=", "|"}


def is_generic(keys: Iterable[str]) -> bool:
    """Tell whether all words are those of institutions and documents there are many of: ``Court of Appeal``."""
    return all(bare(key) in words("generic_capitals") or key in _LINKS or key.isdigit() for key in keys)


def _ordinary(page: Page, index: int) -> bool:
    return not _strange(page, index) or page.key(index) in _LINKS


def _strange(page: Page, index: int) -> bool:
    """Tell whether English has no such word, so that a capital can only mean a name."""
    start, end, key = page.words[index]
    value = page.text[start:end]
    size = end - start
    if size < _SHORTEST or key.isdigit():
        return False
    if value.isupper() and size <= _ACRONYM:
        placed = page.joined(index - 1) and page.key(index - 1) in _BEFORE_NAMES and key not in words("edge_right")
        placed = placed and key not in words("subjects_and_objects")  # "points at HER"
        return _acronym(bare(key)) or (placed and size <= _STRETCH and bare(key) not in words("plain_acronyms"))
    if not value.isascii() and bare(key) not in words("loans") and not set(value) <= _ASCII_AND_QUOTES:
        return True
    return not is_known(key) and bare(key) not in words("generic_capitals")


@lru_cache(maxsize=8192)
def _acronym(key: str) -> bool:
    return key not in words("plain_acronyms") and not is_english_word(key) and not (is_known(key) and len(key) > 3)


def _is_heading(page: Page, first: int, last: int) -> bool:
    """Tell whether a run of English words stands in a heading, where every word has a capital."""
    begin, stop = page.words[first][0], page.words[last][1]
    floor, limit = max(0, begin - _LINE), min(len(page.text), stop + _LINE)
    start, end = page.text.rfind("\n", floor, begin) + 1, page.text.find("\n", stop, limit)
    if (start == 0 and floor > 0) or (end < 0 and limit < len(page.text)):
        return False
    end = limit if end < 0 else end
    if end - start > _LINE:
        return False
    line = page.words[page.at(start) : page.at(end)]
    long = [word for word in line if word[1] - word[0] > 3 and word[2][0].isalpha()]
    return len(long) > 1 and all(page.text[word[0]].isupper() for word in long)


def _shouted(page: Page, capitals: list[int]) -> frozenset[int]:
    """Return the words in stretches of three and more that are written in capitals throughout."""
    found: list[int] = []
    run: list[int] = []
    for index in capitals:
        start, end, _ = page.words[index]
        loud = end - start > 1 and page.text[start:end].isupper()
        if loud and run and index - run[-1] <= _NEAR:
            run.append(index)
            continue
        if len(run) >= _STRETCH:
            found += range(run[0], run[-1] + 1)
        run = [index] if loud else []
    if len(run) >= _STRETCH:
        found += range(run[0], run[-1] + 1)
    return frozenset(found)


def _span(page: Page, first: int, last: int) -> Cue:
    kind, direct = _kind(page, first, range(first, last + 1))
    start, end = page.words[first][0], page.words[last][1]
    if page.key(last).endswith("'s"):
        end -= 2
    return Cue(start, end, kind, direct)


@cache
def _peoples_and_tongues() -> frozenset[str]:
    told = (word for land in countries() for word in (*land.demonyms, *land.languages))
    return frozenset(map(fold, told)) | words("tongues")


def _is_told_of(page: Page, last: int) -> bool:
    """Tell whether what follows a name is said of a person: ``Kethlen, the granddaughter``, ``Khamsing, 58,``."""
    match = _TOLD_OF.match(page.text, page.words[last][1])
    if match is None or match["noun"] is None:
        return match is not None
    return match["noun"].lower() in words("kin") or is_title(match["noun"])


def _is_street(key: str) -> bool:
    return len(key) > _ACRONYM and key.endswith(_STREET_ENDS)


def _is_of_place(key: str) -> bool:
    return key in words("place_of") or key in words("place_nouns") or is_title(key)


def _kind(page: Page, first: int, run: Sequence[int]) -> tuple[str, bool]:
    """Guess what a name of unknown kind names."""
    keys = [bare(page.key(index)) for index in run]
    before = page.key(first - 1)
    if len(keys) > 1 and keys[-1] in words("event_nouns"):
        return "MISC", False
    if any(key in words("org_nouns") for key in keys):
        return "ORG", False
    if len(keys) == 1 and keys[0] in _peoples_and_tongues():
        return "DEM", False
    if title(before) is not None or title(keys[0]) is not None or before in words("kin"):
        return "PERSON", True
    if len(keys) > 1 and (keys[0] in words("class_labels") or keys[0] in words("class_nouns")):
        return "DEM", False  # "in Standard X"
    if any(key in words("place_nouns") for key in keys):
        return "LOC", False
    if _is_told_of(page, run[-1]):
        return "PERSON", True
    value = page.text[page.words[run[0]][0] : page.words[run[-1]][1]]
    if value.isupper() and len(value) <= _ACRONYM:
        return ("ORG" if before in _BEFORE_FIRMS else "MISC"), False
    if len(keys) > 1 and len(keys[0]) == 1 and page.text[page.words[run[-1]][0] :][:1].isupper():
        return "PERSON", True  # "B Postlethwaite"
    named = [key for key in keys if first_name(key) is not None or is_surname(key)]
    if named and len(keys) <= 3 and before not in {"in", "at", "near", "from", "the"}:
        return "PERSON", True
    if len(keys) == 1 and keys[0] in words("continents"):
        return "LOC", False
    if before == "to" and page.key(first - 2) in words("spoken_to"):
        return "PERSON", True
    if before in {"in", "near", "to", "from", "outside", "around", "towards", "via"} or _is_street(keys[-1]):
        return "LOC", False
    if before == "of" and (_is_of_place(page.key(first - 2)) or page.key(first - 2) in words("kin")):
        return "LOC", False  # "the priest of Clifden"
    return ("ORG", False) if before in {"at", "by", "for", "with", "the", "of"} else ("MISC", False)
