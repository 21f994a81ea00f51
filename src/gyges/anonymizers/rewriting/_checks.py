"""Whether a text is a rewrite of another one. One function a check; each says what is wrong, in words for the model.

The sentences quote nothing of the document, so that they can stand in messages and logs.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gyges.anonymizers.rewriting._repairs import EXPLANATIONS
from gyges.anonymizers.rewriting._rules import RewriteRules
from gyges.models import REFUSALS, Message
from gyges.reading import in_latin_letters, language_of
from gyges.reading.finder import find_spans
from gyges.records import Release
from gyges.scoring import why_no_release

_WORD = re.compile(r"\w+")
_FENCE_MARK = re.compile(r"<<<[0-9a-f]{16}\b|\b[0-9a-f]{16}>>>")
_FENCED = re.compile(r"<<<([0-9a-f]{16})\n.*?\n\1>>>", re.DOTALL)
_SLOT = re.compile(r"\{\{?\s*(?:text|content|document|input|explanation|original|rewritten)\w*\s*\}", re.IGNORECASE)
_PLACEHOLDERS = re.compile(r"\[[^\[\]\n]*\]|\*+|<[^<>\n]{1,40}>")

_REFUSAL_WITHIN = 300  # characters at the start in which a refusal is said
_ECHO_WORDS = 7  # words in a row that a text and an instruction do not share by chance
_FEW_WORDS = 12  # texts so short that the share of words says little
_SHORT_TEXT = 40  # words below which a text may end anyhow
_NEARLY_ALL = 0.97  # of the words
_SENTENCE_ENDS = tuple(".!?…。！？")
_TELLING = 4  # letters of a word that tells where it comes from
_LOST_RUN = 6  # telling words in a row that must be lost before a part is called missing
_BY_CHANCE = 1e-3  # how likely such a loss may be and still be called that
_STEM = 5  # letters
_FEWEST_STEMS = 8  # below them a paraphrase may share none by chance
_RELATED = 0.05  # of the stems of the shorter text
_LOOP_WORDS = 40  # words in a loop before it is one
_LOOP_TIMES = 4
_LONGEST_LOOP = 40  # words of what is repeated


@dataclass(frozen=True, slots=True)
class RewriteStandard:
    """What a rewrite is held against."""

    original: str  # the text that was to be rewritten
    rules: RewriteRules  # what counts as a rewrite
    glossary: tuple[str, ...] = ()  # the lines about names that the model was given


def problem_with(text: str, expected: RewriteStandard, messages: Sequence[Message] = ()) -> str:
    """Return what is wrong with a rewrite, or an empty string."""
    for check in CHECKS:
        problem = check(text, expected)
        if problem:
            return problem
    return _echo_of_question(text, expected, messages)


def rewrite_problem(text: str, original: str, rules: RewriteRules) -> str:
    """Return what is wrong with a rewrite that no question was asked for, or an empty string."""
    return problem_with(text, RewriteStandard(original, rules))


def _is_empty(text: str, expected: RewriteStandard) -> str:
    del expected
    return "" if any(char.isalnum() for char in text) else "the text is empty"


def _is_no_release(text: str, expected: RewriteStandard) -> str:
    return why_no_release(expected.original, Release("", text, "rewrite")) or ""


def _is_refusal(text: str, expected: RewriteStandard) -> str:
    found = REFUSALS.search(text[:_REFUSAL_WITHIN])
    return "the text is a refusal" if found and not REFUSALS.search(expected.original) else ""


def _has_explanation(text: str, expected: RewriteStandard) -> str:
    found = EXPLANATIONS.search(text)
    if found and not EXPLANATIONS.search(expected.original):
        return "the text speaks about the changes; give only the rewritten text itself"
    return ""


def _echo_of_fence(text: str, expected: RewriteStandard) -> str:
    marked = _FENCE_MARK.search(text) and not _FENCE_MARK.search(expected.original)
    return "the text holds the marks that stood around the data" if marked else ""


def _template_left(text: str, expected: RewriteStandard) -> str:
    found = _SLOT.search(text) and not _SLOT.search(expected.original)
    return "the text holds a slot in braces in which nothing was filled" if found else ""


def _echo_of_glossary(text: str, expected: RewriteStandard) -> str:
    return "the text holds the list of replaced words" if any(line in text for line in expected.glossary) else ""


def _other_language(text: str, expected: RewriteStandard) -> str:
    plain = _PLACEHOLDERS.sub(" ", text)
    before, after = language_of(expected.original), language_of(plain)
    if before and after and before != after:
        return f"the text is in another language ({after}) than the original ({before})"
    changed = in_latin_letters(expected.original) and not in_latin_letters(plain)
    return "the text is in another script than the original" if changed else ""


def _too_long(text: str, expected: RewriteStandard) -> str:
    before, after = _count(expected.original), _count(text)
    if after > expected.rules.max_ratio * max(before, _FEW_WORDS):
        return f"the text has {after / max(before, 1):.1f} times the words of the original"
    return ""


def _runs_in_circles(text: str, expected: RewriteStandard) -> str:
    if _loop(text) > max(_LOOP_WORDS, 2 * _loop(expected.original)):
        return "the text repeats the same words over and over"
    return ""


def _too_short(text: str, expected: RewriteStandard) -> str:
    before, after = _count(expected.original), _count(text)
    if before > _FEW_WORDS and after < expected.rules.min_ratio * before:
        return f"the text has only {after / before:.0%} of the words of the original; rewrite all of it"
    return ""


def _breaks_off(text: str, expected: RewriteStandard) -> str:
    before, after = _count(expected.original), _count(text)
    whole = expected.original.rstrip()[-1:] in _SENTENCE_ENDS
    if whole and before > _SHORT_TEXT and after < _NEARLY_ALL * before and (text[-1].isalnum() or text[-1] in ",;-–"):
        return "the text breaks off in the middle of a sentence; rewrite all of it"
    return ""


def _part_is_missing(text: str, expected: RewriteStandard) -> str:
    """Find a stretch of the original of which no word is left, though so many words elsewhere were kept.

    Looked at are words that come once; if they were lost one by one, a run of lost ones would be short.
    """
    words = _WORD.findall(expected.original)
    times = Counter(word.lower() for word in words)
    there = {word.lower() for word in _WORD.findall(text)}
    telling = [(i, w in there) for i, w in enumerate(words) if len(w) >= _TELLING and w.islower() and times[w] == 1]
    first, last = _longest_loss([kept for _, kept in telling])
    outside = [kept for _, kept in telling[:first] + telling[last:]]
    lost, rate = last - first, sum(outside) / max(1, len(outside))
    by_chance = len(telling) * (1 - rate) ** lost
    if lost < _LOST_RUN or by_chance > _BY_CHANCE:
        return ""
    start, end = telling[first][0], telling[last - 1][0] + 1
    if _count(text) > len(words) - (end - start) / 2:  # the words are others, but they are there
        return ""
    where = "end" if last == len(telling) else "beginning" if first == 0 else "middle"
    if where != "end" and end - start < expected.rules.gap * len(words):
        return ""  # a letterhead or a few sentences may be left out there on purpose; what breaks off lacks its end
    return f"a part of the original is missing (at its {where}); rewrite all of it"


def _unrelated(text: str, expected: RewriteStandard) -> str:
    """Find a text that shares next to no word with the original; endings may differ."""
    before, after = _stems(expected.original), _stems(text)
    if len(before) < _FEWEST_STEMS or len(after) < _FEWEST_STEMS:
        return ""
    shared = len(before & after) / min(len(before), len(after))
    return "the text has nothing to do with the original" if shared < _RELATED else ""


def _unchanged(text: str, expected: RewriteStandard) -> str:
    allowed = expected.rules.unchanged
    if allowed == "always" or text.split() != expected.original.split():
        return ""
    if allowed == "never" or any(mention.direct for mention in find_spans(expected.original)):
        return "the text is the original, unchanged"
    return ""


Check = Callable[[str, RewriteStandard], str]
CHECKS: tuple[Check, ...] = (
    _is_empty,
    _is_no_release,
    _is_refusal,
    _echo_of_fence,
    _template_left,
    _echo_of_glossary,
    _has_explanation,
    _runs_in_circles,
    _other_language,
    _too_long,
    _too_short,
    _breaks_off,
    _unrelated,
    _part_is_missing,
    _unchanged,
)
"""The checks, in their order: the first that finds something speaks."""


def _echo_of_question(text: str, expected: RewriteStandard, messages: Sequence[Message]) -> str:
    said = {run for message in messages for run in _runs(_FENCED.sub("\n\n", message.content))}
    shared = (_runs(text) & said) - _runs(expected.original)
    return "the text holds sentences of the instructions" if shared else ""


def _runs(text: str) -> set[tuple[str, ...]]:
    """Return all runs of words within lines."""
    lines = ([word.lower() for word in _WORD.findall(line)] for line in text.splitlines())
    return {tuple(words[i : i + _ECHO_WORDS]) for words in lines for i in range(len(words) - _ECHO_WORDS + 1)}


def _longest_loss(kept: Sequence[bool]) -> tuple[int, int]:
    """Return where the longest run of lost words is, as half-open positions."""
    best, start = (0, 0), 0
    for position, there in enumerate([*kept, True]):
        if there:
            best = max(best, (start, position), key=lambda run: run[1] - run[0])
            start = position + 1
    return best


def _loop(text: str) -> int:
    """Return how many words the longest loop in a text has; placeholders in a row are no loop."""
    words = _WORD.findall(_PLACEHOLDERS.sub(" ", text).lower())
    longest = 0
    for period in range(1, min(_LONGEST_LOOP, len(words) // _LOOP_TIMES) + 1):
        run = 0
        for i in range(period, len(words)):
            run = run + 1 if words[i] == words[i - period] else 0
            if run >= period * (_LOOP_TIMES - 1):
                longest = max(longest, run + period)
    return longest


def _stems(text: str) -> set[str]:
    return {word[:_STEM].lower() for word in _WORD.findall(text) if len(word) >= _STEM and word.isalpha()}


def _count(text: str) -> int:
    return len(_WORD.findall(text))
