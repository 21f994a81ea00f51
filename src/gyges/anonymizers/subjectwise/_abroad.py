"""What tells a country by itself: its money, its laws, the language of a paper, its words for relatives."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.subjectwise._tables import table, words_in
from gyges.anonymizers.wording import Swap, usual_tag, word_after, word_before

__all__ = ["abroad_swaps"]

_SHARED = frozenset(("eur", "usd", "euro", "euros", "dollar", "dollars", "cent", "cents", "pound", "pounds", "pence"))
"""Money of many countries, or so well known that an amount reads badly without it."""
_AMBIGUOUS = frozenset(("won", "real", "som", "lei", "leu", "try", "all", "mad", "cop", "pen", "ron", "bob", "bam"))
"""Money whose word or code is an ordinary word, too: "TRY 12 times", "COP 26"."""
_SUM = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?!\d)|\d[.,]\d\d(?!\d)")  # a number as only sums are written
_NUMBER = r"\d(?:[\d.,]*\d)?(?: (?:million|billion|thousand|lakh|crore))?"
_LETTER = re.compile(r"(?<![\w.,/-])(?P<gone>[RNLP]\s?)\d{1,3}(?:,\d{3})+(?!\d|,\d)")
_COMPARED = re.compile(r" (?:more|less|short|extra|too|off|over|under)\b")  # "40 lari more"
_LOCAL = "in local currency"
_DOLLARS = re.compile(r"(?<!\w)[A-Z]{1,2}(?=\$\s?\d)")
_TRANSLATED = re.compile(r"\b[Tt]ranslated(?P<gone> from (?:the )?[A-Z][a-z]+)(?![\w-])")
_ACT = r"(?:[A-Z][\w'’]+ (?:(?:of|and|the|for) )?){1,6}"
_LAWS = (
    re.compile(rf"(?P<gone> \((?:{_ACT})?Act(?: (?:No\.? )?\d+)?(?: of)? \d{{4}}[^()\n]{{0,20}}\))"),
    re.compile(
        rf"\b(?:s|[Ss]ection|[Cc]lause|[Aa]rticle)\.? ?\d[\w()]{{0,20}}"
        rf"(?P<gone> of the {_ACT}?(?:Act|Code)(?: \d{{4}})?)"
    ),
    re.compile(r"(?P<gone>(?:,| under| pursuant to) R\.C\. \d+(?:\.\d+)?)"),
)


def abroad_swaps(text: str) -> Iterator[Swap]:
    """Yield how words go that tell a country.

    Example:
        >>> [one.end for one in abroad_swaps("The fee is CHF 890. Translated from Polish.")]
        [18, 42]
    """
    yield from _money(text)
    for match in _DOLLARS.finditer(text):
        yield Swap(*match.span(), "", match[0])
    for pattern in (_TRANSLATED, *_LAWS):
        for match in pattern.finditer(text):
            yield Swap(*match.span("gone"), "", match["gone"])
    for match in _kin().finditer(text):
        new = next(name for name in table("abroad") if match["word"] in words_in("abroad", name))
        yield Swap(*match.span("word"), new, new)


def _money(text: str) -> Iterator[Swap]:
    """Yield amounts without the money of a country; the first of a paragraph says that there was one.

    Of a text with the money of two countries nothing goes: its numbers could no longer be compared.
    """
    found = sorted(
        (
            match
            for pattern in (_before(), _behind(), _LETTER)
            for match in pattern.finditer(text)
            if _is_money(text, match)
        ),
        key=lambda match: match.start(),
    )
    coins = {match["gone"].strip().rstrip(".").lower() for match in found}
    if any(not _is_same(one, other) for one in coins for other in coins):
        return
    said = end = -1
    for match in found:
        if match.start() < end:
            continue
        end = match.end()
        paragraph = text.rfind("\n\n", 0, match.start())
        number = match[0].replace(match["gone"], "").strip()
        if _is_described(text, *match.span()):
            yield Swap(match.start(), end + 1, "", text[match.start() : end + 1])
            continue
        if paragraph + 1 > said and not _COMPARED.match(text, end):
            said, number = match.start(), f"{number} {_LOCAL}"
        yield Swap(*match.span(), number, match[0])


def _is_money(text: str, match: re.Match[str]) -> bool:
    """Tell whether a match is an amount: next to an ordinary word it is written as one, and counts nothing."""
    if match["gone"].strip().rstrip(".").lower() not in _AMBIGUOUS:
        return True
    counted = re.match(r"\s([a-z]+)", text[match.end() : match.end() + 24])
    counts = counted is not None and usual_tag(counted[1]) in {"NN", "NNS"}
    return _SUM.search(match[0]) is not None and not counts


def _is_same(one: str, other: str) -> bool:
    """Tell whether two words may mean one money: "Rs" and "PKR", but no two codes."""
    codes = words_in("clauses", "currency_codes")
    if one == other or (one in codes and other in codes):
        return one == other
    return any({one, other} <= words_in("coins", name) for name in table("coins"))


def _is_described(text: str, start: int, end: int) -> bool:
    """Tell whether an amount says what a thing is like: "a CHF 40 fine"."""
    before, after = word_before(text, start), word_after(text, end)
    led = before is not None and before.lower in {"a", "an", "the", "my", "his", "her", "our", "their", "your"}
    return led and after is not None and after.text.islower() and usual_tag(after.lower) in {"NN", "NNS", "JJ"}


@cache
def _before() -> re.Pattern[str]:
    codes = "|".join(sorted(word.upper() for word in words_in("clauses", "currency_codes") - _SHARED))
    return re.compile(rf"(?<![\w.,])(?P<gone>(?:{codes}|Rs\.?|K[Ss]hs?\.?|Tk\.?|[₹₦₱₩₪¥])\s?)(?=\d\d|\d,\d){_NUMBER}")


@cache
def _behind() -> re.Pattern[str]:
    words = words_in("clauses", "currencies") - _SHARED - _AMBIGUOUS
    codes = [word.upper() for word in words_in("clauses", "currency_codes") - _SHARED]
    both = "|".join(sorted({*words, *codes, "kr", "zł"}, key=lambda word: (-len(word), word)))
    return re.compile(
        rf"(?<![\w.])\d[\d.,]{{0,30}}(?P<gone>\s(?:{both})(?:\.(?=,))?)(?=[.,;:)\n]|$|\s(?!note|coin|bill)[a-z])"
    )


@cache
def _kin() -> re.Pattern[str]:
    words = "|".join(sorted(word for name in table("abroad") for word in words_in("abroad", name)))
    return re.compile(rf"(?:\b(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir)\s)(?P<word>{words})(?![\w-])")
