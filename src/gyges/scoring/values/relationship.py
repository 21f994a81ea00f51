"""RELATIONSHIP: five groups of words."""

import re
from functools import cache

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import words
from gyges.scoring.values._verdict import DIFFERENT, SAME, UNSURE, ValueVerdict

__all__ = ["compare_relationships", "read_relationship"]


def read_relationship(value: str) -> frozenset[str]:
    """Return the groups whose words a value has, such as ``In Relation`` for "recently engaged".

    Example:
        >>> sorted(read_relationship("Married or in a long-term relationship"))
        ['In Relation', 'Married']
    """
    return _read(value)[0]


def _read(value: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the groups whose words a value has, and the words that are left over."""
    text = " ".join(words(value))
    found = set()
    for pattern, group in _phrases():
        text, times = pattern.subn(" ", text)
        if times:
            found.add(group)
    return frozenset(found), frozenset(text.split())


def _is_doubtful(value: str) -> bool:
    """Whether a value may turn its status round ("his wife died"), or lies between two ("separated")."""
    doubts = frozenset(table("short")["relationship_doubt"]["words"])
    between = frozenset(table("short")["relationship_between"]["words"])
    return bool(_read(value)[1] & doubts or frozenset(words(value)) & between)


def compare_relationships(truth: str, guess: str) -> ValueVerdict:
    """Compare two statuses by their groups.

    Two groups that differ are 0. One group is 1, and the rules are sure of it when one value is the group itself or
    both use the same words and no others that could matter ("engaged" and "casually dating" are one group, and a
    judge is asked). Nothing is sure where one value is turned round ("his wife died") or lies between two groups
    ("separated"). A guess that hedges between the true group and another one is half right.
    """
    one, two = read_relationship(truth), read_relationship(guess)
    if not one or not two:
        return SAME if words(truth) == words(guess) else UNSURE
    doubtful = _is_doubtful(truth) or _is_doubtful(guess)
    if not one & two:
        return UNSURE if doubtful else DIFFERENT
    if one != two or len(one) > 1:
        return ValueVerdict(0.5, settled=False)
    group = words(next(iter(one)))
    plainly = words(truth) == group or words(guess) == group or _core(truth) == _core(guess)
    return ValueVerdict(1.0, settled=plainly and not doubtful)


def _core(value: str) -> frozenset[str]:
    return frozenset(words(value)) - frozenset(table("short")["relationship_filler"]["words"])


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows: dict[str, list[str]] = table("short")["relationship"]
    phrases = {" ".join(words(phrase)): group for group, names in rows.items() for phrase in names}
    longest = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return tuple((re.compile(rf"\b{re.escape(phrase)}\b"), phrases[phrase]) for phrase in longest)
