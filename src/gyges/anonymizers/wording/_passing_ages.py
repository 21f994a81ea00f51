"""Ages told in passing: "Ana, apprentice, 19", "who at 81 walked in", "a child of 1982"."""

import re
from collections.abc import Callable, Iterator

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
_RELATIVE = re.compile(
    rf"\b(?P<noun>[a-z-]{{1,40}}),? (?:is|was) (?P<age>{_AGE})(?=\.|, (?:his|her|he|she|and)\b| and )"
)
_FRAGMENT = re.compile(r"(?P<gone>[2-9]\d and )(?P<word>[a-z]+)\b")
_GOING = (
    _MIDDLE,
    _BETWEEN,
    _BEFORE_MORE,
    _AFTER_MORE,
    _SCHOOL,
    _STARTED,
    _AFTER_EVENT,
    _SET_OFF,
    _BRACKETED,
    _YEAR_OF,
    _BIRTH,
)


def passing_ages(text: str) -> Iterator[Swap]:
    """Yield how ages go that are told in passing.

    Example:
        >>> [one.start for one in passing_ages("The pupil, who at 81 walked in, died at ninety.")]
        [15, 36]
    """
    yield from _made_broader(text)
    yield from _between_commas(text)
    for pattern, goes in _CONDITIONS:
        yield from (Swap(*match.span("gone"), "", "") for match in pattern.finditer(text) if goes(text, match))
    for match in _OF_YEARS.finditer(text):
        yield Swap(match.start() - 1, match.end(), "", "")
    for pattern in _GOING:
        yield from (Swap(*match.span("gone"), "", "") for match in pattern.finditer(text))


def _made_broader(text: str) -> Iterator[Swap]:
    """Yield the ages that a word stands for: "P. is 29", "in her forties", "his aunt was eighty"."""
    ages = [match.span("age") for pattern in (_IS, _TURNED) for match in pattern.finditer(text)]
    ages += [match.span() for match in _DECADE.finditer(text)]
    ages += [match.span("age") for match in _RELATIVE.finditer(text) if _is_somebody(match["noun"])]
    yield from filter(None, (age_swap(text, *age) for age in ages))


def _between_commas(text: str) -> Iterator[Swap]:
    """Yield the ages that take the comma behind them along where a verb follows: "the cook, 51, said"."""
    ages = [
        match.span("gone") for match in _AFTER_ROLE.finditer(text) if _is_role(match["role"]) or "yr" in match["gone"]
    ]
    ages += [match.span("gone") for match in _YEARS.finditer(text)]
    for start, end in ages:
        yield Swap(start, end + (1 if verb_after_comma(text, end, start) else 0), "", "")


def _is_role(word: str) -> bool:
    return word in words_in("clear", "roles")


def _is_somebody(noun: str) -> bool:
    return kin(fold(noun.removeprefix("great-"))) is not None or _is_role(noun)


def _before_verb(_: str, match: re.Match[str]) -> bool:
    return usual_tag(match["verb"]) in {"VBD", "VBZ"} or can_be(match["verb"], "AUX")


def _opens_with_trait(text: str, match: re.Match[str]) -> bool:
    """Tell whether a note begins "66 and frail"."""
    trait = can_be(match["word"], "ADJ") and not can_be(match["word"], "VERB")
    return trait and begins_sentence(text, match.start())


_CONDITIONS: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], bool]], ...] = (
    (_FIRST_OF_MORE, lambda _, match: _is_role(match["role"])),
    (_WHO, _before_verb),
    (_FRAGMENT, _opens_with_trait),
    (_BEGINS, lambda text, match: begins_sentence(text, match.start())),
)
"""What goes only where the words around it allow it."""
