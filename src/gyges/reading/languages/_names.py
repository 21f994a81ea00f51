"""Names of people by the tables of a language: after titles and words for people, by first names, in signatures."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gyges.reading.languages._language import Language
from gyges.reading.languages._ordinary import is_strange
from gyges.reading.languages._rules import Shadow
from gyges.reading.languages._speakers import find_speakers
from gyges.reading.languages._weights import weight_of
from gyges.reading.languages._words import Described, is_casual, is_small, word_before
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._people_words import Title
from gyges.reading.names._find import NameKind, NameSpan
from gyges.reading.page._page import Page
from gyges.reading.places._gazetteer import city

__all__ = ["Named", "find_echoes", "find_full_names", "find_single_names", "unexplained_names"]

_WITH_FAMILY, _ALONE, _OPENING = 0.3, 0.5, 0.55  # weight of a first name before another, by itself, at a start
_LONGEST, _SHORTEST_ECHO = 5, 3
_TITLE_GAP = re.compile(r"[.)]{0,2}[ -]?")
_INITIAL = re.compile(r"(?<![\w.])[^\W\d_a-zß-öø-ÿ]\.(?:[ -]?[^\W\d_a-zß-öø-ÿ]\.)? ?$")
_HANDLE = re.compile(
    r"(?<![\w/])u/[\w-]{3,30}|(?<![\w@/.:-])@?[A-Za-z][\w.-]{0,20}_[\w.-]{0,20}\w(?![\w@/])|(?<![\w@/.])@[A-Za-z]\w{2,30}(?![\w.]*@)"
)
_ABBREVIATED = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ]\.\s?$")
_AFTER_INITIAL = re.compile(r"\.(?:[\s,;:)(]|$)(?![°º])")
_MOST_INITIALS = 2
_LISTED = re.compile(r"[^\S\n]*[,;:()/–\n]")  # what stands after a name in lists, fields and signatures
_FIELD = re.compile(r"(?:^|[\n:;,(/–])\s*$")  # what stands before one
_AGED = re.compile(r" ?\((?:\d|\*|geb)|, ?(?:\d{2}\b|\*|geb)|\n|$")  # what stands after somebody's whole name
_SIGNED = 60  # code points of the line of a signature


class Named(NamedTuple):
    """A name and where the titles before it begin."""

    start: int
    span: NameSpan


class _NameWords:
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
            return called and not self.noun(index) and self.weight(index) >= _OPENING
        return self.text[start].isupper() and end - start > 1

    def initial(self, index: int) -> bool:
        """Tell whether a word is the initial of a name: ``Ionut M.``."""
        word = self.text[slice(*self.words[index][:2])] if index < len(self.words) else ""
        return len(word) == 1 and word.isupper() and bool(_AFTER_INITIAL.match(self.gap(index)))

    def gap(self, index: int) -> str:
        """Return what stands between a word and the next; a sign that parts everything at the end."""
        if index + 1 >= len(self.words):
            return "\n"
        return self.text[self.words[index][1] : self.words[index + 1][0]]

    def free(self, index: int) -> bool:
        return not self.shadow.covers(*self.words[index][:2])

    def noun(self, index: int) -> bool:
        return self.words[index][2] in self.language.nouns

    def strange(self, index: int) -> bool:
        return is_strange(self.words[index][2], self.language)

    def opens(self, index: int) -> bool:
        """Tell whether a word opens a sentence or a line."""
        head = self.text[: self.words[index][0]].rstrip(" \t\"„“«»'(")
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
        for _ in range(_LONGEST):
            step = at
            while step < len(self.words) and self.words[step][2] in self.particles and self.gap(step) == " ":
                step += 1
            if index < at == step and self.initial(step) and self.free(step):
                at = step + 1
                if self.gap(step) != ". ":
                    break
                continue
            if step >= len(self.words) or not self.capital(step) or not self.free(step) or self.title(step):
                break
            given = all(self.weight(one) >= _WITH_FAMILY for one in range(index, at))
            if at > index and not self.goes_on(step, first=given):
                break
            at = step + 1
            if self.gap(step) != " ":
                break
        return at

    def weight(self, index: int) -> float:
        """Return how common a word is as a first name."""
        return weight_of(self.text[slice(*self.words[index][:2])], self.language)

    def is_holy(self, index: int) -> bool:
        """Tell whether a word is the saint of a place or church: ``San Pedro``."""
        saint = index > 0 and self.words[index - 1][2] in self.language.words("names", "saints")
        return saint and self.gap(index - 1) == " "

    def goes_on(self, index: int, *, first: bool) -> bool:
        """Tell whether a word may go on a name; right after a first name even one that no table knows."""
        word = self.text[slice(*self.words[index][:2])]
        ends = _LISTED.match(self.gap(index)) is not None
        if self.noun(index):
            return not self.language.nouns_capitalised or (first and (ends or is_surname(word)))
        if is_surname(word) or self.weight(index) > 0 or not self.language.nouns_capitalised:
            return True
        return first and (ends or not word.endswith(self.language.words("names", "noun_endings")))

    def span(self, titles: Sequence[Title], low: int, first: int, after: int, kind: NameKind | None = None) -> Named:
        """Return the name of the words from first to after, without the ending of a genitive."""
        start, end = self.words[first][0], self.words[after - 1][1]
        words = self.text[start:end].split()
        owns = after < len(self.words) and self.gap(after - 1) == " " and self.capital(after)
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
        least = _WITH_FAMILY if title.word in self.language.words("names", "before_given") else _OPENING
        return weight_of(word, self.language) >= least and (least < _OPENING or not is_surname(word))

    def _family_of(self, words: Sequence[str]) -> str:
        """Return the family name: the last word, or of two the first one where people have two."""
        if not self.language.settings.get("names", {}).get("two_surnames") or len(words) <= 2:
            return words[-1]
        first = words[-2].rstrip(".")
        lone = len(words) == 3 and weight_of(first, self.language) >= _ALONE
        return words[-1] if lone or len(first) == 1 or first in self.particles else words[-2]

    def bare(self, word: str) -> str:
        """Return a name without the ending of a genitive, where the rest is a name and the whole is none."""
        if first_name(word) is not None and weight_of(word, self.language) > _ALONE:
            return word
        for ending in self.language.words("names", "genitives"):
            stem = word.removesuffix(ending)
            if stem != word and len(stem) > 2 and not is_surname(word) and (first_name(stem) or is_surname(stem)):
                return stem
        return word


def find_full_names(page: Page, language: Language, shadow: Shadow, described: Sequence[Described]) -> list[Named]:
    """Return the names that words around them or their own form give away."""
    names = _NameWords(page, language, shadow)
    found: list[Named] = []
    for source in (
        _handles(names), _spoken(names), _shaped(names), _signed(names), _titled(names), _family_first(names),
        _after_words(names, described), _by_first(names), _led(names), _strange(names),
    ):  # fmt: skip
        for named in source:
            if shadow.cover("name", named.start, named.span.end, named.span):
                found += [named]
    return found


def find_single_names(page: Page, language: Language, shadow: Shadow) -> list[Named]:
    """Return first names that stand alone."""
    names = _NameWords(page, language, shadow)
    found: list[Named] = []
    for index, (start, end, _) in enumerate(names.words):
        if not names.capital(index) or not names.free(index) or names.noun(index) or names.is_holy(index):
            continue
        word = names.text[start:end]
        least = _OPENING if names.opens(index) else _ALONE
        stem = names.bare(word)
        if max(weight_of(word, language), weight_of(stem, language) if stem != word else 0.0) >= least:
            found.append(names.span((), start, index, index + 1, "single"))
            shadow.cover("name", start, end, found[-1].span)
    return found


def find_echoes(page: Page, language: Language, shadow: Shadow, known: Sequence[Named]) -> list[Named]:
    """Return the words of names that stand elsewhere: ``Kaisers Entschuldigung`` after ``Jürgen Kaiser``."""
    names = _NameWords(page, language, shadow)
    parts = {part for named in known for word in named.span.text.split() for part in (word, *word.split("-"))}
    parts = {part.title() if part.isupper() else part for part in parts if len(part) >= _SHORTEST_ECHO}
    parts = {fold(part) for part in parts if part[0].isupper()}
    given = {fold(named.span.given) for named in known}
    found: list[Named] = []
    for index, (start, end, _) in enumerate(names.words):
        if not names.capital(index) or not names.free(index) or (names.noun(index) and not _alone(names, index)):
            continue
        word = names.text[start:end]
        word = word.title() if word.isupper() else word
        stem = next(
            (s for e in ("", *language.words("names", "genitives")) if fold(s := word.removesuffix(e)) in parts), None
        )
        if stem is not None:
            alone = fold(stem) in given
            kind: NameKind = "single" if alone else "surname"
            span = NameSpan(start, end, stem, kind, stem if alone else "", "" if alone else stem)
            found.append(Named(start, span))
            shadow.cover("name", start, end, span)
    return found


def _alone(names: _NameWords, index: int) -> bool:
    """Tell whether a word that is a name too stands where the noun would have an article: ``Schwarz prüft``."""
    before = names.language.words("names", "before_echo")
    head = word_before(names.text, names.words[index][0]).lower()
    called = head.endswith(",") and names.gap(index)[:1] in {",", ".", "!", "?"}  # "ich komme, Schwarz!"
    return bool(before) and (called or names.opens(index) or head.rstrip(".") in before)


def unexplained_names(page: Page, language: Language, shadow: Shadow) -> list[tuple[int, int]]:
    """Return the words with a capital that nothing explains.

    Where nouns have none, one inside a sentence is the name of something, though no table knows of what, and so is the
    same word at a start. Where they have one, so is any word that is no ordinary one.
    """
    if (language.nouns_capitalised and not language.ordinary) or is_small(page):
        return []
    names = _NameWords(page, language, shadow)
    free = [
        index
        for index, (start, end, _) in enumerate(names.words)
        if names.capital(index) and names.free(index) and not names.noun(index) and not page.text[start:end].isupper()
    ]
    if language.nouns_capitalised:
        return [names.words[index][:2] for index in free if names.strange(index)]
    inside = {names.words[index][2] for index in free if names.strange(index) or not names.opens(index)}
    return [names.words[index][:2] for index in free if names.words[index][2] in inside]


def _is_town(names: _NameWords, index: int) -> bool:
    """Tell whether a name of a place begins with a word: ``Santiago de los Caballeros``."""
    for count in (4, 3, 2):
        part = names.words[index : index + count]
        key = " ".join(word[2] for word in part)
        inner = any(word[2] in names.language.words("names", "inner") for word in part[1:-1])
        if key in names.language.places or (inner and city(key) is not None):
            return True
    return False


def _handles(names: _NameWords) -> Iterator[Named]:
    for match in _HANDLE.finditer(names.text):
        yield Named(match.start(), NameSpan(*match.span(), match.group(), "handle", "", ""))


def _spoken(names: _NameWords) -> Iterator[Named]:
    """Yield the labels of those who speak, whatever they are called."""
    for start, end in find_speakers(names.text, names.language):
        words = names.text[start:end].split()
        kind: NameKind = "full" if len(words) > 1 else "single"
        yield Named(start, NameSpan(start, end, " ".join(words), kind, words[0], words[-1] if len(words) > 1 else ""))


def _shaped(names: _NameWords) -> Iterator[Named]:
    """Yield what its shape alone tells to be a name: the initials of a child in a judgment."""
    places = {start: index for index, (start, _, _) in enumerate(names.words)}
    for _, _, start, end in names.shadow.find(names.language.rules["names.shapes"]):
        before = places.get(start, 0) - 1
        told = names.title(before) if before >= 0 and _TITLE_GAP.fullmatch(names.gap(before)) else None
        low, titles = (names.words[before][0], (told[1],)) if told and told[0] == 1 else (start, ())
        yield Named(low, NameSpan(start, end, names.text[start:end], "initials", "", "", titles))


def _titled(names: _NameWords) -> Iterator[Named]:
    index = 0
    owners = {word for words in names.language.settings.get("possessives", {}).values() for word in words}
    while index < len(names.words):
        low, first, titles = names.words[index][0], index, list[Title]()
        while first < len(names.words) and (told := names.title(first)):
            count, title = told
            titles.append(title)
            first += count
            if not _TITLE_GAP.fullmatch(names.gap(first - 1)):
                break
        else:
            after = names.family(first + _initials(names, first)) if titles else first
            after = first if _is_office(names, first) else after
            mine = word_before(names.text, low).lower() in owners
            if titles and after > first and not (mine and len(titles) == 1):
                yield names.span(titles, low, first, after)
                index = after
                continue
        index = max(first, index + 1)


def _initials(names: _NameWords, index: int) -> int:
    """Return how many initials stand before a family name: ``Kpl M. Stocker``."""
    count = 0
    while count < _MOST_INITIALS and names.initial(index + count) and names.gap(index + count) in {". ", ".", ".-"}:
        count += 1
    return count


def _is_office(names: _NameWords, index: int) -> bool:
    """Tell whether what follows a title is no name: ``concejala de Cultura``, ``ingeniero comercial``."""
    if index >= len(names.words):
        return False
    key, word = names.words[index][2], names.text[slice(*names.words[index][:2])]
    return key in names.language.words("names", "inner") or (names.noun(index) and not is_surname(word))


def _after_words(names: _NameWords, described: Sequence[Described]) -> Iterator[Named]:
    """Yield the names right after a word for a person: ``Zeugin Richter``, ``Tochter Lia``."""
    ends = {word.end for word in described if word.kind in {"kin", "role", "job"}}
    kin = {word.end for word in described if word.kind == "kin" and not names.language.nouns_capitalised}
    starts = {word.start for word in described if word.kind in {"kin", "role"}}
    for index in range(1, len(names.words)):
        start, end, _ = names.words[index]
        before, gap = names.words[index - 1][1], names.gap(index - 1)
        of_kin = before in kin and gap in {" ", ", "}  # where a capital is a name, "mi marido, Baldomero"
        if (not of_kin and (before not in ends or gap not in {" ", "\u00a0"})) or not names.capital(index):
            continue
        word = names.text[start:end]
        known = of_kin or weight_of(names.bare(word), names.language) > 0 or is_surname(names.bare(word))
        known = known or is_strange(names.words[index][2], names.language)
        if start in starts or not known or (names.noun(index) and not is_surname(word)) or not names.free(index):
            continue
        yield names.span((), start, index, max(index + 1, names.family(index)))


def _by_first(names: _NameWords) -> Iterator[Named]:
    """Yield names that begin with a first name or an initial."""
    index = 0
    while index < len(names.words):
        start, end, _ = names.words[index]
        word, after = names.text[start:end], 0
        if names.capital(index) and names.free(index):
            initial = _initial_before(names.text, start)
            if initial and (is_surname(word) or (_LISTED.match(names.gap(index)) and not _is_plain_noun(names, index))):
                yield _with_initial(names, initial, index)
            elif names.weight(index) >= _WITH_FAMILY and names.gap(index) == " " and _may_begin(names, index):
                after = names.family(index)
                if after > index + 1:
                    yield names.span((), start, index, after)
        index = max(index + 1, after)


def _family_first(names: _NameWords) -> Iterator[Named]:
    """Yield names of files and lists that begin with the family: ``BLUME, Annegret``, ``Kunz Kevin, geb. 2002``."""
    for index in range(len(names.words) - 1):
        (start, end, _), (after, stop, _) = names.words[index], names.words[index + 1]
        family, given = names.text[start:end], names.text[after:stop]
        shouted = family.isupper() and end - start >= _SHORTEST_ECHO and not given.isupper()
        if (
            not names.capital(index)
            or not names.capital(index + 1)
            or not (names.free(index) and names.free(index + 1))
        ):
            continue
        if names.weight(index + 1) < (_WITH_FAMILY if shouted else _ALONE) or names.noun(index + 1):
            continue
        plain = (
            not names.noun(index)
            and names.weight(index) < _ALONE
            and not family.endswith(names.language.words("names", "noun_endings"))
            and _FIELD.search(names.text, max(0, start - 3), start)
            and _LISTED.match(names.gap(index + 1))
        )
        if (names.gap(index) == " " and (shouted or plain)) or (names.gap(index) == ", " and shouted):
            family = family.capitalize() if shouted else family
            yield Named(start, NameSpan(start, stop, f"{given} {family}", "full", given, family))


def _is_plain_noun(names: _NameWords, index: int) -> bool:
    return names.language.nouns_capitalised and names.noun(index)


def _may_begin(names: _NameWords, index: int) -> bool:
    """Tell whether a word may be a first name; an ordinary word only before a family name that is none."""
    if names.words[index][2] in names.language.words("names", "never_first") or names.is_holy(index):
        return False
    if _is_town(names, index):
        return False
    word = names.text[slice(*names.words[index][:2])]
    if any(weight_of(word.removesuffix(one), names.language) > names.weight(index) for one in names.genitives):
        return False  # "Emils Reue"
    if not names.noun(index):
        return True
    if names.weight(index) < _ALONE or names.gap(index) != " ":
        return False
    after = names.text[slice(*names.words[index + 1][:2])]
    return names.capital(index + 1) and is_surname(after) and not names.noun(index + 1)


def _initial_before(text: str, start: int) -> re.Match[str] | None:
    """Return the initial right before a word, unless it ends an abbreviation such as "z. B."."""
    initial = _INITIAL.search(text, max(0, start - 8), start)
    if initial is None or _ABBREVIATED.search(text, max(0, initial.start() - 4), initial.start()):
        return None
    return initial


def _with_initial(names: _NameWords, initial: re.Match[str], index: int) -> Named:
    end = names.words[index][1]
    words = names.text[initial.start() : end].split()
    words[-1] = names.bare(words[-1])
    return Named(initial.start(), NameSpan(initial.start(), end, " ".join(words), "initials", "", words[-1]))


def _signed(names: _NameWords) -> Iterator[Named]:
    """Yield who signs: the words of the line below a closing."""
    for _, match, _, _ in names.shadow.find(names.language.rules["letters.closings"]):
        low = match.end()
        while low < len(names.text) and names.text[low] in " ,.!\n\r\t":
            low += 1
        low, high = _line_of_name(names, low)
        first = names.page.at(low)
        inside = [n for n in range(first, names.page.at(high)) if names.words[n][1] <= high]
        if inside and high - low <= _SIGNED and "\n" in names.text[match.end() : low]:
            yield from _line(names, inside)


def _line_of_name(names: _NameWords, low: int) -> tuple[int, int]:
    """Return where the line of a signature stands: below one such as ``Ihr Nachbar``, if there is one."""
    high = names.text.find("\n", low)
    high = high if high >= 0 else len(names.text)
    head = names.text[low:high].split()
    stop = names.text.find("\n", high + 1)
    below = names.text[high + 1 : stop if stop >= 0 else len(names.text)]
    if head and head[0] in names.language.words("possessives", "you") and below.strip():
        return high + 1, high + 1 + len(below)
    return low, high


def _line(names: _NameWords, inside: list[int]) -> Iterator[Named]:
    titles, first = list[Title](), inside[0]
    while first <= inside[-1] and (told := names.title(first)):
        titles.append(told[1])
        first += told[0]
    after = first
    while after <= inside[-1] and (
        names.capital(after) or names.words[after][2] in names.particles or names.gap(after)[:1] == "."
    ):
        after += 1
        if names.gap(after - 1)[:1] in ",(|\n":
            break
    while after > first and not names.capital(after - 1) and not names.initial(after - 1):
        after -= 1
    if first < after <= first + _LONGEST:
        yield names.span(titles, names.words[inside[0]][0], first, after)


def _led(names: _NameWords) -> Iterator[Named]:
    """Yield names after greetings and other words that only stand before names."""
    rules = (*names.language.rules["letters.greetings"], *names.language.rules["names.leads"])
    places = {start: index for index, (start, _, _) in enumerate(names.words)}
    for _, _, start, end in names.shadow.find(rules):
        index = places.get(start)
        if index is not None and names.capital(index) and names.free(index):
            last = index + 1
            while last < len(names.words) and names.words[last][1] <= end and names.free(last):
                last += 1
            yield names.span((), start, index, max(last, names.family(index)))


def _strange(names: _NameWords) -> Iterator[Named]:
    """Yield words that no table knows where a name would stand: ``unser Walti``, ``Tharshini Sivakumar (31)``."""
    language = names.language
    if not language.ordinary:
        return
    places = {start: index for index, (start, _, _) in enumerate(names.words)}
    for _, _, start, _ in names.shadow.find(language.rules["names.strange"]):
        index = places.get(start)
        if index is not None and names.capital(index) and names.free(index) and names.strange(index):
            yield names.span((), start, index, max(index + 1, names.family(index)))
    for index in range(len(names.words) - 1):
        pair = (index, index + 1)
        if not all(names.capital(one) and names.free(one) and not names.noun(one) for one in pair):
            continue
        known = [is_surname(names.text[slice(*names.words[one][:2])]) or names.weight(one) > 0 for one in pair]
        fits = all(names.strange(one) or is_name for one, is_name in zip(pair, known, strict=True))
        shown = any(known) or _AGED.match(names.text, names.words[index + 1][1])
        if names.gap(index) == " " and fits and shown and _LISTED.match(names.gap(index + 1)):
            yield names.span((), names.words[index][0], index, index + 2)
