"""People: a span is called a person only where it is the name of one; words that are no names stay in the text."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gyges.anonymizers.masking._personal import is_certain, is_lettered, is_of_thing, is_personal, speaks
from gyges.anonymizers.masking._sentences import is_at_start
from gyges.anonymizers.masking._words import is_dosed, is_drug, is_plain, listed, name_weight, words_in
from gyges.anonymizers.replacement import SpansToReplace, is_handle, sure_names
from gyges.anonymizers.wording import can_be, is_once, stands
from gyges.reading import ReadMention
from gyges.reading.lookups import fold, is_place, kin, months, span_words, title

__all__ = ["names_of_things", "people"]

_DESIGNATED = re.compile(r"(?P<what>[^\W\d_]+)[ ](?:[A-Z]|[A-Z]?\d{1,3}[A-Z]?)\b")
_SENTENCE = re.compile(r"(?<![^\W\d_])(?P<before>[^\W\d_]{2,}+)[.!?] (?=[^\W\d_])")
_MONTH_BEFORE = re.compile(
    r"(?:\b(?:in|since|until|till|of|by|from|last|next|this|every|early|late|mid|before|after)|"
    r"(?<![:.\d])\d{1,2}|[Bb]etween [A-Z][a-z]+ and)[\s-]$"
)
_USUAL, _COMMON = 0.3, 0.6  # weights of first names: one that may be, one that is
_HELPED = re.compile(r"\s(?:be|have|not|need|I|you|we|he|she|they|it|the|this|that|also|come|go|take)\b")
_OBJECT = re.compile(r"\s(?:it|them|the|this|that|these|your|my|each|every|all)\b")
_STARRED = re.compile(r"\w\*\w")  # "RoC*RoI"
_DAY_BEFORE = re.compile(r"(?:MON|TUE|WED|THU|FRI|SAT|SUN)\s{2,3}(?=[A-Z])")
_NUMBER_LAST = re.compile(r"(?<=[a-z])\s\d{1,2}$")
_ACRONYM, _SHORT = 5, 3  # letters
_SIDES = frozenset("LR")  # of a body
_BETWEEN = re.compile(r"\s?[\"“”'‘’(]\s?$")
_QUOTE_AFTER = re.compile(r" [\"“]")
_FIELD = re.compile(r"[a-z]+(?:\.[a-z]+)+")
_NUMBER_AFTER, _WORD_BEFORE = re.compile(r"\.?:?\s?\d"), re.compile(r"(?P<word>[^\W\d_]+)\s$")
_YEAR_BEFORE = re.compile(r"\d\d\s$")
_ARTICLE_BEFORE = re.compile(r"\b(?:the|an?)\s$")
_NOTE_BEFORE = re.compile(r"\b(?:the|an?|in|middle)\s$")
_AFTER_LETTER = re.compile(r"\.\s[^\W\d_a-z][^\W\d_A-Z]+(?=[,\n:;)]|$)")
_NUMBERED = re.compile(r"\d{1,2}\.?\s+")
_NICK_BEFORE, _NICK_AFTER = re.compile(r"\w [\"“‘']"), re.compile(r"[\"”’'] [A-Z]")
_BORN = re.compile(r"[A-Z][a-z]+-(?:born|based|trained|speaking|style|bred)")
_INITIALS = re.compile(r"(?:[A-Z]\.[ -]?){1,4}[A-Z]?\.?|[A-Z]")
_OPENING = re.compile(r"(?:^|\n|[.!?:)]\s)[\s\"“*•-]*$")


def people(text: str, mentions: Sequence[ReadMention], *, court: bool) -> list[ReadMention]:
    """Return the spans; of those of people, names of people are PERSON, ordinary words are gone, the rest is MISC."""
    cut = [part for mention in mentions if (part := _cut(text, mention)) is not None]
    sure = sure_names(SpansToReplace("", text, tuple(cut)))
    chains = {mention.person for mention in cut if mention.start in sure and mention.person is not None}
    nicknames = {text[one.start : one.end] for one in cut if one.type == "PERSON" and _is_nickname(text, one)}
    things = names_of_things(text, cut)
    made: list[ReadMention] = []
    for mention in cut:
        if mention.type != "PERSON":
            made.append(mention)
            continue
        value = text[mention.start : mention.end]
        known = mention.start in sure or mention.person in chains or value in nicknames
        settled = _settled(text, mention, sure=known, court=court)
        if settled is not None and settled.type == "PERSON" and _is_among(value, things):
            settled = replace(settled, type="MISC")  # somebody and a boat may share a name
        if settled is not None:
            made.append(settled)
    return made


def names_of_things(text: str, mentions: Sequence[ReadMention]) -> frozenset[str]:
    """Return names taken for somebody's that a boat, an animal or a house of the text bears."""
    return frozenset(text[one.start : one.end] for one in mentions if one.type == "PERSON" and is_of_thing(text, one))


