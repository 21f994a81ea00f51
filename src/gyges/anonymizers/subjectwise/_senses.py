"""Words that are a name or a thing: where the rules are in doubt, a ranker may decide which is meant."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from gyges.anonymizers.identifiers import is_date_word
from gyges.anonymizers.subjectwise._names import name_spans
from gyges.anonymizers.subjectwise._word_names import is_named_thing, is_shown_as_person
from gyges.anonymizers.wording import (
    Choice,
    Ranker,
    is_ordinary,
    is_thing_word,
    titles_before,
    word_after,
    word_before,
)
from gyges.reading import Reading
from gyges.reading.lookups import first_name, is_surname
from gyges.records import JsonValue

__all__ = ["NO_SENSES", "Senses", "judge_senses"]

_CAPITAL = re.compile(r"(?<![\w@.'’*/-])[A-Z][^\W\d_]{2,}(?![\w@*/-])")
_PLAIN_NAMES = ("Anna", "Tom")  # short, common, and nothing else than names
MARGIN = 1.0
"""By how much the mean log probability of what follows must be better with a reading that is not the rules' own."""


@dataclass(frozen=True, slots=True)
class Senses:
    """What a ranker decided against the rules: more places of names, and all it was asked, for the trace.

    It may only hide more: what the rules hold for a name stays one, whatever a small model thinks.
    """

    people: frozenset[tuple[int, int]] = frozenset()
    told: tuple[JsonValue, ...] = ()

    def applied(self, names: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
        """Return where people are named, as decided."""
        return set(names) | self.people


NO_SENSES = Senses()
"""What the rules decide stands."""


async def judge_senses(text: str, reading: Reading, ranker: Ranker) -> Senses:
    """Let a ranker read words in doubt as a plain name and as the word itself; it decides only where it is sure.

    Raises:
        GygesError: The ranker cannot be asked.
    """
    names = set(name_spans(text, reading))
    doubts = list(_doubts(text))
    choices = [Choice(text[:start], (*_PLAIN_NAMES, text[start:end].lower()), text[end:]) for start, end in doubts]
    if not choices:
        return NO_SENSES
    people: set[tuple[int, int]] = set()
    told: list[JsonValue] = []
    for span, weights in zip(doubts, await ranker.weigh(choices), strict=True):
        person = max(weights[: len(_PLAIN_NAMES)]) - weights[-1]
        if person > MARGIN and span not in names:
            people.add(span)
        sense = "person" if span in people | names else "thing"
        told.append({"start": span[0], "end": span[1], "person_by": round(person, 3), "sense": sense})
    return Senses(frozenset(people), tuple(told))


def _doubts(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a word with a capital may be a name or a thing, and nothing in the text shows which."""
    for match in _CAPITAL.finditer(text):
        start, end = match.span()
        word = match[0]
        if first_name(word) is None and not is_surname(word):
            continue
        if not (is_ordinary(word) or is_thing_word(word)) or is_date_word(text, start, end):
            continue
        beside = (word_before(text, start), word_after(text, end))
        if any(one is not None and one.text[0].isupper() for one in beside):
            continue
        shown = titles_before(text, start) < start or is_shown_as_person(text, word) or is_named_thing(text, start, end)
        if not shown:
            yield start, end
