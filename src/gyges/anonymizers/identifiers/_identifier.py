"""A direct identifier in a text, and what is written like one but is none: labels, roles, titles, case numbers."""

import re
from functools import lru_cache
from typing import NamedTuple

from gyges.anonymizers.identifiers._words import words
from gyges.anonymizers.replacement._person_names import NameWord, name_words
from gyges.reading.lookups import country, first_name, fold, is_english_word, is_surname, kin, months, title

__all__ = [
    "Identifier",
    "blanked",
    "is_chatty",
    "is_date",
    "is_date_word",
    "is_identifier",
    "is_of_paper",
    "is_placed",
    "naming_words",
]

_PLACEHOLDER = re.compile(r"\[[A-Z][A-Z_ /-]{0,28}[ _#:-]?\d{0,4}\]|<[A-Z][A-Z_]{1,28}[ _#:-]?\d{0,4}>|\*{3,}|█+|_{3,}")
_PLACEHOLDER_SIGNS = "[<*█_"
_ACCOUNT = re.compile(r"[_@]|^u/|(?<![^\W\d_])[^\W\d_]{3,}+\d{1,6}$|[^\W\d_]\.[^\W\d_]{2,}")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_DATE = re.compile(
    r"\d{1,2}[./-](?:(?:19|20)\d\d|(?:\d{1,2}|[IVXivx]{1,4})(?:[./-](?:\d{4}|\d\d))?)|(?:19|20)\d\d[./-]\d{1,2}(?:[./-]\d{1,2})?"
)
_AFTER_LABEL = re.compile(r"\s?(?::|\.{3,})")
_NUMBER_AFTER = re.compile(r" #?\d")
_NO_STREET = re.compile(r"(?:no\.?|number|room|cabin|flat|bed|unit|desk|block|plot|tier|villa)\b", re.IGNORECASE)
_LETTERS, _LETTERS_OF_NAME = re.compile(r"[^\W\d_]+"), 3
_SHORTEST_CODE, _SHORT_CAPITALS, _LABEL_WORDS = 4, 4, 3
_OPENED = re.compile(  # signs that no letter follows are read over once
    r"(?:^|[.!?]\s++|\n\s*+)(?:(?:[^\s:]{1,12}:\s|[\W\d]++)?([^\W\d_])|[\W\d]*+)"
)
_DEGREE = re.compile(r"[A-Z][a-z]{0,2}\.[A-Z][A-Za-z]{0,2}|[A-Z]{2,}[a-z]{1,2}")
_BEFORE_CODE = 32  # characters in which the label of a number stands
_USUAL = 0.2  # weight of a first name from which on it names somebody though it is a word too
_MONTH_BEFORE = re.compile(
    r"(?:\d(?:st|nd|rd|th)?\.?|of|de|in|since|by|until|last|next|early|late|mid|this|and|to|from|-|–)\s?$"
)
_MONTH_AFTER = re.compile(r"\.?(?:,? ?\d|\s(?:and|to|of|or)\s(?=[A-Z]))|-\w")


_LAST_WORD, _NEXT_WORD = re.compile(r"([^\W\d_]+)\.?[ -]$"), re.compile(r"(?:['’]s?)? ([^\W\d_]+)")
_NEAR = 16
_CODE_AFTER, _LONGEST_LABEL = re.compile(r"\.?:?(?:\s\w+:)?[ \t]+\[(?:CODE|DATETIME|ID)"), 6


class Identifier(NamedTuple):
    """A place in a text that identifies somebody by itself, with one of TAB's entity types."""

    start: int
    end: int
    type: str


def blanked(text: str) -> str:
    """Return a text of the same length in which nothing stands where something was masked."""
    if not any(sign in text for sign in _PLACEHOLDER_SIGNS):
        return text
    return _PLACEHOLDER.sub(lambda match: "·" * len(match[0]), text)


def naming_words(name: str) -> list[NameWord]:
    """Return the words of a name that name somebody: no titles, roles, particles, letters."""
    return [
        word
        for word in name_words(name)
        if word.kind == "name" and len(word.key) > 1 and not _is_role(word.key) and not _is_role(word.key.rstrip("s"))
    ]


@lru_cache(maxsize=16384)
def _is_role(key: str) -> bool:
    known = title(key) is not None and first_name(key) is None
    return key in words("roles") or key in words("titles") or known or kin(key) is not None


def is_date_word(text: str, start: int, end: int) -> bool:
    """Tell whether a name of a month, which may be a first name, stands in a date: ``30 June``, ``in May``."""
    if fold(text[start:end]) not in months():
        return False
    return bool(_MONTH_BEFORE.search(text[max(0, start - 8) : start].lower()) or _MONTH_AFTER.match(text, end))


