"""What the embedded readers cannot read: texts in languages without tables, and texts that are none."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gyges.errors import UnreadError
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.table._language import is_read
from gyges.reading.page._language import ENGLISH, UNKNOWN, Vote, unmarked, vote
from gyges.reading.plain import GARBLED, shown_text, why_garbled

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
    r"unread: (?:(?:about \d+ % of )?the text is in (?P<language>[^,;]+?)(?: and about \d+ % in other languages)?,"
    rf"|there is (?P<none>{NO_TEXT}|{GARBLED}))"
)


def why_unread(text: str, *, english_only: bool = False, known: Collection[str] = ()) -> str | None:
    """Return why the embedded readers cannot read a text, None if they can.

    Marks that a mask left are read, however many: what was masked is gone, not hidden. An empty text is read too:
    there is nothing in it. A text is read in the language most of it is in, and whole paragraphs in theirs, unless a
    fifth of its words or more stands in other passages of other languages. Marks count as words of the text.
    """
    text = shown_text(text)
    if not text.strip():
        return None
    plain, marks = unmarked(text)
    whole = vote(plain)
    if whole.beyond_latin < 1 and not _has_words(plain, marks):
        return f"there is {NO_TEXT}"
    if garbled := why_garbled(text):
        return garbled
    if whole.language != ENGLISH and whole.language and (english_only or not is_read(whole.language)):
        return f"the text is in {whole.language}"
    main = whole.language or ENGLISH
    if not english_only:
        rest = _without_read_paragraphs(text, main)
        plain = unmarked(rest)[0] if rest != text else plain
    others: dict[str, float] = {}
    for passage in _passages(plain):
        told = vote(passage)
        if told.language in known:
            continue
        if told.words >= _PASSAGE_WORDS and _is_other(told, main):
            others[told.language] = others.get(told.language, 0.0) + told.words - _words_at_its_edges(passage, main)
        elif told.beyond_latin:
            others[UNKNOWN] = others.get(UNKNOWN, 0.0) + told.beyond_latin
    shares = {language: words / max(whole.words + marks, 1.0) for language, words in others.items()}
    total = sum(shares.values())
    return _said_of(shares, total) if total >= _FOREIGN_SHARE else None


def _said_of(shares: Mapping[str, float], total: float) -> str:
    """Return how much of a text is in the commonest of other languages, and how much in the rest of them."""
    first = max(shares, key=shares.__getitem__)
    rest = round(100 * (total - shares[first]))
    said = f"about {100 * shares[first]:.0f} % of the text is in {first}"
    return f"{said} and about {rest} % in other languages" if rest else said


def _words_at_its_edges(passage: str, language: str) -> float:
    """Return how many words of a foreign passage are short sentences beside it, in the language of the text."""
    votes = [vote(piece) for piece in _PASSAGE_END.split(passage)]
    return sum(told.words for told in votes if told.language == language)


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
    """
    told = vote(unmarked(shown_text(text))[0])
    if not told.language or is_read(told.language):
        return ""
    other_script = 2 * told.beyond_latin > told.words
    enough = told.words >= (_PASSAGE_WORDS if told.clear else _TOLD_WORDS)
    return told.language if other_script or enough else ""


def require_read(text: str, reader: str, flag: str = "--attacker", *, english_only: bool = False) -> None:
    """Let only texts pass that the embedded readers can read."""
    reason = why_unread(text, english_only=english_only)
    if reason is not None:
        rest = "" if reason.endswith((NO_TEXT, GARBLED)) else f", which '{reader}' does not read"
        raise UnreadError(f"unread: {reason}{rest}", f"name a model with {flag}")


def require_visible(text: str) -> None:
    """Let only texts pass in which nothing is hidden that no reader, not even a model, can make out."""
    reason = why_garbled(text, to_a_model=True)
    if reason is not None:
        raise UnreadError(f"unread: {reason}", "release the text in plain letters")


def unread_kind(reason: str) -> str | None:
    """Return the language of a text by the reason why it was not read, or what else it is; None for other reasons."""
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
