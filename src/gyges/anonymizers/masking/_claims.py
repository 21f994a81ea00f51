"""Labels as claims: one is given only where nothing else could stand there; all other spans are called nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from gyges.anonymizers.masking._personal import is_of_thing, is_personal, is_titled, speaks
from gyges.anonymizers.masking._words import is_plain, listed, name_weight, peoples, words_in
from gyges.anonymizers.wording import kind_of, stands
from gyges.reading import ReadMention
from gyges.reading.lookups import country, first_name, fold, is_job, is_place, is_surname, kin, span_words, title

__all__ = ["claimed"]

_USUAL, _RARE = 0.3, 0.15  # weights of first names: one that may be, one somewhere
_PAIRED = frozenset((" and ", " & ", " + ", "/", " / "))
_LETTERS = re.compile(r"(?:[A-Z]\.[ -]?){1,4}[A-Z]?\.?")
_LETTERED = re.compile(
    r"(?:[A-Z]\.?[ -]?){1,3}\s?[A-Z][^\W\d_][\w'’-]+|[A-Z][^\W\d_][\w'’-]+ [A-Z][a-z]?\.?(?:[ -][A-Z]\.?)*"
)
_APPOSED = re.compile(
    r"(?:,\s|\s(?:is|was)\s)(?:(?:the|our|my|his|her|their|your|an?)\s)?(?:[a-z-]+\s){0,2}?(?P<word>[a-z-]+)"
    r"(?=[,.;:)\n]|\s(?:of|at|in|from|who|with|on|and)\b|$)"
)
_ROLE_BEFORE = re.compile(
    r"(?P<word>[A-Za-z-]+)(?:\s(?:here|there|beside\s\w+|called|named|known\sas))?[,:]?\s\(?[\"“‘']?$"
)
_DOES = re.compile(
    r"(?:,\swho\b|\s(?:turned\s(?:\d+|[a-z-]+)|paid|handed|offered|signed|reports?|agreed|apologised|apologized|teaches|taught|drove|"
    r"drives|passed\saway|and\sI\b|thinks|believes|studies|studied|phones|explained|admitted|promised)\b|['’]s\s(?:consent|leave|permission|"
    r"birthday|wedding|phone|salary|office|surname|signature)\b)"
)
_NICK_AFTER = re.compile(r" [\"“‘'][^\"”’'\n]{2,14}[\"”’'] [A-Z]")
_AGED = re.compile(r"\s?[,(]\s?(?:aged\s)?\d\d?\s?(?:[,;)\n]|$|years\b)")
_SIGNED = re.compile(r"(?:,|\.|!)[ \t]*\n+$")
_ENDS = re.compile(r"\s*(?:$|\n)")
_MOVED = re.compile(r"\b(?:to|from|through|reached|visit\w*|towards?|around|with|for)\s$", re.IGNORECASE)
_ON_THE_WAY = re.compile(
    r"\b(?:am|is|was|are|were|['’]m|['’]s|came|comes?|coming|flown|flew|fly|driven|drove|drive|moved|bus|train|ferry|flight|road|trip|home|"
    r"back|went|goes?|going|girl|boy|man|woman|lady|gentleman|guests?|people|group|emigrated|travel\w*|return\w*|over|up|down|in|off|"
    r"sent|sail\w*|walk\w*|fled|transferred|people|colleagues?|engineer|student)\s(?:from|to)\s$"
)
_CLUB = re.compile(r"\b(?:[Ss]upports?|[Ss]upported|[Ss]upporter of|fans? of|plays? for|played for|beat)\s$")
_SAINT = re.compile(r"(?:San|Santa|Santo|St\.?|Saint|Sainte|São|Sant)\s")
_LEARNT_AT = re.compile(
    r"\b(?:graduat\w+|diploma|degree|coach|offer|letter|invoice|call|email|news|parcel)\s(?:from|to)\s$"
)
_SPOKEN_IN = re.compile(
    r"\b(?:sang|sings?|spoke|speaks?|speaking|said|says|wrote|writes?|written|read|reads|swore|prayed|prays|counted|shouted|aloud|whispered|"
    r"explain\w*|answer\w*|repl\w+|translat\w+|dictat\w+)(?:\s\w+){0,4}\s(?:in|into)\s$"
)


def claimed(text: str, mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return the spans; a person, a place or a body of which it is not certain that it is one is MISC.

    Args:
        text: The text.
        mentions: The spans under the labels that their words and neighbours make likely.
    """
    certain = _certain_names(text, mentions)
    made: list[ReadMention] = []
    for mention in mentions:
        value = text[mention.start : mention.end]
        sure = True
        if mention.type == "PERSON":
            sure = mention.person in certain or bool(_words_of(value) & certain) or _is_sure(text, mention)
        elif mention.type == "LOC":
            sure = _is_sure_place(text, mention)
        elif mention.type == "ORG":
            sure = _is_sure_body(value)
        made.append(mention if sure else replace(mention, type="MISC"))
    return made


def _certain_names(text: str, mentions: Sequence[ReadMention]) -> frozenset[str]:
    """Return the words of names, and the people, of whom the text says at least once that they are somebody."""
    found: set[str] = set()
    for mention in mentions:
        if mention.type == "PERSON" and _is_sure(text, mention):
            found |= _words_of(text[mention.start : mention.end])
            if mention.person is not None:
                found.add(mention.person)
    for one, other in pairwise(mentions):
        if text[one.end : other.start] not in _PAIRED or not {one.type, other.type} <= {"PERSON", "MISC"}:
            continue
        names = [_words_of(text[mention.start : mention.end]) for mention in (one, other)]
        if names[0] & found or names[1] & found:
            found |= names[0] | names[1]  # "Sjoerd and Julián"
    return frozenset(found)


