"""Who is introduced where: a letter or a pronoun is nobody without the sentence that says who it is."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from gyges.anonymizers.subjectwise._layout import Layout
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import usual_tag
from gyges.reading import Reading

__all__ = ["first_mentions", "introductions"]

_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = re.compile(
    r"(?:\b(?:my|our|his|her|their|your|the|an?|of|for|re:?)\s+(?:[a-z-]+\s+){0,3}|[a-z]{4,}\s+|:\s*)$", re.I
)
_AFTER = re.compile(
    r"(?:\s[A-Z]\w*)*[,(]\s*(?:\(|(?:an?|the|my|our|his|her|their|who|whose|that['’]s)\s|[a-z]+|\d\d\b)|\s\("
)
_NEAR = 40  # characters looked at before and behind a mention
_OWN = frozenset(("i", "me", "my", "mine", "myself", "we", "us", "our", "ours"))


def introductions(layout: Layout, reading: Reading) -> Iterator[tuple[int, int]]:
    """Yield statements, each with an earlier one without which it is not clear who somebody in it is.

    A pronoun needs the last statement with a name or a noun for the same person; a name needs the one that says
    who it is, if one does.
    """
    starts = [one.start for one in layout.statements]
    for person in reading.people:
        introduced = told = -1
        known: set[int] = set()  # statements in which the person was mentioned before
        for mention in sorted(person.mentions, key=lambda one: one.start):
            number = max(0, bisect_right(starts, mention.start) - 1)
            kind = _kind(layout.text[mention.start : mention.end])
            if kind == "own":
                continue
            if kind == "pronoun":
                if told >= 0 and number != told and number not in known:
                    yield number, told
            else:
                explained = kind == "noun" or _is_introduced(layout.text, mention.start, mention.end)
                if introduced >= 0 and number != introduced and number not in known and not explained:
                    yield number, introduced
                if explained and (introduced < 0 or kind == "name"):
                    introduced = number
                told = number
            known.add(number)


def first_mentions(reading: Reading) -> tuple[int, ...]:
    """Return where everybody is mentioned first who is mentioned again."""
    places = [sorted(one.start for one in person.mentions) for person in reading.people]
    return tuple(own[0] for own in places if len(own) > 1)


def _kind(words: str) -> str:
    found = [word.lower() for word in _WORD.findall(words)]
    if len(found) == 1 and found[0] in words_in("clauses", "someone"):
        return "pronoun"
    if found and found[0] in _OWN and len(found) == 1:
        return "own"
    return "name" if any(word[0].isupper() and not usual_tag(word.lower()) for word in _WORD.findall(words)) else "noun"


def _is_introduced(text: str, start: int, end: int) -> bool:
    """Tell whether words beside a name say who it is: "my aunt Ana", "Ana, the clerk", "Tenant: Ana"."""
    before = _BEFORE.search(text, max(0, start - _NEAR), start)
    return before is not None or _AFTER.match(text, end, end + _NEAR) is not None
