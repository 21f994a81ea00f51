"""Ways of writing: lower case and short forms of chats, telegram style of notes, slips of the pen."""

import random
import re
from collections.abc import Iterator

from gyges.factory._draft import DocumentDraft, DraftEdit, Span

__all__ = ["STYLES", "styled", "tidied"]

STYLES = ("plain", "chatty", "typos", "telegraphic", "caps")
"""The styles a scene may ask for."""

_CHAT = {
    "because": "bc",
    "you": "u",
    "please": "pls",
    "people": "ppl",
    "tomorrow": "tmrw",
    "about": "abt",
    "thanks": "thx",
    "really": "rly",
    "message": "msg",
    "okay": "ok",
    "though": "tho",
    "probably": "prob",
    "going to": "gonna",
    "want to": "wanna",
    "I do not know": "idk",
    "to be honest": "tbh",
    "by the way": "btw",
    "do not": "dont",
    "cannot": "cant",
    "is not": "isnt",
    "did not": "didnt",
}
_NOTES = {
    "patient": "pt",
    "appointment": "appt",
    "history": "hx",
    "without": "w/o",
    "with": "w/",
    "weeks": "wks",
    "years": "yrs",
    "hours": "hrs",
    "and": "&",
    "because": "bc",
    "telephone": "tel",
    "information": "info",
    "department": "dept",
    "therefore": "so",
    "months": "mths",
    "minutes": "mins",
}
_TYPO_SHARE = 0.035
_SHORT_SHARE = 0.6
_WORD = re.compile(r"[a-z]{5,}")
_LOOSE = re.compile(
    r"[ \t]{2,}|[ \t]+(?=\n)|\n{3,}|(?<=\n)[ \t]+(?=\S)|^\s+|\s+$|[ ]+(?=[.,;!?](?:\s|$))|\.(?=\",)|(?<=\.)\.(?=\s|$)"
)


def tidied(draft: DocumentDraft) -> DocumentDraft:
    """Return a draft without the gaps that optional parts leave behind."""
    edits = [DraftEdit(*match.span(), _gap(draft.text, *match.span())) for match in _LOOSE.finditer(draft.text)]
    return draft.edited(edits)


def _gap(text: str, start: int, end: int) -> str:
    """Return what stays of a run of white space."""
    if start == 0 or end == len(text) or text[start] == ".":
        return ""
    if text[start] == "\n":
        return "\n\n"
    return "" if text[end] in "\n.,;!?" or text[start - 1] == "\n" else " "


def styled(draft: DocumentDraft, draw: random.Random) -> DocumentDraft:
    """Return a draft in its style; names and codes are left as they are."""
    if draft.style == "chatty":
        draft = draft.edited(_short_forms(draft, _CHAT, draw))
        draft.text = _lowered(draft)
        return draft.edited(_typos(draft, draw)) if draw.random() < 0.4 else draft
    if draft.style == "telegraphic":
        return draft.edited(_short_forms(draft, _NOTES, draw))
    if draft.style == "typos":
        return draft.edited(_typos(draft, draw))
    return draft


def _taken(draft: DocumentDraft) -> list[Span]:
    return sorted(mark.span for mark in draft.spans)


def _free(taken: list[Span], start: int, end: int) -> bool:
    return not any(first < end and start < last for first, last in taken)


def _short_forms(draft: DocumentDraft, forms: dict[str, str], draw: random.Random) -> Iterator[DraftEdit]:
    taken = _taken(draft)
    words = {word for word in forms if draw.random() < _SHORT_SHARE}
    if not words:
        return
    for match in re.finditer(rf"\b(?:{'|'.join(sorted(words, key=len, reverse=True))})\b", draft.text):
        if _free(taken, *match.span()):
            yield DraftEdit(*match.span(), forms[match.group()])


def _typos(draft: DocumentDraft, draw: random.Random) -> Iterator[DraftEdit]:
    taken = _taken(draft)
    for match in _WORD.finditer(draft.text):
        if draw.random() < _TYPO_SHARE and _free(taken, *match.span()):
            yield DraftEdit(*match.span(), _slip(match.group(), draw))


def _slip(word: str, draw: random.Random) -> str:
    place = draw.randrange(1, len(word) - 1)
    kind = draw.randrange(3)
    if kind == 0:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return word[:place] + word[place + 1 :] if kind == 1 else word[:place] + word[place] + word[place:]


def _lowered(draft: DocumentDraft) -> str:
    """Return the text in lower case, sign for sign, codes as they are."""
    codes = [mark.span for mark in draft.spans if mark.type == "CODE"]
    signs = [low if len(low := sign.lower()) == 1 else sign for sign in draft.text]
    for start, end in codes:
        signs[start:end] = draft.text[start:end]
    return "".join(signs)
