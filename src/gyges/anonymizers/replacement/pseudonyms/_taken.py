"""What an invented word must not be: something the document says, or what stands there for somebody else."""

from collections.abc import Callable

from gyges.reading.lookups import fold

_ATTEMPTS = 360


class Taken:
    """The words of one document, and those invented for it so far."""

    def __init__(self, text: str) -> None:
        self._text = fold(text)
        self.words = frozenset("".join(sign if sign.isalpha() else " " for sign in self._text).split())
        self._used: set[str] = set()

    def is_free(self, words: str) -> bool:
        """Tell whether words stand neither in the document nor among the invented ones."""
        key = fold(words)
        return key not in self._used and key not in self._text

    def use(self, words: str) -> str:
        """Take words, so that nothing else gets them."""
        self._used.add(fold(words))
        return words

    def first_free(self, original: str, draw: Callable[[str], str]) -> str | None:
        """Return the first draw that is free, None if none is; the draws are numbered in words.

        None is free for a code of one digit, say, in a document with many numbers.
        """
        for attempt in range(_ATTEMPTS):
            words = draw(str(attempt))
            if self.is_free(words) and not self._holds(words, original):
                return self.use(words)
        return None

    @staticmethod
    def _holds(words: str, original: str) -> bool:
        """Tell whether words are the original ones, or hold them: "South Dublin" says "Dublin"."""
        return fold(words) == fold(original) or fold(original) in fold(words).split()
