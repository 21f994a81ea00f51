"""Passages of a text in another language than the rest of it: a quoted mail, a note below a letter, a sentence."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby

from gyges.reading.languages.table._language import is_read, read_languages
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.page._language import ENGLISH, Vote, english_words, small_words, unmarked, vote
from gyges.reading.time._dates import months

_PARAGRAPH = re.compile(r"\S[^\n]*+(?:\n(?![^\S\n]*\n)[^\n]*+)*+")
_TURN = r"\n(?=(?:\[[\d:., /-]{4,20}\] ?)?(?:[^\W\d_a-zß-öø-ÿ][^:\n]{0,30}|[^\W\d_]{1,20}):[ \n])"  # "[10:05] Pete: "
_IS_TURN = re.compile(_TURN)
_SENTENCE_END = re.compile(rf"{_TURN}|[.!?;:][\"'”’»)\]]*\s+|(?<=[.!?;:,])\n|\n(?=[>|*•-])|(?<=[\"”»]) ")
_SHORT_FORM = re.compile(
    r"(?<![^\W_])(?:(?P<letter>[^\W\d_])|(?P<word>[^\W\d_]{2,12})"
    r"|(?P<of>im |dem |den |der |die |das |zum |zur |vom |beim )?(?P<number>\d{1,2}))$"
)
_REACH = 14  # code points before a stop in which its short form stands
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 40  # code points below which a paragraph has too few words to tell
_SHORTEST_SENTENCE = 30  # the same of a sentence, which goes on with the next one
_CLEAR_WORDS = 15  # from which on one that is clearly not English is believed though its neighbours are not far off
_CLEAR_IN_SENTENCE = 8  # the same in a sentence among others of the language of the text
_ENGLISH_WORDS = 10  # of an English sentence in a text of another language: dialects look like English
_OWN_SHARE = 0.05  # of its words may be small words of the language of the text
_FEWEST_OTHERS = 3  # small words of another language in a text, from which on its sentences are looked at

Span = tuple[int, int]


@lru_cache(maxsize=16)  # asked by the reader, the maskers and the guard of one text after another
def foreign_paragraphs(text: str, language: str) -> tuple[Span, ...]:
    """Return where paragraphs and sentences stand that are surely in another language that is read, in order.

    A paragraph of a few words ("Sehr geehrte Frau Weber,") is in the language it looks like if another one surely is.
    """
    mixed = _has_words_of_others(text, language)
    found: dict[Span, str] = {}
    short: list[Span] = []
    for match in _PARAGRAPH.finditer(text):
        told = _vote(match[0]) if match.end() - match.start() >= _SHORTEST else None
        if told is not None and match.span() != (0, len(text)) and _is_other(told, language, _CLEAR_WORDS):
            found[match.span()] = told.language
            continue
        inside = list(_sentences(text, match.span(), language)) if mixed else []
        found |= inside
        if not inside and (told is None or not told.sure):
            short.append(match.span())
    others = {*found.values()} - {ENGLISH}  # a few words of a heading look English in any language
    spans = [*found, *(span for span in short if others and _vote(text[slice(*span)]).language in others)]
    return tuple(sorted(spans))


def _sentences(text: str, paragraph: Span, language: str) -> Iterator[tuple[Span, str]]:
    """Yield sentences in a row of a paragraph that are in another language, with the language."""
    spans, votes = zip(*_cut(text, paragraph, language), strict=True)
    told = [
        one.language
        if _is_other(one, language, _CLEAR_IN_SENTENCE) and _is_apart(text[slice(*span)], one, language)
        else ""
        for span, one in zip(spans, votes, strict=True)
    ]
    sure = {*told} - {"", ENGLISH}
    told = [
        one or (likely.language if likely.language in sure else "") for one, likely in zip(told, votes, strict=True)
    ]
    for name, group in groupby(zip(told, spans, strict=True), key=lambda pair: pair[0]):
        run = [span for _, span in group]
        if name:
            yield (run[0][0], run[-1][1]), name


def _cut(text: str, paragraph: Span, language: str) -> Iterator[tuple[Span, Vote]]:
    """Yield sentences with their votes, without the blanks behind them.

    A few words that do not tell are the begin of the next sentence, such as a title with its stop.
    """
    start, end = paragraph
    ends = [match for match in _SENTENCE_END.finditer(text, start, end) if not _is_inside(text, match)]
    for match in [*ends, None]:
        stop = match.start() + len(match[0].rstrip()) if match is not None else end
        told = _vote(text[start:stop])
        last = match is None or _IS_TURN.match(text, match.end() - 1) is not None
        if last or stop - start >= _SHORTEST_SENTENCE or told.language == language:
            yield (start, stop), told
            start = match.end() if match is not None else end


def _is_inside(text: str, match: re.Match[str]) -> bool:
    """Tell whether a stop closes no sentence: of a title, an initial, a day before its month, "Hauptstr. 12"."""
    if match[0].rstrip() != ".":
        return False
    if text[match.end() : match.end() + 1].isdigit():
        return True
    before = _SHORT_FORM.search(text, max(0, match.start() - _REACH), match.start())
    if before is None:
        return False
    after = _WORD.match(text, match.end())
    if before["number"]:
        return before["of"] is not None or (after is not None and fold(after[0]) in months())
    return before["letter"] is not None or fold(before["word"]) in words("clear_abbreviations")


def _is_other(told: Vote, language: str, enough: int) -> bool:
    """Tell whether a passage is surely in another language that is read."""
    sure = told.sure or (told.clear and told.words >= enough)
    return told.language not in {"", language} and sure and is_read(told.language)


def _is_apart(sentence: str, told: Vote, language: str) -> bool:
    """Tell whether a sentence is no dialect of the language of its text, which has words of both."""
    if told.language != ENGLISH:
        return True
    own = sum(word.lower() in _words_of(language) for word in _WORD.findall(sentence))
    return told.words >= _ENGLISH_WORDS and own <= _OWN_SHARE * told.words


def _has_words_of_others(text: str, language: str) -> bool:
    """Tell whether a text has small words of another language, so that a look at its sentences is worth the time."""
    said = {word.strip("\"'“”„«»¿¡(,.;:!?)>").lower() for word in set(text.split())}
    return any(len(said & _words_of(other)) >= _FEWEST_OTHERS for other in read_languages() if other != language)


@cache
def _words_of(language: str) -> frozenset[str]:
    """Return small words of a language; of another one than English those that are no English words."""
    own = frozenset(word for word in small_words(language) if len(word) > 1)
    if language == ENGLISH:
        return own - frozenset(word for other in read_languages() if other != ENGLISH for word in small_words(other))
    return own - frozenset[str]().union(*english_words())


def _vote(text: str) -> Vote:
    return vote(unmarked(text)[0])
