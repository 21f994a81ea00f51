"""Titles, words for relatives and other nouns of a text that tell somebody's sex: of whom, and what may stand there."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from gyges.anonymizers.wording._bonds import bonds
from gyges.anonymizers.wording._cast import Cast, owner_of
from gyges.anonymizers.wording._kin import neutral_people
from gyges.anonymizers.wording._names import is_holy
from gyges.anonymizers.wording._people import Text, relative, sexed_noun
from gyges.anonymizers.wording._pronouns import stated
from gyges.anonymizers.wording._rewording import Rewording, cased
from gyges.anonymizers.wording._sexed import neutral_titles, neutral_words
from gyges.anonymizers.wording._tables import table, words_in
from gyges.reading.english import can_be, usual_tag

__all__ = ["SexCue", "cues_of"]

_LEFT = "a word that tells a sex would stay"
_ONE_WORD = "two people would get one word"
_TOLD = "other words tell a sex"
_NOUN_BEHIND = re.compile(r" ([a-z]{3,})\b")
_START = attrgetter("start")
_MARRIED = frozenset(("partner", "friend", "ex"))
_NURSES = frozenset(("Sister", "Brother"))


@dataclass(frozen=True, slots=True)
class SexCue:
    """A word that tells a sex.

    Attributes:
        who: The keys of those whose sex it tells.
        swap: What stands there instead; None if it must stay.
        reason: Why it must stay.
        anybody: Whether it goes whoever is hidden.
    """

    who: frozenset[str]
    swap: Rewording | None
    reason: str = ""
    at: int = -1
    anybody: bool = False


def cues_of(
    text: Text, spots: Mapping[int, str], cast: Cast, gone: Collection[tuple[int, int]] = ()
) -> Iterator[SexCue]:
    """Yield the words of a text that tell a sex, beside pronouns.

    Args:
        text: The text.
        spots: Everybody spoken of, by token.
        cast: Who is spoken of by a noun.
        gone: Spans whose words go anyway.
    """
    finder = _Finder(text, spots, cast, gone)
    yield from finder.titles()
    yield from finder.stated()
    yield from finder.nouns()
    yield from finder.told()


class _Finder:
    def __init__(self, text: Text, spots: Mapping[int, str], cast: Cast, gone: Collection[tuple[int, int]]) -> None:
        self._text, self._spots, self._gone = text, spots, gone
        self._named = {text.words[one.at].start: one.key for one in cast.mentions}
        self._starts = {token.start: at for at, token in enumerate(text.words)}

    def titles(self) -> Iterator[SexCue]:
        """Yield titles before names, and forms of address."""
        for swap in neutral_titles(self._text):
            key = self._named.get(swap.end + 1)
            if swap.kind == "gender":  # a field of a form
                yield SexCue(frozenset(), swap, anybody=True)
            elif " and " in self._text.text[swap.start : swap.end] or "&" in self._text.text[swap.start : swap.end]:
                yield SexCue(frozenset((key,)) if key else frozenset(), None, _LEFT)
            elif key:
                yield SexCue(frozenset((key,)), swap)

    def stated(self) -> Iterator[SexCue]:
        """Yield "(she/her)" behind a name."""
        for swap in stated(self._text.text):
            place = max((at for at in self._spots if self._text.words[at].start < swap.start), default=-1)
            if place >= 0:
                yield SexCue(frozenset((self._spots[place],)), swap)

    def nouns(self) -> Iterator[SexCue]:
        """Yield words for relatives and for people, each with the word that says as much."""
        text = self._text
        swaps: dict[int, Rewording] = {}
        for swap in (*neutral_people(text), *neutral_words(text), *(tie for tie in bonds(text) if tie.kind == "tie")):
            first = bisect_left(text.words, swap.start, key=_START)
            last = bisect_left(text.words, swap.end, lo=first, key=_START)
            swaps.update(dict.fromkeys(range(first, last), swap))
        collapsing = self._collapsing()
        for at, token in enumerate(text.words):
            noun = sexed_noun(token.low)
            word = token.low in table("kin")["plain"] or token.low in words_in("clear", "plain")
            if token.opaque or at in text.fixed or (noun is None and not word) or (noun is not None and noun[1]):
                continue
            if is_holy(text.raw(at + 1)) and text.raw(at + 1).istitle():
                continue  # "Mother Durga"
            who = self._who(at)
            if any(low <= token.start < high for low, high in self._gone):
                continue
            new = swaps.get(at) or self._bare(at)
            if new is None or _is_stiff(text, new):
                yield SexCue(who, None, _LEFT, at)
            elif at in collapsing:
                yield SexCue(who, None, _ONE_WORD, at)
            else:
                yield SexCue(who, new)

    def _bare(self, at: int) -> Rewording | None:
        """Return what stands for a relative in the short style of forms: "Mother came", "Ana Roe (wife)"."""
        text, token = self._text, self._text.words[at]
        kin = relative(token.low)
        if kin is None or token.low not in words_in("clear", "formal") or text.raw(at + 1) in {":", "!"}:
            return None
        before, after = text.raw(at - 1), text.raw(at + 1)
        if token.raw in _NURSES:
            return None  # who is called so on a ward or in a convent is nobody's sibling
        opens = (
            token.raw.istitle() and text.opens(at) and (text.words[at + 1].is_word or after == "(") if after else False
        )
        beside = token.raw.islower() and (before in {"(", ":"} or after == before == ",") and after in {",", ")", ";"}
        return Rewording(token.start, token.end, (cased(kin[2], token.raw),), "gender") if opens or beside else None

    def told(self) -> Iterator[SexCue]:
        """Yield words that tell a sex and cannot go: nobody in their sentence can be hidden."""
        for at, token in enumerate(self._text.words):
            sexed = token.low in words_in("clear", "sexed")
            if (sexed or token.low in words_in("clear", "told")) and not token.opaque:
                yield SexCue(self._around(at), None, _LEFT if sexed else _TOLD, at)

    def _who(self, at: int) -> frozenset[str]:
        """Return whose sex a noun tells: of the one it stands for, or is said of; a husband's tells his wife's."""
        keys = {self._spots[at]} if at in self._spots else self._last(at)
        kin = relative(self._text.low(at))
        if kin is not None and kin[0] in _MARRIED:
            owner = next((place for place in range(at - 1, max(-1, at - 5), -1) if place in self._spots), None)
            if owner is not None and self._text.bounds[owner] == self._text.bounds[at]:
                keys = keys | {self._spots[owner]}
        return frozenset(keys)

    def _last(self, at: int) -> set[str]:
        """Return who is spoken of last before a place of a sentence, or first after it."""
        first, last = self._text.bounds[at]
        before = [place for place in self._spots if first <= place < at]
        after = [place for place in self._spots if at < place < last]
        place = max(before) if before else min(after, default=-1)
        return {self._spots[place]} if place >= 0 else set()

    def _around(self, at: int) -> frozenset[str]:
        """Return everybody in the sentence of a place; else who was spoken of last."""
        first, last = self._text.bounds[at]
        here = {key for place, key in self._spots.items() if first <= place < last}
        if here:
            return frozenset(here)
        before = max((place for place in self._spots if place < first), default=-1)
        return frozenset({self._spots[before]} if before >= 0 else ())

    def _collapsing(self) -> set[int]:
        """Return the nouns of people who would not be told apart any more: "my mother" and "my father"."""
        text = self._text
        told: dict[str, set[tuple[str, str, str]]] = {}
        places: list[tuple[int, str, str]] = []
        for at, token in enumerate(text.words):
            kin = relative(token.low)
            if kin is None or at in text.fixed or token.opaque:
                continue
            owner = owner_of(text, at)
            told.setdefault(kin[2], set()).add((owner, f"{kin[0]} {kin[1]}", self._spots.get(at, "")))
            if not self._is_beside_name(at):
                places.append((at, kin[2], owner))
        return {at for at, word, owner in places if self._meet(word, owner, told[word])}

    def _meet(self, word: str, owner: str, told: set[tuple[str, str, str]]) -> bool:
        """Tell whether two of one owner would get a word, or one who has it already."""
        text = self._text
        if len({(kind, key) for other, kind, key in told if other == owner or not owner or not other}) > 1:
            return True
        many = words_in("clear", "offspring") if word in {"child", "sibling"} else frozenset()
        return any(
            (token.low == word and owner_of(text, at) in {owner, ""}) or token.low in many
            for at, token in enumerate(text.words)
        )

    def _is_beside_name(self, at: int) -> bool:
        """Tell whether a name right behind says who it is: "my son Luis", "her father, Old Matti"."""
        after = at + 2 if self._text.raw(at + 1) == "," else at + 1
        return any(place in self._spots and self._text.raw(place)[:1].isupper() for place in (after, after + 1))


def _is_noun(text: str, end: int) -> bool:
    match = _NOUN_BEHIND.match(text, end)
    return match is not None and usual_tag(match[1]) == "NN" and not can_be(match[1], "ADV")


def _is_stiff(text: Text, swap: Rewording) -> bool:
    """Tell whether a neutral word would read stiffly or as somebody: "another person", "a person's ring"."""
    new = swap.rungs[0].lower()
    if _is_noun(text.text, swap.end):
        return True  # "my brother wedding", "the sister plant"
    if new == "person" and text.text[swap.end : swap.end + 2] in {"'s", "’s"}:
        return True
    return "young person" in new or new.startswith(("other ", "another "))
