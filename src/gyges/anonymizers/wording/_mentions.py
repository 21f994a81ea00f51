"""Who is spoken of in a text: names, roles and relatives, each under one key, and what else "they" may stand for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gyges.anonymizers.wording._around import is_ordinary
from gyges.anonymizers.wording._people import Text, relative, sexed_noun
from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._tokens import Token
from gyges.anonymizers.wording._verbs import is_finite
from gyges.reading.english import can_be, usual_tag

__all__ = ["CREATURE", "PersonMention", "are_many", "find_mentions"]

CREATURE = "creature"
"""The key of everything that is no human being."""

_ADJECTIVES = 3
_LEADS = frozenset(("a", "an", "the", "my", "our", "your", "his", "her", "their"))


@dataclass(frozen=True, slots=True)
class PersonMention:
    """Somebody at a place of a text.

    Attributes:
        at: The token.
        key: Who: the same for every form of one name.
        owner: Whether only something of theirs is meant: "Ana's car".
    """

    at: int
    key: str
    owner: bool = False


def find_mentions(text: Text, named: Mapping[int, str] | None = None) -> list[PersonMention]:
    """Return who is spoken of, in order; what somebody is said to be ("she is a nurse") is nobody else.

    Args:
        text: The text.
        named: Keys of people by the code point where a name or a job begins; without them words in capitals that are
            no English ones are names.
    """
    found: list[PersonMention] = []
    aliases: dict[str, str] = {}
    for at, token in enumerate(text.words):
        key = _key(text, at, named)
        if not key or token.opaque or _is_label(text, at):
            continue
        if key != CREATURE and not _is_name(text, at, named) and _is_said_of(text, at):
            continue
        last = found[-1] if found else None
        if _is_name(text, at, named) and last is not None and _is_called(text, last.at, at):
            aliases.setdefault(last.key, key)  # "my husband Clive"
        found.append(PersonMention(at, key, _is_owner(text, at)))
    return [replace(one, key=aliases.get(one.key, one.key)) for one in found]


def _is_owner(text: Text, at: int) -> bool:
    """Tell whether a name or noun, with the rest of the name, is behind it "'s"."""
    for place in range(at + 1, at + _ADJECTIVES + 1):
        if text.low(place) == "'s" or text.raw(place) in {"'", "’"}:
            return True
        if not text.raw(place).istitle():
            return False
    return False


def _key(text: Text, at: int, named: Mapping[int, str] | None) -> str:
    token = text.words[at]
    if named is not None and token.start in named:
        return named[token.start]
    kin = relative(token.low)
    if kin is not None:
        return f"{kin[0]} {kin[1]}"
    if sexed_noun(token.low) is not None:
        return token.low
    if token.low in words_in("clear", "roles"):
        return "" if _is_part(text, at) else token.low
    if token.low in words_in("clear", "creatures"):
        return CREATURE
    return f"name {token.low}" if named is None and _is_capital(text, at) else ""


def _is_part(text: Text, at: int) -> bool:
    """Tell whether a noun for somebody is part of another word: "driver licence", "client-side"."""
    after = text.words[at + 1] if at + 1 < len(text.words) else None
    if text.raw(at + 1) == "-" or text.raw(at - 1) == "-":
        return True
    return after is not None and after.raw.islower() and usual_tag(after.low) == "NN" and not can_be(after.low, "VERB")


def _is_name(text: Text, at: int, named: Mapping[int, str] | None) -> bool:
    token = text.words[at]
    return token.start in named and token.raw[:1].isupper() if named is not None else _is_capital(text, at)


def _is_capital(text: Text, at: int) -> bool:
    token = text.words[at]
    ordinary = is_ordinary(token.raw) or token.low in words_in("clear", "days")
    named_already = text.raw(at - 1).istitle() and not text.opens(at - 1)
    return token.raw.istitle() and not ordinary and not named_already


def _is_label(text: Text, at: int) -> bool:
    """Tell whether a word only says who speaks: "Ana: she is late"."""
    return text.raw(at + 1) == ":" and (at == 0 or text.raw(at - 1) == "\n")


def _is_said_of(text: Text, at: int) -> bool:
    """Tell whether a noun says what somebody is: "is a good nurse", "as a child", "Ana, a nurse"."""
    if text.raw(at - 1) == "(" and text.raw(at + 1) == ")":
        return True
    place = at - 1
    while place >= 0 and at - place <= _ADJECTIVES and _describes(text.low(place)):
        if text.low(place) in {"a", "an", "the"} | words_in("clear", "being"):
            break
        place -= 1
    if text.low(place) in _LEADS:
        place -= 1
    article = text.low(place + 1) if place != at - 1 else ""
    closed = text.raw(at + 1) in {",", ")", "."}
    beside = text.raw(place) in {",", "("} and (article in {"a", "an"} or (closed and article in _LEADS))
    return (
        text.low(place) in words_in("clear", "being") or beside or (article in {"a", "an"} and text.low(place) == "and")
    )


def _describes(word: str) -> bool:
    return can_be(word, "ADJ") or usual_tag(word) == "NN" or "-" in word


def _is_called(text: Text, one: int, other: int) -> bool:
    between = [text.raw(at) for at in range(one + 1, other)]
    if text.bounds[one] != text.bounds[other]:
        return False
    return all(word == "," or re.fullmatch(r"[A-Z]\w*\.?|\.", word) for word in between) and len(between) <= _ADJECTIVES


def are_many(words: Sequence[Token]) -> bool:
    """Tell whether a stretch of a text speaks of several who may be "they"."""
    for at, token in enumerate(words):
        if token.low in words_in("clear", "groups"):
            return True
        if token.low in words_in("clear", "bodies") and _acts(words, at):
            return True
        noun = sexed_noun(token.low)
        if noun is not None and noun[1]:
            return True
        if (
            token.low == "and"
            and 0 < at < len(words) - 1
            and words[at - 1].raw.istitle()
            and words[at + 1].raw.istitle()
        ):
            return True  # "Ana and Tom"
    return _plural_subject(words)


def _acts(words: Sequence[Token], at: int) -> bool:
    """Tell whether a noun is the subject of a verb."""
    return is_finite(words, at + 1) or (at + 1 < len(words) and words[at + 1].low in {"have", "are", "were"})


def _plural_subject(words: Sequence[Token]) -> bool:
    """Tell whether a sentence begins with several of something: "The windows were broken"."""
    for at, token in enumerate(words):
        before = words[at - 1].low if at else "the"
        if usual_tag(token.low) == "NNS" and (before in words_in("pronouns", "determiners") or can_be(before, "ADJ")):
            return True
        if token.low in words_in("pronouns", "prepositions") or is_finite(words, at):
            return False
    return False
