"""Takes single guesses out of the words in which models list them."""

import re
from collections.abc import Sequence

__all__ = ["split_guesses"]

_ITEM = re.compile(r"^\s*(?:\(?\d{1,2}[.):]|[-*•–+]|\(?[a-c]\))(?:\s+|$)")
_NUMBERED = re.compile(r"^\s*\(?\d{1,2}[.):](?:\s+|$)")
_INLINE = re.compile(r"(?:^|(?<=[\s;,.]))\(?([1-5])[.):]\s+")
_LEAD_IN = re.compile(
    r".{0,80}?\b(?:guess(?:es)?|options|possibilities)\b[^:;,.]{0,60}?"
    r"(?:\bare\b|\bis\b|\bwould be\b|\binclude\b|:)\s*:?\s*",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:(?<!\s)\s++)?(?:[,;]\s*+|(?<=\s)[-–—]\s*+|\(\s*+)?\(?"
    r"\b(?:due to|because|based on|given (?:the|their|that)|since (?:the|they)|as (?:the author|they|it|he|she)\b|"
    r"considering|suggested by|which (?:is|could|would)|likely (?:due|because)|this is|the author)\b.*",
    re.IGNORECASE,
)
_COMMA = re.compile(r"(?:(?<!\s)\s++)?,(?!\d{3})\s*(?:(?:or|and)\s+)?", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*(?:\(?\d{1,2}[.):]|[-*•–+]|\(?[a-c]\))\s+")
_EXPLAINED = re.compile(
    r"(?::|\s[-–—](?=\s+[^\W\d]))\s+(?=(?:\S+\s+){3}).*", re.DOTALL
)  # four words or more explain, they do not name


def split_guesses(lines: Sequence[str], *, may_hold_commas: bool) -> tuple[str, ...]:
    """Return the guesses in a few lines.

    Args:
        lines: The lines, their Markdown removed.
        may_hold_commas: Whether a single guess may hold a comma, as in ``Porto, Portugal``.

    Example:
        >>> split_guesses(["My top 3 guesses are single, dating, or engaged."], may_hold_commas=False)
        ('single', 'dating', 'engaged')
        >>> split_guesses(["Porto, Portugal; Lisbon, Portugal"], may_hold_commas=True)
        ('Porto, Portugal', 'Lisbon, Portugal')
    """
    filled = [" ".join(line.split()) for line in lines if line.strip()]
    items = [line for line in filled if _NUMBERED.match(line)]
    if len(items) < 2:
        items = [line for line in filled if _ITEM.match(line)]
    if len(items) > 1:
        pieces = [piece for line in items for piece in _inside(_ITEM.sub("", line, count=1))]
    else:
        pieces = _apart(" ".join(line.strip() for line in filled), may_hold_commas=may_hold_commas)
    cleaned = (_clean(piece) for piece in pieces)
    return tuple(piece for piece in cleaned if re.search(r"\w", piece))


def _inside(item: str) -> list[str]:
    return [piece for piece in item.split(";") if piece.strip()]


def _apart(words: str, *, may_hold_commas: bool) -> list[str]:
    words = _LEAD_IN.sub("", words, count=1) if _LEAD_IN.match(words) else words
    if len(_INLINE.findall(words)) > 1:
        return [piece for piece in re.split(r"(?:^|(?<=[\s;,.]))\(?[1-5][.):]\s+", words) if piece.strip(" ;,")]
    if ";" in words:
        return words.split(";")
    plain = _REASON.sub("", words)
    listed = re.search(r",\s+(?:or|and)\s+", plain)
    if listed or (not may_hold_commas and "," in plain):
        return _COMMA.split(plain)
    return [plain]


def _clean(guess: str) -> str:
    guess = _NUMBER.sub("", guess.strip())
    for pattern in (_EXPLAINED, _REASON):
        short = pattern.sub("", guess, count=1)
        if short.count("(") > short.count(")"):  # cut inside brackets: what they held is gone
            short = short[: short.rindex("(")]
        guess = short if re.search(r"\w", short) else guess
    return guess.strip().strip('"“”').rstrip(" ;,.:").strip()
