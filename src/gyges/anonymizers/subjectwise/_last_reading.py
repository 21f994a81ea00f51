"""The last question to a model: the text as a whole, made to read well; taken only if it brings nothing back or in."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, rewrite_text
from gyges.anonymizers.subjectwise._changes import Change, Version
from gyges.anonymizers.subjectwise._drafts import Clue, Draft
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding, Standing
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._tellings import Tellings, faint_leaks, guesses_text, leaks_text
from gyges.errors import RewriteFailedError
from gyges.models import DocumentText, Model, Prompt
from gyges.reading import lookups
from gyges.reading.english import is_english_word
from gyges.reading.finder import FoundSpan, find_spans, residuals
from gyges.reading.lookups import kin, title
from gyges.records import JsonValue

_DIGITS = re.compile(r"\d+")
_DECADE = re.compile(r"(?<!\d)((?:1[89]|20)?\d)0s\b")  # "in their 40s", "the 1960s"
_NAMED = frozenset(("PERSON", "LOC", "ORG", "CODE", "DATETIME", "QUANTITY"))
_WITHIN_SENTENCE = re.compile(r"(?<=[^\s.!?:;…\"“‘'(\[•*#|>-])[^\S\n]+([A-Z][\w'’-]+)")
_LABEL = re.compile(
    r"(?<![\w.])(?:(?:[A-Z][a-z]+ ){0,2}(?:[A-Z]\.?(?:[A-Z]\.?)?(?!\w)|\d{1,2}(?!\w))|\[[^\[\]\n]{1,40}\]|…)"
)


def invents(new: str, *known: str) -> bool:
    """Tell whether words name somebody or something that no known text does.

    Letters and numbers that stand for people ("B.", "Person 1") and marks in brackets name nobody, and the decade of a
    known age or year is broader than it.
    """
    folded = " ".join("\n".join(known).casefold().split())
    plain = _LABEL.sub(_without_label, _without_decades(new, folded))
    numbers = set(_DIGITS.findall(folded))
    if any(number not in numbers and number.lstrip("0") not in numbers for number in _DIGITS.findall(plain)):
        return True
    within = (match[1] for match in _WITHIN_SENTENCE.finditer(plain))
    if any(word.casefold() not in folded and not is_english_word(word) for word in within):
        return True
    named = (plain[mention.start : mention.end] for mention in find_spans(plain) if mention.type in _NAMED)
    return any(_is_new(words, folded) for words in named if any(map(str.isupper, words)))


def _is_new(words: str, folded: str) -> bool:
    """Tell whether a name has a word that is neither known nor ordinary: "Friday" is new, "The Council" is not."""
    if " ".join(words.casefold().split()) in folded:
        return False
    parts = re.findall(r"[^\W\d_][\w'’-]*", words)
    return any(part.casefold() not in folded and not _is_ordinary(part) for part in parts)


def _is_ordinary(word: str) -> bool:
    return is_plain(word) and not find_spans(word)


def is_plain(word: str) -> bool:
    """Return True if a word is an ordinary one, or a number in words, and no name by itself."""
    return all(_is_known(part.lower().rstrip(".")) for part in word.split("-"))


def _is_known(part: str) -> bool:
    return is_english_word(part) or lookups.is_english_word(part) or part in words_in("clauses", "function")


def _without_decades(new: str, folded: str) -> str:
    return _DECADE.sub(lambda match: "" if re.search(rf"(?<!\d){match[1]}\d(?!\d)", folded) else match[0], new)


def _without_label(match: re.Match[str]) -> str:
    """Leave out a letter or number that stands for somebody, with the word before it."""
    words = match[0]
    if not words[-1].isdigit() or words.split()[0].casefold() in words_in("labels", "people"):
        return " someone "
    return words


Span = tuple[int, int]

_RULES = RewriteRules(min_ratio=0.7, max_ratio=1.4, unchanged="always", consistent=False)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NEGATED = re.compile(r"n['’]t$")
_LONG_NUMBER = 4  # digits: shorter numbers are doses, scores and counts as well


@dataclass(frozen=True)
class ReadWell(Prompt[Rewrite], template="prompts/fluent.jinja"):
    """Make this edited text read well and bring nothing back."""

    text: DocumentText  # the edited text, or a window of it
    original: str  # the original, so that nothing false is said; empty where the text is longer than one window
    clues: str  # what could be worked out about whom before, and from which words; empty if nothing
    faint: str  # what is guessed at, rightly, though on faint hints; empty if nothing
    back: str  # what can be worked out again after a first reading, and from which words; empty before it
    gone: str  # words that were taken out and that tell something by themselves, one a line; empty if there are none
    known: tuple[str, ...]  # the original and the edited text, whose names and numbers are no inventions
    purpose: Purpose  # what the user wants to protect and to keep

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
    """Return the version in the words of a model that made it read well."""
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
    gone: set[str] = set()
    for change in version.changes:
        words = draft.text[change.start : change.end]
        gone |= {word for word in _words(words) if word in words_in("labels", "sexes")}
        for piece in draft.direct:
            for start, end in _meeting(change, piece):
                gone |= {word for word in _words(draft.text[start:end]) if _names(word, piece)}
        for clue in draft.clues:
            for start, end in _meeting(change, clue):
                gone |= {word for word in _words(draft.text[start:end]) if _tells(word, clue, draft.text[start:end])}
    return frozenset(gone.difference(_words(version.text)))


def _meeting(change: Change, other: Clue | FoundSpan) -> Iterator[Span]:
    """Yield what a change has in common with a place."""
    if other.start < change.end and change.start < other.end:
        yield max(other.start, change.start), min(other.end, change.end)


def comes_back(gone: Iterable[str], before: str, after: str) -> int:
    """Return how many words that were taken out stand in a text more often than before."""
    had, has = Counter(_words(before)), Counter(_words(after))
    return sum(has[word] > had[word] for word in gone)


def _words(text: str) -> list[str]:
    words = (word for word in _WORD.findall(text.lower()) if not _NEGATED.search(word))
    return [part for word in words for part in re.split(r"['’]", word)[:1]]


def _names(word: str, piece: FoundSpan) -> bool:
    """Tell whether a word of a name or a number tells whose it is: no ordinary word, no short number."""
    if word.isdigit():
        return len(word) >= _LONG_NUMBER
    if len(word) == 1 or word in words_in("labels", "small"):
        return False
    return piece.kind == "person" or not is_plain(word)


def _tells(word: str, clue: Clue, quote: str) -> bool:
    """Tell whether a word of a clue gives it away by itself: "Lyon", "nurse", "wife", but neither "day" nor "14"."""
    if any(map(str.isdigit, word)):
        return clue.tag == "AGE" and word in _words(clue.value)
    if len(word) == 1 or word in words_in("labels", "small"):
        return False
    is_job = clue.tag == "OCCUPATION" and word in _words(clue.value)[-1:]
    is_place = clue.tag == "LOCATION" and word in _words(clue.value) and word.capitalize() in quote
    return is_job or is_place or not is_plain(word) or title(word) is not None or kin(word) is not None


_TELLS_MORE = "a reader could tell more from it"

RESERVED = ("fluency", "attack")
"""The steps that rounds leave room for in the budget."""


@dataclass(frozen=True, slots=True)
class LastReading:
    """The text after the last reading."""

    version: Version  # the text
    standing: Standing  # how well it protects
    notes: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads a version once more."""

    model: Model  # who reads
    purpose: Purpose  # what to protect and what to keep
    options: SubjectwiseOptions  # how far to go
    budget: CallBudget  # the calls of the document
    judge: Callable[[Version], Awaitable[Standing]]  # attacks a version and says how everybody stands
    draft: Draft  # the original, and what makes a version of a text
    tellings: Tellings  # what was found in the texts before

    async def read(self, version: Version, standing: Standing) -> LastReading:
        """Return the version as it reads well, if that brings nothing back; else as it is, with the reason.

        A reading from which more can be told is read once more by the model, which is told what.
        """
        if not self.budget.fits(*RESERVED):
            return LastReading(version, standing, {"refused": "the budget of calls is used up"})
        tried = await self._try(version, version, standing)
        if tried.problem == _TELLS_MORE and self.budget.fits(*RESERVED):
            again = await self._try(tried.version, version, standing, _come_back(tried, standing))
            tried = tried if again.problem else again
        if tried.problem:
            return LastReading(version, standing, {"refused": tried.problem})
        unchanged = tried.version.text == version.text
        return LastReading(tried.version, tried.standing, {"unchanged" if unchanged else "taken": True})

    async def _try(self, start: Version, before: Version, standing: Standing, back: str = "") -> "_Tried":
        """Let the model read a text, and hold what it makes of it against the version before the last reading."""
        faint = guesses_text(before.text, faint_leaks(standing.people))
        known = Known(self.tellings.clues(), faint, back)
        try:
            with self.budget.step("fluency"):
                text = await read_well(self.model, self.draft, start, known, self.purpose)
        except RewriteFailedError as error:
            return _Tried(start, standing, error.problem)
        if text == start.text:
            return _Tried(start, standing, "" if start is before else _TELLS_MORE)
        read = self.draft.as_version(text)
        if len(residuals(self.draft.text, read.text)) > len(residuals(self.draft.text, before.text)):
            return _Tried(read, standing, "an identifier came back")
        now = await self.judge(read)
        if now.utility < min(standing.utility, self.options.floor_in_own_words):
            return _Tried(read, now, "it would cost too much utility")
        more = now.tells_more(standing, self.options.target) and _brought(before, standing, read, now)
        return _Tried(read, now, _TELLS_MORE if more else "")


@dataclass(frozen=True, slots=True)
class _Tried:
    """A reading, how well it protects, and why it cannot be taken, if so."""

    version: Version
    standing: Standing
    problem: str


def _come_back(tried: _Tried, before: Standing) -> str:
    """Return what can be told from a reading and could not be told before it, or not so well."""
    now = [(person, leak) for person in tried.standing.people for leak in person.leaks]
    return leaks_text(tried.version.text, _new(tried.standing, before) or now)


def _new(now: Standing, before: Standing) -> list[tuple[PersonStanding, Leak]]:
    told = {(person.id, leak.tag) for person in before.people for leak in person.leaks}
    return [(person, leak) for person in now.people for leak in person.leaks if (person.id, leak.tag) not in told]


def _brought(before: Version, standing: Standing, read: Version, now: Standing) -> bool:
    """Tell whether a reading brought in what can be told from it.

    A model attacks a bit differently every time: what it reads now from words that stood there before was not brought
    back by the reading, and counts in the trace all the same.
    """
    new = _new(now, standing)
    if now.steady or not new:
        return True
    return any(
        not leak.places or any(read.text[start:end] not in before.text for start, end in leak.places) for _, leak in new
    )
