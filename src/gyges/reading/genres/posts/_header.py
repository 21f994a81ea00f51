"""Who writes a post: labels at its head, a name before a colon, "I'm Ana", a name at its end."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from gyges.reading.genres.posts._masks import MASK
from gyges.reading.genres.posts._names import given_name, handle_name
from gyges.reading.genres.posts._phrases import load

__all__ = ["Author", "Header", "Labelled", "find_author", "read_header"]

_CAP = r"[^\W\d_a-zß-öø-ÿ][\w'’\-]*\.?"
_NAME = rf"{_CAP}(?:[ ]{_CAP}){{0,3}}"
_FIELD = re.compile(r"(?:^|(?<=[\n|;•·*,]))[ \t\"“*•>-]*(?P<label>[A-Za-z][A-Za-z \-]{1,18}?)\s?:\s*(?=\S)")
_END = re.compile(r"\s*(?:\n|\||;|•|·|,? ?\b(?=Phone:|Email:|Location:|Date:|Contact:)|[ \t]{2,}|$)")
_LEAD = re.compile(rf"[\"“\s]*(?:(?P<handle>@[\w.\-'’]*\w)\s?:|(?P<name>{_NAME})(?P<gap>\s?):)(?=\s)")
_MASK_LEAD = re.compile(rf"[\"“\s]*@?{MASK}\s?:(?=\s)")
_INTRO = re.compile(rf"\b(?:I['’]?m|I am|[Mm]y name is|[Tt]his is|[Nn]ame['’]?s)\s+(?P<name>{_NAME})")
_HERE = re.compile(rf"(?:^|[.!?\n]\s{{0,3}}|,\s)(?P<name>{_NAME}) here\b")
_SIGNED = re.compile(
    r"(?:\b(?:[Tt]hanks|[Tt]hank you|[Cc]heers|[Rr]egards|[Bb]est|[Ll]ove|[Ss]incerely|[Yy]ours|xx?)\b[^\n.]{0,24}?"
    rf"[,!.\n]\s*|\n\s*[-–—~]+\s?|\s[-–—~]\s?)(?P<name>{_NAME}|@[\w.]+)[.!\s\"”]*$"
)
_LEAD_HANDLE = re.compile(r"[\"“\s]*@[\w.\-]+\s?:|[\"“\s]*[^\W\d_][\w'’\-]* :")
_SHOUT = re.compile(r"#[A-Za-z]\w+")
_LETTER_HEAD = 250
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{2})\.\s")
_VOICE = re.compile(r"\b(?:I|I['’][a-z]+|[Mm]y|[Mm]e|[Oo]ur|[Ww]e|[Mm]ine|i|im|myself)\b")
_TAGGED = re.compile(r"(?<![\w.])@[A-Za-z][\w.]{2,}")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled value at the head of a post."""

    kind: str
    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Author:
    """The author as far as a post says: the words that name them and the name they give."""

    start: int
    end: int
    name: str
    handle: bool


@dataclass(frozen=True, slots=True)
class Header:
    """The labels of a post by kind, and where its words start."""

    fields: tuple[Labelled, ...] = ()
    body: int = 0
    kinds: frozenset[str] = field(default_factory=frozenset)

    def get(self, kind: str) -> Labelled | None:
        """Return the first value of a kind."""
        return next((item for item in self.fields if item.kind == kind), None)


def _kinds() -> dict[str, str]:
    table = load("headers")
    groups = {"name": "name_labels", "place": "place_labels", "contact": "contact_labels", "date": "date_labels"}
    return {label: kind for kind, key in groups.items() for label in table[key]}


_KINDS: dict[str, str] = {}


def read_header(text: str) -> Header:
    """Read the labels at the head of a post or advert."""
    if not _KINDS:
        _KINDS.update(_kinds())
    found: list[Labelled] = []
    at = 0
    for match in _FIELD.finditer(text[:1500]):
        label = match["label"].lower().strip()
        kind = _KINDS.get(label)
        if kind is None:
            if label in load("headers")["letter_labels"] and match.start() < _LETTER_HEAD:
                return Header()
            if found and label not in load("headers")["not_names"]:
                continue
            kind = "other"
        if kind == "name" and any(item.kind == "name" for item in found):
            kind = "other"
        end = _END.search(text, match.end())
        stop = end.start() if end else len(text)
        found.append(Labelled(kind, match.end(), stop, text[match.end() : stop].strip(' "“”*')))
        if kind != "other":
            at = max(at, stop)
    if not any(item.kind in {"name", "place"} for item in found) or _LEAD_HANDLE.match(text):
        return Header()
    return Header(tuple(found), at, frozenset(item.kind for item in found))


def find_author(text: str, header: Header) -> Author | None:
    """Return the author, with an empty name where only "I" or a mask speaks; None if nobody does."""
    labelled = header.get("name")
    if labelled is not None and labelled.value and labelled.end > labelled.start:
        value = labelled.value.split("  ")[0]
        single = len(value.split()) == 1
        name = handle_name(value) if (single and not value.isalpha()) or (single and _humped(value)) else value
        if re.match(MASK, value.lstrip("@")):
            return Author(labelled.start, labelled.start + len(value), "", False)
        return Author(labelled.start, labelled.start + len(value), name, single and name != value)
    return _from_lead(text) or _from_words(text)


def _humped(value: str) -> bool:
    return any(one.islower() and two.isupper() for one, two in pairwise(value))


def _from_lead(text: str) -> Author | None:
    lead = _LEAD.match(text)
    if lead is not None and lead["handle"]:
        return Author(lead.start("handle"), lead.end("handle"), handle_name(lead["handle"]), True)
    if lead is not None and lead["name"] and lead["name"].lower() not in load("headers")["not_names"]:
        word = lead["name"].split()[0]
        if lead["gap"] or given_name(word, 0.1):
            return Author(lead.start("name"), lead.end("name"), lead["name"], False)
    mask = _MASK_LEAD.match(text)
    return Author(mask.start(), mask.end(), "", False) if mask is not None else None


def _from_words(text: str) -> Author | None:
    for pattern in (_INTRO, _HERE, _SIGNED):
        for match in pattern.finditer(text[-200:] if pattern is _SIGNED and len(text) > 400 else text):
            shift = len(text) - 200 if pattern is _SIGNED and len(text) > 400 else 0
            words = _SENTENCE_END.split(match["name"])[0].rstrip(".").split()
            kept = [word for word in words if not word.startswith("@")]
            if kept and given_name(kept[0], 0.05) and not _sentence_word(kept[0]):
                start = shift + match.start("name")
                name = " ".join(kept)
                return Author(start, start + len(name), name, False)
    voice = _VOICE.search(text) or _SHOUT.search(text)
    return Author(voice.start(), voice.end(), "", False) if voice is not None else None


def _sentence_word(word: str) -> bool:
    return word.lower() in load("headers")["not_names"] or word in {"So", "Not", "Just", "In", "At", "Very", "An", "A"}


def tagged(text: str) -> list[tuple[int, int, str]]:
    """Return the accounts a post tags."""
    return [(match.start(), match.end(), match[0]) for match in _TAGGED.finditer(text)]
