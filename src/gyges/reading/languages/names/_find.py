"""Names of people by the tables of a language: after titles and words for people, by first names, by their form."""

import re
from collections.abc import Iterator, Sequence

from gyges.reading.languages._words import Described, is_small, word_before
from gyges.reading.languages.names._ordinary import is_whole_word, weight_of
from gyges.reading.languages.names._words import (
    ALONE,
    BLANK,
    LISTED,
    OPENING,
    WITH_FAMILY,
    Named,
    NameWords,
    is_blank,
)
from gyges.reading.languages.table._language import Language
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import Title, is_surname
from gyges.reading.names._find import NameKind, NameSpan
from gyges.reading.page._page import Page
from gyges.reading.places._gazetteer import city

_SHORTEST_ECHO = 3
_TITLE_GAP = re.compile(rf"[.)]{{0,2}}(?:{BLANK}|-)?")
_INITIAL = re.compile(r"(?<![\w.])[^\W\d_a-zß-öø-ÿ]\.(?:[ -]?[^\W\d_a-zß-öø-ÿ]\.)? ?$")
_HANDLE = re.compile(
    r"(?<![\w/])u/[\w-]{3,30}|(?<![\w@/.:-])@?[A-Za-z][\w.-]{0,20}_[\w.-]{0,20}\w(?![\w@/])|(?<![\w@/.])@[A-Za-z]\w{2,30}(?![\w.]*@)"
)
_ABBREVIATED = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ]\.\s?$")
_MOST_INITIALS = 2
_AGED = re.compile(r" ?\((?:\d|\*|geb)|, ?(?:\d{2}\b|\*|geb)|\n|$")  # what stands after somebody's whole name


def find_full_names(page: Page, language: Language, shadow: Shadow, described: Sequence[Described]) -> list[Named]:
    """Return the names that words before them or their own form give away."""
    names = NameWords(page, language, shadow)
    found: list[Named] = []
    for source in (
        _handles(names), _shaped(names), _titled(names), _after_words(names, described), _by_first(names),
        _strange(names),
    ):  # fmt: skip
        for named in source:
            if shadow.cover("name", named.start, named.span.end, named.span):
                found += [named]
    return found


def find_single_names(page: Page, language: Language, shadow: Shadow) -> list[Named]:
    """Return first names that stand alone."""
    names = NameWords(page, language, shadow)
    found: list[Named] = []
    for index, (start, end, _) in enumerate(names.words):
        if not names.capital(index) or not names.free(index) or names.noun(index) or names.is_holy(index):
            continue
        word = names.text[start:end]
        least = OPENING if names.opens(index) else ALONE
        stem = names.bare(word)
        if max(weight_of(word, language), weight_of(stem, language) if stem != word else 0.0) >= least:
            found.append(names.span((), start, index, index + 1, "single"))
            shadow.cover("name", start, end, found[-1].span)
    return found


def find_echoes(page: Page, language: Language, shadow: Shadow, known: Sequence[Named]) -> list[Named]:
    """Return the words of names that stand elsewhere: ``Kaisers Entschuldigung`` after ``Jürgen Kaiser``."""
    names = NameWords(page, language, shadow)
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


def _alone(names: NameWords, index: int) -> bool:
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
    names = NameWords(page, language, shadow)
    free = [
        index
        for index, (start, end, _) in enumerate(names.words)
        if names.capital(index) and names.free(index) and not names.noun(index) and not page.text[start:end].isupper()
    ]
    if language.nouns_capitalised:
        return [names.words[index][:2] for index in free if names.strange(index) or _is_lone_surname(names, index)]
    inside = {names.words[index][2] for index in free if names.strange(index) or not names.opens(index)}
    return [names.words[index][:2] for index in free if names.words[index][2] in inside]


def _is_town(names: NameWords, index: int) -> bool:
    """Tell whether a name of a place begins with a word: ``Santiago de los Caballeros``."""
    for count in (4, 3, 2):
        part = names.words[index : index + count]
        key = " ".join(word[2] for word in part)
        inner = any(word[2] in names.language.words("names", "inner") for word in part[1:-1])
        if key in names.language.places or (inner and city(key) is not None):
            return True
    return False


def _handles(names: NameWords) -> Iterator[Named]:
    for match in _HANDLE.finditer(names.text):
        yield Named(match.start(), NameSpan(*match.span(), match.group(), "handle", "", ""))


def _shaped(names: NameWords) -> Iterator[Named]:
    """Yield what its shape alone tells to be a name: the initials of a child in a judgment."""
    places = {start: index for index, (start, _, _) in enumerate(names.words)}
    for _, _, start, end in names.shadow.find(names.language.rules["names.shapes"]):
        before = places.get(start, 0) - 1
        told = names.title(before) if before >= 0 and _TITLE_GAP.fullmatch(names.gap(before)) else None
        low, titles = (names.words[before][0], (told[1],)) if told and told[0] == 1 else (start, ())
        yield Named(low, NameSpan(start, end, names.text[start:end], "initials", "", "", titles))


def _titled(names: NameWords) -> Iterator[Named]:
    index = 0
    owners = {word for words in names.language.settings.get("possessives", {}).values() for word in words}
    while index < len(names.words):
        low, first, titles = names.words[index][0], index, list[Title]()
        while first < len(names.words) and (told := names.title(first)):
            count, title = told
            titles.append(title)
            first += count
            if not _TITLE_GAP.fullmatch(names.gap(first - 1)) or _ends_sentence(names, first - 1):
                break
        else:
            after = names.family(first + _initials(names, first)) if titles else first
            noble = bool(titles) and not (titles[-1].occupation or titles[-1].position)  # "Freiherr von Stein"
            after = first if _is_office(names, first, noble=noble) else after
            mine = word_before(names.text, low).lower() in owners
            if titles and after > first and not (mine and len(titles) == 1):
                yield names.span(titles, low, first, after)
                index = after
                continue
        index = max(first, index + 1)


