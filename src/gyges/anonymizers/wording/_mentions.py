"""Who is spoken of in a text: names, roles and relatives, each under one key, and what else "they" may stand for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.anonymizers.wording._english import can_be, is_english_word, usual_tag
from gyges.anonymizers.wording._people import Text, relative, sexed_noun
from gyges.anonymizers.wording._tokens import Token
from gyges.anonymizers.wording._verbs import is_finite
from gyges.anonymizers.wording._words import listed

__all__ = ["CREATURE", "Mention", "are_many", "find_mentions"]

CREATURE = "creature"
"""The key of everything that is no human being."""

_ADJECTIVES = 3


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody at a place of a text.

    Attributes:
        at: The token.
        key: Who: the same for every form of one name.
    """

    at: int
    key: str


def find_mentions(text: Text, named: Mapping[int, str] | None = None) -> list[Mention]:
    """Return who is spoken of, in order; what somebody is said to be ("she is a nurse") is nobody else.

    Args:
        text: The text.
        named: Keys of people by the code point where a name or a job begins; without them words in capitals that are
            no English ones are names.
    """
    found: list[Mention] = []
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
        found.append(Mention(at, key))
    return [Mention(one.at, aliases.get(one.key, one.key)) for one in found]


def _key(text: Text, at: int, named: Mapping[int, str] | None) -> str:
    token = text.words[at]
    if named is not None and token.start in named:
        return named[token.start]
    kin = relative(token.low)
    if kin is not None:
        return f"{kin[0]} {kin[1]}"
    if sexed_noun(token.low) is not None or token.low in listed("clear", "roles"):
        return token.low
    if token.low in listed("clear", "creatures"):
        return CREATURE
    return f"name {token.low}" if named is None and _is_capital(text, at) else ""


def _is_name(text: Text, at: int, named: Mapping[int, str] | None) -> bool:
    token = text.words[at]
    return token.start in named and token.raw[:1].isupper() if named is not None else _is_capital(text, at)


def _is_capital(text: Text, at: int) -> bool:
    token = text.words[at]
    return token.raw.istitle() and not is_english_word(token.low) and not text.raw(at - 1).istitle()


def _is_label(text: Text, at: int) -> bool:
    """Tell whether a word only says who speaks: "Ana: she is late"."""
    return text.raw(at + 1) == ":" and (at == 0 or text.raw(at - 1) == "\n")


def _is_said_of(text: Text, at: int) -> bool:
    """Tell whether a noun says what somebody is: "is a good nurse", "as a child", "Ana, a nurse"."""
    place = at - 1
    while place >= 0 and at - place <= _ADJECTIVES and (can_be(text.low(place), "ADJ") or usual_tag(text.low(place)) == "NN"):
        if text.low(place) in {"a", "an", "the"} | listed("clear", "being"):
            break
        place -= 1
    if text.low(place) in {"a", "an", "the", "my", "our", "your"}:
        place -= 1
    return text.low(place) in listed("clear", "being") or (place != at - 1 and text.raw(place) == ",")


def _is_called(text: Text, one: int, other: int) -> bool:
    between = [text.raw(at) for at in range(one + 1, other)]
    return all(word == "," or re.fullmatch(r"[A-Z]\w*\.?|\.", word) for word in between) and len(between) <= _ADJECTIVES


def are_many(words: Sequence[Token]) -> bool:
    """Tell whether a stretch of a text speaks of several who may be "they"."""
    for at, token in enumerate(words):
        if token.low in listed("clear", "groups"):
            return True
        noun = sexed_noun(token.low)
        if noun is not None and noun[1]:
            return True
        if token.low == "and" and 0 < at < len(words) - 1 and words[at - 1].raw.istitle() and words[at + 1].raw.istitle():
            return True  # "Ana and Tom"
    return _plural_subject(words)


def _plural_subject(words: Sequence[Token]) -> bool:
    """Tell whether a sentence begins with several of something: "The windows were broken"."""
    for at, token in enumerate(words):
        if token.low in listed("pronouns", "prepositions") or is_finite(words, at):
            return False
        if token.is_word and usual_tag(token.low) == "NNS":
            return True
    return False
