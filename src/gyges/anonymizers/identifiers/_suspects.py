"""Names that the reader missed or took for something else, known by what stands around them.

The reader hides what it finds, so a guard that only read again would never see what the reader misses. These rules ask
less of a word, and only where people are spoken of: after a role or an initial, before an age, in an address.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gyges.anonymizers.identifiers._around import Around
from gyges.anonymizers.identifiers._identifier import Identifier, is_chatty, is_date_word, is_placed
from gyges.anonymizers.identifiers._words import words
from gyges.reading import Page, find_occupations
from gyges.reading.lookups import (
    country,
    first_name,
    fold,
    is_common_word,
    is_english_word,
    is_surname,
    kin,
    months,
    title,
)

__all__ = ["suspected_names"]

_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_CANDIDATE = re.compile(rf"(?<![\w@.'’-]){_WORD}(?![\w@])(?!\.\w)")
_SAID = re.compile(_WORD)
_JOINTS = re.compile(r"['’-]")
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
_LABELLED = re.compile(r":\s")
_NICKNAME = re.compile(r"(?<=\s)[\"“](?P<who>[^\W\d_]{3,14})[\"”]\s[^\W\d_]")
_IN_LIST = re.compile(r"(?<=[),;] )(?P<who>[A-Z][a-z]{2,14})(?= \(([^\W\d_]+))")
_AROUND, _SHORTEST = 40, 3
_USUAL = 0.3  # weight of a first name from which on it needs no words around it


def suspected_names(page: Page, others: Sequence[tuple[int, int]]) -> Iterator[Identifier]:
    """Yield names of people known by the words around them.

    Args:
        page: The text; what is masked must be blanked.
        others: What the reader took for a place, an organisation or a time.
    """
    text = page.text
    roles = {place for job in find_occupations(page) for place in (job.start, ~job.end)}
    yield from _nicknamed(text, roles)
    around = Around(others)
    for start, word in _candidates(text):
        end = start + len(word)
        over = around.over(start, end)
        if fold(word) in months():
            if _is_hailed(text, start, end):
                yield Identifier(start, end, "PERSON")
            continue
        if any(place != (start, end) for place in over) or is_placed(text, start, end):
            continue
        if _is_told(text, start, end, roles) or (not over and _is_acting(text, start, end)):
            yield Identifier(start, end, "PERSON")


def _candidates(text: str) -> Iterator[tuple[int, str]]:
    """Yield start and form of each word that may be a name; every word is asked once, and looked for if it may."""
    chatty = is_chatty(text)
    for said in _forms(text):
        word = said[:-2] if said.endswith(("'s", "’s")) else said
        if len(word) < _SHORTEST or not _may_name(word, chatty=chatty):
            continue
        start = text.find(said)
        while start >= 0:
            match = _CANDIDATE.match(text, start)
            if match is not None and match[0] == said:
                yield start, word
            start = text.find(said, start + 1)


def _forms(text: str) -> set[str]:
    """Return the words of a text, of those with a joint also what stands before it, where a word may end as well."""
    said = set(_SAID.findall(text))
    return said | {one[: joint.start()] for one in said if not one.isalpha() for joint in _JOINTS.finditer(one)}


def _nicknamed(text: str, roles: set[int]) -> Iterator[Identifier]:
    """Yield words that name somebody though they are words: ``"Flash" M.``, ``Jazz (Secretary)``."""
    for match in _NICKNAME.finditer(text) if '"' in text or "“" in text else ():
        if match["who"][0].isupper() and text[match.end() - 1].isupper():
            yield Identifier(*match.span("who"), "PERSON")
    for match in _IN_LIST.finditer(text) if " (" in text else ():
        if match.start(2) in roles and fold(match["who"]) not in words("roles"):
            yield Identifier(*match.span("who"), "PERSON")


@lru_cache(maxsize=16384)
def _may_name(word: str, *, chatty: bool) -> bool:
    key = fold(word)
    if key in words("roles") or key in words("titles") or kin(key) or title(key) or country(key):
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
    if (strange or (known and not is_common_word(key))) and _INITIAL.search(before):
        return True
    label = _LABELLED.match(text, end)
    if known and strange and (label or _is_surname_of(before)) and (label is None or _OPENS.search(before)):
        return True
    if (strange or known) and _AGE_AFTER.match(text, end) and not is_date_word(text, start, end):
        return (strange and known) or (text[start].isupper() and known)
    follows = _WORD_AFTER.match(text, end)
    if strange and follows and fold(follows[1]) in words("titles_after"):
        return True
    if any(after and _is_role(after, roles) for after in (_TOLD_AFTER.match(text, end), _ROLE_AFTER.match(text, end))):
        return True
    if not strange and text[start].islower():
        return False
    if known and _CODE_BEFORE.search(before):
        return True
    return _is_after_role(text, start, roles, known=known, strange=strange)


def _is_after_role(text: str, start: int, roles: set[int], *, known: bool, strange: bool) -> bool:
    """Tell whether a title, a relative or an occupation stands before: ``trainer Kauê``, ``the ranger, Big Shug``."""
    offset = max(0, start - _AROUND)
    last = _WORD_BEFORE.search(text, offset, start)
    if last is not None and strange and fold(last[1]) in words("nick_adjectives"):
        last, known = _WORD_BEFORE.search(text, offset, last.start()), True
    if last is None or (last[3].strip() and not known):
        return False
    role = fold(last[1])
    if role in words("titles") and role not in words("calls"):
        return True
    return "." not in last[2] and (kin(role) is not None or ~last.end(1) in roles)


def _is_surname_of(before: str) -> bool:
    """Tell whether a first name that is nothing else stands right before."""
    last = _WORD_BEFORE.search(before)
    if last is None or last[2] or last[3] != " " or is_english_word(fold(last[1])):
        return False
    stat = first_name(last[1])
    return stat is not None and stat.weight >= _USUAL and not country(last[1])


def _is_role(after: re.Match[str], roles: set[int]) -> bool:
    said = after[1]
    at = after.start(1)
    if fold(said.split()[0]) in words("no_role_first"):
        return False
    return any(kin(fold(m[0])) is not None or at + m.start() in roles for m in re.finditer(_WORD, said))


def _is_hailed(text: str, start: int, end: int) -> bool:
    """Tell whether somebody called so is greeted, thanked or asked: ``Thanks, June!``, ``ask maria``."""
    last = _WORD_BEFORE.search(text[max(0, start - _AROUND) : start])
    return last is not None and fold(last[1]) in words("calls") and not is_date_word(text, start, end)


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
    if stat and _is_hailed(text, start, end):
        return True
    after = _WORD_AFTER.match(text, end) or _FROM_THEN.match(text, end)
    acts = after is not None and fold(after[1]) in words("verbs")
    return (acts and strange and (stat is not None or is_surname(key))) or (
        strange and stat is not None and not stat.ambiguous and stat.weight >= _USUAL
    )