def _ends_sentence(names: NameWords, index: int) -> bool:
    """Tell whether the stop behind a title is that of a sentence: ``es maestra. Su hijo``, but ``Lic. Vega``."""
    key = names.words[index][2]
    told = (names.language.jobs, names.language.roles, names.language.kin)
    return names.gap(index)[:1] == "." and any(key in words for words in told)


def _initials(names: NameWords, index: int) -> int:
    """Return how many initials stand before a family name: ``Kpl M. Stocker``."""
    count = 0
    while count < _MOST_INITIALS and names.initial(index + count) and names.gap(index + count) in {". ", ".", ".-"}:
        count += 1
    return count


def _is_office(names: NameWords, index: int, *, noble: bool) -> bool:
    """Tell whether what follows a title is no name: ``concejala de Cultura``, ``ingeniero comercial``."""
    if index >= len(names.words):
        return False
    key, word = names.words[index][2], names.text[slice(*names.words[index][:2])]
    if noble and names.language.nouns_capitalised and key in names.particles:
        return False
    return key in names.language.words("names", "inner") or (names.noun(index) and not is_surname(word))


def _after_words(names: NameWords, described: Sequence[Described]) -> Iterator[Named]:
    """Yield the names right after a word for a person: ``Zeugin Richter``, ``Tochter Lia``."""
    ends = {word.end for word in described if word.kind in {"kin", "role", "job"}}
    kin = {word.end for word in described if word.kind == "kin" and not names.language.nouns_capitalised}
    starts = {word.start for word in described if word.kind in {"kin", "role"}}
    for index in range(1, len(names.words)):
        start, end, _ = names.words[index]
        before, gap = names.words[index - 1][1], names.gap(index - 1)
        of_kin = before in kin and (gap == ", " or is_blank(gap))  # where a capital is a name, "mi marido, Baldomero"
        if (not of_kin and (before not in ends or not is_blank(gap))) or not names.capital(index):
            continue
        word = names.text[start:end]
        known = of_kin or weight_of(names.bare(word), names.language) > 0 or is_surname(names.bare(word))
        known = known or names.strange(index) or ("\n" not in gap and _is_unknown(names, index))
        if start in starts or not known or (names.noun(index) and not is_surname(word)) or not names.free(index):
            continue
        yield names.span((), start, index, max(index + 1, names.family(index)))


def _is_unknown(names: NameWords, index: int) -> bool:
    """Tell whether a word is no whole word of its language, though it may look like a compound: ``Sauerbier``."""
    return bool(names.language.ordinary) and not is_whole_word(names.words[index][2], names.language)


def _is_lone_surname(names: NameWords, index: int) -> bool:
    """Tell whether a surname that looks like a compound stands where a noun had an article: ``kam Tiedemann``."""
    start, end, key = names.words[index]
    if key in names.language.places or city(key) is not None or not is_surname(names.text[start:end]):
        return False
    articles = names.language.words("names", "before_noun")
    endings = tuple(ending[1:] for ending in articles if ending.startswith("-"))
    head = word_before(names.text, start)
    described = head.lower() in articles or (head.islower() and head.endswith(endings))
    return _is_unknown(names, index) and not described


def _by_first(names: NameWords) -> Iterator[Named]:
    """Yield names that begin with a first name or an initial."""
    index = 0
    while index < len(names.words):
        start, end, _ = names.words[index]
        word, after = names.text[start:end], 0
        if names.capital(index) and names.free(index):
            initial = _initial_before(names.text, start)
            if initial and (is_surname(word) or (LISTED.match(names.gap(index)) and not _is_plain_noun(names, index))):
                yield _with_initial(names, initial, index)
            elif names.weight(index) >= WITH_FAMILY and is_blank(names.gap(index)) and _may_begin(names, index):
                after = names.family(index)
                if after > index + 1:
                    yield names.span((), start, index, after)
        index = max(index + 1, after)


def _is_plain_noun(names: NameWords, index: int) -> bool:
    return names.language.nouns_capitalised and names.noun(index)


def _may_begin(names: NameWords, index: int) -> bool:
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
    if names.weight(index) < ALONE or not is_blank(names.gap(index)):
        return False
    after = names.text[slice(*names.words[index + 1][:2])]
    return names.capital(index + 1) and is_surname(after) and not names.noun(index + 1)


def _initial_before(text: str, start: int) -> re.Match[str] | None:
    """Return the initial right before a word, unless it ends an abbreviation such as "z. B."."""
    initial = _INITIAL.search(text, max(0, start - 8), start)
    if initial is None or _ABBREVIATED.search(text, max(0, initial.start() - 4), initial.start()):
        return None
    return initial


def _with_initial(names: NameWords, initial: re.Match[str], index: int) -> Named:
    end = names.words[index][1]
    words = names.text[initial.start() : end].split()
    words[-1] = names.bare(words[-1])
    return Named(initial.start(), NameSpan(initial.start(), end, " ".join(words), "initials", "", words[-1]))


def _strange(names: NameWords) -> Iterator[Named]:
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
        if is_blank(names.gap(index), breaks=False) and fits and shown and LISTED.match(names.gap(index + 1)):
            yield names.span((), names.words[index][0], index, index + 2)
