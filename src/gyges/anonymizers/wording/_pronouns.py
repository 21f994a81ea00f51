"""Pronouns of one person become "they", with all verbs that go with them; what is not certain stays."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from gyges.anonymizers.wording._agreement import agree
from gyges.anonymizers.wording._her import her_means, his_means
from gyges.anonymizers.wording._people import is_sexed
from gyges.anonymizers.wording._rewording import Rewording, cased
from gyges.anonymizers.wording._tables import table, words_in
from gyges.anonymizers.wording._tokens import Token, sentences, tokens

__all__ = ["Neutral", "is_both", "neutral_pronouns", "pronoun_places", "role_of", "says_more", "stated", "they_for"]

_HE = frozenset(("he", "him", "his", "himself"))
_SHE = frozenset(("she", "her", "hers", "herself"))
_SUBJECTS = frozenset(("he", "she"))
_SELF = frozenset(("himself", "herself"))
_STATED = re.compile(r"\s?\((?:she/her(?:/hers)?|he/him(?:/his)?)\)", re.IGNORECASE)
_AS_A = re.compile(r"\bas an? (?:woman|man|mother|father|wife|husband)\b")
_NEAR = 60  # tokens looked back for a ship or a woman


@dataclass(frozen=True, slots=True)
class Neutral:
    """The pronouns of a text.

    Attributes:
        swaps: What changes, in order.
        kept: How many pronouns that tell a sex stay, as their sentence could not be changed with certainty.
        guessed: How many sentences have a verb that most likely, but not certainly, goes with the pronoun.
    """

    swaps: tuple[Rewording, ...]
    kept: int
    guessed: int = 0


def pronoun_places(text: str, found: Sequence[Token]) -> list[int]:
    """Return the tokens of a text that are pronouns and tell somebody's sex, in order."""
    fixed = {at for match in _phrases().finditer(text) for at in range(*match.span())}
    return [
        first + at
        for first, last in sentences(found)
        for at, token in enumerate(found[first:last])
        if token.low in _HE | _SHE
        and not token.opaque
        and token.start not in fixed
        and not _is_named(found[first:last], at)
    ]


def neutral_pronouns(text: str, left: Collection[int] = ()) -> Neutral:
    """Return the pronouns of an English text that tell a sex, with the verbs that agree, as they read with "they".

    Args:
        text: The text.
        left: Tokens that stand for no human being and are left alone.

    Example:
        >>> [(swap.rungs[0]) for swap in neutral_pronouns("She sits, smokes and tells her son.").swaps]
        ['They', 'sit', 'smoke', 'tell', 'their']
    """
    found = tokens(text)
    swaps: list[Rewording] = []
    kept = guessed = 0
    known = [at for at in pronoun_places(text, found) if at not in left]
    for first, last in sentences(found):
        words = found[first:last]
        places = [at - first for at in known if first <= at < last]
        if not places:
            continue
        unclear = _confuses(words, places) or says_more(found, first, words, places)
        changes = None if unclear else _sentence(words, places)
        if changes is None:
            kept += len(places)
        else:
            swaps += changes
            guessed += any(words[at].low in _SUBJECTS and agree(words, at).guessed for at in places)
    swaps += stated(text)
    return Neutral(tuple(sorted(swaps, key=lambda swap: swap.start)), kept, guessed)


@cache
def _phrases() -> re.Pattern[str]:
    phrases = "|".join(map(re.escape, table("pronouns")["phrases"]["list"]))
    return re.compile(rf"\b(?:{phrases})\b", re.IGNORECASE)


def stated(text: str) -> Iterator[Rewording]:
    """Yield "(she/her)" behind a name: it goes."""
    for match in _STATED.finditer(text):
        yield Rewording(*match.span(), ("",), "pronoun")


def says_more(found: Sequence[Token], first: int, words: Sequence[Token], places: Sequence[int]) -> bool:
    """Tell whether "they" would say something else in a sentence, given by its tokens and the pronouns in it."""
    lows = {token.low for token in words}
    if _AS_A.search(" ".join(token.low for token in words)):
        return True
    if any(words[at].raw in {"He", "Him", "His"} and at and words[at - 1].is_word for at in places) and not all(
        token.raw.istitle() for token in words if token.is_word
    ):
        return True  # God, or somebody called He
    if lows & words_in("pronouns", "deity") and any(words[at].raw[:1].isupper() for at in places):
        return True
    return _is_ship(found, first, words, places)


def _is_ship(found: Sequence[Token], first: int, words: Sequence[Token], places: Sequence[int]) -> bool:
    if not any(words[at].low in _SHE for at in places):
        return False
    near = [token.low for token in found[max(0, first - _NEAR) : first + len(words)]]
    if words_in("pronouns", "people_cues").intersection(near) or not words_in("pronouns", "ships").intersection(near):
        return False
    return any(token.low in words_in("pronouns", "sailing") for token in words)


def _confuses(words: Sequence[Token], places: Sequence[int]) -> bool:
    """Tell whether "they" would make one of two people who are told apart: "he has asked if she gives lessons"."""
    alone = [at for at in places if _part_of_both(words, at) is None]
    he = [at for at in alone if words[at].low in _HE]
    she = [at for at in alone if words[at].low in _SHE]
    if any(token.low == "they" for token in words) and any(words[at].low in _SUBJECTS for at in alone):
        return True
    if not he or not she:
        return False
    return not any(_apart(words, one, other) for one, other in ((he, she), (she, he)))