def is_placed(text: str, start: int, end: int) -> bool:
    """Tell whether the words next to a name make it that of a place, a firm or a thing: ``in Ennis``."""
    before = _LAST_WORD.search(text[max(0, start - _NEAR) : start])
    after = _NEXT_WORD.match(text, end)
    return bool(
        (before and fold(before[1]) in words("no_person_before"))
        or (after and fold(after[1]) in words("no_person_after"))
    )


def is_identifier(text: str, start: int, end: int, type: str) -> bool:
    """Tell whether what a finder took for a direct identifier is one."""
    said = text[start:end]
    if type == "CODE":
        return _is_code(text, start, said)
    if type == "LOC":
        return any(map(str.isdigit, said)) and _has_name(said) and not _NO_STREET.match(said)
    if type != "PERSON":
        return False
    if " " not in said.strip() and (_ACCOUNT.search(said) or any(map(str.isdigit, said))):
        return _is_account(said)
    return _is_person(text, start, end)


def _has_name(said: str) -> bool:
    return any(len(word) >= _LETTERS_OF_NAME for word in _LETTERS.findall(said))


def _is_account(said: str) -> bool:
    telling = [word for word in _LETTERS.findall(said) if len(word) > 1 and fold(word) not in words("roles")]
    return bool(_ACCOUNT.search(said) and telling)


def _is_code(text: str, start: int, said: str) -> bool:
    if "@" in said or "://" in said or said.startswith("www."):
        return True
    digits = sum(map(str.isdigit, said))
    if is_date(said) or digits < _SHORTEST_CODE + said.isdigit():
        return False
    return not is_of_paper(text, start)


def is_date(said: str) -> bool:
    """Tell whether a number is a date: ``12.VI.2021``, ``09/2024``."""
    return _DATE.fullmatch(said) is not None


def is_of_paper(text: str, start: int) -> bool:
    """Tell whether the number at a place is that of a case, a form or an order by the words before it."""
    line = text[max(0, start - _BEFORE_CODE) : start].rpartition("\n")[2]
    return any(fold(word) in words("papers") for word in _LETTERS.findall(line)[-_LABEL_WORDS:])


def is_chatty(text: str) -> bool:
    """Tell whether a text is written in lower case throughout, as people chat."""
    opened = [match[1] for match in _OPENED.finditer(text) if match[1]]
    return sum(map(str.islower, opened)) > len(opened) / 2


def _is_person(text: str, start: int, end: int) -> bool:
    said = text[start:end]
    parts = naming_words(said)
    if not parts or is_date_word(text, start, end):
        return False
    if len(parts) == 1 and _is_no_single_name(text, start, end):
        return False
    if any(not is_english_word(part.key) for part in parts):
        return not _is_capitals(text, said, parts)
    if not any(first_name(part.key) for part in parts):
        return len(parts) > 1 and any(is_surname(part.key) for part in parts) and len(parts) < len(name_words(said))
    if len(parts) > 1:
        return True
    label = _AFTER_LABEL.match(text, end) or _NUMBER_AFTER.match(text, end)
    stat = first_name(parts[0].key)
    return not label or (stat is not None and stat.weight >= _USUAL and not _NUMBER_AFTER.match(text, end))


def _is_no_single_name(text: str, start: int, end: int) -> bool:
    """Tell whether a single word is a label, a degree, a nationality, a place or a word written small."""
    said = text[start:end]
    label = _CODE_AFTER.match(text, end) and len(said) <= _LONGEST_LABEL
    small = is_placed(text, start, end) or _is_small(text, start, end)
    return bool(small or label or _DEGREE.fullmatch(said) or country(said))


def _is_small(text: str, start: int, end: int) -> bool:
    """Tell whether a word is written small where names are not."""
    if not text[start:end].islower():
        return False
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    return not is_chatty(text[line : stop if stop >= 0 else len(text)])


def _is_capitals(text: str, said: str, parts: list[NameWord]) -> bool:
    """Tell whether a word is an abbreviation in capitals, or a brand such as ``ElbMobil``."""
    if len(parts) > 1:
        return False
    word = said[parts[0].start : parts[0].end]
    stat = first_name(word)
    if word.isupper() and len(word) <= _SHORT_CAPITALS and (stat is None or stat.weight < _USUAL):
        return True
    humps = _CAMEL.findall(word)
    inner = len(humps) > 1 and any(sign.isupper() for sign in word[1:]) and not word.isupper() and "-" not in word
    return inner and not word.startswith(("Mc", "Mac", "O'", "O’")) and not any(map(first_name, humps))
