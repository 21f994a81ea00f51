"""Names that their place proves, whatever else the words mean: "my grandson Bin", "Tita Baby", a line that signs."""

import re
from collections.abc import Iterator

from gyges.anonymizers.identifiers import is_date_word
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._told_names import is_strange
from gyges.anonymizers.wording import (
    begins_sentence,
    is_function,
    is_honorific,
    is_kin_word,
    is_named_noun,
    is_ordinary,
    is_thing_word,
    is_title,
    line_of,
    usual_tag,
    word_before,
)
from gyges.reading.lookups import countries, first_name, fold, is_job, is_place, is_surname, kin

__all__ = ["certain_names", "with_last_name"]

_CAPITAL = r"[^\W\d_a-zà-ÿ][a-zà-ÿāēīōūışğłżć]+(?:['’-][^\W\d_]+)*"
_TITLED = re.compile(
    rf"(?<![\w.'’-])(?P<title>{_CAPITAL})\.? (?P<name>(?P<initials>(?:[A-Z]\. ?)*){_CAPITAL})(?![\w-])"
)
_OWNER = re.compile(rf"(?<![\w.'’-])(?P<name>(?P<first>{_CAPITAL}) (?P<last>{_CAPITAL}))['’]s (?=[a-z])")
_TIED = re.compile(
    rf"\b(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|[Yy]our|[^\W\d_]+['’]s) (?:[a-z]+ )?(?P<noun>[a-zé-]+)(?P<mark>,? )"
    rf"(?P<name>{_CAPITAL}(?: {_CAPITAL})?)(?![\w-])"
)
_WORKS = re.compile(
    rf"\b(?:[Tt]he|[Oo]ur|[Mm]y|[Aa]n?) (?:[a-z]+ ){{0,2}}(?P<noun>[a-z-]+), (?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
    rf"(?=, [a-z]| \()"
)
_SIGNED = re.compile(
    rf"(?:,\n{{1,2}}|(?:^|\n)Yours? )(?:(?P<title>{_CAPITAL})\.? )?(?P<name>{_CAPITAL}(?: {_CAPITAL})?)[ \t]*(?=\n|$)"
)
_ENDS = re.compile(rf"\n\n(?P<name>(?P<first>{_CAPITAL}) {_CAPITAL})\s*$")
_INITIALLED = re.compile(rf"(?:^|\n|: |- |, |\()(?P<name>(?:[A-Z]\. ?){{1,2}}{_CAPITAL})(?=[ \t]*(?:\n|$)|,|\)| \()")
_AGED = re.compile(
    rf"(?<![\w.'’-])(?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
    rf"(?=, (?:[a-z][a-z ]{{2,30}}, )?(?:aged )?\d{{1,2}}(?: years| yrs| months))"
)
_DESCRIBED = re.compile(rf"(?<![\w.'’-])(?P<name>{_CAPITAL}(?: {_CAPITAL})?), [a-z][a-z -]{{3,40}}, (?P<verb>[a-z]+)")
_BETWEEN = re.compile(rf", (?P<name>{_CAPITAL}), (?P<verb>[a-z]+)")
_BESIDE = re.compile(rf"\b(?:me|him|us) and (?P<name>{_CAPITAL})(?![\w-])")
_OF = re.compile(
    rf"\b(?:wife|husband|widow|widower|son|daughter|mother|father|brother|sister) of (?P<name>{_CAPITAL})(?![\w-])"
)
_CALLED = re.compile(
    rf"\b(?:call|calls|called|named|nicknamed|christened) (?:him|her|me) [\"“'‘]?(?P<name>{_CAPITAL})(?![\w-])"
    rf"|\bknown (?:to \w+ )?as [\"“'‘](?P<quoted>{_CAPITAL})[\"”'’]"
)
_ADDRESSED = re.compile(r"(?m)^(?:FOR|TO|DEAR|ATTN):? (?P<name>[^\W\d_a-z]{3,}(?: [^\W\d_a-z]{3,})?)(?=[.,:!]|\n|$)")
_ALONE = re.compile(rf"(?:\n|[.:] )(?P<name>{_CAPITAL} {_CAPITAL})\. (?=[A-Z])")
_MORE = re.compile(r"\.? [A-Z]")
_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_WIDOWED = frozenset(("widow", "widower"))
_LEADS = frozenset(("in", "at", "from", "to", "near", "of", "via", "the", "a", "an", "this", "that"))
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_LAST = re.compile(
    rf"(?:(?<=\b[A-Z])\.)? (?:[A-Z]\. )?(?P<last>{_CAPITAL})(?![\w-])(?=[ \t]*(?:\n|$)| \(|, (?:[a-z]|\d)|['’]s [a-z])"
)
_USUAL = 0.3  # weight of a first name from which on it is believed


