"""What people do for a living, told by a verb and its object: "drives the school bus", "mops this ward"."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.page._forms import pattern
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

_REACH, _REACH_HAS = 5, 2  # words from the verb to what it is done to, and from "her" to what she has
_HAS = frozenset({"my", "his", "her", "their", "whose"})
_Words = tuple[tuple[int, int, str], ...]
_NOT_AFTER = words("job_acts.not_after")
_OVER = pattern("acts.over")
_GOES = words("acts.goes")
_PAUSE = frozenset({" ", "  ", "\n", ", ", " (", " “", ' "', "' ", "’ ", "'s ", "/", " & "})


def find_acts(page: Page) -> Iterator[Cue]:
    """Yield what is done for a living; the past weighs less, and least where it is said to be over."""
    text, words = page.text, page.words
    table = _acts()
    for index in page.where(table.keys()):
        start, end, key = words[index]
        has = key in _HAS
        if not has and _is_no_verb(words, index):
            continue
        jobs, past = table[key]
        found = ("", end) if "-" not in jobs else (jobs["-"], end)
        for offset in range(1, min((_REACH_HAS if has else _REACH) + 1, len(words) - index)):
            before, word = words[index + offset - 1], words[index + offset]
            if found[0] or text[before[1] : word[0]] not in _PAUSE:
                break
            job = jobs.get(word[2]) or jobs.get(word[2].removesuffix("'s"))
            if job:
                start, found = word[0] if has else start, (job, word[1])
        if found[0]:
            over = past and _OVER.match(text, found[1])
            yield Cue(start, found[1], "OCCUPATION", value=found[0], certainty=2 if over else 3)


def _is_no_verb(words: _Words, index: int) -> bool:
    """Whether the word before says that nothing is done: "the drive", "wants to teach", but not "goes off to teach"."""
    if not index or words[index][0] - words[index - 1][1] != 1 or words[index - 1][2] not in _NOT_AFTER:
        return False
    return not (index > 1 and words[index - 1][2] == "to" and words[index - 2][2] in _GOES)


@cache
def _acts() -> dict[str, tuple[dict[str, str], bool]]:
    """Objects with their jobs by form of the verb, and whether the form is past."""
    verbs: dict[str, dict[str, str]] = {}
    for job, bases, objects in read_rows("job_acts.tsv"):
        for verb in bases.split():
            for word in objects.split():
                verbs.setdefault(verb, {}).setdefault(word, job)
    table: dict[str, tuple[dict[str, str], bool]] = {}
    for verb, jobs in verbs.items():
        present, past = _forms(verb)
        for form in past:
            table.setdefault(form, (jobs, True))
        for form in present:
            table[form] = (jobs, False)
    return table


def _forms(verb: str) -> tuple[list[str], list[str]]:
    """The forms of a verb that speak of now, and those that speak of then."""
    if verb in _HAS:
        return [verb], []
    stem = verb[:-1] if verb.endswith("e") else verb
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnptl]", verb) and verb != "play":
        stem = verb + verb[-1]
    third = verb + ("es" if verb.endswith(("ch", "sh", "ss", "x", "o")) else "s")
    if re.search(r"[^aeiou]y$", verb):
        return [verb, verb[:-1] + "ies", verb + "ing"], _irregular().get(verb, verb[:-1] + "ied").split()
    past = _irregular().get(verb, stem + "ed").split()
    return [verb, third, stem + "ing"], [form for form in past if form != verb]


@cache
def _irregular() -> dict[str, str]:
    return {row[0]: row[1] for row in read_rows("irregular_verbs.tsv")}
