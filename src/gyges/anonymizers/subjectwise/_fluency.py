"""The last question to a model: the edited text as a whole, made to read well without bringing anything back."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, rewrite_text
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._drafts import Clue, Draft
from gyges.anonymizers.subjectwise._invented import invents
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import Change, is_function, is_ordinary, is_title, neutral_sex
from gyges.models import DocumentText, Model, Prompt

__all__ = ["Known", "comes_back", "read_well", "taken_out"]

Span = tuple[int, int]

_RULES = RewriteRules(min_ratio=0.7, max_ratio=1.4, unchanged="always", consistent=False)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NEGATED = re.compile(r"n['’]t$")
_LONG_NUMBER = 4  # digits: shorter numbers are doses, scores and counts as well


@dataclass(frozen=True)
class ReadWell(Prompt[Rewrite]):
    """Make this edited text read well and bring nothing back.

    Attributes:
        text: The edited text, or a window of it.
        original: The original, so that nothing false is said; empty where the text is longer than one window.
        clues: What could be worked out about whom before, and from which words; empty if nothing.
        faint: What is guessed at, rightly, though on faint hints; empty if nothing.
        back: What can be worked out again after a first reading, and from which words; empty before it.
        gone: Words that were taken out and that tell something by themselves, one a line; empty if there are none.
        known: The original and the edited text, whose names and numbers are no inventions.
        purpose: What the user wants to protect and to keep.
    """

    template = "prompts/fluent.jinja"
    answer = Rewrite

    text: DocumentText
    original: str
    clues: str
    faint: str
    back: str
    gone: str
    known: tuple[str, ...]
    purpose: Purpose

    def check(self, answer: Rewrite) -> None:
        """Require that nothing comes back and nothing comes in."""
        back = comes_back(self.gone.splitlines(), self.text, answer.text)
        if back:
            raise ValueError(f"{back} of the words that were taken out are back")
        if invents(answer.text, *self.known):
            raise ValueError("the text names something that neither text says")


@dataclass(frozen=True, slots=True)
class Known:
    """What an attacker found, and in which words: in all texts so far, faintly now, and again after a first reading."""

    clues: str
    faint: str = ""
    back: str = ""


async def read_well(model: Model, draft: Draft, version: Version, known: Known, purpose: Purpose) -> str:
    """Return the version in the words of a model that made it read well.

    Args:
        model: Who reads.
        draft: The original, and what gives somebody away in it.
        version: The version.
        known: What an attacker worked out before.
        purpose: What to protect and what to keep.

    Raises:
        RewriteFailedError: What it wrote is no such text; the message says why.
        ModelError: The model could not be asked.
    """
    gone = sorted(taken_out(draft, version))
    listed = DocumentText("\n".join(gone)) if gone else ""

    def ask(window: DocumentText, _: str) -> ReadWell:
        whole = DocumentText(draft.text) if window == version.text.strip() else ""
        return ReadWell(
            window, whole, known.clues, known.faint, known.back, listed, (draft.text, version.text), purpose
        )

    return (await rewrite_text(model, version.text, ask, _RULES)).text


def taken_out(draft: Draft, version: Version) -> frozenset[str]:
    """Return the words, in lower case, that tell something of somebody by themselves and that a version took out.

    They are words of names and long numbers, names of any other kind, rare words, jobs, ages and words for one sex.
    Words that stand in the version may stand in it.
    """
    direct = [piece for piece in draft.pieces if piece.direct]
    gone: set[str] = set()
    for change in version.changes:
        words = draft.text[change.start : change.end]
        gone |= {word for word in _words(words) if word in words_in("labels", "sexes")}
        for piece in direct:
            for start, end in _meeting(change, piece):
                gone |= {word for word in _words(draft.text[start:end]) if _names(word, piece)}
        for clue in draft.clues:
            for start, end in _meeting(change, clue):
                gone |= {word for word in _words(draft.text[start:end]) if _tells(word, clue, draft.text[start:end])}
    return frozenset(gone.difference(_words(version.text)))


def _meeting(change: Change[Piece], other: Clue | Piece) -> Iterator[Span]:
    """Yield what a change has in common with a place."""
    if other.start < change.end and change.start < other.end:
        yield max(other.start, change.start), min(other.end, change.end)


def comes_back(gone: Iterable[str], before: str, after: str) -> int:
    """Return how many words that were taken out stand in a text more often than before.

    Example:
        >>> comes_back(["nurse", "cork"], "A worker came.", "A nurse came from work.")
        1
    """
    had, has = Counter(_words(before)), Counter(_words(after))
    return sum(has[word] > had[word] for word in gone)


def _words(text: str) -> list[str]:
    words = (word for word in _WORD.findall(text.lower()) if not _NEGATED.search(word))
    return [part for word in words for part in re.split(r"['’]", word)[:1]]


def _names(word: str, piece: Piece) -> bool:
    """Tell whether a word of a name or a number tells whose it is: no ordinary word, no short number."""
    if word.isdigit():
        return len(word) >= _LONG_NUMBER
    if len(word) == 1 or word in words_in("labels", "small"):
        return False
    return piece.kind == "name" or not _is_plain(word)


def _tells(word: str, clue: Clue, quote: str) -> bool:
    """Tell whether a word of a clue gives it away by itself: "Lyon", "nurse", "wife", but neither "day" nor "14"."""
    if any(map(str.isdigit, word)):
        return clue.tag == "AGE" and word in _words(clue.value)
    if len(word) == 1 or word in words_in("labels", "small"):
        return False
    is_job = clue.tag == "OCCUPATION" and word in _words(clue.value)[-1:]
    is_place = clue.tag == "LOCATION" and word in _words(clue.value) and word.capitalize() in quote
    return is_job or is_place or not _is_plain(word) or is_title(word) or bool(neutral_sex(word))


def _is_plain(word: str) -> bool:
    """Tell whether a word is an ordinary one, or a number in words."""
    return all(is_ordinary(part) or is_function(part) for part in word.split("-"))
