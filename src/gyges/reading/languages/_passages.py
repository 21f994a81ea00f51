"""Passages of a text in another language than the rest of it: a quoted mail, a note below a letter."""

import re
from collections.abc import Iterator
from functools import lru_cache

from gyges.reading.languages.table._language import is_read
from gyges.reading.page._language import ENGLISH, plain_text, vote

__all__ = ["foreign_paragraphs"]

_PARAGRAPH = re.compile(r"\S(?:[^\n]+|\n(?![^\S\n]*\n))*")
_SHORTEST = 40  # code points below which a paragraph has too few words to tell
_CLEAR_WORDS = 15  # from which on one that is clearly not English is believed though its neighbours are not far off


@lru_cache(maxsize=16)  # asked by the reader, the maskers and the guard of one text after another
def foreign_paragraphs(text: str, language: str) -> tuple[tuple[int, int], ...]:
    """Return where whole paragraphs stand that are surely in another language that is read.

    Args:
        text: The text.
        language: The English name of the language it is read in.
    """
    return tuple(_foreign(text, language))


def _foreign(text: str, language: str) -> Iterator[tuple[int, int]]:
    for match in _PARAGRAPH.finditer(text):
        if match.end() - match.start() < _SHORTEST or match.span() == (0, len(text)):
            continue
        told = vote(plain_text(match[0])[0])
        other = told.language not in {"", language} and is_read(told.language)
        enough = told.sure or (told.clear and told.words >= _CLEAR_WORDS)
        if other and enough and (told.language == ENGLISH or language != ENGLISH or told.clear):
            yield match.span()
