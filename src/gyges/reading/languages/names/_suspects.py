"""Names that the reader may have missed, for a guard: asked less of than names to read, by what stands around them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages._words import find_words, is_casual, is_small, word_before
from gyges.reading.languages.names._ordinary import is_ordinary, is_whole_word, weight_of
from gyges.reading.languages.names._words import ALONE, OPENING, WITH_FAMILY, NameWords, is_blank
from gyges.reading.languages.table._language import Language, language_to_read, reading_language
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import country, is_surname
from gyges.reading.page._language import small_words
from gyges.reading.page._page import Page, kept_page
from gyges.reading.places._gazetteer import city

_SHORTEST = 3  # letters of a name
_LONGEST_SIGNATURE = 4  # words of the line somebody signs with
_TWO_SIGNS = 2  # of three that a word at a start names somebody: a table of names, no other word, what it does
_AGE = re.compile(r",? \(?\d{1,2}(?=[,;)]|\.\s)|\s?\(\d{1,2}\)")
_TITLE_GAP = re.compile(r"\.? ")
_INITIAL_GAP = re.compile(r"\. ?")
_LISTED = re.compile(r", $")
_OPENED = re.compile(r"(?:[¿¡•*–—-]|[.\d]º|\d[.)]-?)\s*$")
_LABEL = re.compile(r"\.(?:-|\s?[\d·])|:")  # what stands after one: "Tel. 0151", "Alta: 3 de mayo"
_BLANKED = "·"  # what stands where something was masked
_ENDS = re.compile(r"[^\S\n]*(?:[,.;:!?)(\n]|$)")


def suspected_names(text: str, others: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return words that may name somebody in a text of a language of tables, in order; none in English."""
    language = language_to_read(text)
    return _Suspects(kept_page(text), language, others).found() if language is not None else ()


def is_ordinary_there(text: str, start: int, end: int) -> bool:
    """Tell whether a word that may be a name is an ordinary word of the language where it stands.

    A word for a role is, and one without its capital; where nouns have capitals, so is one with an article. So is a
    small word that no title leads: "Das", in a letter to a Mr Das.
    """
    low, high = next(
        (span for span in foreign_paragraphs(text, reading_language(text)) if span[0] <= start < span[1]),
        (0, len(text)),
    )
    text, start, end = text[low:high], start - low, end - low
    language = language_to_read(text)
    if language is None:
        return False
    word, key = text[start:end], fold(text[start:end])
    if key in language.titles or any(key in index for index in (language.roles, language.kin, language.jobs)):
        return not is_surname(word) or _is_described(text, start, language)
    if word.islower() and not _is_casual(text):
        return weight_of(word, language) < ALONE
    if key in small_words(language.name) and fold(word_before(text, start).rstrip(".")) not in language.titles:
        return True
    if not (key in language.nouns or is_ordinary(key, language)) or weight_of(word, language) >= OPENING:
        return False
    return word.islower() or (language.nouns_capitalised and _is_described(text, start, language))


@lru_cache(maxsize=4)  # a guard asks of a text again and again, and the page of a long one is not kept
def _is_casual(text: str) -> bool:
    return is_casual(kept_page(text))


def _is_described(text: str, start: int, language: Language) -> bool:
    """Tell whether an article or an adjective stands right before a word."""
    head = word_before(text, start).lstrip('(„“«"')
    listed = {*language.words("people", "articles"), *language.words("names", "before_noun")}
    endings = tuple(ending[1:] for ending in listed if ending.startswith("-"))
    if head.lower() in listed or not endings:
        return head.lower() in listed
    acts = any(rule.pattern.fullmatch(head) for rule in language.rules["names.acts"])  # "glaubte" is no adjective
    return head.islower() and head.endswith(endings) and not acts


