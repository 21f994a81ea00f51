"""Words for people in a text, by the tables of its language: kin, roles, jobs, demonyms, traits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeVar

from gyges.reading.languages.table._language import Job, Language
from gyges.reading.lexicon._names import Kin
from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._phrases import PhraseIndex

WordKind = Literal["kin", "role", "job", "demonym", "trait"]
Entry = TypeVar("Entry")
_CAPITALS = 0.05  # share of words with a capital below which a text has none for a reason
_START = re.compile(r"(?:[.!?:]\s{1,2}|\n[^\S\n]*+)([^\W\d_])")
_FEWEST_STARTS, _SMALL_STARTS = 6, 0.5  # sentences and lines, and the share of them that begin small
_LONGEST_ENDING = 40  # letters of the end of a word that may be a job
_SHORTEST_STEM = 3  # letters before the head of a compound


@dataclass(frozen=True, slots=True)
class Described:
    """A word for somebody."""

    start: int  # first code point
    end: int  # one past the last code point
    kind: WordKind  # which table it is of
    sex: str  # what its form or article tells, empty if nothing
    value: str  # the English word: role, job, country, singular of kin, or value of a trait
    more: Kin | str = ""  # for kin the whole entry, for a job its education, for a trait its tag
    position: str = ""  # the rank that a role or job is


@once_a_page
def is_small(page: Page) -> bool:
    """Tell whether a text is written without capitals, as some write to friends."""
    words = page.words
    return sum(page.text[start].isupper() for start, _, _ in words) < _CAPITALS * len(words)


@once_a_page
def is_casual(page: Page) -> bool:
    """Tell whether capitals are missing in many places where they should be: nearly everywhere, or at starts."""
    starts = [match[1].islower() for match in _START.finditer(page.text)]
    return is_small(page) or (len(starts) >= _FEWEST_STARTS and sum(starts) >= _SMALL_STARTS * len(starts))


def find_words(page: Page, language: Language, *, small: bool = False) -> list[Described]:
    """Return the words for people in a text, by kind and then in order; kinds may overlap."""
    text = page.text
    found: list[Described] = []
    for start, end, kin in _spans(page, language.kin):
        found.append(Described(start, end, "kin", _sex(text, start, end, kin.sex, language), kin.singular, kin))
    for start, end, job in _jobs(page, language):
        sex = _sex(text, start, end, job.sex, language)
        found.append(Described(start, end, "job", sex, job.occupation, job.education, job.position))
    for start, end, (sex, role, position) in _spans(page, language.roles):
        found.append(Described(start, end, "role", _sex(text, start, end, sex, language), role, position=position))
    for start, end, (country, sex) in _spans(page, language.demonyms):
        found.append(Described(start, end, "demonym", _sex(text, start, end, sex, language), country))
    for start, end, trait in _spans(page, language.traits):
        found.append(Described(start, end, "trait", "", trait.value, trait.tag))
    noun = language.nouns_capitalised and not small
    return [
        word
        for word in found
        if not (noun and word.kind in {"kin", "role", "job"} and text[word.start : word.end].islower())
    ]


def word_before(text: str, position: int) -> str:
    """Return the word right before a position, empty if something else than blanks stands between."""
    head = text[max(0, position - 24) : position]
    return head.split()[-1] if head[-1:].isspace() and head.split() else ""


def _spans(page: Page, phrases: PhraseIndex[Entry]) -> Iterator[tuple[int, int, Entry]]:
    words = page.words
    for index, count, entry in phrases.find(page):
        yield words[index][0], words[index + count - 1][1], entry


def _jobs(page: Page, language: Language) -> Iterator[tuple[int, int, Job]]:
    known = {start: (start, end, job) for start, end, job in _spans(page, language.jobs)}
    for start, end, key in page.words if language.job_endings else ():
        if start not in known and page.text[start].isupper() and (job := _compound(key, language)):
            known[start] = (start, end, job)
    yield from (known[start] for start in sorted(known))


@lru_cache(maxsize=8192)
def _compound(key: str, language: Language) -> Job | None:
    """Return the job a compound word ends with."""
    for at in range(max(_SHORTEST_STEM, len(key) - _LONGEST_ENDING), len(key) - 2):
        if key[at:] in language.job_endings:
            return language.job_endings[key[at:]]
    return None


def _sex(text: str, start: int, end: int, sex: str, language: Language) -> str:
    if sex != "?":
        return sex
    return language.sex_by_article(word_before(text, start), text[start:end])
