"""Words that surely tell something of somebody, though not what under a label: they are masked and called nothing."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._callings import is_calling, modifies
from gyges.anonymizers.masking._words import is_plain, listed, number_in, peoples, words_in
from gyges.reading import ReadMention
from gyges.reading.lookups import is_job, span_words

__all__ = ["telling"]

_AGE_BEFORE = re.compile(
    r"(?:\b(?:at|was|were|is|am|are|be|turn\w*|aged?|reached|about|nearly|almost|now)|['’][ms]|\b(?!(?-i:[A-Z]{2}),)[^\W\d_][\w.]*,)\s$|\($",
    re.I,
)
_FIGURE_BEFORE = re.compile(
    r"\((?:was|is)\s$|(?:[A-Z\d]{2,}|\d|[Ss]core|[Rr]esult|[Cc]ount|[Tt]otal|[Rr]ate)\s(?:is|was|at|of)\s$"
)  # "PHQ-9 was 17"
_AGE_AFTER = re.compile(
    r"\s?(?:[,;)\n]|\.(?!\d)|$)|\s(?:and|when|in|on|at|now|but|I|he|she|one|with|the|this|last|next|by|from|years\sold)\b(?!\s\d)"
)
_YEAR_OF_SCHOOL = re.compile(
    r"(?:[\w-]+[- ])?(?:year|grade|form|class|standard|std|semester|boards?|sec|primary|level)(?:[- ]\w+)?"
    r"(?:\s(?:school|paper|student|apprentice))?",
    re.I,
)
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|of|her|his|my|their|into|completed|finished|reached|past|to|taught|teaches|pupil|student)|[a-z]+,|\w\s?\(\w+,)\s(?:the\s)?$",
    re.I,
)
_FINDING_AFTER = re.compile(r"\s(?:breach|fracture|tear|burn|sprain|ulcer|tumou?r|lesion|offence|listed|nothing)\b")
_COMPARED = re.compile(r"\S+\s(?:years?|months?)\s(?:(?:his|her|my)\s(?:junior|senior)|younger|older)", re.I)
_LEARNT = re.compile(r"[A-Z]{1,3}\.\s?[A-Z][A-Za-z]{0,4}\.?|Ph\.?\s?D\.?|[BM](?:Com|Sc|Tech|Ed|Phil|BA)\b\.?")
_OFFICE = re.compile(r"(?:[Hh]ead|[Cc]hair(?:man|woman|person)?|[Dd]irector|[Dd]ean|[Rr]esident|[Cc]hief)\s(?:of|in)\s")
_KIND = re.compile(
    r"(?<!\w)(?:only|eldest|youngest|retired|former|deputy|assistant|senior|junior|trainee|second|third)[\s-]$", re.I
)
_OF_WHAT = re.compile(
    r"\sof\s(?:(?:an?|the|her|his|my)\s)?[a-z'’]+(?:\s[a-z]+ry|\sschool|\slaw|\sscience)?(?=[.,;)\n]|\s(?:at|in|and|who|with)\b)"
)
_THE = re.compile(r"\b[Tt]he\s(?!only\b)(?:[a-z]+\s)?$")
_DONE = re.compile(r"(?<!\w)(?P<verb>[A-Za-z]+)\s(?:(?:an?|the|in|as|on|at|for)\s){0,2}$")
_APPOSED, _CLOSED = re.compile(r"[\w.]\s\($|[\w.],\s$"), re.compile(r"[,;)]|\.\s|\n")
_OWNER = re.compile(r"\b(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|[Yy]our)\s$")
_LINE_BEFORE, _LINE_AFTER = re.compile(r"\n$"), re.compile(r"[ \t]*(?:\n|$|,)")
_OF_AGE = re.compile(r"[a-z ]+\sof\s(?:[a-z]+(?:-[a-z]+)?|\d{1,2})", re.I)  # "a boy of fourteen"
_LEARNED = ("logist", "iatrist", "therapist", "ician", "legal", "graduate")
_OLDEST = 110


def telling(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a description of somebody that no label is sure of, as MISC; None for words that may tell nothing.

    Args:
        text: The text.
        mention: A span the reader took for a description, neither denied nor in quotation marks.
    """
    value = text[mention.start : mention.end]
    found = replace(mention, type="MISC")
    size = number_in(value)
    if size is not None:
        before = text[max(0, mention.start - 16) : mention.start]
        aged = 1 < size <= _OLDEST and _AGE_BEFORE.search(before) and _AGE_AFTER.match(text, mention.end)
        return found if aged and not _FIGURE_BEFORE.search(before) else None
    if _COMPARED.fullmatch(value) or _LEARNT.match(value):
        return found
    told = [word.lower() for word in words_in(value)]
    if told and told[-1] in span_words("kin") and _THE.search(text[max(0, mention.start - 14) : mention.start]):
        return None  # "the small sister" is nobody's in particular
    if not told or text[mention.end : mention.end + 1] in {"-", "="}:
        return None
    if _OF_AGE.fullmatch(value) or _tells_alone(text, mention, value, told):
        return _wider(text, found)
    if (doing := _DONE.search(text, max(0, mention.start - 24), mention.start)) and doing["verb"].lower() in listed(
        "work_verbs"
    ):
        return found  # "who teaches chemistry"
    apposed = _APPOSED.search(text, max(0, mention.start - 3), mention.start) and _CLOSED.match(text, mention.end)
    if apposed and is_calling(told[-1]) and not any(map(str.isdigit, value)):
        return found
    if (
        _OWNER.search(text, max(0, mention.start - 6), mention.start)
        and is_calling(told[-1])
        and not modifies(text, mention.end)
    ):
        return found
    line = _LINE_BEFORE.search(text[max(0, mention.start - 2) : mention.start]) and _LINE_AFTER.match(text, mention.end)
    if line and value[0].isupper() and is_calling(told[-1]):
        return found  # under a signature
    return _wider(text, found) if not modifies(text, mention.end) and _tells(value, told) else None


