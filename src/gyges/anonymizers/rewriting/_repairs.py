"""What surely does not belong to a rewritten text is cut off it: code fences, quotation marks, a label before it."""

import re
from dataclasses import dataclass

__all__ = ["Repaired", "repaired"]

_FENCE = re.compile(r"\A\s*```[^\S\n]*+\w*+[^\S\n]*+\n(?P<text>.*?)(?:\n|(?<![^\S\n]))[^\S\n]*+```\s*\Z", re.DOTALL)
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL | re.IGNORECASE)
_QUOTES = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"))

_MADE = (
    r"(?:anonymi[sz]ed|anonymous|re-?written|redacted|paraphrased|sanitized|sanitised|de-?identified|"
    r"revised|modified|edited|anonymisierte[rn]?|umgeschriebene[rn]?|anonymisé|réécrit|reformulé|"
    r"anonimizado|reescrito|parafraseado|anonimizzato|riscritto|geanonimiseerde|herschreven|parafrase van de)"
)
_THING = (
    r"(?:texts?|versions?|documents?|records?|notes?|rewrite|paraphrase|comments?|query|message|post|passage|content|"
    r"Fassung|Dokument|texte|texto|versión|documento|testo|versione|tekst|versie)"
)
_LABEL = re.compile(
    rf"\A\s*(?:\*\*|#+\s+)?(?:(?:the|der|die|le|la|el|il|o|de|het)\s+)?"
    rf"(?:(?:{_MADE}\s+)+{_THING}|{_THING}\s+{_MADE}|paraphrase(?:\s+of\s+the\s+document)?)"
    r"[^\S\n]*+(?:\*\*)?[^\S\n]*+(?::(?:\*\*)?[^\S\n]*\n?|\n)",  # a label has a colon or a line of its own
    re.IGNORECASE,
)
_PREAMBLE = re.compile(
    r"\A\s*(?:(?:sure|certainly|of course|okay|ok|yes|gerne|natürlich|bien sûr|claro|certo)\b[^\n]{0,40}?[!,.:]\s*)?"
    r"(?:here(?:'s|’s| is| are)|below is|the following is|hier ist|voici|aquí está|aqui está|ecco|hier is)\b"
    rf"[^\n:]{{0,80}}\b(?:{_MADE}|{_THING}|paraphrase)\b[^\n:]{{0,100}}:[^\S\n]*\n",
    re.IGNORECASE,
)
_COURTESY = re.compile(r"\A\s*(?:sure|certainly|of course|gerne|bien sûr)\s*[!.,][^\S\n]*\n+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text, and in words what was cut off it."""

    text: str
    repairs: tuple[str, ...] = ()


def repaired(text: str, original: str) -> Repaired:
    r"""Return a text without what surely is no part of it; what the original has as well is left alone.

    Example:
        >>> repaired("Here is the anonymized text:\n\nShe left.", "Ana left.")
        Repaired(text='She left.', repairs=('a line before the text was cut off',))
    """
    repairs: list[str] = []
    text = text.strip()
    for pattern, words in (
        (_THINKING, "thoughts before the text were cut off"),
        (_COURTESY, "a line before the text was cut off"),
        (_PREAMBLE, "a line before the text was cut off"),
        (_LABEL, "a label before the text was cut off"),
    ):
        if pattern.match(text) and not pattern.match(original):
            text = pattern.sub("", text, count=1).strip()
            repairs.append(words)
    inside = _FENCE.match(text)
    if inside and not _FENCE.match(original) and "```" not in inside["text"]:
        text = inside["text"].strip()
        repairs.append("a code fence around the text was cut off")
    if _is_quoted(text) and not _is_quoted(original.strip()):
        text = text[1:-1].strip()
        repairs.append("quotation marks around the text were cut off")
    return Repaired(text, tuple(dict.fromkeys(repairs)))


def _is_quoted(text: str) -> bool:
    """Whether one pair of marks stands around the whole text and nowhere else in it."""
    return any(
        len(text) > 1 and text[0] == left and text[-1] == right and not {left, right} & set(text[1:-1])
        for left, right in _QUOTES
    )
