"""What the words beside a placeholder say about the person behind it, before anybody asks who that is."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gyges.reading._cues import Cues
from gyges.reading.lexicon._names import Title, kin
from gyges.reading.masks._find import Mask, titles_before
from gyges.reading.page._forms import patterns
from gyges.reading.page._tokens import FILLER
from gyges.reading.people._roles import ROLE_NOUNS

_PRONOUN, _STOP, _KIN_BEFORE, _KIN_AFTER, _GREETING = patterns("sights", "pronoun stop kin_before kin_after greeting")
_SENDER, _NAMES_ITSELF, _ANSWERS, _FIELD, _JOINED = patterns("sights", "sender names_itself answers field joined")
_NEW, _BROUGHT, _ROLE, _DEFINED = patterns("sights", "new brought role defined")
_AHEAD = 160
_OPENING = 24
_FOOT, _LATE, _SIGNATURE = 160, 0.6, 90  # where signatures stand, and how much may follow a name in them
_PLAIN = frozenset({"name", "full name", "present", "seen", "attendees", "in attendance", "apologies", "re", "subject"})
_NOT_KIN = frozenset({"known", "knowns"})


@dataclass(frozen=True, slots=True)
class Sight:
    """A placeholder for a person with what stands beside it."""

    mask: Mask  # the placeholder
    key: str  # what it must share with another one to be the same person for sure; empty if nothing does
    titles: tuple[tuple[Title, int, int], ...]  # the title before it
    sex: str  # what title, kin word or the next pronoun tell; empty if nothing does
    told: tuple[int, int] | None  # where the pronoun stands if nothing else tells the sex
    sentence: int  # the number of its sentence
    paragraph: int  # the number of its paragraph
    fresh: bool  # whether the words introduce somebody
    opens: bool  # whether it opens its sentence, as whoever is spoken of does
    joined: bool  # whether it stands in a list with the one before


def sights(cues: Cues, masks: Sequence[Mask]) -> Iterator[Sight]:
    """Yield the people behind placeholders in the order of the text."""
    text = cues.text
    sentence_starts = [sentence.start for sentence in cues.sentences]
    breaks = [match.start() for match in re.finditer(r"\n\s*\n", text)]
    jobs = {cue.end: cue.text.lower() for cue in cues.occupations}
    trades = {cue.start for cue in cues.occupations}
    last: Mask | None = None
    for mask in (mask for mask in masks if mask.person):
        number = bisect_right(sentence_starts, mask.start)
        titles = tuple(titles_before(text, mask.start))
        start = titles[-1][1] if titles else mask.start
        tie, tie_sex = _tie(text, start, mask.end)
        key = mask.key or _key(text, start, mask.end) or tie or _role(text, start, mask.end) or _job(text, jobs, start)
        sex = next((known.sex for known, _, _ in titles if known.sex), "") or tie_sex
        pronoun = _pronoun(text, mask.end) if not sex else None
        sex = sex or (pronoun[0] if pronoun is not None else "")
        gap = text[last.end : mask.start] if last is not None and mask.start - last.end < 14 else None
        joined = gap is not None and "\n" not in gap and _JOINED.fullmatch(gap) is not None
        yield Sight(
            mask=mask,
            key=key,
            titles=titles,
            sex=sex,
            told=pronoun[1:] if pronoun is not None else None,
            sentence=number,
            paragraph=bisect_left(breaks, mask.start),
            fresh=_introduces(text, start, mask.end, trades),
            opens=start - sentence_starts[max(0, number - 1)] <= _OPENING,
            joined=joined,
        )
        last = mask


def _tie(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the kin word beside a placeholder and the sex it tells."""
    head = text[max(0, start - 40) : start]
    for match in (_KIN_BEFORE.search(head), _KIN_AFTER.match(text, end, end + 48)):
        word = kin(match[1].lower()) if match is not None else None
        if word is not None and not word.plural and word.group not in _NOT_KIN:
            return f"kin {word.singular}", word.sex
    return "", ""


def _key(text: str, start: int, end: int) -> str:
    head = text[max(0, start - 60) : start]
    if _SENDER.search(head):
        return "sender"
    if _GREETING.search(head):
        return "reader"
    if _NAMES_ITSELF.search(head) or (text[end : end + 2] in {".", ".\n", ". "} and _ANSWERS.search(head)):
        return "self"
    match = _FIELD.search(head)
    label = match[1].strip().lower() if match is not None else ""
    if label and label not in _PLAIN and FILLER not in label and len(label.split()) <= 4:
        return f"field {label}"
    return _line_key(text, start, end) if not head or head.rstrip(" -–—").endswith("\n") else ""


def _line_key(text: str, start: int, end: int) -> str:
    """Return whether a line that begins with somebody greets or signs."""
    stop = text.find("\n", end)
    tail = text[end : stop if stop >= 0 else len(text)].rstrip()
    if tail in {",", ", ", " -"} and start < len(text) / 2:
        return "reader"
    ends = len(text) - end <= _FOOT or start > len(text) * _LATE
    signs = not tail or (tail[0] in ",;(|" and len(tail) <= _SIGNATURE and not tail.endswith("."))
    return "signed" if ends and signs else ""


def _role(text: str, start: int, end: int) -> str:
    """Return the part in the case that stands beside: ``the second applicant, [PERSON]``."""
    match = _DEFINED.match(text, end, end + 48) or _ROLE.search(text, max(0, start - 30), start)
    role = match[1].lower() if match is not None else ""
    return f"role {role}" if role.split(" ")[-1] in ROLE_NOUNS else ""


def _introduces(text: str, start: int, end: int, trades: set[int]) -> bool:
    """Tell whether the words bring somebody new: "represented by [PERSON]", "[PERSON], a nurse"."""
    if _NEW.match(text, end) or _BROUGHT.search(text, max(0, start - 14), start):
        return True
    return text[end : end + 2] in {", ", " ("} and end + 2 in trades


def _job(text: str, jobs: dict[int, str], start: int) -> str:
    job = jobs.get(start - 1) or (jobs.get(start - 2) if text[start - 2 : start] == ", " else None)
    return f"job {job}" if job else ""


def _pronoun(text: str, end: int) -> tuple[str, int, int] | None:
    """Return the sex the next pronoun tells, if nobody else comes before it, and where it stands."""
    stop = _STOP.search(text, end, end + _AHEAD)
    match = _PRONOUN.search(text, end, stop.start() if stop is not None else end + _AHEAD)
    return ("Male" if match[1] else "Female", *match.span()) if match is not None else None
