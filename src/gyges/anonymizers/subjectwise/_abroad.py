"""What tells a country by itself: its money, its laws, the language of a paper, its words for relatives."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.subjectwise._tables import table, words_in
from gyges.anonymizers.wording import Swap

__all__ = ["abroad_swaps"]

_SHARED = frozenset(("eur", "usd", "euro", "euros", "dollar", "dollars", "cent", "cents", "pound", "pounds", "pence"))
"""Money of many countries, or so well known that an amount reads badly without it."""
_AMBIGUOUS = frozenset(("won", "real", "som", "lei", "leu", "try", "all", "mad", "cop", "pen", "ron"))
_LETTER = re.compile(r"(?<![\w.,/-])[RNLP]\s?(?=\d{1,3}(?:,\d{3})+(?!\d|,\d))")
_DOLLARS = re.compile(r"(?<!\w)[A-Z]{1,2}(?=\$\s?\d)")
_TRANSLATED = re.compile(r"\b[Tt]ranslated(?P<gone> from (?:the )?[A-Z][a-z]+)(?![\w-])")
_ACT = r"(?:[A-Z][\w'’]+ (?:(?:of|and|the|for) )?){1,6}"
_LAWS = (
    re.compile(rf"(?P<gone> \((?:{_ACT})?Act(?: (?:No\.? )?\d+)?(?: of)? \d{{4}}[^()\n]{{0,20}}\))"),
    re.compile(
        rf"\b(?:s|[Ss]ection|[Cc]lause|[Aa]rticle)\.? ?\d[\w()]*(?P<gone> of the {_ACT}?(?:Act|Code)(?: \d{{4}})?)"
    ),
    re.compile(r"(?P<gone>(?:,| under| pursuant to) R\.C\. \d+(?:\.\d+)?)"),
)


def abroad_swaps(text: str) -> Iterator[Swap]:
    """Yield how words go that tell a country.

    Example:
        >>> [one.end for one in abroad_swaps("The fee is CHF 890. Translated from Polish.")]
        [15, 42]
    """
    for match in _before().finditer(text):
        yield Swap(*match.span(), "", match[0])
    for match in _behind().finditer(text):
        yield Swap(*match.span("gone"), "", match["gone"])
    for pattern in (_LETTER, _DOLLARS):
        for match in pattern.finditer(text):
            yield Swap(*match.span(), "", match[0])
    for pattern in (_TRANSLATED, *_LAWS):
        for match in pattern.finditer(text):
            yield Swap(*match.span("gone"), "", match["gone"])
    for match in _kin().finditer(text):
        new = next(name for name in table("abroad") if match["word"] in words_in("abroad", name))
        yield Swap(*match.span("word"), new, new)


@cache
def _before() -> re.Pattern[str]:
    codes = "|".join(sorted(word.upper() for word in words_in("clauses", "currency_codes") - _SHARED))
    return re.compile(rf"(?<![\w.,])(?:{codes}|Rs\.?|K[Ss]hs?\.?|Tk\.?|[₹₦₱₩₪¥])\s?(?=\d\d|\d,\d)")


@cache
def _behind() -> re.Pattern[str]:
    words = words_in("clauses", "currencies") - _SHARED - _AMBIGUOUS
    codes = [word.upper() for word in words_in("clauses", "currency_codes") - _SHARED]
    both = "|".join(sorted({*words, *codes, "kr", "zł"}, key=lambda word: (-len(word), word)))
    return re.compile(
        rf"(?<![\w.])\d[\d.,]*(?P<gone>\s(?:{both})(?:\.(?=,))?)(?=[.,;:)\n]|$|\s(?!note|coin|bill)[a-z])"
    )


@cache
def _kin() -> re.Pattern[str]:
    words = "|".join(sorted(word for name in table("abroad") for word in words_in("abroad", name)))
    return re.compile(rf"(?:\b(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir)\s)(?P<word>{words})(?![\w-])")
