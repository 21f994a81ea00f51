"""What somebody learned: the kind of school, where the sentence has a place for a noun."""

import re

from gyges.anonymizers.subjectwise.languages._people import matching, may_go
from gyges.anonymizers.subjectwise.languages._slots import find_slot, rendered
from gyges.anonymizers.subjectwise.languages._swap import LanguageSwap
from gyges.anonymizers.subjectwise.languages._table import LanguageWriting
from gyges.reading.details import Detail

__all__ = ["study_swap", "told_swap"]

_HIGHER = frozenset({"College Degree", "In College", "PhD"})


def study_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return a broader word for what somebody learned; None where nothing fits."""
    if may_go(text, detail.start, detail.end, writing):
        return LanguageSwap(detail.start, detail.end, ("",))
    noun = writing.nouns.get(writing.study.get("higher" if detail.value in _HIGHER else "school", ""))
    if noun is None:
        return None
    slot = find_slot(text, detail.start, writing)
    if slot.readings:
        return LanguageSwap(slot.start, detail.end, (rendered(slot, noun, writing, definite=True),))
    is_noun = re.match(writing.study.get("nouns", "(?!)"), text[detail.start : detail.end])
    if slot.preposition and not is_noun:
        return LanguageSwap(slot.start, detail.end, (rendered(slot, noun, writing, definite=True),))
    return LanguageSwap(detail.start, detail.end, (noun.plain,)) if is_noun else None


def told_swap(text: str, start: int, end: int, writing: LanguageWriting) -> LanguageSwap | None:
    """Return what a pattern of the table makes of words that tell something; None where none fits."""
    for pattern in writing.told:
        match = matching(text, start, end, pattern)
        if match is not None:
            words = (match.expand(one) for one in (pattern.new, pattern.then or pattern.new))
            return LanguageSwap(start, end, tuple(dict.fromkeys(words)))
    return None
