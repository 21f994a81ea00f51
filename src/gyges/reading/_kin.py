"""Phrases for kin and acquaintances: "my wife", "her two sons", "the patient's elder brother", "NAME (wife)"."""

from dataclasses import dataclass

from gyges.reading._lexicon import Kin, kin, word_set
from gyges.reading._name_shapes import shout
from gyges.reading._tokens import Token

__all__ = ["KinPhrase", "kin_phrase"]

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "both": 2, "twin": 2,
    "triplet": 3, "couple": 2,
}  # fmt: skip
_ORDINALS = word_set("ordinals")
_MODIFIERS = word_set("kin_modifiers") | _ORDINALS | frozenset(_NUMBERS)

_POSSESSIVES = word_set("possessives")
_DEAD = word_set("dead")
_OWN = word_set("own_kin")
_NO_KIN = frozenset({"tongue", "board", "company", "nature", "land", "figure", "ship", "day", "mode", "life"})
_VOCATIVE = word_set("vocative_kin")
_NEEDS_OWNER = word_set("needs_owner")
_LOOK_BACK = 6


@dataclass(frozen=True, slots=True)
class KinPhrase:
    """A phrase for kin.

    Attributes:
        first: Index of its first token (possessive, article, number or the word itself).
        last: Index of the kin word.
        kin: The kin word.
        owner: ``my``, ``his``, ``'s``, ``the``, ... or empty if no word says whose.
        owner_index: Index of the token that says whose, -1 if none.
        count: How many people: 1, or the number said; 0 for an uncounted plural.
        order: ``elder``, ``younger``, ... or empty.
        dead: Whether the phrase says so.
        former: Whether it is a former tie (``my former wife``).
    """

    first: int
    last: int
    kin: Kin
    owner: str
    owner_index: int
    count: int
    order: str
    dead: bool
    former: bool


def kin_phrase(tokens: tuple[Token, ...], index: int) -> KinPhrase | None:
    """Return the kin phrase whose head is a token, None if it heads none."""
    word = kin(tokens[index].lower)
    if word is None:
        return None
    at, count, order, dead, former = index - 1, 0, "", False, word.group == "former"
    steps = 0
    while at >= 0 and steps < _LOOK_BACK:
        low = tokens[at].lower
        if low in _MODIFIERS or low.endswith(("-year-old", "-month-old")):
            count = _NUMBERS.get(low, count)
            order = low if low in _ORDINALS else order
            dead = dead or low in _DEAD
            former = former or low in {"former", "ex"}
            at -= 1
            steps += 1
        else:
            break
    owner, owner_index = "", -1
    if at >= 0 and tokens[at].lower in _POSSESSIVES | {"'s", "the", "a", "an", "’"}:
        owner, owner_index = tokens[at].lower, at
    first = owner_index if owner_index >= 0 else at + 1
    return _checked(tokens, index, KinPhrase(first, index, word, owner, owner_index, count, order, dead, former))


def _checked(tokens: tuple[Token, ...], index: int, phrase: KinPhrase) -> KinPhrase | None:
    owner, word = phrase.owner, phrase.kin
    following = tokens[index + 1].lower if index + 1 < len(tokens) else ""
    before = tokens[phrase.first - 1].lower if phrase.first else ""
    if owner == "my" and word.word in _VOCATIVE and before in {",", "right"} and following in {".", "!", ",", "?"}:
        return None  # "come in, my boy."
    if (
        before in {"with", "expecting"}
        and phrase.first > 1
        and tokens[phrase.first - 2].lower in {"pregnant", "is", "was"}
    ):
        return None
    if owner in {"a", "an"} or kin(following) is not None:  # "our twin girls" is read at "girls"
        return None
    if (
        not owner
        and (word.word in _NEEDS_OWNER or word.group in {"known", "knowns"})
        and not (word.plural and phrase.count)
    ):
        return None
    if owner == "the" and (word.word in _NEEDS_OWNER - {"boy", "girl"} or word.group in {"known", "knowns"}):
        return None
    if following in _NO_KIN:  # "mother tongue"
        return None
    ahead = tokens[index + 2].lower if index + 2 < len(tokens) else ""
    if (following == "due" or (following in {"is", "was"} and ahead == "due")) and word.group == "child":
        return None  # not born yet
    if before == "not" or (phrase.count > 1 and shout(tokens[index].text) and shout(tokens[index - 1].text)):
        return None  # "not his own father", and the group of a headline
    count = phrase.count
    if word.word == "twins" and not count:
        count = 2
    if word.plural:
        return _with_count(phrase, count)
    return _with_count(phrase, 1)


def _with_count(phrase: KinPhrase, count: int) -> KinPhrase:
    return KinPhrase(
        phrase.first, phrase.last, phrase.kin, phrase.owner, phrase.owner_index, count, phrase.order, phrase.dead,
        phrase.former,
    )  # fmt: skip
