"""The last question to a model: the edited text as a whole, made to read well without bringing anything back."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gyges.anonymizers._guard import residual_identifiers
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, rewrite_text
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._invented import invents
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import is_title, usual_tag
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Release

__all__ = ["comes_back", "identifiers_in", "read_well", "taken_out"]

Span = tuple[int, int]

_RULES = RewriteRules(min_ratio=0.7, max_ratio=1.4, unchanged="always", consistent=False)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_UNTELLING = ("DT", "IN", "CC", "TO", "MD", "PRP", "W", "EX", "RP", "PDT", "UH", "RB", "VB")  # tags of words


@dataclass(frozen=True)
class ReadWell(Prompt[Rewrite]):
    """Make this edited text read well and bring nothing back.

    Attributes:
        text: The edited text, or a window of it.
        original: The original, so that nothing false is said; empty where the text is longer than one window.
        gone: The words that were taken out, one a line.
        known: The original and the edited text, whose names and numbers are no inventions.
        purpose: What the user wants to protect and to keep.
    """

    template = "prompts/fluent.jinja"
    answer = Rewrite

    text: DocumentText
    original: str
    gone: DocumentText
    known: tuple[str, ...]
    purpose: Purpose

    def check(self, answer: Rewrite) -> None:
        """Require that nothing comes back and nothing comes in."""
        back = comes_back(self.gone.split("\n"), self.text, answer.text)
        if back:
            raise ValueError(f"{back} of the words that were taken out are back")
        if invents(answer.text, *self.known):
            raise ValueError("the text names something that neither text says")


async def read_well(model: Model, original: str, version: Version, told: Sequence[Span], purpose: Purpose) -> str:
    """Return the version in the words of a model that made it read well.

    Args:
        model: Who reads.
        original: The original.
        version: The version.
        told: Where words stand in the original that gave somebody away.
        purpose: What to protect and what to keep.

    Raises:
        RewriteFailedError: What it wrote is no such text; the message says why.
        ModelError: The model could not be asked.
    """
    gone = DocumentText("\n".join(sorted(taken_out(original, version, told))))

    def ask(window: DocumentText, _: str) -> ReadWell:
        whole = DocumentText(original) if window == version.text.strip() else ""
        return ReadWell(window, whole, gone, (original, version.text), purpose)

    return (await rewrite_text(model, version.text, ask, _RULES)).text


def taken_out(original: str, version: Version, told: Sequence[Span]) -> frozenset[str]:
    """Return the words, in lower case, that gave somebody away or a sex in the original and that a version took out."""
    gone: set[str] = set()
    for change in version.changes:
        gone |= {word for word in _words(original[change.start : change.end]) if word in words_in("labels", "sexes")}
        for start, end in told:
            if start < change.end and change.start < end:
                gone |= _telling(original[max(start, change.start) : min(end, change.end)])
        gone -= _telling(change.new)
    return frozenset(gone)


def comes_back(gone: Iterable[str], before: str, after: str) -> int:
    """Return how many words that were taken out stand in a text more often than before.

    Example:
        >>> comes_back(["nurse", "cork"], "A worker came.", "A nurse came from work.")
        1
    """
    had, has = Counter(_words(before)), Counter(_words(after))
    return sum(has[word] > had[word] for word in gone)


def identifiers_in(original: str, text: str) -> int:
    """Return how many direct identifiers of the original stand in a text."""
    return len(residual_identifiers(original, Release("", text, "subjectwise")))


def _words(text: str) -> list[str]:
    return [part for word in _WORD.findall(text.lower()) for part in re.split(r"['’]", word)[:1]]


def _telling(text: str) -> set[str]:
    return {word for word in _words(text) if _tells(word)}


def _tells(word: str) -> bool:
    """Tell whether a word tells something: what names, describes or shows a sex; no verbs and no small words."""
    if word in words_in("labels", "sexes") or is_title(word):
        return True
    small = len(word) == 1 or word in words_in("labels", "small")
    return not small and not usual_tag(word).startswith(_UNTELLING)
