"""Ages told in passing: "Ana, apprentice, 19", "who at 81 walked in", "a child of 1982"."""

import re
from collections.abc import Iterator

from gyges.anonymizers.wording._ages import age_swap
from gyges.anonymizers.wording._around import Swap, begins_sentence, verb_after_comma
from gyges.anonymizers.wording._tables import words_in
from gyges.reading.english import can_be, usual_tag
from gyges.reading.lookups import fold, kin

__all__ = ["passing_ages"]

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TENS = rf"(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-(?:{_UNITS}))?"
_AGE = rf"(?:1[1-9]|[2-9]\d|{_TENS}|(?:thir|four|fif|six|seven|eigh|nine)teen|eleven|twelve)"
_TEENS = r"(?:thir|four|fif|six|seven|eigh|nine)teen"
_IS = re.compile(rf"(?<![\w.])[A-Z]\. (?:is|was) (?P<age>{_AGE})(?=[,.;)]| and )")  # "P. is 29"
_TURNED = re.compile(rf"\bturn(?:ed|s|ing) (?P<age>{_AGE})(?=[.,;]|\s(?:on|in|this|last|next|the|and)\b)")
_DECADE = re.compile(
    r"\bin (?:his|her|their|my|your|our) (?:(?:early|mid|late|middle)[ -])?"
    r"(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b"
)
_AFTER_ROLE = re.compile(rf"\b(?P<role>[a-z]+|\w+(?=, \d\d ?yrs))(?P<gone>, {_AGE}(?: ?yrs?)?)(?=[,.;)\n]|$)")
_AFTER_EVENT = re.compile(
    r"\b(?:died|dead|passed away|killed|married|retired|widowed|orphaned|(?:left|leave|leaving) school|dropped out"
    rf"|graduated|pregnant)(?P<gone> at {_AGE})(?=[,.;)]|$| (?:to|in|from|with|after|because|of|and)\b)"
)
_SET_OFF = re.compile(rf"(?P<gone>, at (?:[2-9]\d|{_TENS}))(?=,)")
_WHO = re.compile(rf"\bwho,? (?P<gone>at {_AGE},? )(?=(?P<verb>[a-z]+)\b)")
_BRACKETED = re.compile(r"\bage(?P<gone> \(\d\d\))")
_FIRST_OF_MORE = re.compile(rf"\b(?P<role>[a-z]+) \((?P<gone>{_AGE}, )(?=[a-z])")
_YEAR_OF = re.compile(r"\b(?:child|children|boys?|girls?|kids?|baby|babies)(?P<gone> of (?:19|20)\d\d)\b")
_BIRTH = re.compile(
    r"(?P<gone>, (?:DOB|D\.O\.B\.|d\.o\.b\.?):? (?:\d{1,2} )?[A-Z][a-z]{2,8}\.? (?:19|20)\d\d)(?=[,.;)\n]|$)"
)
_BEGINS = re.compile(rf"(?P<gone>At (?:2[5-9]|[3-9]\d|{_TENS}),? )(?=(?:I|he|she|we|they|you|his|her|my|their|with)\b)")
_MIDDLE = re.compile(
    rf"\b(?:that|which|because|and|but|when|who) (?P<gone>at (?:2[5-9]|[3-9]\d|{_TENS}(?:-odd)?),? )"
    r"(?=(?:I|he|she|we|they|his|her|my)\b)"
)
_DECADES = r"(?:early|mid|late)[ -](?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|[2-9]0s)"
_BETWEEN = re.compile(rf"(?P<gone>, {_DECADES})(?=[,.;)])")
_TENTHS = "(?:twenties|thirties|forties|fifties|sixties|seventies|eighties)"
_SOMEWHERE = rf"in (?:his|her|their|my) (?:(?:early|mid|late)[ -])?{_TENTHS}"
_BEFORE_MORE = re.compile(rf", (?P<gone>{_SOMEWHERE} and )(?=[a-z]+ed\b|told\b)")
_AFTER_MORE = re.compile(rf"(?P<gone> and {_SOMEWHERE})(?=[,.;])")
_YEARS = re.compile(r"(?P<gone>, [1-9]\d years)(?=,)")
_OF_YEARS = re.compile(r"\b(?P<gone>(?:of|and) [1-9]\d years(?: old)?)(?=,)")
_SCHOOL = re.compile(rf"\b(?:out of|from|left) school(?P<gone> at {_AGE})\b(?! [a-z]+ty\b)")
_STARTED = re.compile(rf"\b(?:started|began|joined|came|retire|retired)(?: (?:here|out|work))?(?P<gone> at {_TEENS})\b")
_RELATIVE = re.compile(rf"\b(?P<noun>[a-z-]+),? (?:is|was) (?P<age>{_AGE})(?=\.|, (?:his|her|he|she|and)\b| and )")
_FRAGMENT = re.compile(r"(?P<gone>[2-9]\d and )(?P<word>[a-z]+)\b")
_GOING = (_MIDDLE, _BETWEEN, _BEFORE_MORE, _AFTER_MORE, _SCHOOL, _STARTED)


def passing_ages(text: str) -> Iterator[Swap]:
    """Yield how ages go that are told in passing.

    Example:
        >>> [one.start for one in passing_ages("The pupil, who at 81 walked in, died at ninety.")]
        [15, 36]
    """
    for pattern in (_IS, _TURNED):
        for match in pattern.finditer(text):
            swap = age_swap(text, *match.span("age"))
            if swap is not None:
                yield swap
    for match in _DECADE.finditer(text):
        swap = age_swap(text, *match.span())
        if swap is not None:
            yield swap
    for match in _AFTER_ROLE.finditer(text):
        start, end = match.span("gone")
        if match["role"] in words_in("clear", "roles") or match["gone"].endswith(("yr", "yrs")):
            yield Swap(start, end + (1 if verb_after_comma(text, end, start) else 0), "", "")
    for match in _FIRST_OF_MORE.finditer(text):
        if match["role"] in words_in("clear", "roles"):
            yield Swap(*match.span("gone"), "", "")
    for match in _WHO.finditer(text):
        if usual_tag(match["verb"]) in {"VBD", "VBZ"} or can_be(match["verb"], "AUX"):
            yield Swap(*match.span("gone"), "", "")
    for match in _FRAGMENT.finditer(text):
        plain = can_be(match["word"], "ADJ") and not can_be(match["word"], "VERB")
        if begins_sentence(text, match.start()) and plain:
            yield Swap(*match.span("gone"), "", "")
    for match in _RELATIVE.finditer(text):
        related = kin(fold(match["noun"].removeprefix("great-"))) is not None or match["noun"] in words_in(
            "clear", "roles"
        )
        swap = age_swap(text, *match.span("age")) if related else None
        if swap is not None:
            yield swap
    for match in _BEGINS.finditer(text):
        if begins_sentence(text, match.start()):
            yield Swap(*match.span("gone"), "", "")
    for match in _YEARS.finditer(text):
        start, end = match.span("gone")
        yield Swap(start, end + (1 if verb_after_comma(text, end, start) else 0), "", "")
    for match in _OF_YEARS.finditer(text):
        yield Swap(match.start() - 1, match.end(), "", "")
    for pattern in _GOING:
        for match in pattern.finditer(text):
            yield Swap(*match.span("gone"), "", "")
    for pattern in (_AFTER_EVENT, _SET_OFF, _BRACKETED, _YEAR_OF, _BIRTH):
        for match in pattern.finditer(text):
            yield Swap(*match.span("gone"), "", "")
