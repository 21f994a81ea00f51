"""People known by a title and a letter, or by a title and any word: ``Ms W``, ``mr b``, ``Mrs. Day``, ``Ate Baby``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import either, words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page, Wanted

__all__ = ["find_titled"]

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ]"
_ONE_LETTER = re.compile(r"\.?\s[A-Z](?![\w'’]|\.\w|\s[A-Z][a-z])")
_SMALL_LETTER = re.compile(r"\.?\s[b-hj-z](?=[\s,;:!?.)]|$)(?!\.\w)")
_SHORT_FAMILY = re.compile(rf"\.?\s{either('titled.short_family')}(?=[\s,.;:)'’]|$)")
_FAMILY = re.compile(
    rf"\.?[ ](?:Justice\s)?(?P<word>{_CAPITAL}[\w'’-]*\w)(?<!['’]s)(?:[ ]{_CAPITAL}[\w-]+(?=[,;.]|\s[a-z]))?"
)


def find_titled(page: Page) -> Iterator[Cue]:
    """Yield titles with the letter or the word behind them, whatever word that is."""
    text = page.text
    for index in page.where(_is_title):
        start, end, key = page.words[index]
        stop = _named_until(text, end, key) if text[start].isupper() else None
        letter = _letter(text, start, end) if stop is None else None
        stop = letter.end() if letter else stop
        if stop is not None:
            yield Cue(start, stop, "PERSON", True)
    for index in page.where(words("address_titles")):
        if page.joined(index) and page.capital(index + 1) and (page.capital(index) or not is_known(page.key(index))):
            _, end, key = page.words[index + 1]
            yield Cue(page.words[index][0], end - 2 * key.endswith("'s"), "PERSON", True)


def _letter(text: str, start: int, end: int) -> re.Match[str] | None:
    small = text[start].islower()
    if small and text[start:end] not in words("courtesies"):
        return _SMALL_LETTER.match(text, end)
    return _ONE_LETTER.match(text, end) or (_SMALL_LETTER.match(text, end) if small else None)


def _named_until(text: str, end: int, key: str) -> int | None:
    """Return where the family name after a title ends that any word may be; None if none follows."""
    if short := _SHORT_FAMILY.match(text, end):
        return short.end()
    family = _FAMILY.match(text, end) if key in words("courtesies") else None
    return family.end() if family and family["word"].lower() not in words("no_family") else None


@Wanted
def _is_title(key: str) -> bool:
    return title(key) is not None
