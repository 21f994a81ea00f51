"""What points back: pronouns, "the other", and nouns that were introduced in another passage."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gyges.anonymizers.subjectwise._layout import STAYS, Layout, Passage, is_fragment
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.reading.english import can_be, usual_tag

_FIRST = re.compile(r"[\s\"“‘'(*-]*([^\W\d_]+)")
_PERSON = re.compile(r"\b(?:he|she|him|his|hers?|they|them|their)\b", re.IGNORECASE)
_NAMED = re.compile(r"(?<=[a-z,] )(?:Dr |Mrs? |Ms )?[A-Z]\w")
_SOMEBODY = re.compile(
    r"(?<=[a-z,] )(?:Dr |Mrs? |Ms )?[A-Z]\w"
    r"|^\W*(?!There|It|This|That|He\b|She|They|His|Her|Their|Who|What|\w+(?:body|one)\b)"
    r"[A-Z][\w-]+(?: [A-Z]\w+| (?:is|was|has|had|said|came)\b)"
    r"|\b(?:woman|man|boy|girl|child|mother|father|son|daughter|brother|sister|wife|husband|grand\w+|patient|client"
    r"|customer|driver|owner|neighbour|uncle|aunt|cousin|friend|student|person|applicant|tenant|officer)\b"
)
_FAR = 8  # statements looked back for whom a pronoun means
_ALSO = re.compile(
    r"\b(?:too|as well|the latter|the former|the same|again|likewise|(?:the|an)other|both|either|such"
    r"|instead|then|otherwise|the rest|a (?:second|third)(?! [a-z])|of course|each other|hence"
    r"|the (?:week|day|night|month|year) before(?= *[.,;!?]|$)|(?:say|says|said|think) that(?: is|['’]s|s))\b"
    r"|^[\"“(]?(?:\.\.\.|…)",
    re.IGNORECASE,
)
_THING = re.compile(r"\b(?:it|this|that|these|those|them|ones?|there)\b(?! (?:is|was|are|were)\b)", re.IGNORECASE)
_UNSAID = re.compile(
    r"\b(?:to be|to|does|did|do|will|would|can|could|is|was|has|had|should|am|are|were|have|\w+n['’]t|not)"
    r"[.!]+[\"”’')]*$"
)
"""The end of a sentence that leaves its verb to the one before: "I wanted to be.", "Nobody did."."""
_SAID_SO = re.compile(r"\b(?:said|say|says|did|do|does|knew|meant|explained|heard) (?:it|so)\b")
_REPLY = frozenset(("you", "yes", "no", "ok", "okay", "true", "exactly", "why", "who", "which", "where", "how", "not"))
_SHORT = 12  # words of a message that answers the one before
_DEFINITE = re.compile(r"\b(?:[Tt]he|[Tt]h(?:is|at|[eo]se)) ([a-z][a-z-]{2,})(?: ([a-z][a-z-]{2,}))?\b")
_RUN = re.compile(r"\w+")
_NOUNS = 4096  # whose patterns are kept: a long text says the same ones again and again
_NEW = r"\b(?:an?|one|two|three|another|some|my|our|his|her|their|your|its)\s(?:[\w-]+\s)?"


def needed_by(layout: Layout, passages: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    """Yield statements, each with an earlier one without which it cannot be understood."""
    told = _ThingsTold(layout)
    for passage in passages:
        if passage.kind in {*STAYS, "row"}:
            continue
        for number in range(max(1, passage.first), passage.last):
            opens = number == passage.first
            if _leans(layout, passage, number):
                yield number, number - 1
            elif not (opens and passage.labelled and not passage.listed):  # a field is about whom the form is about
                somebody = _somebody(layout, passage, number)
                if somebody is not None:
                    yield number, somebody
            for earlier in _introduced(layout, number, told):
                yield number, earlier


def _leans(layout: Layout, passage: Passage, number: int) -> bool:
    """Tell whether a statement points at the one right before it."""
    statement = layout.statements[number]
    words = layout.text[statement.start : statement.end]
    match = _FIRST.match(words)
    first = match[1].lower() if match is not None else ""
    opens = number == passage.first
    before = layout.blocks[layout.statements[number - 1].block].kind
    if opens and (passage.kind == "line" or before in {*STAYS, "row"}):
        return False
    points = first in words_in("clauses", "backward") or any(
        one.search(words) is not None for one in (_ALSO, _UNSAID, _SAID_SO)
    )
    if opens and layout.blocks[statement.block].speaker and len(words.split()) <= _SHORT:
        points = points or first in _REPLY
    return points or (not opens and (words[:1].islower() or is_fragment(words) or _takes_up(words)))


def _takes_up(words: str) -> bool:
    """Tell whether a thing is meant by a pronoun before any thing is named, or whether words are no sentence."""
    thing = _THING.search(words)
    if thing is None:
        return False
    return not any(usual_tag(word) in {"NN", "NNS"} for word in re.findall(r"[a-z]{3,}", words[: thing.start()]))


def _somebody(layout: Layout, passage: Passage, number: int) -> int | None:
    """Return the statement that says who a pronoun of a statement is, if nobody is named before it."""
    last = passage.last - 1 if number == passage.first else number
    whole = layout.text[layout.statements[number].start : layout.statements[last].end]
    pronoun, somebody = _PERSON.search(whole), _SOMEBODY.search(whole)
    if pronoun is None or (somebody is not None and somebody.start() < pronoun.start()):
        return None
    return antecedent(layout, number)


def antecedent(layout: Layout, number: int) -> int | None:
    """Return the statement that says who a pronoun at the beginning of one is."""
    for earlier in range(number - 1, max(-1, number - _FAR - 1), -1):
        other = layout.statements[earlier]
        words = layout.text[other.start : other.end]
        first = _FIRST.match(words)
        goes_on = first is not None and first[1].lower() in words_in("clauses", "someone")
        if layout.blocks[other.block].kind not in STAYS and (_NAMED if goes_on else _SOMEBODY).search(words):
            return earlier
    return None


def _introduced(layout: Layout, number: int, told: "_ThingsTold") -> Iterator[int]:
    """Yield where the things were introduced that a statement takes for known."""
    statement = layout.statements[number]
    for match in _DEFINITE.finditer(layout.text, statement.start, statement.end):
        noun = _noun(match)
        if not noun or re.search(rf"\b{noun}\b", layout.text[statement.start : match.start()]):
            continue
        earlier = told.first(noun, number)
        if earlier is not None and layout.blocks[layout.statements[earlier].block].kind not in STAYS:
            yield earlier


def _noun(match: re.Match[str]) -> str:
    """Return the thing of "the gate" or "the old gate"; empty if neither word is a noun."""
    sure = next((one for one in (match[2], match[1]) if one and (usual_tag(one) in {"NN", "NNS"} or "-" in one)), "")
    return sure or (match[1] if not match[2] and can_be(match[1], "NOUN") else "")


class _ThingsTold:
    """Which statements tell of a thing; only those that have its first word are looked at."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._having: dict[str, list[int]] = {}
        for number, one in enumerate(layout.statements):
            for word in dict.fromkeys(_RUN.findall(layout.text[one.start : one.end].casefold())):
                self._having.setdefault(word, []).append(number)

    def first(self, noun: str, before: int) -> int | None:
        """Return the last statement that introduces something ("a clinic"), else the first that tells of it at all."""
        having = self._having.get(noun.split("-", 1)[0], [])
        new, any_form = _patterns(noun)
        first: int | None = None
        for earlier in reversed(having[: bisect_left(having, before)]):
            other = self._layout.statements[earlier]
            if new.search(self._layout.text, other.start, other.end):
                return earlier
            first = earlier if any_form.search(self._layout.text, other.start, other.end) else first
        return first


@lru_cache(maxsize=_NOUNS)
def _patterns(noun: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what finds a noun that is introduced, and the noun in whatever way."""
    return re.compile(rf"{_NEW}{noun}\b", re.IGNORECASE), re.compile(rf"\b{noun}\b", re.IGNORECASE)
