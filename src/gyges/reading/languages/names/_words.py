"""The words of a text as names see them: which may be part of one, and how far a name goes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gyges.reading.languages._words import is_casual, is_small, word_before
from gyges.reading.languages.names._ordinary import is_strange, weight_of
from gyges.reading.languages.table._language import Language
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.lexicon._names import Title, first_name, is_surname
from gyges.reading.names._find import NameKind, NameSpan
from gyges.reading.page._page import Page

WITH_FAMILY, ALONE, OPENING = 0.3, 0.5, 0.55
"""Weight of a first name before another, by itself, at a start."""
LONGEST = 5
"""Words of a name."""
LISTED = re.compile(r"[^\S\n]*[,;:()/–\n]")
"""What stands after a name in lists, fields and signatures."""
_HEAD = 40  # code points looked at before a word; all of them would cost time that grows with the square of the text
_SIGNS = '*_"„“”«»‹›‚‘’`'
BLANK = rf"[{_SIGNS}]{{0,3}}(?:[^\S\n]{{1,3}}|[^\S\n]{{0,3}}\n[^\S\n]{{0,3}})[{_SIGNS}]{{0,3}}"
"""What may part two words of one name: blanks, one break of a line, signs of emphasis and quotation around them."""
_BLANK = re.compile(BLANK)
_AFTER_INITIAL = re.compile(r"\.(?:[\s,;:)(]|$)(?![°º])")


def is_blank(gap: str, *, breaks: bool = True) -> bool:
    """Tell whether what stands between two words is no more than a blank; without breaks, one of the same line."""
    return gap == " " or (_BLANK.fullmatch(gap) is not None and (breaks or "\n" not in gap))


class Named(NamedTuple):
    """A name and where the titles before it begin."""

    start: int
    span: NameSpan


class NameWords:
    """The words of a text as names see them."""

    def __init__(self, page: Page, language: Language, shadow: Shadow) -> None:
        self.page, self.text, self.language, self.shadow = page, page.text, language, shadow
        self.words = page.words
        self.small = is_casual(page)
        self.genitives = language.words("names", "genitives")
        self.particles = frozenset(language.words("names", "particles"))
        self.before_small = frozenset(language.words("names", "before_small"))

    def capital(self, index: int) -> bool:
        """Tell whether a word is written like a name; without capitals, whether it is a usual first name."""
        start, end, _ = self.words[index]
        if self.small and not self.text[start].isupper():
            called = is_small(self.page) or word_before(self.text, start).lower() in self.before_small
            return called and not self.noun(index) and self.weight(index) >= OPENING
        return self.text[start].isupper() and end - start > 1

    def initial(self, index: int) -> bool:
        """Tell whether a word is the initial of a name: ``Ionut M.``."""
        word = self.text[slice(*self.words[index][:2])] if index < len(self.words) else ""
        return len(word) == 1 and word.isupper() and bool(_AFTER_INITIAL.match(self.gap(index)))

    def gap(self, index: int) -> str:
        """Return what stands between a word and the next; a sign that parts everything at the end."""
        if index + 1 >= len(self.words):
            return "\n\n"
        return self.text[self.words[index][1] : self.words[index + 1][0]]

    def free(self, index: int) -> bool:
        return not self.shadow.covers(*self.words[index][:2])

    def noun(self, index: int) -> bool:
        return self.words[index][2] in self.language.nouns

    def strange(self, index: int) -> bool:
        return is_strange(self.words[index][2], self.language)

    def opens(self, index: int) -> bool:
        """Tell whether a word opens a sentence or a line."""
        start = self.words[index][0]
        head = self.text[max(0, start - _HEAD) : start].rstrip(" \t\"„“«»'(")
        return not head or head[-1] in ".!?:\n>"

    def title(self, index: int) -> tuple[int, Title] | None:
        """Return the title that begins with a word, and how many words it has."""
        for count in (3, 2, 1):
            part = self.words[index : index + count]
            key = " ".join(word[2] for word in part)
            if len(part) == count and key in self.language.titles:
                return count, self.language.titles[key]
        return None

    def family(self, index: int) -> int:
        """Return the index after the words that go on a name: particles before a capital, known names, hyphens."""
        at = index
        for _ in range(LONGEST):
            step = at
            while (count := self._particle(step)) and is_blank(self.gap(step + count - 1)):
                step += count
            if index < at == step and self.initial(step) and self.free(step):
                at = step + 1
                if self.gap(step) != ". ":
                    break
                continue
            if step >= len(self.words) or not self.capital(step) or not self.free(step) or self.title(step):
                break
            given = all(self.weight(one) >= WITH_FAMILY for one in range(index, at))
            if at > index and not self.goes_on(step, first=given):
                break
            if at > index and "\n" in self.gap(at - 1) and not (given and self._wraps(step)):
                break
            at = step + 1
            if not is_blank(self.gap(step)):
                break
        return at

    def _particle(self, index: int) -> int:
        """Return how many words the particle has that begins with a word, 0 if none does: ``von und zu``."""
        for count in (3, 1):
            part = self.words[index : index + count]
            if len(part) == count and " ".join(word[2] for word in part) in self.particles:
                return 0 if self._joins_people(index) else count
        return 0

    def _joins_people(self, index: int) -> bool:
        """Tell whether a particle joins two names instead of two words of one: ``Marta Rey y Pedro Campo``."""
        if self.words[index][2] not in self.language.words("names", "joins_people"):
            return False
        after = index + 1
        if after >= len(self.words) or not self.capital(after) or self.weight(after) < ALONE:
            return False
        family = after + 1 < len(self.words) and self.gap(after) == " " and self.capital(after + 1)
        return family or not is_surname(self.text[slice(*self.words[after][:2])])

    def _wraps(self, index: int) -> bool:
        """Tell whether the first word of a line goes on the name that ends the line before: no list of first names."""
        known = is_surname(self.text[slice(*self.words[index][:2])]) or self.strange(index)
        return known and self.weight(index) < WITH_FAMILY and not self.noun(index)

    def weight(self, index: int) -> float:
        """Return how common a word is as a first name."""
        return weight_of(self.text[slice(*self.words[index][:2])], self.language)

    def is_holy(self, index: int) -> bool:
        """Tell whether a word is the saint of a place or church: ``San Pedro``."""
        saint = index > 0 and self.words[index - 1][2] in self.language.words("names", "saints")
        return saint and is_blank(self.gap(index - 1))

    def goes_on(self, index: int, *, first: bool) -> bool:
        """Tell whether a word may go on a name; right after a first name even one that no table knows."""
        word = self.text[slice(*self.words[index][:2])]
        ends = LISTED.match(self.gap(index)) is not None
        if self.noun(index):
            return not self.language.nouns_capitalised or (first and (ends or is_surname(word)))
        if is_surname(word) or self.weight(index) > 0 or not self.language.nouns_capitalised:
            return True
        return first and (ends or not word.endswith(self.language.words("names", "noun_endings")))

    def span(self, titles: Sequence[Title], low: int, first: int, after: int, kind: NameKind | None = None) -> Named:
        """Return the name of the words from first to after, without the ending of a genitive."""
        start, end = self.words[first][0], self.words[after - 1][1]
        words = [word for part in self.text[start:end].split() if (word := part.strip(_SIGNS))]
        owns = after < len(self.words) and is_blank(self.gap(after - 1), breaks=False) and self.capital(after)
        words[-1] = self.bare(words[-1]) if owns or not self.language.nouns_capitalised else words[-1]
        long = [word for word in words if len(word.rstrip(".")) > 1]
        words = long if len(long) > 1 else words  # "Ana B. Reis" is Ana Reis
        lone = not titles or self._before_given(titles[-1], words[0])
        given = words[0] if weight_of(words[0], self.language) and (len(words) > 1 or lone) else ""
        family = self._family_of(words) if len(words) > 1 or not given else ""
        shape: NameKind = kind or ("full" if len(words) > 1 else "single" if given else "surname")
        return Named(low, NameSpan(start, end, " ".join(words), shape, given, family, tuple(titles)))

    def _before_given(self, title: Title, word: str) -> bool:
        """Tell whether a title stands before a first name alone: ``doña Amalia``."""
        least = WITH_FAMILY if title.word in self.language.words("names", "before_given") else OPENING
        return weight_of(word, self.language) >= least and (least < OPENING or not is_surname(word))

    def _family_of(self, words: Sequence[str]) -> str:
        """Return the family name: the last word, or of two the first one where people have two."""
        if not self.language.settings.get("names", {}).get("two_surnames") or len(words) <= 2:
            return words[-1]
        first = words[-2].rstrip(".")
        lone = len(words) == 3 and weight_of(first, self.language) >= ALONE
        return words[-1] if lone or len(first) == 1 or first in self.particles else words[-2]

    def bare(self, word: str) -> str:
        """Return a name without the ending of a genitive, where the rest is a name and the whole is none."""
        if first_name(word) is not None and weight_of(word, self.language) > ALONE:
            return word
        for ending in self.language.words("names", "genitives"):
            stem = word.removesuffix(ending)
            if stem != word and len(stem) > 2 and not is_surname(word) and (first_name(stem) or is_surname(stem)):
                return stem
        return word
