"""Asks the tiny model about one person whom somebody else found: by the words that stand for them in the text."""

import re
from collections import Counter
from collections.abc import Sequence

from gyges.attacks._merge import merge_facts
from gyges.attacks.tiny._certainty import Calibration
from gyges.attacks.tiny._lines import read_facts
from gyges.attacks.tiny._people import fact_of
from gyges.attacks.tiny._runtime import Answer
from gyges.reading import QuoteFinder
from gyges.records import Fact, Subject

__all__ = ["ASKED", "facts_about", "words_for"]

ASKED = "asked:"
"""What stands before a kind of fact in the table of certainties where the model was asked about one person."""

_MOST_PLACES, _AROUND, _ROLE_WORDS = 3, 3, 5
_BEFORE, _AFTER = (re.compile(rf"(?:\S+\s+){{0,{_AROUND}}}\S*$"), re.compile(rf"\S*(?:\s+\S+){{0,{_AROUND}}}"))
_APART = " ... "


def words_for(subject: Subject, text: str) -> str:
    """Return who is meant, in words of the text: the part in it, and the first places with a few words around them.

    Example:
        >>> words_for(Subject("0", "author", (), ("my son",)), "Yesterday in town I met my son by chance, he said.")
        'author: town I met my son by chance, he'
    """
    role = " ".join(subject.description.split()[:_ROLE_WORDS])
    return f"{role}: {_APART.join(_places(subject.called, text))}"


def _places(called: Sequence[str], text: str) -> list[str]:
    places: list[str] = []
    last = -1
    for words in called:
        start = text.find(words)
        if start < 0 or start < last or len(places) == _MOST_PLACES:
            continue
        end = start + len(words)
        before, after = _BEFORE.search(text, max(0, start - 80), start), _AFTER.match(text, end, end + 80)
        last = after.end() if after else end
        places.append(" ".join(text[before.start() if before else start : last].split()))
    return places


def facts_about(answer: Answer, text: str, calibration: Calibration, tally: Counter[str]) -> tuple[Fact, ...]:
    """Return what the model said of one person."""
    finder = QuoteFinder(text)
    lines = read_facts(answer.text)
    name = next((line.value for line in lines if line.tag == "NAME"), "")
    read = (fact_of(line, answer, finder, calibration, tally, name=name, asked=ASKED) for line in lines)
    return merge_facts(fact for fact in read if fact is not None)
