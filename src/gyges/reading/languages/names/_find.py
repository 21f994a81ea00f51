"""Names of people by the tables of a language: after titles and words for people, by first names, in signatures."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from gyges.reading.languages._words import Described, is_small, word_before
from gyges.reading.languages.names._ordinary import is_whole_word, weight_of
from gyges.reading.languages.names._words import (
    ALONE,
    BLANK,
    LISTED,
    LONGEST,
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

_STAMP = r"(?:\[[^\]\n]{3,24}\d\]|\(?\d{1,2}[:.h]\d{2}(?::\d{2})?\)?|\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}[:.]\d{2})"
_WORD = r"[^\W\d_][\w.'’-]{0,24}"
_WHO = rf"{_WORD}(?: {_WORD}){{0,2}}"
_TURN = re.compile(
    rf"^[^\S\n]*(?:[-*•>–]\s?)?(?:\*\*)?(?P<stamp>{_STAMP}[^\S\n]?[-–—|,]?[^\S\n]?)?"
    rf"(?:[\[<](?P<inside>{_WHO})[\]>]:?|(?P<who>{_WHO})(?:\*\*)?(?:,? ?\(?\d{{1,2}}[:.]\d{{2}}\)?)?[^\S\n]?:)"
    r"(?:\*\*)?(?=[^\S\n]|$)",
    re.MULTILINE,
)
_FEWEST, _SHARE = 4, 0.4  # turns, and their share of the lines, from which on a text is a talk
_TWICE = 2


def find_speakers(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Yield where the labels of speakers stand, if a text is a talk: most lines are turns, and somebody speaks twice.

    Words for a part in the talk ("Richterin:") are no names. A label in capitals and brackets ("[HAGEDORN]:") is a
    turn wherever it stands.
    """
    turns = [match for match in _TURN.finditer(text) if match["inside"] or match["who"]]
    filled = sum(bool(line.strip()) for line in text.split("\n"))
    labels = Counter(_label(match) for match in turns)
    stamped = Counter(_label(match) for match in turns if match["stamp"])
    if len(turns) < max(_FEWEST, _SHARE * filled):
        labels = Counter({label: count for label, count in stamped.items() if count >= _TWICE})
    repeated = sum(count for count in labels.values() if count >= _TWICE)
    if repeated < _FEWEST:
        shouted = (one for one in turns if (one["inside"] or "").isupper() and ":" in one[0][-3:])
        yield from (one.span("inside") for one in shouted if not _is_part(_label(one), language, marked=True))
        return
    for match in turns:
        label = _label(match)
        known = labels[label] >= _TWICE or match["stamp"] is not None
        marked = match["stamp"] is not None or match["inside"] is not None
        if known and label in labels and not _is_part(label, language, marked=marked):
            yield match.span("inside" if match["inside"] else "who")


def _label(match: re.Match[str]) -> str:
    return fold(match["inside"] or match["who"])


def _is_part(label: str, language: Language, *, marked: bool) -> bool:
    """Tell whether a label is a word for anybody or anything: of a job, a part, kin; a field, where no time is told."""
    last = label.rsplit(" ", 1)[-1]
    field = last in language.ordinary and not marked
    return field or any(last in index for index in (language.jobs, language.roles, language.kin))


_SHORTEST_ECHO = 3
_TITLE_GAP = re.compile(rf"[.)]{{0,2}}(?:{BLANK}|-)?")
_INITIAL = re.compile(r"(?<![\w.])[^\W\d_a-zß-öø-ÿ]\.(?:[ -]?[^\W\d_a-zß-öø-ÿ]\.)? ?$")
_HANDLE = re.compile(
    r"(?<![\w/])u/[\w-]{3,30}|(?<![\w@/.:-])@?[A-Za-z][\w.-]{0,20}_[\w.-]{0,20}\w(?![\w@/])|(?<![\w@/.])@[A-Za-z]\w{2,30}(?![\w.]*@)"
)
_ABBREVIATED = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ]\.\s?$")
_MOST_INITIALS = 2
_FIELD = re.compile(r"(?:^|[\n:;,(/–])\s*$")  # what stands before one
_AGED = re.compile(r" ?\((?:\d|\*|geb)|, ?(?:\d{2}\b|\*|geb)|\n|$")  # what stands after somebody's whole name
_SIGNED = 60  # code points of the line of a signature


def find_full_names(page: Page, language: Language, shadow: Shadow, described: Sequence[Described]) -> list[Named]:
    """Return the names that words around them or their own form give away."""
    names = NameWords(page, language, shadow)
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


def _spoken(names: NameWords) -> Iterator[Named]:
    """Yield the labels of those who speak, whatever they are called."""
    for start, end in find_speakers(names.text, names.language):
        words = names.text[start:end].split()
        kind: NameKind = "full" if len(words) > 1 else "single"
        yield Named(start, NameSpan(start, end, " ".join(words), kind, words[0], words[-1] if len(words) > 1 else ""))


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


def _family_first(names: NameWords) -> Iterator[Named]:
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
        if names.weight(index + 1) < (WITH_FAMILY if shouted else ALONE) or names.noun(index + 1):
            continue
        plain = (
            not names.noun(index)
            and names.weight(index) < ALONE
            and not family.endswith(names.language.words("names", "noun_endings"))
            and _FIELD.search(names.text, max(0, start - 3), start)
            and LISTED.match(names.gap(index + 1))
        )
        if (is_blank(names.gap(index), breaks=False) and (shouted or plain)) or (names.gap(index) == ", " and shouted):
            family = family.capitalize() if shouted else family
            yield Named(start, NameSpan(start, stop, f"{given} {family}", "full", given, family))


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


def _signed(names: NameWords) -> Iterator[Named]:
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


def _line_of_name(names: NameWords, low: int) -> tuple[int, int]:
    """Return where the line of a signature stands: below one such as ``Ihr Nachbar``, if there is one."""
    high = names.text.find("\n", low)
    high = high if high >= 0 else len(names.text)
    head = names.text[low:high].split()
    stop = names.text.find("\n", high + 1)
    below = names.text[high + 1 : stop if stop >= 0 else len(names.text)]
    if head and head[0] in names.language.words("possessives", "you") and below.strip():
        return high + 1, high + 1 + len(below)
    return low, high


def _line(names: NameWords, inside: list[int]) -> Iterator[Named]:
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
    if first < after <= first + LONGEST:
        yield names.span(titles, names.words[inside[0]][0], first, after)


def _led(names: NameWords) -> Iterator[Named]:
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