def _apart(words: Sequence[Token], one: Sequence[int], other: Sequence[int]) -> bool:
    """Tell whether two people stay apart: the first only says whose the second is, or only has something done to it."""
    roles = {role_of(words, at) for at in one}
    if roles == {"whose"}:  # "her son says he is late", but not "he brings her wood when he is home"
        return max(one) < min(other) and all(_of_somebody(words, at) for at in one)
    return roles == {"whom"} and all(role_of(words, at) == "subject" for at in other)  # "she asked him"


def _of_somebody(words: Sequence[Token], at: int) -> bool:
    """Tell whether a possessive leads to a person: "her eldest son"."""
    near = words[at + 1 : at + 4]
    return any(is_sexed(token.low) or token.low in words_in("pronouns", "persons") for token in near)


def role_of(words: Sequence[Token], at: int) -> str:
    """Return what a pronoun of a sentence is: ``subject``, ``self``, ``whose`` or ``whom``."""
    low = words[at].low
    if low in _SUBJECTS:
        return "subject"
    if low in _SELF:
        return "self"
    return "whose" if low != "him" and _new(words, at) in {"their", "theirs", ""} else "whom"


def is_both(words: Sequence[Token], at: int) -> bool:
    """Tell whether a pronoun is one of "he or she"."""
    return _part_of_both(words, at) is not None


def _part_of_both(words: Sequence[Token], at: int) -> tuple[int, int, str] | None:
    """Return the range and the new word of "he or she" around a pronoun."""
    for low in range(max(0, at - 3), at + 1):
        for high in (low + 2, low + 3, low + 4):
            if low <= at < high <= len(words):
                joined = "".join(f" {t.low} " if t.low == "or" else t.low for t in words[low:high])
                if joined in table("pronouns")["both"]:
                    return low, high, table("pronouns")["both"][joined]
    return None


def _sentence(words: Sequence[Token], places: Sequence[int]) -> list[Rewording] | None:
    """Return the swaps of a sentence, or None where one of them is not certain."""
    swaps: dict[int, Rewording] = {}
    done = 0
    for at in places:
        if at < done:
            continue
        both = _part_of_both(words, at)
        done = both[1] if both is not None else at + 1
        here = they_for(words, at)
        if here is None:
            return None
        for swap in here:
            swaps.setdefault(swap.start, swap)
    return list(swaps.values())


def they_for(words: Sequence[Token], at: int, *, strictly: bool = False) -> list[Rewording] | None:
    """Return a pronoun of a sentence as it reads with "they", and its verbs; None where that is not certain.

    Args:
        words: The sentence.
        at: The pronoun.
        strictly: Whether a verb that most likely, but not certainly, goes with it counts as uncertain too.
    """
    token = words[at]
    both = _part_of_both(words, at)
    low, high, new = both if both is not None else (at, at + 1, _new(words, at))
    if not new:
        return None
    start = words[low].start
    raw = token.raw if low == at or not words[low].is_word else words[low].raw
    if new == "alone":
        return [Rewording(words[at - 1].start, token.end, (cased(new, words[at - 1].raw),), "pronoun")]
    if new == "-":  # "the mayor himself": "the mayor"
        return [Rewording(words[at - 1].end, token.end, ("",), "pronoun")]
    swaps = [Rewording(start, words[high - 1].end, (cased(new, raw),), "pronoun")]
    if new != "they":
        return swaps
    agreed = agree(words, high - 1 if low == at else at)
    noun = any(words[place - 1].low == "no" for place, _ in agreed.verbs if place)  # "no thanks to"
    if not agreed.sure or (strictly and (agreed.guessed or noun)):
        return None
    verbs = [(words[place], verb) for place, verb in agreed.verbs]
    return swaps + [Rewording(one.start, one.end, (cased(verb, one.raw),), "pronoun") for one, verb in verbs]


def _is_named(words: Sequence[Token], at: int) -> bool:
    """Tell whether a pronoun is used as a noun or name: "it's a she", "He Jianling", "She Loves You", "she/her"."""
    before = words[at - 1] if at else None
    after = words[at + 1] if at + 1 < len(words) else None
    if before is not None and before.low in {"a", "an"} and words[at].low in _SUBJECTS:
        return True
    titled = after is not None and words[at].raw.istitle() and after.raw.istitle()
    if titled and words[at].low in _SUBJECTS and after is not None and len(after.raw) > 1:
        return True
    beside = [token for token in (before, after) if token is not None and token.raw == "/"]
    return bool(beside) and _part_of_both(words, at) is None


def _new(words: Sequence[Token], at: int) -> str:
    low = words[at].low
    if low in _SUBJECTS:
        return "they"
    if low == "him":
        return "them"
    if low == "hers":
        return "theirs"
    if low in _SELF:
        return _self(words, at)
    return his_means(words, at) if low == "his" else her_means(words, at)


def _self(words: Sequence[Token], at: int) -> str:
    """Return what stands for "himself": nothing where it only stresses the noun before it."""
    before = words[at - 1] if at else None
    if before is not None and before.low in {"went", "came", "comes", "goes"}:
        return "in person"
    if before is not None and before.low == "by":
        return "alone"
    second = words[at - 2].low if at > 1 else ""
    stressed = (
        before is not None
        and before.is_word
        and (second in {"the", "my", "our"} or (before.raw[:1].isupper() and before.low not in _SUBJECTS | {"i"}))
    )
    after = words[at + 1] if at + 1 < len(words) else None
    if before is not None and before.raw == "," and after is not None and after.low in {"a", "an"}:
        return "-"
    acts = any(token.low in _SUBJECTS for token in words[: max(0, at - 1)])  # "he built the house himself"
    if (
        stressed
        and not acts
        and before is not None
        and (before.raw[:1].isupper() or after is None or after.low != "in")
    ):
        return "-"
    return "themselves"