class _Suspects:
    """Looks at every word with a capital of one text."""

    def __init__(self, page: Page, language: Language, others: Sequence[tuple[int, int]]) -> None:
        shadow = Shadow(page)
        words = {(start, end) for start, end, _ in page.words}
        self._taken = {start for start, end in others if (start, end) in words}  # which may be a name all the same
        for start, end in others:
            if (start, end) not in words:
                shadow.cover("place", start, end)
        self._names = NameWords(page, language, shadow)
        self._page, self._text, self._language = page, page.text, language
        self._acts = [rule.pattern for rule in language.rules["names.acts"]]
        described = find_words(page, language, small=is_small(page))
        self._people = {word.end for word in described if word.kind in {"kin", "role", "job"}}
        self._no_names = {word.start for word in described}
        self._before_subject = frozenset(language.words("names", "before_subject"))
        self._joints = frozenset(language.words("names", "joins_people"))
        self._small = small_words(language.name)
        self._signed = set(self._signatures())

    def found(self) -> tuple[tuple[int, int], ...]:
        """Return the words that may name somebody, those listed beside one with it."""
        may = [index for index in range(len(self._page.words)) if self._may_name(index)]
        sure = {index for index in may if self._is_told(index) or self._stands_as_name(index)}
        for _ in range(2):  # "Regen, Sturm und Thorge Baum": from the name on, one step to either side at a time
            sure |= {index for index in may if self._is_known(index) and self._is_beside(index, sure)}
        return tuple(self._page.words[index][:2] for index in sorted(sure))

    def _may_name(self, index: int) -> bool:
        start, end, key = self._page.words[index]
        word = self._text[start:end]
        if not word[0].isupper() or end - start < _SHORTEST or not self._names.free(index) or key in self._small:
            return False
        if _LABEL.match(self._text, end) or (word.isupper() and not self._is_after_person(index)):
            return False
        if start in self._no_names and not is_surname(word):
            return False
        language = self._language
        no_name = key in language.titles or key in language.months or key in language.places or country(key) is not None
        return not no_name and (city(key) is None or self._is_after_person(index) or self._is_known(index))

    def _is_known(self, index: int) -> bool:
        """Tell whether a word is in a table of names, or none of the language."""
        return self._is_name(index) or self._names.strange(index)

    def _is_name(self, index: int) -> bool:
        word = self._names.bare(self._text[slice(*self._page.words[index][:2])])
        return is_surname(word) or weight_of(word, self._language) > 0

    def _is_told(self, index: int) -> bool:
        """Tell whether what stands around a word says who that is: a role, an initial, a first name, an age."""
        end = self._page.words[index][1]
        if index in self._signed or self._is_after_person(index):
            return True
        if self._is_known(index) and (self._is_after_initial(index) or _AGE.match(self._text, end)):
            return True
        return self._is_after_first_name(index)

    def _is_after_person(self, index: int) -> bool:
        """Tell whether a title or a word for a person stands right before: ``Hausmeister Nebel``, ``Frau Licht``."""
        if not index:
            return False
        gap = self._names.gap(index - 1)
        before = self._names.words[index - 1]
        if before[2] in self._language.titles and _TITLE_GAP.fullmatch(gap):
            return True
        if before[1] not in self._people or gap != " ":
            return False
        unknown = not is_whole_word(self._names.words[index][2], self._language)
        return unknown or self._is_name(index) or not self._language.nouns_capitalised or self._acts_next(index)

    def _is_after_initial(self, index: int) -> bool:
        return (
            bool(index) and self._names.initial(index - 1) and bool(_INITIAL_GAP.fullmatch(self._names.gap(index - 1)))
        )

    def _is_after_first_name(self, index: int) -> bool:
        if not index or self._names.gap(index - 1) != " " or not self._names.free(index - 1):
            return False
        if not self._names.capital(index - 1) or self._names.noun(index - 1) or self._names.is_holy(index - 1):
            return False
        before, weight = self._text[slice(*self._page.words[index - 1][:2])], self._names.weight(index - 1)
        owners = (before.removesuffix(ending) for ending in self._names.genitives)
        if before.lower() in self._small or any(weight_of(owner, self._language) > weight for owner in owners):
            return False  # "Emils Reue"
        first = weight >= WITH_FAMILY or (self._names.strange(index - 1) and self._is_name(index))
        ends = _ENDS.match(self._text, self._page.words[index][1]) is not None
        return first and (self._is_known(index) or ends or self._acts_next(index))

    def _acts_next(self, index: int) -> bool:
        """Tell whether what somebody does follows: ``Wolke zahlt``, ``Trueno pidió``."""
        end = self._page.words[index][1]
        return self._text[end : end + 1] == " " and any(act.match(self._text, end + 1) for act in self._acts)

    def _stands_as_name(self, index: int) -> bool:
        """Tell whether a word stands where a noun would not: without an article, or where only names have capitals."""
        start = self._page.words[index][0]
        if _is_described(self._text, start, self._language):
            return False
        head = word_before(self._text, start).lower()
        if start in self._taken and not (head in self._before_subject and self._leads_on(index)):
            return False
        placed = head in self._language.words("places", "before")
        if self._opens(index):
            return sum((self._is_name(index), self._names.strange(index), self._acts_next(index))) >= _TWO_SIGNS
        if self._language.nouns_capitalised:
            led = head in self._before_subject or head in self._language.words("names", "before_echo")
            subject = head in self._before_subject and self._is_name(index) and self._leads_on(index)
            return subject or (self._names.strange(index) and (led or self._is_name(index) or self._acts_next(index)))
        if not self._stands_alone(index):
            return self._names.strange(index) and self._is_name(index)
        return self._is_name(index) or not placed

    def _leads_on(self, index: int) -> bool:
        """Tell whether what somebody does follows, or to what: ``als Donner den Strom abschaltete``."""
        nouns = self._language.words("people", "articles")
        return self._acts_next(index) or (self._names.gap(index) == " " and self._page.key(index + 1) in nouns)

    def _opens(self, index: int) -> bool:
        """Tell whether a word opens a sentence, a line, a field or an item of a list."""
        start = self._page.words[index][0]
        return (
            self._page.opens(index)
            or self._names.opens(index)
            or bool(_OPENED.search(self._text, max(0, start - 6), start))
        )

    def _stands_alone(self, index: int) -> bool:
        """Tell whether neither neighbour of a word has a capital: no part of the name of an office or a firm."""
        words, text = self._page.words, self._text
        before = index > 0 and self._names.gap(index - 1) == " " and text[words[index - 1][0]].isupper()
        after = index + 1 < len(words) and self._names.gap(index) == " " and text[words[index + 1][0]].isupper()
        start, end, _ = words[index]
        blanks = _BLANKED in text[max(0, start - 2) : start] + text[end : end + 2]
        return not before and not after and not blanks

    def _is_beside(self, index: int, sure: set[int]) -> bool:
        """Tell whether a word is listed with one that names somebody: ``Regen und Thorge Baum``."""
        for other in (index + 1, index - 1):
            if other in sure and _LISTED.search(self._names.gap(min(index, other))):
                return True
        for joint, other in ((index + 1, index + 2), (index - 1, index - 2)):
            gaps = [self._names.gap(min(index, other) + step) for step in (0, 1)] if other >= 0 else []
            if other in sure and self._page.key(joint) in self._joints and all(map(is_blank, gaps)):
                return True
        return False

    def _signatures(self) -> Iterator[int]:
        """Yield the words of the lines somebody signs with: short, in capitals, below a closing or at the end."""
        lines = [line for line in self._page.lines if self._text[slice(*line)].strip()]
        ends = [match.end() for _, match, _, _ in self._names.shadow.find(self._language.rules["letters.closings"])]
        below = {bisect_left(lines, end, key=lambda line: line.end) + 1 for end in ends}
        for number in sorted({*below, len(lines) - 1} & {*range(1, len(lines))}):
            start, end = lines[number]
            inside = range(self._page.at(start), self._page.at(end))
            named = [n for n in inside if self._text[self._page.words[n][0]].isupper()]
            closed = number in below
            if len(inside) <= _LONGEST_SIGNATURE and len(named) == len(inside) and (closed or len(inside) > 1):
                yield from (n for n in named if self._is_known(n) or closed)
