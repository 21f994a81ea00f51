"""Capitals that name nobody: feasts, food, fields of forms and findings stay as they are."""

import re

from gyges.anonymizers.subjectwise._word_names import is_named_thing, is_shown_as_person, is_word_here
from gyges.anonymizers.wording import (
    begins_sentence,
    is_call,
    is_holy,
    is_kin_word,
    is_ordinary,
    is_thing_word,
    is_title,
    leads_on,
    line_of,
    titles_before,
    usual_tag,
    word_after,
    word_before,
)
from gyges.reading.lookups import first_name, is_surname

__all__ = ["is_thing"]

_TOKEN = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]")
_USUAL = 0.3  # weight of a first name from which on it is believed
_COMMON = 0.75  # weight of a first name that is taken for one although it is the name of a thing too
_ARTICLES = frozenset(("the", "a", "an", "this", "that", "some", "any", "no", "every", "last", "next"))
_TIMES = frozenset(("on", "at", "since", "during", "until", "till", "after", "before"))
_DOES = re.compile(
    r" (?:says?|said|told|asked|did|will|took|gave|came|comes|went|wants|wanted|has|had|is|was|and I)\b"
    r"|,? \(?\d{1,2}\b|['’]s (?!\w+ing)"
)
_HAILED = re.compile(r", (?:don['’]t|please|you|my \w+,|\w+!)")
_DRIVES = re.compile(r" [a-z]+s (?:me|us|him|her|them|you)\b| from [A-Z]\w+ (?:is|was|has|will|came|comes)\b")
_BORN = re.compile(r"(?: [A-Z]\.)?, (?:born|geb\.|aged) ")
_ACTS = re.compile(r"(?! (?:is|was|has|had)\b)")  # what a feast is or was says nothing
_NOUN = re.compile(r" [a-z]{3,}\b")
_DAY = re.compile(r" (?:Day|Eve|Season|Feast|Festival|Week|Weekend|Night)$")
_DAY_BEHIND = re.compile(r"(?:['’]s?)?(?: [A-Z]\w+)? (?:Day|Eve|Season|Feast|Festival|Week|Weekend|Night)\b")
_DAY_OF = re.compile(r"\d(?:st|nd|rd|th) of $")
_TIED = re.compile(
    r"\b(?:wife|husband|son|daughter|brother|sister|mother|father|friend|partner|cousin|nephew|niece|girlfriend|"
    r"boyfriend|aunt|uncle|colleague|dear|hi|hello|hey|thanks),? $",
    re.IGNORECASE,
)
_CHURCH = re.compile(r"['’]s? [A-Z]")
_SAINT = frozenset(("st", "saint"))
_SAINTED = re.compile(r"\b(?:St\.?|Saint) $")
_HOLY = frozenset(("mother", "lord", "lady", "goddess", "god", "saint", "st", "shri", "sri", "mata", "maa"))
_QUOTES = frozenset("\"“'‘")
_FEAST = re.compile(r"(?:since|until|till|after|before|on|by|feast of) St\.? $")
_SPECIES = re.compile(r" (?P<kind>[a-z]{2,}(?:oides|us|um|is|ii|ae|osa|ata|ea|rum))\b| [a-z] \d+\b")
_OFFICE = re.compile(r"\b(?:[Oo]ur|[Tt]he|an?|[Mm]y|[Hh]is|[Hh]er) (?:Chief|Deputy|Head|Senior) $")
_AGAIN = re.compile(r"(?P<word>[^\W\d_]+) (?P=word)\b", re.IGNORECASE)
_DOSE = re.compile(
    r" (?:[A-Z]{1,3}\d? )?(?:\d[\d.,/]*\s?(?:mg|mcg|µg|ug|ml|g|iu|units?|tabs?)\b|\d-\d-\d\b)", re.IGNORECASE
)
_EQUALS = re.compile(
    r"\s?=|\s(?:score|scale|index|syndrome|disease|catheter|neg|pos|negative|positive|rules?)\b|\s\d+/\d+"
)
_SCORE = re.compile(r"\b[A-Z]+\d+[A-Z][A-Z\d]*\b")
_LETTERED = re.compile(r"[A-Z]-[A-Z][^\W\d_]+")
_SHARED = re.compile(r"['’]s (?:Principle|Law|Act|Rule|Syndrome|Disease|Theorem|Code)\b|(?<=Art)\. ?\d|(?<=Art)\. \[")
_TAUGHT = re.compile(
    r" (?:courses?|class(?:es)?|exams?|tests?|certificates?|lessons?|methods?|diets?|tablets|sachets?|drops|syrup|cream"
    r"|cars?|vans?|trucks?|tractors?|phones?|bikes?|eggs?|cheese|beer|wine|tea|coffee|bread|cake|soup|card)\b"
)
_REGION = re.compile(r"[A-Z]\w+ (?:Ocean|Sea|Gulf|Channel|Strait)s?")
_COUNTED = re.compile(r" \d{1,3}(?![\d/:-]|[.,]\d)")
_LABELS = re.compile(r"(?: [a-z]+){1,3}:\s")
_HEADS = re.compile(r"(?:, [a-z][a-z ]{0,24})?\. ")
_WITH = re.compile(r" (?:with|for|at|on|in|to|from)\b")
_FIELD = re.compile(r":[ \t]*(?:[+\d][\d ()-]*|(?:[A-Z][\w'’.-]*+[ \t]*+){1,4})(?=\n|$)")


