"""What surely does not belong to a rewritten text is cut off it: code fences, quotation marks, a label before it."""

import re
from dataclasses import dataclass

_DID = (
    r"(?:replaced|removed|redacted|anonymi[sz]ed|generali[sz]ed|paraphrased|rewritten|rephrased|omitted|masked|"
    r"saniti[sz]ed|obscured|altered|changed)"
)
_CHANGED = r"(?:anonymi[sz]ed|rewritten|redacted|saniti[sz]ed|paraphrased|de-?identified)"
# What an anonymizer changes; "I changed my name" is the sentence of an author, "the names" one of a model.
_ABOUT = (
    r"(?:names\b|(?:the|all|any|specific) name\b|identif\w+|personal\b|specific\b|details\b|locations\b|"
    r"placeholders?\b|generic\b|sensitive\b|PII\b|information\b|privacy\b|anonym\w+|references\b|wording\b|"
    r"[\"“'‘][^\n]{1,60}[\"”'’] (?:with|to|by|->|→))"
)
_WHY = r"(?:to (?:protect|preserve|prevent|ensure|avoid|maintain)\b|with (?:generic|placeholder|\[|\")|privacy|anonym)"
_EXPLANATIONS = (
    rf"\bI(?:['’]ve| have)? (?:also |carefully |only |then )?{_DID}\b[^.\n]{{0,50}}?{_ABOUT}",
    rf"\bI(?:['’]ll| will| would| am going to) (?:\w+ )?(?:replace|remove|redact|anonymi[sz]e|generali[sz]e|rephrase)\b"
    rf"[^.\n]{{0,50}}?{_ABOUT}",
    r"\bI(?:['’]ve| have)? made the following changes\b",
    rf"\b(?:was|were|has been|have been|are) (?:\w+ly )?{_DID}\b[^.\n]{{0,60}}\b{_WHY}",
    rf"\b(?:in|for) (?:this|the) {_CHANGED} (?:version|text)\b",
    rf"\b(?:the|this) (?:text|document|record|message|passage) (?:above |below )?(?:has been|was|is) {_DID}",
    r"\b(?:the|this) original (?:text|sentence|passage|message)\b",
    rf"\b{_CHANGED} (?:text|version|document)\W*:",
    rf"^[^\w\n]*+(?:here(?:['’]s| is)|below is) (?:the|your|my|an?) [^.\n]{{0,40}}{_CHANGED}",
    r"^[^\w\n]*+(?:explanation(?: of (?:the )?changes)?|"
    r"(?:list of |summary of |note on )?(?:the )?changes(?: made)?)\W*:",
    r"^[^\w\n]*+(?:Änderungen|Erklärung(?: der Änderungen)?|Modifications(?: apportées)?|Cambios(?: realizados)?)\W*:",
    r"\blet me know if you(?:['’]d| would)? (?:like|need|want)[^.\n]{0,30}(?:change|adjust|modif|revis)",
    r"\bich habe (?:alle|die|den|das|folgende)\b[^.\n]{0,60}(?:ersetzt|entfernt|anonymisiert|verallgemeinert)\b",
    r"\bj['’]ai (?:remplacé|supprimé|anonymisé|généralisé) (?:les|tous|toutes|le nom)\b",
    r"\bhe (?:reemplazado|eliminado|anonimizado|sustituido|generalizado) (?:los|las|todos|todas|el nombre)\b",
    r"\b(?:substituí|removi|anonimizei|generalizei) (?:os|as|todos|todas|o nome)\b",
    r"\bho (?:sostituito|rimosso|anonimizzato|generalizzato) (?:i|gli|le|tutti|il nome)\b",
)
EXPLANATIONS = re.compile("|".join(_EXPLANATIONS), re.IGNORECASE | re.MULTILINE)
"""The model speaks about its work instead of doing it, or besides doing it."""

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
    """A text, in words what was cut off it, and what a typed answer says of it."""

    text: str
    repairs: tuple[str, ...] = ()
    explanation: str = ""


def repaired(text: str, original: str) -> Repaired:
    r"""Return a text without what surely is no part of it; what the original has as well is left alone."""
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