def certain_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield names that their place proves.

    Example:
        >>> text = "My grandson Bin sat with Tita Baby."
        >>> [text[start:end] for start, end in certain_names(text)]
        ['Baby', 'Bin']
    """
    for match in _TITLED.finditer(text):
        title, name = match["title"], match["name"].split()[-1].split(".")[-1]
        polite = is_honorific(title) or (match["initials"] and is_title(title))
        leads = is_title(name) and _MORE.match(text, match.end()) is not None  # "Frau Mag. Steyr"
        if (polite or (is_kin_word(title) and is_strange(name))) and not leads and not _is_no_name(name):
            yield match.span("name")
    for match in _TIED.finditer(text):
        if _is_relative(match["noun"]) and not _is_no_name(match["name"]):
            yield match.span("name")
    for match in _WORKS.finditer(text):
        if (is_job(match["noun"]) or _is_relative(match["noun"])) and not _is_no_name(match["name"]):
            yield match.span("name")
    yield from _strange_names(text)
    yield from _named_outright(text)


def _is_relative(noun: str) -> bool:
    return kin(fold(noun)) is not None or noun in _WIDOWED


def _strange_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield words in no table that stand as a name does."""
    for pattern in (_AGED, _BESIDE, _OF, _ALONE):
        for match in pattern.finditer(text):
            if _is_strange(text, match):
                yield match.span("name")
    for pattern in (_DESCRIBED, _BETWEEN):
        for match in pattern.finditer(text):
            if usual_tag(match["verb"]) in _FINITE and _is_strange(text, match):
                yield match.span("name")
    for match in _OWNER.finditer(text):
        first = match["first"]
        named = not is_function(first) and not is_title(first) and first.lower() not in words_in("places", "leads")
        if named and is_strange(match["last"]) and not _is_no_name(match["name"]):
            yield match.span("name")


def _is_strange(text: str, match: re.Match[str]) -> bool:
    """Tell whether words are in no table, and stand neither behind a preposition of place nor behind an article."""
    name, before = match["name"], word_before(text, match.start("name"))
    led = before is not None and before.lower in _LEADS and match.re is not _OF
    words = name.split()
    known = is_title(words[0]) or is_place(fold(name)) or _is_no_name(name)
    return not led and not known and all(map(is_strange, words))


def _named_outright(text: str) -> Iterator[tuple[int, int]]:
    """Yield names that sign, that are addressed, or that somebody is said to be called."""
    for match in _SIGNED.finditer(text):
        signs = match["title"] is None or is_title(match["title"])
        if signs and all(map(is_strange, match["name"].split())) and not is_place(fold(match["name"])):
            yield match.span("name")
    for match in _ENDS.finditer(text):
        if _is_first_name(match["first"]):
            yield match.span("name")
    for match in _INITIALLED.finditer(text):
        last = match["name"].split()[-1].lstrip(".")
        if is_surname(last) and not is_function(last):
            yield match.span("name")
    for match in _ADDRESSED.finditer(text):
        words = match["name"].split()
        if all(first_name(word) is not None or is_surname(word) for word in words) and not is_ordinary(words[0]):
            yield match.span("name")
    for match in _CALLED.finditer(text):
        group = "name" if match["name"] else "quoted"
        if not _is_no_name(match[group]) and not is_title(match[group]):
            yield match.span(group)


def _is_no_name(words: str) -> bool:
    """Tell whether capitals are a nation, a place, a feast, a month or words of grammar."""
    nations = {word for country in countries() for word in country.demonyms}
    return any(
        word in nations
        or is_function(word)
        or is_kin_word(word)
        or is_named_noun(word)
        or (is_thing_word(word) and first_name(word) is None)
        or is_date_word(word, 0, len(word))
        or word.lower().removesuffix("s") in _DAYS
        or word.lower() in words_in("places", "languages")
        for word in words.split()
    ) or (is_place(fold(words)) and first_name(words) is None)


def with_last_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a first name with the ordinary word behind it that is the last name: "Raewyn Park", "Ludmila P. Ash".

    Example:
        >>> with_last_name("Yours, Raewyn Park", 7, 13)
        (7, 18)
    """
    more = _LAST.match(text, end)
    if more is None or not _is_first_name(text[start:end].split()[0]):
        return start, end
    if is_ordinary(text[start:end]) and begins_sentence(text, start):
        return start, end
    last = more["last"]
    low, high = line_of(text, start, more.end())
    titled = sum(map(str.isupper, text[low:high])) * 2 > len(text[low:high].split()) and high - more.end() > 1
    holy = is_thing_word(last) and not is_title(last)  # but "Chuck Bishop"
    if (
        holy
        or is_function(last)
        or is_date_word(last, 0, len(last))
        or (is_job(last.lower()) and begins_sentence(text, start) and titled)
    ):
        return start, end
    written = re.search(rf"(?<![\w-]){re.escape(last.lower())}(?![\w-])", text)
    return (start, end) if written is not None else (start, more.end("last"))


def _is_first_name(word: str) -> bool:
    stat = first_name(word)
    return stat is not None and stat.weight >= _USUAL
