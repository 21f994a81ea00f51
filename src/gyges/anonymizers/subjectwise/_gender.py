"""Words that tell a sex or a tie, as pieces."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import Rewording, Sexes, is_title, judge_sexes, neutral_kin, neutral_sex

__all__ = ["all_sexes", "find_gender", "find_kin", "is_english", "judged", "with_title"]

_ENGLISH = 0.04  # share of the commonest English words from which on a text is English; other languages stay below
_TITLE = re.compile(
    r"(?P<title>Mr|Mrs|Ms|Miss|Sir|Madam|Mme|Mlle|Madame|Monsieur|Herr|Frau|Señora?|Senhora?|Signora?|Don|Dona|Doña|Fru|Sister"
    r"|Brother|Father|Mother)\b\.?\s+"
)
_ENGLISH_TITLES = {
    **dict.fromkeys(
        ("Mme", "Mlle", "Madame", "Frau", "Señora", "Senhora", "Signora", "Dona", "Doña", "Fru", "Mrs"), "Ms"
    ),
    **dict.fromkeys(("Monsieur", "Herr", "Señor", "Senhor", "Signor", "Don"), "Mr"),
}
"""Titles that tell a country or a marriage, and those that tell a sex alone."""
_NOT_ENGLISH = "the text is not English"
_LETTER = re.compile(r"(?<!\w)[A-Z]{1,2}\.(?=(?:['’]s)?$)")
_WORD = re.compile(r"[^\W\d_]+")
_TOGETHER = {"pronoun": "pronouns", "title": "titles"}  # these change all at once


def is_english(text: str) -> bool:
    """Tell whether a text is written in English, by its commonest words.

    Example:
        >>> is_english("She was at home and it is late."), is_english("Sie war zu Hause, und es ist spät.")
        (True, False)
    """
    words = re.findall(r"[^\W\d_]+", text[:20_000].lower())
    return bool(words) and sum(word in words_in("grammar", "commonest") for word in words) / len(words) >= _ENGLISH


def judged(text: str, known: Iterable[Piece]) -> Sexes:
    """Return what becomes of the words of a text that tell a sex, given the pieces that name somebody or tell a job."""
    if not is_english(text):
        return Sexes((), kept={"": _NOT_ENGLISH})
    pieces = list(known)
    named: dict[int, str] = {}
    letters: dict[str, str] = {}
    for piece in pieces:
        if piece.kind in {"name", "job"}:
            words = _WORD.finditer(text, piece.start, piece.end)
            begins = [word.start() for word in words if piece.kind == "job" or not is_title(word[0])]
            if begins:
                named[begins[0] if piece.kind == "name" else begins[-1]] = piece.key
            letter = _LETTER.search(piece.rungs[0])
            if piece.kind == "name" and letter is not None:
                letters.setdefault(piece.key, letter[0])
    return judge_sexes(text, named, letters, [(piece.start, piece.end) for piece in pieces])


def all_sexes(text: str) -> Sexes:
    """Return the words of a text that tell a sex, each to be hidden where its own sentence allows it."""
    return Sexes(neutral_sex(text)) if is_english(text) else Sexes((), kept={"": _NOT_ENGLISH})


def find_gender(text: str, sexes: Sexes) -> Iterator[Piece]:
    """Yield the words of a text that tell a sex; pronouns and their verbs change together."""
    return (_piece(text, swap) for swap in sexes.swaps)


def find_kin(text: str, sexes: Sexes) -> Iterator[Piece]:
    """Yield the words of an English text that tell with whom somebody lives; "widow" only where sexes go."""
    return (_piece(text, swap) for swap in neutral_kin(text) if swap.kind != "tie" or not sexes.reason)


def with_title(text: str, piece: Piece, sexes: Sexes) -> Piece:
    """Return a piece of a name beside the title that tells a sex, where that stays: "Mr Roe" becomes "Mr B."."""
    stays = piece.kind == "name" and (piece.key in sexes.kept)
    title = _TITLE.match(text, piece.start, piece.end) if stays else None
    if title is None:
        return piece
    rungs = tuple(rung.removeprefix("certain ") for rung in piece.rungs)  # "a Mr B.", not "a certain B."
    plain = _ENGLISH_TITLES.get(title["title"])
    if plain is not None:
        return replace(piece, rungs=tuple(f"{plain} {rung}" for rung in rungs))
    return replace(piece, start=title.end(), rungs=rungs)


def _piece(text: str, swap: Rewording) -> Piece:
    key = _TOGETHER.get(swap.kind) or f"{swap.kind} {text[swap.start : swap.end].casefold()}"
    category = "PERSON" if swap.kind == "title" else "DEM"
    return Piece(swap.start, swap.end, swap.kind, swap.rungs, key, TAGS[swap.kind], category)
