"""Words, signs and sentences of a text, as the editors walk over them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gyges.anonymizers.wording._tables import words_in

__all__ = ["Token", "sentences", "tokens"]

_OPAQUE = re.compile(
    r"(?:https?://|www\.)\S+|(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+|"
    r"(?<!\w)[@#]\w+(?:[\w.+-]*+@[\w-]+(?:\.[\w-]+)+)?|\b[\w-]{1,63}\.(?:com|org|net|example)\b\S*|"
    r"\[[A-Z][A-Z /_0-9-]*\]|<[^<>\n]{1,80}>|`[^`\n]+`"
)
_TOKEN = re.compile(
    r"[^\W\d_]+n['’]t(?!\w)|[^\W\d_]+(?:-[^\W\d_]+)*|(?<=\w)['’](?:s|re|ve|d|ll|m)(?!\w)|"
    r"\d+(?:[.,:/]\d+)*\w*(?:-[^\W\d_]+)*|\n|[^\w\s]|_+"
)
_ENDS = frozenset(".!?…")
_CLOSERS = frozenset("\"'”’)»]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign.

    Attributes:
        start: First code point.
        end: One past the last code point.
        raw: As it is written.
        low: In lower case, with straight apostrophes.
        opaque: Whether it is part of an address, a hashtag, a handle or a placeholder, where nothing may change.
    """

    start: int
    end: int
    raw: str
    low: str
    opaque: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters."""
        return self.raw[:1].isalpha()


def tokens(text: str) -> list[Token]:
    """Return the words and signs of a text.

    Example:
        >>> [token.raw for token in tokens("She's 41, isn't she?")]
        ['She', "'s", '41', ',', "isn't", 'she', '?']
    """
    opaque = [match.span() for match in _OPAQUE.finditer(text)]
    found: list[Token] = []
    number = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        while number < len(opaque) and opaque[number][1] <= start:
            number += 1
        hidden = number < len(opaque) and opaque[number][0] <= start
        found.append(Token(start, end, match[0], match[0].lower().replace("’", "'"), hidden))
    return found


def sentences(found: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a text as ranges of its tokens; lines that go on in lower case are one sentence."""
    first = 0
    for number, token in enumerate(found):
        if _ends(found, number, token):
            if number + 1 > first:
                yield first, number + 1
            first = number + 1
    if first < len(found):
        yield first, len(found)


def _ends(found: Sequence[Token], number: int, token: Token) -> bool:
    after = found[number + 1] if number + 1 < len(found) else None
    if after is None or token.opaque:
        return after is None
    if token.raw == "\n":
        return not after.raw.islower()
    if token.raw in _CLOSERS and number and found[number - 1].raw in _ENDS and found[number - 1].end == token.start:
        return after.start > token.end and not after.raw.islower()
    if token.raw not in _ENDS or after.start == token.end:
        return False
    before = found[number - 1] if number else None
    short = before is not None and (
        before.low in words_in("pronouns", "abbreviated") or (len(before.raw) == 1 and before.raw.isupper())
    )
    return not (token.raw == "." and short)
