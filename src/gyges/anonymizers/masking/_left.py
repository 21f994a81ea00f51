"""What is no mask's: words for things, tongues and hours of a log, which say nothing of who somebody is."""

import re

from gyges.anonymizers.masking._sentences import is_at_start
from gyges.anonymizers.masking._shown import is_measured_out
from gyges.anonymizers.masking._words import is_plain, listed, name_weight, peoples, words_in
from gyges.anonymizers.replacement import is_brand
from gyges.anonymizers.wording import can_be, how_often, usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import fold, is_job, is_place, span_words

__all__ = ["is_left"]

_ONE = re.compile(r"\b(?:[Aa]n?|half an?|another|that)\s(?:[a-z]+\s)?$")
_LINE = re.compile(r"(?:^|\n)[\s\[(]*$")
_LOGGED = r"(?m)^[\[(]?(?:[01]\d|2[0-3])[:.]?[0-5]\d\b"
_HOUR = re.compile(r"(?:[01]?\d|2[0-3])[:.]?[0-5]\d")
_ONE_OF_A_LIST = re.compile(r"(?:unit|plot|lot|block|room|floor|hut|cabin)[ -]?(?:no\.?\s)?\w{1,4}", re.IGNORECASE)
_STREET_AFTER = re.compile(r",\s[A-Z][a-z]")
_DOERS = ("or", "ors", "er", "ers", "ist", "ists", "ian", "ians", "man", "woman", "men", "women")
_SHORTENED = re.compile(r"(?:We|They|You|He|She|It|There|That|Who|What|I)['’](?:re|s|ll|ve|d|m)|[TX]-[a-z]+")
_LETTERS = re.compile(r"[A-Z]\.\s?[A-Z]\.")
_SMALL_AFTER = re.compile(r"\s(?:and|or|number|no|is|card|form|of)\b(?!\s(?:said|signed|asked))")
_SPECIES = re.compile(r"[A-Z][a-z]{2}\s[a-z]\s\d")  # "Ara h 2", an allergen
_VALUED = re.compile(r"[A-Z]{2,5}\s\d{1,3}")  # "ALT 890"
_SUNG = re.compile(r"\w,\s(?:mezzo-)?(?:soprano|mezzo|alto|contralto|countertenor|tenor|baritone|bass),\s$")
_ANSWERED = re.compile(r"\b(?:yes|no|sorry|thanks|thank you|ok|okay|please|morning|evening),?\s$", re.IGNORECASE)
_FEAST_OF = re.compile(r"\b(?:feast|day|eve)\sof\s$|\b20\d\d,\s$")
_AT_THE = re.compile(r"\b(?:to|at|from|by|with|for|off)\sthe\s$")
_OF_THINGS = re.compile(r"\b(?!they|we|you|who)[a-z]+\s(?:are|were)\s$", re.IGNORECASE)
_OWNED_THING = re.compile(r"['’]s\s[a-z]")
_PLACEHOLDER = re.compile(r"[A-Z]{3,}_\d+")  # "USER_22"
_GIVEN = re.compile(r"\b(?:the|an?)\s$", re.IGNORECASE)
_USUAL, _COMMON = 0.3, 0.6  # weights of first names: one that may be, one that is
_SHORT = 3  # figures of a value
_MANY = 3  # lines of a log that begin with an hour
_ACRONYM_BEFORE = re.compile(r"\b[A-Z]{2,9}\s(?:max\s)?$|\b(?:were|was|now)\s\d+\.?\sNow\s$")
_FOREIGN_AFTER = re.compile(r"\s(?P<word>[^\W\d_A-Z]{4,})(?![\w'’-])")
_TONGUE_BEFORE = re.compile(
    r"\b(?:in|into|speaks?|spoke|speaking|spoken|from|good|bad|poor|fluent|native|written|why|learn\w*|and|my|your|his|her|their|some|no|"
    r"explain the)\s$",
    re.I,
)
_PAPER_AFTER = re.compile(
    r"\s(?:passport|national|nationals|citizen|citizens|citizenship|nationality|ID|identity|origin|descent)\b"
)
_NOUN_AFTER = re.compile(r"\s(?P<word>[a-z]{3,})")


def is_left(text: str, mention: ReadMention) -> bool:
    """Tell whether what was taken for something personal is a thing, a tongue, a figure or a foreign word.

    Args:
        text: The text.
        mention: A span under its settled label.
    """
    value = text[mention.start : mention.end]
    told = words_in(value)
    if mention.type == "DATETIME":
        return _is_logged(text, mention, value)
    if mention.type == "DEM":
        return _is_thing(text, mention, told)
    if mention.type == "LOC":
        return _ONE_OF_A_LIST.fullmatch(value) is not None and not _STREET_AFTER.match(text, mention.end)
    if mention.type in {"MISC", "PERSON"} and len(told) == 1 and _is_part(text, mention):
        return True
    if _PLACEHOLDER.fullmatch(value):
        return True
    if mention.type != "MISC":
        return False
    if not told:
        measured = _ACRONYM_BEFORE.search(text[max(0, mention.start - 16) : mention.start])
        return _is_logged(text, mention, value) or (measured is not None and len(value) <= _SHORT)
    if len(value) == 1 or _is_make(text, mention, told):
        return True
    if _SHORTENED.fullmatch(value) or _VALUED.fullmatch(value):
        return True
    if (
        _is_of_saint(text, mention, told)
        or _is_nobodys_letters(text, mention, value)
        or _SPECIES.match(text, mention.start)
    ):
        return True
    if all(word.lower() in listed("events") for word in told):
        return True
    if len(told) == 1:
        return (
            _is_tongue(text, mention, told[0]) or _is_one_of_many(text, mention, told[0]) or _is_foreign(text, mention)
        )
    return False


