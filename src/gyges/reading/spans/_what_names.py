"""What a name names that was taken for a person's: a car, a town, a weekday, a job; or nothing."""

import re
from collections.abc import Iterator

from gyges.reading.english import is_english_word, usual_tag
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_pronoun
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.places._gazetteer import city
from gyges.reading.work._occupations import is_title

__all__ = ["as_what_it_names"]

_AFTER = re.compile(r"[ ](?P<word>[a-z]+|\d+)(?!\w)")
_CAMEL = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")
_MEASURE = re.compile(r"[.:]?\s?\d")
_LABELLED = re.compile(r"[.:]?\s?(?:no\.?\s)?[A-Z]{0,3}\d[\w/.-]*\d")
_WHERE = frozenset(("in", "to", "from", "near", "towards"))
_USUAL = 0.4  # weight from which on a first name is one wherever it stands
_RARE = 0.2  # weight of a first name below which a town is meant


def as_what_it_names(page: Page, span: Cue) -> Iterator[Cue]:
    """Yield a name as what it names: a person, a car, a place; nothing where a job only has a number."""
    first, text = page.at(span.start), page.text
    key, alone = page.key(first), " " not in text[span.start : span.end]
    after = _AFTER.match(text, span.end)
    if key in words("cars"):
        yield span._replace(kind="MISC", direct=False)
    elif alone and (key in words("feast_months") or key in words("weekdays_short")):
        yield Cue(span.start, span.end, "DATETIME")
    elif alone and (page.key(first - 1) in {"a", "an"} or key in words("brand_names")):
        yield span._replace(kind="MISC", direct=False)  # "a Milo tin"
    elif alone and page.key(first - 1) in words("after_at") and _CAMEL.fullmatch(text, span.start, span.end):
        yield Cue(span.start, span.end, "ORG")  # "welcome to HearAid"
    elif not alone and _all_towns(text[span.start : span.end]):
        yield Cue(span.start, span.end, "LOC")
    elif alone and (_is_no_name(page, first) or _is_label(page, span) or _is_plain_word(page, first)):
        return
    elif alone and after and after["word"][0].isdigit() and is_title(key):
        return  # "Porter 2"
    elif alone and is_title(key) and not is_surname(key) and first_name(key) is None:
        yield Cue(span.start, span.end, "DEM")
    elif after and after["word"] in words("parts_of_lands") and text[span.start].isupper():
        yield Cue(span.start, after.end(), "LOC")
    elif alone and page.key(first - 1) in _WHERE and _is_town(key):
        yield Cue(span.start, span.end, "LOC")
    else:
        closes = "(" in text[span.start : span.end] and text[span.end : span.end + 1] == ")"
        yield span._replace(end=span.end + 1) if closes and ")" not in text[span.start : span.end] else span


def _all_towns(value: str) -> bool:
    keys = [fold(part) for part in re.findall(r"\w+", value)]
    return "," in value and all(map(_is_town, keys))  # "LAGOS, Lagos"


def _is_town(key: str) -> bool:
    """Tell whether a word names a town and hardly ever a person."""
    stat = first_name(key)
    return city(key) is not None and (stat is None or stat.weight < _RARE)


def _is_no_name(page: Page, index: int) -> bool:
    """Tell whether a word is a pronoun, a short form in capitals or a verb: ``ME``, ``my ID``, ``and drew``."""
    start, end, key = page.words[index]
    if page.text[start:end].isupper():
        led = page.key(index - 1) in words("possessive") or page.key(index - 1) == "the"
        return (
            is_pronoun(key)
            or key in words("possessive")
            or (led and end - start > 1 and key in words("plain_acronyms"))
        )
    after = page.text[end : end + 1]
    if key in words("measure_labels") and _MEASURE.match(page.text, end):
        return True  # "Temp. 36.6"
    return (
        not page.capital(index)
        and usual_tag(key) == "VBD"
        and after in {" ", ".", ","}
        and page.key(index - 1) == "and"
    )


def _is_plain_word(page: Page, index: int) -> bool:
    """Tell whether a word of English, hardly a first name, opens a sentence once and does nothing there."""
    start, end, key = page.words[index]
    stat = first_name(key)
    small = page.joined(index) and not page.capital(index + 1)
    acts = any(page.key(index + 1) in words(kind) for kind in ("person_verbs", "is", "helping_verbs", "saying_verbs"))
    plain = is_english_word(key) and (stat is None or stat.weight < _USUAL) and usual_tag(key)[:2] in {"NN", "JJ"}
    if not (plain and small and page.capital(index)) or acts or page.key(index + 1).endswith("ed"):
        return False
    return page.opens(index) and _stands_once(page.lowered, page.lowered[start:end])


def _stands_once(text: str, word: str) -> bool:
    """Tell whether a word, which is there, is there once; a second one ends the search."""
    return text.find(word, text.find(word) + len(word)) < 0


def _is_label(page: Page, span: Cue) -> bool:
    """Tell whether a word in capitals only announces what follows: ``NHI: ZBX4417``, ``D.O.B. 02/05/1981``."""
    value = page.text[span.start : span.end]
    named = first_name(value) is not None or is_surname(value)
    return value.isupper() and not named and _LABELLED.match(page.text, span.end) is not None
