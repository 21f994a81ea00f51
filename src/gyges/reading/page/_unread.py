"""What the embedded readers cannot read: texts in languages without tables, and texts that are none."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from gyges.errors import UnreadError
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.table._language import is_read
from gyges.reading.page._language import ENGLISH, UNKNOWN, Vote, plain_text, vote

__all__ = ["NO_TEXT", "other_language", "require_read", "unread_kind", "unread_kinds", "why_unread"]

NO_TEXT = "no running text"
"""What a text is called that has no words to read: numbers, codes, signs."""

_FOREIGN_SHARE = 0.2  # of the words in other languages, from which on a text that is English elsewhere was not read
_PASSAGE = 30  # characters of a passage, at least
_PASSAGE_WORDS = 5  # and words of one that is clearly not English: fewer do not tell
_TOLD_WORDS = 20  # from which on another language is believed though it is not clear which one or how clearly
_TEXT_SHARE = 0.25  # of the tokens of a text must be words or marks of a mask
_FEWEST_WORDS = 2  # a single one is no text
_LONGEST_WORD = 30  # letters; what goes on for longer is a code

_SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡«»¿–—‘’“”„•…"
_PASSAGE_END = re.compile(r"[.!?;:۔।]\s+|\n+|[。！？]")
_SAID = re.compile(
    rf"unread: (?:(?:about \d+ % of )?the text is in (?P<language>[^,;]+),|there is (?P<none>{NO_TEXT}))"
)


def why_unread(text: str, *, english_only: bool = False, known: Collection[str] = ()) -> str | None:
    """Return why the embedded readers cannot read a text, None if they can.

    Marks that a mask left are read, however many: what was masked is gone, not hidden. An empty text is read too:
    there is nothing in it. A text is read in the language most of it is in, and whole paragraphs in theirs, unless a
    fifth of its words or more stands in other passages of other languages.

    Args:
        text: The text.
        english_only: Whether the reader knows English only, and not the languages that have tables of their own.
        known: Languages whose passages count as read all the same: in the text this one was made of they were.

    Example:
        >>> why_unread("Анна Петрова живёт в Казани.")
        'the text is in Russian'
        >>> why_unread("[PERSON] [LOC] ***")
        >>> why_unread("4711 0815 3.14")
        'there is no running text'
    """
    if not text.strip():
        return None
    plain, marks = plain_text(text)
    whole = vote(plain)
    if whole.beyond_latin < 1 and not _has_words(plain, marks):
        return f"there is {NO_TEXT}"
    if whole.language != ENGLISH and whole.language and (english_only or not is_read(whole.language)):
        return f"the text is in {whole.language}"
    if not english_only:
        rest = _without_read_paragraphs(text, whole.language or ENGLISH)
        plain = plain_text(rest)[0] if rest != text else plain
    others: dict[str, float] = {}
    for passage in _passages(plain):
        told = vote(passage)
        if told.language in known:
            continue
        if told.words >= _PASSAGE_WORDS and _is_other(told, whole.language or ENGLISH):
            others[told.language] = others.get(told.language, 0.0) + told.words
        elif told.beyond_latin:
            others[UNKNOWN] = others.get(UNKNOWN, 0.0) + told.beyond_latin
    share = sum(others.values()) / max(whole.words, 1.0)
    if share < _FOREIGN_SHARE:
        return None
    return f"about {100 * share:.0f} % of the text is in {max(others, key=others.__getitem__)}"


def _without_read_paragraphs(text: str, language: str) -> str:
    """Return a text without the paragraphs that are read in another language than the rest of it."""
    parts, last = list[str](), 0
    for low, high in foreign_paragraphs(text, language):
        parts.append(text[last:low])
        last = high
    return "".join([*parts, text[last:]])


def _is_other(passage: Vote, language: str) -> bool:
    """Tell whether a passage is clearly not in the language of its text; few words tell no neighbours apart."""
    if language == ENGLISH:
        return passage.clear
    return passage.language not in ("", language) and (passage.sure or passage.beyond_latin > 0)


def other_language(text: str) -> str:
    """Return the language a text is in for the most part, empty for one that is read and where too little stands.

    Less strict than `why_unread`: whoever changes words wants to be stopped where English ones would be laid over
    another language, and not by a foreign line, a list of names or a few words that could be anything.

    Example:
        >>> other_language("Pani Maria mieszka w Krakowie i pracuje w szpitalu.")
        'Polish'
        >>> other_language("Maria Kowalska, Kraków")
        ''
    """
    told = vote(plain_text(text)[0])
    if not told.language or is_read(told.language):
        return ""
    other_script = 2 * told.beyond_latin > told.words
    enough = told.words >= (_PASSAGE_WORDS if told.clear else _TOLD_WORDS)
    return told.language if other_script or enough else ""


def require_read(text: str, reader: str, flag: str = "--attacker", *, english_only: bool = False) -> None:
    """Let only texts pass that the embedded readers can read.

    Args:
        text: The text.
        reader: Who is to read it, as users call it.
        flag: Where users name another one.
        english_only: Whether it knows English only.

    Raises:
        UnreadError: It cannot be read; what would be found in it is not all there is.
    """
    reason = why_unread(text, english_only=english_only)
    if reason is not None:
        rest = "" if reason.endswith(NO_TEXT) else f", which '{reader}' does not read"
        raise UnreadError(f"unread: {reason}{rest}", f"name a model with {flag}")


def unread_kind(reason: str) -> str | None:
    """Return the language of a text by the reason why it was not read, `NO_TEXT` for none; None for other reasons.

    Example:
        >>> unread_kind("GY106 unread: the text is in Russian, which 'rules' does not read; name a model")
        'Russian'
    """
    said = _SAID.search(reason)
    return said["language"] or said["none"] if said else None


def unread_kinds(reasons: Iterable[str]) -> dict[str, int]:
    """Return how many texts were not read by language, the commonest first, by the reasons why texts failed."""
    counts: dict[str, int] = {}
    for kind in filter(None, map(unread_kind, reasons)):
        counts[kind] = counts.get(kind, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _has_words(plain: str, marks: int) -> bool:
    """Tell whether words and marks make up enough of a text, and not numbers, codes and signs."""
    tokens = plain.split()
    if _are_enough(tokens, marks):  # as they are with signs at most of them
        return True
    return _are_enough([bare for token in tokens if (bare := token.strip(_SIGNS))], marks)


def _are_enough(tokens: Sequence[str], marks: int) -> bool:
    spoken = sum(token.isalpha() and 1 < len(token) <= _LONGEST_WORD for token in tokens)
    return spoken + marks >= max(1 if marks else _FEWEST_WORDS, _TEXT_SHARE * (len(tokens) + marks))


def _passages(text: str) -> Iterator[str]:
    """Yield sentences or lines, short ones together with the next."""
    start = 0
    for end in _PASSAGE_END.finditer(text):
        if end.end() - start >= _PASSAGE:
            yield text[start : end.end()]
            start = end.end()
    yield text[start:]