def _wider(text: str, found: ReadMention) -> ReadMention:
    """Return a description with the words that belong to it: ``only daughter``, ``headmistress of a school``."""
    kind = _KIND.search(text, max(0, found.start - 12), found.start)
    tail = _OF_WHAT.match(text, found.end)
    return replace(
        found,
        start=kind.start() if kind else found.start,
        end=tail.end() if tail and not text[found.end - 1].isupper() else found.end,
    )


def _tells_alone(text: str, mention: ReadMention, value: str, told: list[str]) -> bool:
    """Tell whether words tell something of somebody whatever follows: a year of school, an event of a life."""
    if _YEAR_OF_SCHOOL.fullmatch(value):
        if told == ["first", "year"] or _FINDING_AFTER.match(text, mention.end):
            return False
        return _YEAR_BEFORE.search(text, max(0, mention.start - 14), mention.start) is not None
    if any(word in listed("life") or word in listed("learning") for word in told) or told[0] in listed("states"):
        return not value.isupper()
    return len(told) > 1 and told[-1] in listed("person_nouns") and told[0] in peoples()


def _tells(value: str, told: list[str]) -> bool:
    if told[-1] in listed("states") or _OFFICE.match(value):
        return not value.isupper()
    if told[-1] in span_words("kin") and told[-1] not in listed("no_ties"):
        return value.islower() or told[-1] in listed("called_ties")
    if any(map(str.isdigit, value)) or told[-1] in listed("machines"):
        return False
    if len(told) == 1:
        return told[0] in listed("sure_callings") or (
            value.istitle() and is_calling(told[0]) and told[0].endswith(_LEARNED)
        )
    return any(is_calling(" ".join(told[at:])) or is_job(" ".join(told[at:])) for at in range(len(told) - 1)) or (
        is_calling(told[-1]) and is_plain(told[-1])
    )
