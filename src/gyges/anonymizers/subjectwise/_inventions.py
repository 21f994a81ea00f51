"""What a text in a model's own words brings in that no known text says, and what it brings back: the words by name."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from gyges.anonymizers.subjectwise._tables import words_in
from gyges.reading import lookups, reading_language, stem
from gyges.reading.english import is_english_word
from gyges.reading.finder import find_spans
from gyges.reading.lookups import number_words
from gyges.records import Fact

_DECADE = re.compile(r"(?<!\d)((?:1[89]|20)?\d)0s\b")  # "in their 40s", "the 1960s"
_CAPITAL_NOUNS = "German"  # there a capital within a sentence tells nothing
_NAMED = frozenset(("PERSON", "LOC", "ORG", "CODE", "DATETIME", "QUANTITY"))
_WITHIN_SENTENCE = re.compile(r"(?<=[^\s.!?:;…\"“‘'(\[•*#|>-])[^\S\n]+([A-Z][\w'’-]+)")
_LABEL = re.compile(
    r"(?<![\w.])(?:(?:[A-Z][a-z]+ ){0,2}(?:[A-Z]\.?(?:[A-Z]\.?)?(?!\w)|\d{1,2}(?!\w))|\[[^\[\]\n]{1,40}\]|…)"
)
_ITEM = re.compile(r"^[^\S\n]*\(?\d{1,2}[.)](?=\s)", re.MULTILINE)  # the number of an item of a list
_COUNTED = re.compile(r"(?<![\w.,])(\d+|[a-z]+(?:-[a-z]+)?)(?=(?:[^\S\n]+|-)([a-z]{2,}))?", re.IGNORECASE)
_FEW = 12  # a text may count what another one lists: "the three friends"
_SHORT_QUOTE = 4  # words that tell by themselves; more are a sentence in which some do
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NEGATED = re.compile(r"n['’]t$")


def inventions(new: str, *known: str) -> list[str]:
    """Return the names, numbers, days and places of a text that no known text says, each once, in order.

    Letters and numbers that stand for people ("B.", "Person 1") and marks in brackets name nobody, the decade of a
    known age or year is broader than it, and numbers are compared by value, in words or figures.
    """
    said = "\n".join(known)
    folded = " ".join(said.casefold().split())
    plain = _LABEL.sub(_without_label, _without_decades(_ITEM.sub("", new), folded))
    found = list(_new_numbers(plain, said))
    if reading_language(plain) != _CAPITAL_NOUNS:
        within = (match[1] for match in _WITHIN_SENTENCE.finditer(plain))
        found += [word for word in within if word.casefold() not in folded and not is_english_word(word)]
    named = (plain[one.start : one.end] for one in find_spans(plain) if one.type in _NAMED or one.direct)
    found += [words for words in named if any(map(str.isupper, words)) and _is_new(words, folded)]
    return list(dict.fromkeys(" ".join(words.split()) for words in found))


def _new_numbers(new: str, said: str) -> Iterator[str]:
    """Yield numbers whose value is not known, or known of the same thing as another value: "five nights" for two."""
    values = {int(digits) for digits in re.findall(r"\d{1,9}", said)}
    counted: dict[str, set[int]] = {}
    for _, value, thing in _numbers(said):
        values.add(value)
        counted.setdefault(stem(thing), set()).add(value)
    for words, value, thing in _numbers(new):
        other = thing and value not in counted.get(stem(thing), {value})
        unknown = value not in values and (words.isdigit() or value > _FEW)
        if value > 1 and (other or unknown):
            yield f"{words} {thing}" if other else words


def _numbers(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the numbers of a text with their values and the word behind each."""
    for match in _COUNTED.finditer(text):
        value = _value(match[1])
        if value is not None:
            yield match[1], value, (match[2] or "").lower()


def _value(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) < 10 else number_words().get(word.lower())


def _is_new(words: str, folded: str) -> bool:
    """Return True if a name has a word that is neither known nor ordinary: "Friday" is new, "The Council" is not."""
    if " ".join(words.casefold().split()) in folded:
        return False
    parts = re.findall(r"[^\W\d_][\w'’-]*", words)
    return any(part.casefold() not in folded and not _is_ordinary(part) for part in parts)


def _is_ordinary(word: str) -> bool:
    known = (
        is_english_word(part) or lookups.is_english_word(part) or part in words_in("clauses", "function")
        for part in (part.lower().rstrip(".") for part in word.split("-"))
    )
    return all(known) and not find_spans(word)


def _without_decades(new: str, folded: str) -> str:
    return _DECADE.sub(lambda match: "" if re.search(rf"(?<!\d){match[1]}\d(?!\d)", folded) else match[0], new)


def _without_label(match: re.Match[str]) -> str:
    """Leave out a letter or number that stands for somebody, with the word before it."""
    words = match[0]
    if not words[-1].isdigit() or words.split()[0].casefold() in words_in("labels", "people"):
        return " someone "
    return words


def dropped(original: str, facts: Iterable[Fact], now: str) -> frozenset[str]:
    """Return the words, in lower case, that told something of somebody in an original and stand nowhere in a rewrite.

    They are the words of what the finder found and of the few words that an attacker quoted; of longer quotes those of
    the value and those with a capital. Small words count only where they alone told a sex.
    """
    gone = {word for one in find_spans(original) for word in _words(original[one.start : one.end]) - _small()}
    for fact in facts:
        for quote in fact.evidence:
            words = _words(quote)
            if len(words) > _SHORT_QUOTE:
                words &= _words(fact.value) | _words(" ".join(re.findall(r"\b[^\W\d_a-z]\w+", quote)))
            gone |= words - _small() or (words if fact.tag == "SEX" else set())
    return frozenset(gone.difference(_words(now)))


def _words(text: str) -> set[str]:
    words = (word for word in _WORD.findall(text.lower()) if not _NEGATED.search(word))
    return {re.split(r"['’]", word)[0] for word in words}


def brought_back(gone: frozenset[str], new: str) -> list[str]:
    """Return the words of a text that were dropped, in order of the alphabet."""
    return sorted(gone & _words(new))


@cache
def _small() -> frozenset[str]:
    return words_in("clauses", "function") | words_in("labels", "small")