def is_thing(text: str, start: int, end: int) -> bool:
    """Tell whether capitals are surely no name of a person by how they stand, here or elsewhere in the text."""
    words = _TOKEN.findall(text[start:end])
    if _BORN.match(text, end):
        return False
    if _is_named_day(text, start, end):
        return True
    if _FEAST.search(text, max(0, start - 12), start) or _DAY_OF.search(text, max(0, start - 8), start):
        return True  # "since St Stephen's", "the 27th of Rajab"
    if words and (_is_species(text, start, start + len(words[0])) or _is_office(text, start, words)):
        return True
    if _DOSE.match(text, end) or _EQUALS.match(text, end) or _SCORE.search(text, start, end):
        return True  # "Ecosprin 75 mg", "PAREJA = partner", "CHA2DS2-VASc 4"
    if is_named_thing(text, start, end) or is_word_here(text, start, end) or _is_no_person(text, start, end):
        return True
    holy = [word for word in words if is_holy(word)]
    if holy and all(is_holy(word) or word.lower() in _HOLY for word in words):
        before = word_before(text, start)
        if len(holy) < len(words) or (before is not None and before.lower in _HOLY):
            return True  # "Mother Durga"
    if _CHURCH.match(text, end) and (words[0].lower() in _SAINT or _SAINTED.search(text, max(0, start - 7), start)):
        return True  # "St James' Park"
    if titles_before(text, start) < start:
        return False
    if len(words) == 1 and _is_no_name(text, start, end):
        return True
    if all(is_thing_word(word) for word in words):
        return not any(_is_usual(word) for word in words) or not _is_told_of(text, text[start:end])
    if all(is_ordinary(word) or len(word) == 1 for word in words):
        if len(words) > 1:  # "Block B", "Site Engineer"
            labelled = len(words[0]) > 1 and all(len(word) == 1 for word in words[1:])
            return first_name(words[0]) is None and (labelled or len(words[0]) == 1 or not is_surname(words[0]))
        quoted = text[max(0, start - 1) : start] in _QUOTES  # 'Ana "Flash" Reis'
        return first_name(words[0]) is None and not _is_called(text, words[0]) and not quoted
    if any(_is_usual(word) for word in words):
        return False
    places = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(text[start:end])}(?!\w)", text)]
    if any(_is_somebody(text, *place) for place in places):
        return False
    return any(_stands_as_thing(text, *place) for place in places)


def _is_species(text: str, start: int, end: int) -> bool:
    """Tell whether a word is the first of a Latin name, an allergen, or said twice: "Ara h 2", "Toi toi toi"."""
    again = _AGAIN.match(text, start)
    if again is not None and again.end("word") == end and text[end + 1].islower():
        return True
    kind = _SPECIES.match(text, end)
    return kind is not None and (kind["kind"] is None or not is_ordinary(kind["kind"]))


def _is_office(text: str, start: int, words: list[str]) -> bool:
    """Tell whether a word behind a rank is what somebody does: "our Chief Technologist"."""
    return words[-1].endswith(("ist", "ian")) and _OFFICE.search(text, max(0, start - 16), start) is not None


def _is_named_day(text: str, start: int, end: int) -> bool:
    """Tell whether words are the name of a day: "on Errol Barrow Day"."""
    day = _DAY.search(text, start, end) or _DAY_BEHIND.match(text, end)
    before = word_before(text, start)
    return day is not None and before is not None and before.lower in _ARTICLES | _TIMES | {"for", "by", "of", "in"}


