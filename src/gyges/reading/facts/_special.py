"""Special categories of personal data: the words that tell one, and whose they are."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading._reading import Evidence, ReadFact
from gyges.reading.lexicon._load import read_toml
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._spans import Cue, apart
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

_SAID = 5  # the certainty of what stands there in so many words


@once_a_page
def _found(page: Page) -> tuple[Cue, ...]:
    found = [
        Cue(*match.span(), tag)
        for tag, pattern, cased in _patterns()
        for match in page.each(pattern, cased=cased)
        if match[0].strip()
    ]
    return tuple(apart(found))


def tell_special(owners: Owners) -> None:
    """Give the words of special categories to the people they are about; what nobody owns is counted."""
    text = owners.text
    for cue in find_special(owners.cues.page):
        fact = ReadFact(cue.kind, " ".join(text[cue.start : cue.end].split()), _SAID, (Evidence(*cue[:2]),), "special")
        whose = list(_owned(owners, cue))
        for person in whose:
            person.special.append(fact)
        owners.draft.special_of_nobody += not whose


def _owned(owners: Owners, cue: Cue) -> Iterator[PersonDraft]:
    """Yield whom a cue is about; "his husband" tells it of both."""
    over = owners.over(cue.start, cue.end)
    person = owners.of(cue.start, cue.end, leads=True)
    if person is None and len(owners.draft.people) == 1:
        person = owners.draft.people[0]
    if person is not None:
        yield person
    if over is not None and over.kind == "kin" and over.person.kin_of is not None and cue.kind == "SEX_LIFE":
        yield over.person.kin_of[1]


def find_special(text: str | Page) -> tuple[Cue, ...]:
    """Return the words of an English text that tell a special category of somebody, by the tags of the taxonomy."""
    return _found(page_of(text))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], bool], ...]:
    return tuple(
        (tag, re.compile(rf"(?<!\w)(?:{'|'.join(pieces)})(?!\w)"), name == "cased")
        for tag, lists in read_toml("special.toml").items()
        for name, pieces in lists.items()
    )
