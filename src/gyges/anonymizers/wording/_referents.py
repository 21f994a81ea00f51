"""Whom the pronouns of a text stand for, as far as that is still told when all of them are "they"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.anonymizers.wording._mentions import CREATURE, Mention, are_many, find_mentions
from gyges.anonymizers.wording._people import Text

__all__ = ["HE", "Referents", "resolve"]

HE = frozenset(("he", "him", "his", "himself"))
"""The pronouns of a man."""

_MANY = frozenset(("they", "them", "their", "theirs", "themselves"))
_BEFORE = 2  # sentences before a pronoun's own that are looked at
_UNNAMED = "somebody"


@dataclass(frozen=True, slots=True)
class Referents:
    """Whom pronouns stand for.

    Attributes:
        people: Who, by the token of the pronoun; those of animals, ships and things are not among them.
        others: The tokens of pronouns for animals, ships and things.
        problem: Why that is not told for all of them; empty if it is.
    """

    people: Mapping[int, str]
    others: frozenset[int]
    problem: str


def resolve(text: Text, pronouns: Sequence[int], named: Mapping[int, str] | None = None) -> Referents:
    """Say whom pronouns of one person, given as tokens in order, stand for without a look at their sex."""
    mentions = find_mentions(text, named)
    spans = sorted(set(text.bounds))
    who: dict[int, str] = {}
    for at in pronouns:
        number = spans.index(text.bounds[at])
        first = _first(text, spans[max(0, number - _BEFORE)][0], at, mentions)
        near = [one for one in mentions if first <= one.at < at]
        keys = {one.key for one in near if not one.owner} or {one.key for one in near}
        keys |= {key for place, key in who.items() if place >= first}
        if len(keys) > 1:
            return Referents(who, frozenset(), "two may be meant by one pronoun")
        key = next(iter(keys), "") or _far(mentions, who, at, text.bounds[at][1])
        if not key:
            return Referents(who, frozenset(), "nobody near a pronoun is meant by it")
        if key != CREATURE and _many_near(text, spans, number, at):
            return Referents(who, frozenset(), "several people are near a pronoun")
        if key.rpartition(" ")[2] in {"he", "she"} and (text.low(at) in HE) != key.endswith(" he"):
            return Referents(who, frozenset(), "somebody else is meant by a pronoun than it would seem")
        who[at] = key
    if len({text.low(at) in HE for at in pronouns}) > 1 and not all(_is_led(text, mentions, at) for at in pronouns):
        return Referents(who, frozenset(), "two people have pronouns, and one is not named in the paragraph")
    others = frozenset(at for at, key in who.items() if key == CREATURE)
    if others and len(others) < len(who):
        return Referents(who, others, "an animal or a thing has pronouns beside somebody's")
    return Referents({at: key for at, key in who.items() if at not in others}, others, "")


def _is_led(text: Text, mentions: Sequence[Mention], at: int) -> bool:
    """Tell whether the paragraph of a pronoun has named anybody before it."""
    line = max((place + 1 for place in range(at) if text.raw(place) == "\n"), default=0)
    return any(line <= one.at < at for one in mentions)


def _first(text: Text, first: int, at: int, mentions: Sequence[Mention]) -> int:
    """Return from where on somebody may be meant: the paragraph, if it has named anybody by then."""
    line = max((place + 1 for place in range(first, at) if text.raw(place) == "\n"), default=first)
    return line if any(line <= one.at < at for one in mentions) else first


def _far(mentions: Sequence[Mention], who: Mapping[int, str], at: int, end: int) -> str:
    """Return the last one meant if nobody came since, the only one so far, or else who follows in the sentence."""
    last = max(who, default=-1)
    if who and not any(last < one.at < at for one in mentions):
        return who[last]
    before = {one.key for one in mentions if one.at < at}
    if not before:
        before = {one.key for one in mentions if at < one.at < end}
    if len(before) > 1:
        return ""
    return next(iter(before), _UNNAMED)


def _many_near(text: Text, spans: Sequence[tuple[int, int]], number: int, at: int) -> bool:
    """Tell whether "they" is used for several around a pronoun, or would be read so."""
    around = spans[max(0, number - 1) : number + 2]
    if any(text.low(place) in _MANY for place in range(around[0][0], around[-1][1])):
        return True
    before = [spans[number - 1]] if number else []
    return any(are_many(text.words[low:high]) for low, high in (*before, (spans[number][0], at)))