def _is_part(text: str, mention: ReadMention) -> bool:
    """Tell whether a name is that of the part somebody sings, on a line of a cast: ``Brand, baritone, Renato``."""
    sung = _SUNG.search(text[max(0, mention.start - 40) : mention.start])
    return sung is not None and text[mention.end : mention.end + 1] in {"", "\n"}


def _is_make(text: str, mention: ReadMention, told: list[str]) -> bool:
    """Tell whether words are what things are sold as; a usual first name is one only with an article."""
    if not all(is_brand(word.lower()) for word in told):
        return False
    given = _GIVEN.search(text[max(0, mention.start - 5) : mention.start])
    return given is not None or is_measured_out(text, mention) or max(map(name_weight, told)) < _COMMON


def _is_of_saint(text: str, mention: ReadMention, told: list[str]) -> bool:
    """Tell whether words are a saint whose day is told: ``the feast of St Joseph``."""
    led = _FEAST_OF.search(text[max(0, mention.start - 12) : mention.start]) is not None
    return led and len(told) == 2 and told[0] in {"St", "Saint", "San", "Santa"} and name_weight(told[1]) >= _USUAL


def _is_nobodys_letters(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether letters with stops are short for a thing, not for somebody: ``C.I. and birth``."""
    return _LETTERS.fullmatch(value) is not None and _SMALL_AFTER.match(text, mention.end) is not None


def _is_logged(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether an hour opens a line of a log or a talk, as it does other lines."""
    if not _HOUR.fullmatch(value) or not _LINE.search(text[max(0, mention.start - 4) : mention.start]):
        return False
    return how_often(text, _LOGGED) >= _MANY


def _is_thing(text: str, mention: ReadMention, told: list[str]) -> bool:
    """Tell whether a word taken for what somebody is, is a thing: ``the pipe``."""
    if not told or any(map(str.isdigit, text[mention.start : mention.end])):
        return False
    last = told[-1].lower()
    before = text[max(0, mention.start - 16) : mention.start]
    if len(told) == 1 and is_job(last) and (_AT_THE.search(before) or _is_kind_of_thing(text, mention, before)):
        return True  # "out to the chemist", "seaman's book"
    if last in listed("called_ties") and told[-1].islower() and _ANSWERED.search(before):
        return True  # "Yes, mam."
    if last in listed("states") and _OF_THINGS.search(before):
        return True  # "my knees are retired"
    if (
        len(told) == 1
        and told[0].istitle()
        and _ONE.search(text[max(0, mention.start - 16) : mention.start])
        and fold(last) not in peoples()
    ):
        return True  # "a Singer"
    return last in listed("things")


def _is_kind_of_thing(text: str, mention: ReadMention, before: str) -> bool:
    """Tell whether a calling with an ``'s`` and no article only says of what kind a thing is."""
    owned = _OWNED_THING.match(text, mention.end) is not None
    return owned and not re.search(r"(?:\b(?:an?|the|my|his|her|our|your|their)|['’]s)\s$", before, re.IGNORECASE)


def _is_tongue(text: str, mention: ReadMention, word: str) -> bool:
    """Tell whether a word for a people is that for its tongue, or says of what kind a thing is: ``in Quechua``."""
    if fold(word) not in peoples() or _PAPER_AFTER.match(text, mention.end):
        return False
    noun = _NOUN_AFTER.match(text, mention.end)
    if noun is not None and usual_tag(noun["word"]) in {"NN", "NNS"}:
        key = noun["word"]
        return not _is_somebody(key)
    return _TONGUE_BEFORE.search(text[max(0, mention.start - 16) : mention.start]) is not None


def _is_one_of_many(text: str, mention: ReadMention, word: str) -> bool:
    """Tell whether a strange word with an article is a thing of which there are many: ``a Haribo``."""
    if mention.direct or not word[0].isupper() or not _ONE.search(text[max(0, mention.start - 20) : mention.start]):
        return False
    noun = _NOUN_AFTER.match(text, mention.end)
    if noun is not None and _is_somebody(noun["word"]):
        return False  # "a Berom woman"
    return name_weight(word) == 0.0 and not is_place(fold(word)) and fold(word) not in peoples()


def _is_somebody(noun: str) -> bool:
    """Tell whether a noun is one for people, by a list or by its ending: ``instructor``."""
    known = noun in listed("person_nouns") or noun in span_words("kin") or is_job(noun)
    return known or (noun.endswith(_DOERS) and noun not in listed("machines") and noun not in listed("things"))


def _is_foreign(text: str, mention: ReadMention) -> bool:
    """Tell whether a word opens a phrase of another tongue or the name of a species: ``Amanita phalloides``."""
    after = _FOREIGN_AFTER.match(text, mention.end)
    if after is None or (mention.direct and not is_at_start(text, mention.start)):
        return False
    word = after["word"]
    return not is_plain(word) and not can_be(word, "VERB") and not can_be(word, "NOUN") and usual_tag(word) == ""
