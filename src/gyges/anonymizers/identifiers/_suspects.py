"""Names that the reader missed or took for something else, known by what stands around them.

The reader hides what it finds, so a guard that only read again would never see what the reader misses. These rules ask
less of a word, and only where people are spoken of: after a role or an initial, before an age, in an address.
"""

import re
from collections.abc import Iterator, Sequence

from gyges.anonymizers.identifiers._identifier import Identifier, is_date_word, is_placed
from gyges.anonymizers.identifiers._words import words
from gyges.reading import find_occupations
from gyges.reading.lookups import country, first_name, fold, is_common_word, is_english_word, is_surname, kin, months, title

__all__ = ["suspected_names"]

_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_CANDIDATE = re.compile(rf"(?<![\w@.'’/-]){_WORD}(?![\w@])(?!\.\w)")
_INITIAL = re.compile(r"(?<![\w.'’])[^\W\d_]\.\s?(?:[^\W\d_]\.\s?)?$")
_AGE_AFTER = re.compile(r",? \(?(?:aged )?\d{1,2}(?=[,;)]|\.\s|\s(?:and|who|years|yrs|is|was)\b)|\s?\(\d{1,2}\)")
_TOLD_AFTER = re.compile(rf",? (?:the|a|an|my|his|her|our|their|your|who is|who's)\s((?:{_WORD}\s){{0,2}}{_WORD})")
_ROLE_AFTER = re.compile(rf"(?:,\s|\s\()((?:{_WORD}\s){{0,2}}{_WORD})")
_WORD_BEFORE = re.compile(rf"({_WORD})(['’]?\.?)(,?\s)$")
_CODE_BEFORE = re.compile(r"(?:\d{3,}|@[\w.-]+),\s$")
_WORD_AFTER = re.compile(rf"\s({_WORD})")
_SPOKEN_TO = re.compile(rf",\s({_WORD})")
_OPENS = re.compile(r"(?:^|[.!?:;>–—\n\"“(])[ \t]*$")
_FROM_THEN = re.compile(rf"\sfrom\s(?:the\s)?{_WORD}\s({_WORD})")
_OPENED = re.compile(r"(?:^|[.!?]\s+|\n\s*)(?:\S{1,12}:\s)?([^\W\d_])")
_AROUND, _SHORTEST = 40, 3
_USUAL = 0.3  # weight of a first name from which on it needs no words around it


def suspected_names(text: str, others: Sequence[tuple[int, int]]) -> Iterator[Identifier]:
    """Yield names of people known by the words around them.

    Args:
        text: The text; what is masked must be blanked.
        others: What the reader took for a place, an organisation or a time.
    """
    roles = {place for job in find_occupations(text) for place in (job.start, ~job.end)}
    chatty = _is_chatty(text)
    for match in _CANDIDATE.finditer(text):
        start, end = match.span()
        if text[start:end].endswith(("'s", "’s")):
            end -= 2
        if end - start < _SHORTEST or not _may_name(text, start, end, chatty=chatty):
            continue
        over = [place for place in others if place[0] <= start and end <= place[1]]
        placed = is_placed(text, start, end)
        if any(place != (start, end) for place in over) or (placed and over):
            continue
        if _is_told(text, start, end, roles) or (not over and not placed and _is_acting(text, start, end)):
            yield Identifier(start, end, "PERSON")


def _is_chatty(text: str) -> bool:
    """Tell whether a text is written in lower case throughout, as people chat."""
    opened = [match[1] for match in _OPENED.finditer(text)]
    return sum(map(str.islower, opened)) > len(opened) / 2


def _may_name(text: str, start: int, end: int, *, chatty: bool) -> bool:
    word = text[start:end]
    key = fold(word)
    if key in words("roles") or key in words("titles") or kin(key) or title(key) or country(key) or key in months():
        return False
    if word.isupper() and len(word) <= _SHORTEST and not chatty:
        return False
    if not is_english_word(key):
        return word[0].isupper() or chatty
    return first_name(key) is not None and (word[0].isupper() or (chatty and not is_common_word(key)))


def _is_told(text: str, start: int, end: int, roles: set[int]) -> bool:
    """Tell whether the words around one say who that is: an initial, a title, a role, an age."""
    before = text[max(0, start - _AROUND) : start]
    key = fold(text[start:end])
    known = first_name(key) is not None or is_surname(key)
    strange = not is_english_word(key)
    if strange and _INITIAL.search(before):
        return True
    if (strange or known) and _AGE_AFTER.match(text, end) and not is_date_word(text, start, end):
        return strange and known or text[start].isupper() and known
    for after in (_TOLD_AFTER.match(text, end), _ROLE_AFTER.match(text, end)):
        if after and _is_role(after, roles):
            return True
    last = _WORD_BEFORE.search(before)
    if last is None:
        return strange and known and _CODE_BEFORE.search(before) is not None
    role = fold(last[1])
    if last[3].strip() and not known:
        return False
    if role in words("titles") and role not in words("calls"):
        return strange or text[start].isupper()
    kindred = kin(role) is not None or ~(start - len(last[0]) + len(last[1])) in roles
    return kindred and "." not in last[2] and (strange or text[start].isupper())


def _is_role(after: re.Match[str], roles: set[int]) -> bool:
    said = after[1]
    at = after.start(1)
    return any(kin(fold(m[0])) is not None or at + m.start() in roles for m in re.finditer(_WORD, said))


def _is_acting(text: str, start: int, end: int) -> bool:
    """Tell whether somebody called so does something, or is spoken to."""
    key = fold(text[start:end])
    stat = first_name(key)
    strange = not is_english_word(key)
    if not strange and stat is None:
        return False
    if not strange and _OPENS.search(text[max(0, start - 6) : start]) is None and text[start].islower():
        return False
    spoken = _SPOKEN_TO.match(text, end)
    if stat and spoken and _OPENS.search(text[max(0, start - 6) : start]) and fold(spoken[1]) in words("addresses"):
        return True
    last = _WORD_BEFORE.search(text[max(0, start - _AROUND) : start])
    if stat and last and not last[3].strip() and fold(last[1]) in words("calls"):
        return True
    after = _WORD_AFTER.match(text, end) or _FROM_THEN.match(text, end)
    acts = after is not None and fold(after[1]) in words("verbs")
    return (acts and strange and (stat is not None or is_surname(key))) or (
        strange and stat is not None and not stat.ambiguous and stat.weight >= _USUAL
    )
