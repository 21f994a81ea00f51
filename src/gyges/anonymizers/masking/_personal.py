"""Whether a name is surely somebody's: by how it is built, and by the words around it."""

import re

from gyges.anonymizers.masking._shown import is_before_noun, is_measured_out, is_placed
from gyges.anonymizers.masking._words import is_plain, listed, name_weight, words_in
from gyges.anonymizers.replacement import is_handle, is_speaker
from gyges.anonymizers.wording import how_often, remembered, stands
from gyges.reading import ReadMention
from gyges.reading.lookups import first_name, fold, is_job, is_place, is_surname, kin, months, span_words, title

__all__ = ["is_certain", "is_lettered", "is_of_thing", "is_personal", "is_titled", "speaks"]

_KIN_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w-]*),?\s\(?[\"“‘']?$")
_ADDRESSED = re.compile(
    r"(?:\b(?:[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Tt]hanks|[Tt]hank you|name is|named|I am|I['’]m|[Ss]igned|told|asked|"
    r"phoned|rang|texted|called by|written by|met)|"
    r"\b(?:Name|Patient|Client|Customer|Owner|Student|Agent|Panel|Appellant|Applicant|Counsel|Casualty|Author|"
    r"Witness|Tenant|Caller|From|To|Cc|By|Attn|Entered by|Minutes|Prepared by|Reviewer|Teacher|Officer|Nurse)\s?:)\s$"
)
_SAID = re.compile(
    r"\s(?:says?|said|asks|asked|told|tells|wrote|writes|replied|answered|phoned|rang|texted|laughed|smiled|nodded|thinks|knows|knew|"
    r"wants|wanted|lives|lived|works|worked|died|married|went|came|took|got|gave|sat|stood|walked)\b"
)
_TOLD_OF = re.compile(
    r"\s?(?:,\s(?:aged\s)?\d\d?\b(?![:.]\d)|\s?\(\d\d\b|,\s(?:who|he|she|his|her|my)\b|['’]s\s(?:mother|father|wife|husband|son|daughter|brother|sister|mum|dad)\b)"
)
_THE = re.compile(r"\b(?:the|an?|this|that|some|of|no|any)\s$", re.IGNORECASE)
_PLACE_BEFORE = re.compile(r"\b(?:in|near|at|towards|via|outside|along|inside|across|out of|off|into)\s$")
_WITHIN = re.compile(r"\b(?:in|at|near|outside|inside)\s$")
_TO = re.compile(
    r"\b(?:to|from|left|reached|in|at|near|supports?|supported|beat|via)\s$", re.IGNORECASE
)  # a port, a club
_FROM = re.compile(r"\b(?:from|in|near)\s$")
_OFFICE_FIRST = re.compile(r"(?P<word>[A-Z][a-z]+),\s")
_MODEL = re.compile(r"\s(?:II|III|IV)$")
_THING_AFTER = re.compile(r"['’]?,?\s(?:(?:the|an?|our|my|his|her|their|your)\s)?(?:[a-z]+\s)?(?P<word>[a-z]+)")
_THING_BEFORE = re.compile(r"(?P<word>[^\W\d_]+)(?:['’]s|\sis|\swas)?(?:\s(?:called|named))?,?\s[\"“‘']?$")
_WAS_THING = re.compile(
    r"[\"”’']?\s(?:is|was)\s(?:an?|the|our|my|his|her)\s(?:[a-z]+\s){0,2}(?P<word>[a-z]+)(?=[.,;!?\n]|$)"
)
_IT_CALLED = re.compile(r"\bit(?:['’]s|\sis|\swas)\s(?:called|named)\s[\"“‘']?$", re.IGNORECASE)
_DEFINED = re.compile(r"\s?=")  # "PAREJA = love partner"
_SPOKEN = re.compile(r"\s?(?:\([^()\n]{1,24}\))?:\s")
_CLOCK = re.compile(r"(?:[\[(]?\d{1,2}[:.]\d\d(?::\d\d)?[\])]?\s{1,2})?")  # "00:43 Laza: no shoes"
_LONGEST_CLOCK = 14  # characters, with the end of the line before
_OF_SOMEBODY = re.compile(r"['’]s\s[A-Z]")  # "Joe Batt's Arm"
_FEAST_DAY = re.compile(r"\s(?:Day|Eve|Night|Week)$")  # "Errol Barrow Day"
_POSSESSIVE = re.compile(r"['’]s$")
_CAPITALS = re.compile(r"[A-Z]{2,3}")
_CUT_SHORT = re.compile(r"[A-Z][a-z]{1,3}\.:?\s\d")  # "Del. 0515"
_INITIALLED = re.compile(r"(?:[A-Z]\.[ -]?){1,3}[A-Z][\w'’-]+")
_LETTERS_SAID = (
    r"\s(?:said|says|asked|asks|told|answered|replied|declared|"
    + r"to\s(?:speak|apologise|ring|call|ask|write|check|send|contact))"
)
_DOTTED = re.compile(r"(?:[A-Z]\.[ -]?){2,4}[A-Z]?\.?|[A-Z]\.")
_ACRONYM = 5  # letters: "B. MMSE" is a grade and a test
_RARE, _USUAL, _COMMON = 0.15, 0.3, 0.6  # weights of first names: one somewhere, one that may be, one that is


def is_titled(told: list[str]) -> bool:
    """Tell whether a form of address or a rank stands before a name."""
    if len(told) < 2 or title(told[0]) is None or not told[1][0].isupper():
        return False
    if fold(told[0]) in listed("titles_too") and max(map(name_weight, told[1:])) == 0.0:
        return False  # "Dom Pogrzebowy", "Mater Dei"
    if _is_surely_titled(told):
        return True
    if fold(told[-1]) in listed("org_heads") | listed("named_things"):
        return False
    return not is_plain(told[-1]) or max(map(name_weight, told[1:])) > 0.0 or is_surname(fold(told[-1]))


def _is_surely_titled(told: list[str]) -> bool:
    """Tell whether words are a title and a name, though the name be a word: ``Mr. Walter Crane``, ``Dr. Sow``."""
    if len(told) < 2 or fold(told[0]) not in listed("sure_titles"):
        return False
    last = told[-1].lower()
    return told[-1][0].isupper() and not is_job(last) and last not in listed("org_heads")


def speaks(text: str, mention: ReadMention) -> bool:
    """Tell whether a name opens a turn of a talk, which more than one turn shows."""
    value = text[mention.start : mention.end]
    line = text[max(0, mention.start - _LONGEST_CLOCK) : mention.start].rpartition("\n")[2]
    if _CLOCK.fullmatch(line) is None or _SPOKEN.match(text, mention.end) is None:
        return False
    return how_often(text, rf"(?m)^{_CLOCK.pattern}%s(?={_SPOKEN.pattern})", value) > 1


def is_lettered(text: str, letters: str) -> bool:
    """Tell whether some capitals stand for somebody: they open turns of a talk, or say something."""
    if not _CAPITALS.fullmatch(letters):
        return False
    return is_speaker(text, letters) or stands(text, rf"(?<!\w)%s(?:{_LETTERS_SAID})\b", letters)


def is_personal(text: str, mention: ReadMention) -> bool:
    """Tell whether the words around a name are those around somebody's: ``my husband Mark``, ``Mark said``."""
    before = text[max(0, mention.start - 32) : mention.start]
    relative = _KIN_BEFORE.search(before)
    if relative is not None and (
        kin(relative["word"].lower()) is not None or relative["word"].lower() in span_words("kin")
    ):
        return True
    told_of = _TOLD_OF.match(text, mention.end) and not before.endswith(", ") and not _WITHIN.search(before)
    if _ADDRESSED.search(before) or told_of:
        return True
    if _THE.search(before) or _PLACE_BEFORE.search(before):
        return False
    return _SAID.match(text, mention.end) is not None or speaks(text, mention)


def is_of_thing(text: str, mention: ReadMention) -> bool:
    """Tell whether a name is that of a storm, a boat, an animal, a house: by the word beside it, or by one in it."""
    return remembered(text, (mention.start, mention.end, "of a thing"), lambda: _is_of_thing(text, mention))


def _is_of_thing(text: str, mention: ReadMention) -> bool:
    told = words_in(text[mention.start : mention.end])
    keys = [fold(word) for word in told]
    things = listed("named_things")
    if _is_surely_titled(told):
        return False
    if (
        not keys
        or keys[0] in things
        or any(key in things or key in listed("org_heads") or key in listed("feasts") for key in keys[1:])
    ):
        return True
    if _IT_CALLED.search(text, max(0, mention.start - 16), mention.start) or is_measured_out(text, mention):
        return True
    if _OF_SOMEBODY.search(text[mention.start : mention.end]) or _FEAST_DAY.search(text[mention.start : mention.end]):
        return True
    before = _THING_BEFORE.search(text, max(0, mention.start - 24), mention.start)
    if before is not None and before["word"].lower() in things:
        return True
    told_thing = _WAS_THING.match(text, mention.end)
    if told_thing is not None and told_thing["word"] in things | listed("animals"):
        return True
    after = _THING_AFTER.match(text, mention.end)
    if after is None:
        return False
    animal = "," in after[0] and after["word"] in listed("animals")
    return animal or (re.fullmatch(r"\s[a-z]+", after[0]) is not None and after["word"] in things)


def is_certain(text: str, mention: ReadMention, *, sure: bool) -> bool:
    """Tell whether a span is surely the name of a person.

    Args:
        text: The text.
        mention: The span.
        sure: Whether the name, or a longer form of it, is one by its build.
    """
    value = text[mention.start : mention.end]
    told = words_in(value)
    if (
        not told
        or is_of_thing(text, mention)
        or _CUT_SHORT.match(text, mention.start)
        or fold(told[0]) in listed("place_openers")
    ):
        return False
    office = _OFFICE_FIRST.match(value)
    if office is not None and is_job(office["word"].lower()) and name_weight(office["word"]) < _USUAL:
        return False  # "Chairman, Mayurpankh Co-op"
    subreddit = text[max(0, mention.start - 2) : mention.start] == "r/"
    if subreddit or _DEFINED.match(text, mention.end) or (" " in value and value[0].isdigit()):
        return False
    if is_handle(value):
        return "_" in value or value.startswith(("@", "u/")) or sure
    if (is_titled(told) and not _is_quoted(text, mention)) or speaks(text, mention):
        return True
    if (
        _INITIALLED.fullmatch(value)
        and not is_plain(told[-1])
        and not (told[-1].isupper() and len(told[-1]) <= _ACRONYM)
    ):
        return True
    if _is_quoted(text, mention):
        return False
    if any(map(str.isdigit, value)) or "*" in value or " & " in value or ("," in value and is_place(fold(told[-1]))):
        return False
    if _DOTTED.fullmatch(value):
        return sure or is_personal(text, mention)
    if value.isupper() and len(value) <= 3:
        return is_lettered(text, value)
    named = [word for word in told if len(word) > 1]
    if not named or (is_placed(text, value) and (len(named) > 1 or _first_weight(value) < _COMMON)):
        return False
    return (
        _is_full_name(text, mention, named, sure=sure)
        if len(named) > 1
        else _is_single(text, mention, named[0], sure=sure)
    )


def _is_quoted(text: str, mention: ReadMention) -> bool:
    """Tell whether a name stands alone in quotation marks: that of a boat, a machine, an animal."""
    return text[max(0, mention.start - 1) : mention.start] in {'"', "“"} and text[mention.end : mention.end + 1] in {
        '"',
        "”",
    }


def _is_single(text: str, mention: ReadMention, word: str, *, sure: bool) -> bool:
    """Tell whether one word is somebody's name: one that is a word of English, too, only beside words that say so."""
    bare = _POSSESSIVE.sub("", word)
    weight = name_weight(bare)
    initial = len(words_in(text[mention.start : mention.end])) > 1  # "Otieno B."
    if is_plain(bare) or fold(bare) in months() or fold(bare) in span_words("currencies") or bare.islower():
        return is_personal(text, mention) and (sure or weight >= _USUAL) and not (bare.islower() and is_plain(bare))
    before = text[max(0, mention.start - 12) : mention.start]
    if (_THE.search(before) and not before.lower().endswith("of ")) or is_before_noun(text, mention):
        return False
    if _FROM.search(before) and is_place(fold(bare)):
        return False  # "I am not from Clare"
    if (_PLACE_BEFORE.search(before) or is_place(fold(bare))) and not is_personal(text, mention):
        return sure and weight >= _COMMON and not is_place(fold(bare))
    return sure and (_first_weight(bare) >= _USUAL or initial or is_personal(text, mention))


def _first_weight(word: str) -> float:
    """Return how usual a word is as a first name."""
    stat = first_name(fold(word))
    return stat.weight if stat is not None else 0.0


def _is_full_name(text: str, mention: ReadMention, named: list[str], *, sure: bool) -> bool:
    """Tell whether some words are somebody's first and last name."""
    stats = [first_name(fold(word)) for word in named]
    weights = [stat.weight if stat is not None else 0.0 for stat in stats]
    known = max(weights) >= _RARE
    value = text[mention.start : mention.end]
    if any(word.islower() and is_plain(word) for word in named):
        return False
    if all(map(is_plain, named)):
        return (
            weights[0] >= _COMMON
            and is_surname(fold(named[-1]))
            and not _THE.search(text[max(0, mention.start - 5) : mention.start])
        )
    if _THE.search(text[max(0, mention.start - 5) : mention.start]) and not text.endswith("of ", 0, mention.start):
        return False
    if is_personal(text, mention):
        return True
    if is_place(fold(value)) or not sure or _MODEL.search(value) or max(weights[0], weights[-1]) < _USUAL:
        return False
    if _TO.search(text[max(0, mention.start - 12) : mention.start]) and weights[0] < _USUAL:
        return False
    if value.isupper():
        return weights[0] >= _USUAL and is_surname(fold(named[-1]))
    return (known and not (weights[0] == 0.0 and is_plain(named[0])) and not is_plain(named[-1])) or (
        known and weights[0] >= _USUAL
    )