def _is_noun_behind(text: str, end: int) -> bool:
    after = word_after(text, end)
    return after is not None and usual_tag(after.lower) in {"NN", "NNS"}


def _is_called(text: str, word: str) -> bool:
    """Tell whether somebody is called so: "Tom Booth", "Mr. Booth"; the end of a sentence before it says nothing."""
    return any(
        not match["stop"] or len(match["led"]) == 1 or is_title(match["led"])
        for match in re.finditer(rf"(?<!\w)(?P<led>[A-Z]\w*)(?P<stop>\.?) {re.escape(word)}(?!\w)", text)
    )


def _is_no_person(text: str, start: int, end: int) -> bool:
    """Tell whether how words are written shows that they name nobody: "P-Konto", "Tram 1", "Kit lost: 1 boot"."""
    word = text[start:end]
    relative = "-" in word and is_kin_word(word)
    if _LETTERED.fullmatch(word) or _SHARED.match(text, end) or _REGION.fullmatch(word) or relative:
        return True
    if " " in word or titles_before(text, start) < start:
        return False
    if _TAUGHT.match(text, end) and not is_shown_as_person(text, word):
        return True  # "Cana course", "Moskvich cars"
    opens = begins_sentence(text, start) or text.endswith(": ", 0, start)
    if opens and usual_tag(word.lower()) == "JJ" and _NOUN.match(text, end) and _is_noun_behind(text, end):
        return True  # "Young lady asked", whoever is called Young
    if opens and is_call(word) and text[end : end + 1] in {"!", ".", ","}:
        return True  # "Tere! A room for seven?"
    if _COUNTED.match(text, end) and not _is_common(word):
        return True
    heads = word.isupper() and text[max(0, start - 1) : start] in {"", "\n"} and _HEADS.match(text, end)
    if heads and text.count(word) == 1 and not _is_usual(word):
        return True  # "ROUSTABOUT, no bed."
    labels = text[max(0, start - 1) : start] in {"", "\n"} and _LABELS.match(text, end) is not None
    if labels and is_ordinary(word):
        return True
    led = opens and _WITH.match(text, end) is not None and _DRIVES.match(text, end) is None
    return led and text.count(word) == 1 and not _is_usual(word)


def _is_no_name(text: str, start: int, end: int) -> bool:
    """Tell whether one word is a heading in a line of its own, or an ordinary word that hardly anybody is called."""
    word = text[start:end]
    low, high = line_of(text, start, end)
    if word.isupper() and text[low:high].strip(" :*#") == word and not _is_usual(word) and text.count(word) == 1:
        return True
    stat = first_name(word)
    rare = stat is not None and stat.weight < _USUAL and not is_surname(word)
    return is_ordinary(word) and rare and not is_shown_as_person(text, word) and not _is_told_of(text, word)


def _is_usual(word: str) -> bool:
    stat = first_name(word)
    return (stat is not None and stat.weight >= _USUAL) or is_surname(word)


def _is_somebody(text: str, start: int, end: int) -> bool:
    if titles_before(text, start) < start or _TIED.search(text, max(0, start - 16), start) or _HAILED.match(text, end):
        return True
    if begins_sentence(text, start) and _DRIVES.match(text, end):
        return True
    return _DOES.match(text, end) is not None and not _stands_as_thing(text, start, end)


def _is_common(name: str) -> bool:
    stat = first_name(name)
    return stat is not None and stat.weight >= _COMMON


def _is_told_of(text: str, name: str) -> bool:
    """Tell whether somebody of that name does something or is somebody's relative in a text."""
    return any(
        (_ACTS.match(text, match.end()) and _is_somebody(text, *match.span()))
        or _TIED.search(text, max(0, match.start() - 16), match.start())
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    )


def _is_verb(word: str) -> bool:
    return usual_tag(word).startswith(("VB", "MD"))


def _stands_as_thing(text: str, start: int, end: int) -> bool:
    before, after = word_before(text, start), word_after(text, end)
    if before is not None and before.lower == "that" and after is not None and _is_verb(after.lower):
        return False  # "that Dinusha heard him"
    if before is not None and before.lower in _ARTICLES:
        return True
    if before is not None and before.lower in _TIMES and not (after is not None and _is_verb(after.lower)):
        return True
    if _FIELD.match(text, end) and text[max(0, start - 1) : start] in {"", "\n"}:
        return True  # "Porta-bandeira: Thayná"
    return (
        after is not None
        and after.text[0].islower()
        and not leads_on(after)
        and usual_tag(after.lower) in {"NN", "NNS", "JJ"}
    )