def _words_of(value: str) -> set[str]:
    return {
        word.removesuffix("'s").removesuffix("’s")
        for word in words_in(value)
        if len(word) > 2 and not is_plain(word) and title(word) is None
    }


def _is_sure(text: str, mention: ReadMention) -> bool:
    """Tell whether one span is surely somebody's name by its build or by the words around it."""
    value = text[mention.start : mention.end]
    told = words_in(value)
    if (
        not told
        or " & " in value
        or is_of_thing(text, mention)
        or _CLUB.search(text[max(0, mention.start - 16) : mention.start])
    ):
        return False
    if value.startswith(("@", "u/")) or "_" in value:
        return True
    if "," in value and is_plain(told[0]) and _weight(told[0]) < _USUAL and title(told[0]) is None:
        return False  # "Personnel, North Terminal"
    if is_titled(told):
        return told[-1][0].isupper() and not (len(told) == 2 and is_job(told[-1].lower()) and is_plain(told[-1]))
    if any(map(str.isdigit, value)):
        return False
    if _LETTERS.fullmatch(value):
        return _is_somebodys(text, value)
    if speaks(text, mention):
        return True
    keys = [fold(word) for word in told]
    if len(set(keys)) < len(keys):
        return False  # "Toi toi toi"
    named = [word for word in told if len(word) > 1 and word[0].isupper()]
    if len(named) > 1 or _LETTERED.fullmatch(value):
        known = any(_weight(word) >= _RARE or is_surname(fold(word)) for word in named)
        return known or _is_shown(text, mention)
    return _is_shown(text, mention)


def _weight(word: str) -> float:
    stat = first_name(fold(word))
    return stat.weight if stat is not None else 0.0


def _is_shown(text: str, mention: ReadMention) -> bool:
    """Tell whether the words around a name say that it is somebody's: a tie, an age, a calling, a word of speech."""
    if is_personal(text, mention) or _AGED.match(text, mention.end) or _NICK_AFTER.match(text, mention.end):
        return True
    role = _ROLE_BEFORE.search(text, max(0, mention.start - 36), mention.start)
    if role is not None and _is_of_people(role["word"].lower()):
        return True
    if _DOES.match(text, mention.end) and _weight(text[mention.start : mention.end]) >= _RARE:
        return True
    before = text[max(0, mention.start - 4) : mention.start]
    if _SIGNED.search(before) and _ENDS.match(text, mention.end):
        return True
    apposed = _APPOSED.match(text, mention.end)
    if apposed is None:
        return False
    return _is_of_people(apposed["word"])


def _is_of_people(word: str) -> bool:
    """Tell whether a word is said of people only: a calling, a tie, ``guest``."""
    tied = kin(word) is not None or word in span_words("kin")
    return (is_job(word) and word not in listed("machines")) or tied or word in listed("person_nouns")


def _is_somebodys(text: str, letters: str) -> bool:
    """Tell whether initials are those of a name of the text: ``S.K.`` of Sunita Kulkarni."""
    told = re.findall(r"[A-Z]", letters)
    own = r"\b" + r"[\w'’-]*[ -](?:[\w'’.-]+ )?".join(told) + r"[a-zà-ž]"
    return len(told) > 1 and stands(text, own)


def _is_sure_body(value: str) -> bool:
    """Tell whether words are surely a body: its kind ends or opens the name, and they are no office and no paper."""
    keys = [fold(word).rstrip(".") for word in words_in(value)]
    if len(keys) < 2 or keys[-1] in listed("places_too") or is_job(keys[-1]):
        return False  # "Parish Priest", "Kibuye Market"
    ends = keys[-1] in listed("org_heads") or kind_of(value.split()[-1]) is not None
    return ends or not is_plain(keys[-1]) or " of " in value.lower()  # no "School Certificate"


def _is_sure_place(text: str, mention: ReadMention) -> bool:
    """Tell whether a span is surely a place: no tongue, no firm, nobody's first name on the way to somebody."""
    value = text[mention.start : mention.end]
    told = words_in(value)
    before = text[max(0, mention.start - 44) : mention.start]
    if not told or value.startswith(("via ", "Via ")) or fold(value) in peoples():
        return False
    if _SAINT.match(value) and re.search(r"\b[Aa]t\s$", before):
        return False  # "turns 87 at San Sebastián" may be a feast
    if (_SPOKEN_IN.search(before) or _LEARNT_AT.search(before)) and country(value) is None:
        return False
    if (
        len(told) == 1
        and country(value) is None
        and _MOVED.search(before)
        and _weight(told[0]) >= _USUAL
        and not _ON_THE_WAY.search(before)
    ):
        return stands(text, r"\b(?:in|near|at)\s%s\b", value)
    return all(_is_part_of_place(part.strip()) for part in value.split(",") if part.strip())


def _is_part_of_place(part: str) -> bool:
    """Tell whether words between commas are a place, a street with its number, or a short form of a state."""
    keys = [fold(word) for word in words_in(part)]
    if not keys or (len(part) <= 3 and part.isupper()):
        return True
    if is_place(fold(part)) or country(part) is not None:
        return True
    ends = keys[-1] in listed("place_heads") or keys[0] in listed("place_heads") or keys[0] in listed("place_openers")
    if ends or keys[-1].endswith(tuple(listed("street_endings"))):
        return True
    if any(map(str.isdigit, part)):
        return keys[0] in listed("dwellings") or any(is_place(key) and name_weight(key) == 0.0 for key in keys)
    return is_place(" ".join(keys[-2:])) and len(keys) > 2