def _is_among(value: str, things: frozenset[str]) -> bool:
    """Tell whether something in the text bears the name too: "Senator Bill", "Bill"."""
    return value in things or any(value in thing.split() for thing in things)


def _is_nickname(text: str, mention: ReadMention) -> bool:
    """Tell whether a name stands in quotation marks between two others: ``Margaret "Peg" Thibodeau``."""
    before, after = text[max(0, mention.start - 3) : mention.start], text[mention.end : mention.end + 3]
    return _NICK_BEFORE.fullmatch(before) is not None and _NICK_AFTER.fullmatch(after) is not None


def _cut(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a name within its sentence, without what only tells one of many apart: ``Block B. Nyambura``."""
    if mention.type != "PERSON":
        return mention
    value = text[mention.start : mention.end]
    start = mention.start
    if len(value) == 1 and (named := _AFTER_LETTER.match(text, mention.end)):  # "Sr M. April"
        return replace(mention, end=named.end())
    if numbered := _NUMBERED.match(value):
        start += numbered.end()
        value = value[numbered.end() :]
    designated = _DESIGNATED.match(value)
    if designated and designated["what"].lower() in listed("designations"):
        rest = value[designated.end() :].lstrip(". ,;:)")
        if not rest:
            return None
        start = mention.end - len(rest)
    for match in _SENTENCE.finditer(text, start, mention.end):
        low = match["before"].lower()
        long = len(low) > _SHORT or low in span_words("subjects_and_objects") or low in span_words("weekdays_short")
        if title(match["before"]) is None and long and is_plain(match["before"]):
            start = match.end()  # "ME. At", the end of a sentence
    if day := _DAY_BEFORE.match(text, start, mention.end):
        start = day.end()  # "THU  Lukas Brandl"
    end = mention.end - len(tail[0]) if (tail := _NUMBER_LAST.search(text[start : mention.end])) else mention.end
    return mention.moved(start, end)


def _settled(text: str, mention: ReadMention, *, sure: bool, court: bool) -> ReadMention | None:
    value = text[mention.start : mention.end]
    told = words_in(value)
    key = fold(value)
    if key in months() and _MONTH_BEFORE.search(text[max(0, mention.start - 8) : mention.start]):
        return replace(mention, type="DATETIME", direct=False, person=None)
    if _BORN.fullmatch(value):
        return replace(mention, type="DEM", direct=False, person=None)
    if not court and _is_region(text, mention, value):
        return None
    if is_handle(value) and value.isalpha() and not speaks(text, mention) and not court:
        return replace(mention, type="MISC")  # "TwendeRide" may be a firm
    spoken = speaks(text, mention) and value.lower() not in listed("nobody") and not is_of_thing(text, mention)
    if spoken or is_lettered(text, value):
        return mention
    if (
        value.lower() in span_words("weekdays_short")
        or _is_placeholder(value)
        or _is_letter_of_thing(text, mention, value)
    ):
        return None
    if not court and (
        _is_verb(text, mention, value) or _STARRED.search(text[max(0, mention.start - 2) : mention.end + 2])
    ):
        return None
    if not court and (is_dosed(text, mention.end) or all(map(is_drug, told))):
        return None  # "T. Ecosprin 75 mg"
    if value.islower() and _ARTICLE_BEFORE.search(text[max(0, mention.start - 5) : mention.start]):
        return None  # "the bain-marie"
    if (not _is_initials(value) and _is_word(text, mention, value, told, sure=sure)) or _is_field(value):
        return None
    if "," in value and all(is_place(fold(part.strip())) for part in value.split(",")):
        return replace(mention, type="LOC", person=None)
    if court and (sure or value.isupper() or _is_initials(value)) and not is_of_thing(text, mention):
        return mention
    if not told or is_certain(text, mention, sure=sure):
        return mention if told or court else replace(mention, type="MISC")
    if not court and _is_short(text, value) and text[mention.end : mention.end + 1] != ".":
        return None
    return replace(mention, type="MISC")


def _is_field(value: str) -> bool:
    """Tell whether words are the name of a field of a form: ``customer.tel``."""
    return _FIELD.fullmatch(value) is not None and is_plain(value.partition(".")[0])


def _is_short(text: str, value: str) -> bool:
    """Tell whether letters are more likely a short form of a thing than somebody: ``AF``, ``bain-marie``, ``R``."""
    if value.isupper() and len(value) <= _ACRONYM and "." not in value:
        return name_weight(value) == 0.0 and not is_lettered(text, value) and (len(value) > 1 or value in _SIDES)
    return value.islower() and "-" in value


def _is_verb(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether a word that is a name too does something here: ``May be closed``, ``MARK it on the chart``."""
    key = value.lower()
    if can_be(key, "AUX") and _HELPED.match(text, mention.end):
        return is_at_start(text, mention.start) or value.isupper()
    ordered = is_at_start(text, mention.start) or value.isupper()
    return ordered and is_plain(key) and can_be(key, "VERB") and _OBJECT.match(text, mention.end) is not None


def _is_placeholder(value: str) -> bool:
    """Tell whether a word in capitals stands for anybody: ``BOT``, ``@USER C``."""
    plain = len(value) > _SHORT - 1 and value.isupper() and is_plain(value) and name_weight(value) < _USUAL
    return value.startswith("@USER") or (plain and " " not in value)


def _is_letter_of_thing(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether letters are a pronoun, the label of a number, or tell one of many things apart: ``band B``."""
    if _is_initials(value) and _YEAR_BEFORE.search(text[max(0, mention.start - 3) : mention.start]):
        return True  # "1953 E.C."
    if len(value.strip(".")) == 1 and _NOTE_BEFORE.search(text[max(0, mention.start - 8) : mention.start]):
        return True  # "waiting for the G"
    if value == "I" or (_is_initials(value) and _NUMBER_AFTER.match(text, mention.end)):
        return True
    before = _WORD_BEFORE.search(text, max(0, mention.start - 16), mention.start)
    return len(value) == 1 and before is not None and before["word"].lower() in listed("designations")


def _is_region(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether letters in brackets after words are those of a place or a degree: ``Solicitor (N.S.)``."""
    opens = text[max(0, mention.start - 1) : mention.start] == "("
    bracketed = opens and text[mention.end : mention.end + 2].strip(".")[:1] == ")"
    letters = re.findall(r"[A-Z]", value)
    if not bracketed or not _is_initials(value) or len(letters) == 1:
        return False
    own = r"\b" + r"[\w'’]*\s(?:\w+\s)?".join(letters) + r"[a-z]"
    return not stands(text, own)  # nobody of the text has these initials


def _is_initials(value: str) -> bool:
    return _INITIALS.fullmatch(value) is not None


def _is_small_elsewhere(text: str, value: str) -> bool:
    return stands(text, r"(?<![\w@.])%s(?!\w)", value.lower())


def _is_word(text: str, mention: ReadMention, value: str, told: list[str], *, sure: bool) -> bool:
    """Tell whether ordinary words were taken for a name."""
    if not told or any(map(str.isdigit, value)) or "@" in value or "_" in value:
        return False
    plain = all(is_plain(word) or len(word) == 1 for word in told)
    if all(word.lower() in listed("greetings") for word in told):
        return (not sure or max(map(name_weight, told)) < _COMMON) and not is_personal(text, mention)
    if not plain:
        return False
    weight = max(map(name_weight, told))
    if value.isupper() and len(value) <= _ACRONYM and value.lower() in listed("abbreviations"):
        return True
    if len(told) == 1 and _ARTICLE_BEFORE.search(text[max(0, mention.start - 5) : mention.start]):
        return True
    if value.islower():
        return not sure or weight < _COMMON
    small = _is_small_elsewhere(text, value)
    opens = _OPENING.search(text[max(0, mention.start - 6) : mention.start]) is not None and is_once(text, value)
    if sure or kin(told[0]) is not None or title(told[0]) is not None:
        return small and opens and len(told) == 1 and weight < _COMMON
    if _BETWEEN.search(text[max(0, mention.start - 2) : mention.start]) or _QUOTE_AFTER.match(text, mention.end):
        return False  # a name in quotation marks, or before one
    if weight >= _USUAL and not opens:
        return False
    return weight == 0.0 or small or (opens and weight < _USUAL and len(told) == 1)
