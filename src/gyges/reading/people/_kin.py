"""Phrases for kin and acquaintances: "my wife", "her two sons", "the patient's elder brother", "NAME (wife)"."""

from dataclasses import dataclass, replace

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import Kin, kin
from gyges.reading.names._shapes import shout
from gyges.reading.page._tokens import Token

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "both": 2, "twin": 2,
    "triplet": 3, "couple": 2, "one": 1,
}  # fmt: skip
_ORDINALS = words("ordinals")
_MODIFIERS = words("kin_modifiers") | _ORDINALS | frozenset(_NUMBERS)

_POSSESSIVES = words("possessives")
_DEAD = words("dead")
_NO_KIN = words("kin.no_kin")
_VOCATIVE = words("vocative_kin")
_NEEDS_OWNER = words("needs_owner")
_LOOK_BACK = 6
_PEOPLE = frozenset({"boy", "boys", "girl", "girls"})  # without an owner they need be nobody's sons and daughters
_NEW = frozenset({"parents", "cohabitant", "cohabitee", "fella", "stepchild", "godchild"})
_HAS = frozenset({"has", "have", "had", "with", "leaves", "leaving", "raising", "got", "by", ".", ":", ";", "\n"})
_TIES = frozenset({"child", "sibling", "relative", "grandchild", "spouse", "former", "in-law"})


@dataclass(frozen=True, slots=True)
class KinPhrase:
    """A phrase for kin."""

    first: int  # index of its first token (possessive, article, number or the word itself)
    last: int  # index of the kin word
    kin: Kin  # the kin word
    owner: str  # ``my``, ``his``, ``'s``, ``the``, ... or empty if no word says whose
    owner_index: int  # index of the token that says whose, -1 if none
    count: int  # how many people: 1, or the number said; 0 for an uncounted plural
    order: str  # ``elder``, ``younger``, ... or empty
    dead: bool  # whether the phrase says so
    former: bool  # whether it is a former tie (``my former wife``)


def kin_phrase(tokens: tuple[Token, ...], index: int, *, unnamed: bool = False) -> KinPhrase | None:
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
    phrase = KinPhrase(first, index, word, owner, owner_index, count, order, dead, former)
    if unnamed and word.word in _PEOPLE and not _are_children(tokens, phrase):
        return None
    if not unnamed and word.word in _NEW:
        return None
    if unnamed and _is_had(tokens, phrase):
        return replace(phrase, count=1)
    return _checked(tokens, index, phrase)


def children_counted(tokens: tuple[Token, ...], index: int) -> KinPhrase | None:
    """Return the children that "a father of five" tells of, None if a word does not tell of any."""
    child = kin("children")
    if index + 2 >= len(tokens) or tokens[index + 1].lower != "of" or child is None:
        return None
    parent, count = kin(tokens[index].lower), _NUMBERS.get(tokens[index + 2].lower, 0)
    after = tokens[index + 3].text if index + 3 < len(tokens) else "."
    if parent is None or parent.group != "parent" or count < 2 or kin(after) is not None or after[0].isdigit():
        return None
    return KinPhrase(index, index + 2, child, "", -1, count, "", False, False)


def _are_children(tokens: tuple[Token, ...], phrase: KinPhrase) -> bool:
    """Tell whether boys or girls are somebody's: "my boys", "twin girls", "I have two boys"."""
    if phrase.owner in _POSSESSIVES | {"'s"} or "twin" in tokens[phrase.last - 1].lower:
        return True
    return phrase.count > 1 and phrase.first > 0 and tokens[phrase.first - 1].lower in _HAS - {".", ":", ";", "by"}


def _is_had(tokens: tuple[Token, ...], phrase: KinPhrase) -> bool:
    """Tell whether kin is brought in by an article: "She has a son in Valencia", "One elder sister, in Okinawa"."""
    one = tokens[phrase.last - 1].lower == "one" or tokens[phrase.first].lower == "one"
    if not (phrase.owner in {"a", "an"} or one) or phrase.kin.group not in _TIES:
        return False
    if phrase.kin.word in _NEEDS_OWNER - {"sister", "brother", "cousin", "uncle", "aunt", "nephew", "niece", "child"}:
        return False
    before = tokens[phrase.first - 1] if phrase.first else None
    return before is None or before.lower in _HAS or (before.lower == "," and one)


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
    if before in {"am", "i'm", "i’m"} and owner:
        return None  # "I am her mother": the one who speaks
    if before == "not" or (phrase.count > 1 and shout(tokens[index].text) and shout(tokens[index - 1].text)):
        return None  # "not his own father", and the group of a headline
    count = phrase.count
    if word.word in {"twins", "parents"} and not count:
        count = 2
    return replace(phrase, count=count if word.plural else 1)
