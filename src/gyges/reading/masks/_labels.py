"""What stands in brackets: the label of a mask, whose words the tables list, or words like any others, maybe a name."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.names._find import is_role_label
from gyges.reading.page._forms import patterns
from gyges.reading.page._layout import is_machine

__all__ = ["find_labels", "find_names_in_brackets"]

_INSIDE, _PIECE, _NUMBER, _NAME, _COLON = patterns("mask_labels", "inside piece number name colon")
_SHORTEST_NAME = 3  # letters


def _pieces(*lists: str) -> frozenset[str]:
    """Return the words that labels are made of: ``PHONE_NUMBER`` is ``PHONE`` and ``NUMBER``."""
    return frozenset(piece.upper() for name in lists for label in words(f"masks.{name}") for piece in label.split("_"))


_SAID = _pieces("person", "part", "blank", "beside")
_ALL = _SAID | _pieces("thing", "tool")
_OPENING = _pieces("person", "part", "thing", "blank", "tool")
_REMARKS = _pieces("remark")


def find_labels(text: str) -> Iterator[tuple[int, int]]:
    """Yield where brackets hold nothing but the words of labels of masks and remarks.

    Example:
        >>> text = "[NAME 1], <US_SSN>, [name withheld], [HAGEDORN], [Name: Petra Hagedorn]"
        >>> [text[slice(*span)] for span in find_labels(text)]
        ['[NAME 1]', '<US_SSN>', '[name withheld]']
    """
    for match in _INSIDE.finditer(text):
        if _is_label(match["inside"]):
            yield match.span()


def find_names_in_brackets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the names that are all that stands between brackets, such as those of speakers in a transcript.

    Example:
        >>> text = "[HAGEDORN]: Yes. [LAUGHTER] [Petra H] left."
        >>> [text[slice(*span)] for span in find_names_in_brackets(text)]
        ['HAGEDORN', 'Petra H']
    """
    for match in _INSIDE.finditer(text):
        who = match["inside"]
        if not _NAME.fullmatch(who) or _is_label(who):
            continue
        speaks = _COLON.match(text, match.end()) and not text[: match.start()].rpartition("\n")[2].strip()
        if not (is_machine(who) or is_role_label(who)) and (speaks or _names_somebody(who)):
            yield match.span("inside")


def _is_label(inside: str) -> bool:
    """Tell whether all words are those of labels; a place or thing only in capitals, small letters or numbered."""
    number = _NUMBER.search(inside)
    found = _PIECE.findall(inside[: number.start()] if number else inside)
    keys = [piece.upper() for piece in found]
    if len(keys) == 1 and keys[0] in _REMARKS:
        return True
    plain = number is not None or all(piece.isupper() for piece in found) or inside[1:].islower()
    return bool(keys) and keys[0] in _OPENING and all(key in (_ALL if plain else _SAID) for key in keys)


def _names_somebody(who: str) -> bool:
    return any(
        len(word) >= _SHORTEST_NAME and (first_name(word.title()) is not None or is_surname(word.title()))
        for word in re.findall(r"[^\W\d_]+", who)
    )
