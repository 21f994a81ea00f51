"""Finds the words that a model quotes in the text it read."""

import unicodedata
from functools import cached_property

__all__ = ["QuoteFinder"]

_SAME = {
    **dict.fromkeys("‘’‚‛′`´ʼ＇", "'"),
    **dict.fromkeys("“”„‟″«»＂", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_AROUND = " \t\n\"'.…,;:"


class QuoteFinder:
    """Looks quotes up in one text: letter by letter first, then whatever the case, spaces and quotation marks.

    Args:
        text: The text that was read.

    Example:
        >>> QuoteFinder("It says: «Ana  Gil» here.").find('"ana gil"')
        'Ana  Gil'
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def find(self, quote: str) -> str | None:
        """Return the words as they stand in the text, None if they do not."""
        if not quote.strip():
            return None
        if quote in self._text:
            return quote
        wanted = _folded(quote)[0].strip(_AROUND)
        folded, places = self._index
        start = folded.find(wanted) if wanted else -1
        if start < 0:
            return None
        return self._text[places[start] : places[start + len(wanted) - 1] + 1]

    @cached_property
    def _index(self) -> tuple[str, list[int]]:
        return _folded(self._text)


def _folded(text: str) -> tuple[str, list[int]]:
    """Return the text with one form for what looks alike, and for each letter the place it came from."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if unicodedata.category(char) == "Cf":  # marks nobody sees, such as zero-width spaces
            continue
        plain = " " if char.isspace() else _SAME.get(char, char).casefold()
        if plain == " " and letters and letters[-1] == " ":
            continue
        letters += plain
        places += [place] * len(plain)
    return "".join(letters), places
