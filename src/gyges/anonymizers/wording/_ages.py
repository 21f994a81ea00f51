"""Ages: what goes with them, and what stands there where the sentence needs a word for them."""

import re

from gyges.anonymizers.wording._around import (
    Swap,
    begins_sentence,
    is_determiner,
    is_function,
    is_ordinary,
    leads_on,
    verb_after_comma,
    word_after,
    word_before,
)
from gyges.anonymizers.wording._fields import field_around
from gyges.anonymizers.wording._tables import words_in
from gyges.reading.english import can_be, usual_tag
from gyges.reading.ladders import decade
from gyges.reading.lookups import number_words

__all__ = ["age_swap", "decade_of_birth"]

_NUMBER = re.compile(r"\d{1,3}|[a-z]+(?:-(?:one|two|three|four|five|six|seven|eight|nine)\b)?", re.IGNORECASE)
_SAID = re.compile(r"(?:I|we|you|they|he|she|who|it)(?:['’](?:m|re|s)|\s+(?:am|are|is|was|were))\s+", re.IGNORECASE)
_TURNED = re.compile(r"(?:I|we|you|they|he|she)\s+turn(?:ed|s|ing)?\s+", re.IGNORECASE)
_SHORT_BE = re.compile(r"(?:i['’]m|(?:you|we|they)['’]re|(?:he|she|it|who|that|there)['’]s)")
_HEDGE = re.compile(r"(?:(?:only|just|now|already|about|nearly|almost|still)\s+)+", re.IGNORECASE)
_YEARS_OLD = re.compile(r"(?:[\s-]?years?[\s-]olds?|[\s-]?y/?o|\s?yrs?\sold|\syears\sof\sage|[MFmf])(?!\w)")
_AGED = re.compile(r"(?:at\s)?(?:the\s)?age[d]?\s(?:of\s)?", re.IGNORECASE)
_AT = re.compile(r"at\s(?=\d|[a-z])", re.IGNORECASE)
_BORN = re.compile(r"born\b", re.IGNORECASE)
_AND_I = re.compile(r",?\s+and\s+(?=(?:I|he|she|we|they)\b)")
_AND_VERB = re.compile(r"\s+and\s+(?=(?:lives?|lived|works?|worked|resides?|resided|is|was|has|grew)\b)")
_SPOT = re.compile(r"(?P<gap>,?)\s(?:in|at|to|near|on)\s")
_YEAR = re.compile(r"\b(?P<full>(?:18|19|20)\d\d)\b|['’](?P<short>\d\d)\b")
_ON = re.compile(r",?\s+(?=[^\W\d_])")
_COMMA_ON = re.compile(r",\s+(?=[^\W\d_])")
_STOP = re.compile(r"\s*(?:$|\n|[.,;!?)])")
_MORE = re.compile(r"[.,:]?\d|\s?(?:%|per|degrees|°)|\s(?:years?|months?|weeks?|days?|hours?|minutes?|times|o'clock)\b")
_DECADE = re.compile(
    r"in (?:his|her|their|my|your|our|the) (?:(?:early|mid|late|middle)[ -])?"
    r"(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|[2-9]0['’]?s)\b"
)
_ALSO = re.compile(r",?\s+and\s+(?:(?P<article>an?)\s|(?P<weeks>\d+\sweeks\s)|(?P<word>[a-z]+))|,\s+(?=an?\s)")
_DECADES = ("teens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_CLAUSE = re.compile(
    r"(?<![\w\"“'’-])(?P<subject>I|[Hh]e|[Ss]he|who|[A-Z]\.|[A-Z][a-zà-ÿ]+)(?P<be>['’](?:m|s)| (?:am|is|was)) $"
)
_AND_DOES = re.compile(r" and (?=(?P<verb>[a-z]+(?:['’]t)?)\b)")
_NEXT = re.compile(r", (?=(?P<again>I|he|she)(?:['’ ]))|\.(?: (?=[A-Z])|(?=\n))(?P<stop>)")
_SEVERAL = re.compile(r"(?:we|they|are|were|\w+['’]re)")
_BOUND = frozenset(("till", "until", "before", "after", "since", "by", "time"))  # "till I was nine": a time, no age
_BIRTHDAY = {
    "turned": "had a birthday",
    "turns": "has a birthday",
    "turning": "having a birthday",
    "turn": "have a birthday",
}
_HEDGES = frozenset(("only", "just", "now", "already", "about", "nearly", "almost", "still"))
_LIMITS = frozenset(("over", "under", "above", "below", "least", "most", "than"))
_TEEN, _ADULT, _OLD = 13, 18, 50  # years
_HOURS = 24
_CLOCK = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)")


def age_swap(text: str, start: int, end: int) -> Swap | None:
    """Return how words that tell an age go or become broader; None where it is not understood.

    Example:
        >>> age_swap("She is 30.", 7, 9), age_swap("Ana, 43, said no.", 5, 7)
        (Swap(start=7, end=9, new='an adult', instead='an adult'), Swap(start=3, end=8, new='', instead=''))
    """
    field = field_around(text, start, end)
    if field is not None and re.search(r"(?i)\b(?:age|born|birth|dob)\b", text[field[0] : field[1]]):
        return Swap(*field, "", "")
    if _BORN.match(text, start):
        return _born(text, start, end)
    decade = _DECADE.match(text, start)
    if decade is not None:
        return _in_decade(text, start, decade.end())
    turned = _TURNED.match(text, start, end)
    start = turned.end() if turned is not None else start
    said = _SAID.match(text, start, end)
    clause = start
    start = said.end() if said is not None else start
    hedge = _HEDGE.match(text, start, end)
    number_at = hedge.end() if hedge is not None else start
    aged = _AGED.match(text, number_at, end) or _AT.match(text, number_at, end)
    if aged is not None and _AT.match(text, number_at) and (said is not None or _is_said(text, start)):
        return None  # "the run is at 10" tells a time
    number = _NUMBER.match(text, aged.end() if aged is not None else number_at)
    years = _years(number[0]) if number is not None else None
    if number is None or years is None:
        return None
    if aged is not None and _AT.match(text, number_at) and years <= _HOURS and _CLOCK.search(text):
        return None  # "goes out at 10" where a text has times of day
    if text[number.start() - 1 : number.start()] == "(" and f"({years + 1})" in text[end:]:
        return None  # "(1) cancel it, (2) delete it"
    unit = _YEARS_OLD.match(text, number.end())
    end = unit.end() if unit is not None else number.end()
    if unit is None and _MORE.match(text, end):
        return None
    told = _noun(years, several=_are_several(text, start))
    if said is not None and (on := _AND_I.match(text, end)):
        return Swap(clause, on.end(), "", text[clause:start] + told + text[end : on.end()])
    if unit is not None and "-" in unit[0] and unit[0].lower().rstrip("s").endswith("old"):
        return _year_old(text, start, end, years, many=unit[0].endswith("s"))
    before = word_before(text, start)
    lower = before.lower if before is not None else ""
    if lower in _LIMITS:
        return None
    if lower in _BIRTHDAY and before is not None:
        return Swap(before.start, end, _BIRTHDAY[lower], _BIRTHDAY[lower])
    if said is not None or lower in words_in("frames", "copulas") or _SHORT_BE.fullmatch(lower):
        after = word_after(text, end)
        bound = word_before(text, clause) if said is not None else None
        if (after is None or leads_on(after)) and (bound is None or bound.lower not in _BOUND):
            return _stated(text, start, end, told)
        return None
    return _beside(text, start, end, stated=aged is not None or unit is not None)


def _is_said(text: str, start: int) -> bool:
    before = word_before(text, start)
    return before is not None and (
        before.lower in words_in("frames", "copulas") or bool(_SHORT_BE.fullmatch(before.lower))
    )


def _beside(text: str, start: int, end: int, *, stated: bool) -> Swap | None:
    """Return what goes with an age that is only added: ", 43,", "(43)", "aged 43", "at 71"."""
    lead, tail = text[max(0, start - 2) : start], text[end : end + 1]
    if lead.endswith("(") and tail == ")":
        if begins_sentence(text, start - 1):
            return None  # "(2) Noise."
        if (before := word_before(text, start - 1)) is not None and before.text.isupper() and is_ordinary(before.text):
            return None  # "COMMENTS (3)"
        space = 1 if lead == " (" else 0
        return Swap(start - 1 - space, end + 1, "", "")
    if not stated and len(text[start:end]) == 1:
        return None  # "1. Samha, 2. Barq"
    if lead == ", " and _STOP.match(text, end):
        return Swap(start - 2, end + (1 if verb_after_comma(text, end, start - 2) else 0), "", "")
    if not stated:
        return None
    if begins_sentence(text, start):
        on = _ON.match(text, end)
        return Swap(start, on.end(), "", "") if on is not None else None
    before = word_before(text, start)
    if before is None or is_determiner(before.text) or is_function(before.text):
        return None
    return Swap(before.end, end, "", "")


def _stated(text: str, start: int, end: int, told: str) -> Swap:
    """Return what stands behind "is" for an age: nothing where more is said there ("is 34 and happy")."""
    gone = _said_alone(text, start, end, told)
    if gone is not None:
        return gone
    also = _ALSO.match(text, end)
    if also is None or (also["word"] is not None and not _describes(also["word"])):
        return Swap(start, end, told, told)
    on = also.start(also.lastgroup) if also.lastgroup is not None else also.end()
    return Swap(start, on, "", f"{told}{text[end:on]}")


def _said_alone(text: str, start: int, end: int, told: str) -> Swap | None:
    """Return that all that says an age goes: "I'm 61." as a sentence, "he is 29, he drives", "I'm 66 and don't"."""
    clause = _CLAUSE.search(text, max(0, start - 40), start)
    if clause is None:
        return None
    on = _AND_DOES.match(text, end)
    if on is not None and _is_finite(on["verb"]):
        return Swap(clause.start("be"), on.end(), " ", text[clause.start("be") : start] + told + text[end : on.end()])
    subject = clause["subject"].lower()
    whole = subject in {"i", "he", "she"} and begins_sentence(text, clause.start("subject"))
    on = _NEXT.match(text, end)
    if not whole or on is None or (on["again"] is not None and on["again"].lower() != subject):
        return None
    return Swap(
        clause.start("subject"), on.end(), "", text[clause.start("subject") : start] + told + text[end : on.end()]
    )


def _is_finite(verb: str) -> bool:
    tag = usual_tag(verb)
    return verb.endswith(("n't", "n’t")) or can_be(verb, "AUX") or (tag == "VBZ" and not can_be(verb, "NOUN"))


def _describes(word: str) -> bool:
    return usual_tag(word).startswith("JJ") and not can_be(word, "ADV")


def _in_decade(text: str, start: int, end: int) -> Swap | None:
    """Return what stands for "in her late forties"."""
    before = word_before(text, start)
    if before is not None and (before.lower in words_in("frames", "copulas") or _SHORT_BE.fullmatch(before.lower)):
        tens = next((place for place, name in enumerate(_DECADES, 1) if text.endswith(name, 0, end)), None)
        years = tens * 10 if tens is not None else int(re.findall(r"[2-9]0", text[start:end])[-1])
        return _stated(text, start, end, _noun(max(years, _TEEN), several=_are_several(text, start)))
    return _beside(text, start, end, stated=True)


def _born(text: str, start: int, end: int) -> Swap | None:
    """Return what stands for words like "born in 1947": nothing, or the decade where the sentence needs a time."""
    before = word_before(text, start)
    if before is not None and before.lower in words_in("frames", "copulas"):
        told = decade_of_birth(text[start:end])
        on = _AND_VERB.match(text, end)
        if on is not None and told is not None:
            return Swap(before.start, on.end(), "", f"{text[before.start : start]}born in {told}{on[0]}")
        spot = _SPOT.match(text, end)
        if spot is not None:
            return Swap(start, spot.end("gap"), "born", "born")
        after = word_after(text, end)
        if told is None or (after is not None and not leads_on(after)):
            return None  # "born the week of the '66 title"
        return Swap(start, end, f"born in {told}", f"born in {told}")
    if text[max(0, start - 2) : start] == ", ":
        return Swap(start - 2, end + (1 if verb_after_comma(text, end, start - 2) else 0), "", "")
    if begins_sentence(text, start):
        on_ = _COMMA_ON.match(text, end)
        if on_ is not None:
            return Swap(start, on_.end(), "", "")
        told = decade_of_birth(text[start:end])
        return Swap(start, end, f"Born in {told}", "") if told is not None else None
    if before is not None and text[start - 1 : start] == " ":
        return Swap(before.end, end, "", "")
    told = decade_of_birth(text[start:end])
    return Swap(start, end, f"born in {told}", "") if told is not None else None


def decade_of_birth(words: str) -> str | None:
    """Return the decade of a year of birth; None where no year can be read.

    Example:
        >>> decade_of_birth("born in 1947"), decade_of_birth("born in '54"), decade_of_birth("born in May")
        ('the 1940s', 'the 1950s', None)
    """
    year = _YEAR.search(words)
    if year is None:
        return None
    return decade(int(year["full"] or f"19{year['short']}"))


def _year_old(text: str, start: int, end: int, years: int, *, many: bool) -> Swap:
    after = word_after(text, end)
    described = after is not None and not leads_on(after) and after.text[0].islower()
    if described and after is not None and (can_be(after.lower, "NOUN") or can_be(after.lower, "ADJ")):
        return Swap(start, after.start, "", "")
    if after is not None and after.lower in {"me", "self", "you"}:
        return Swap(start, after.start, "", "")
    if years >= _ADULT:
        noun = "adults" if many else "adult"
    elif years < _TEEN:
        noun = "children" if many else "child"
    else:
        noun = "young people" if many else "young person"
    return Swap(start, end, noun, noun)


def _are_several(text: str, start: int) -> bool:
    """Tell whether several are said to be of an age: "They are 34"."""
    said = word_before(text, start)
    if said is not None and said.lower in _HEDGES:
        said = word_before(text, said.start)
    return said is not None and _SEVERAL.fullmatch(said.lower) is not None


def _noun(years: int, *, several: bool) -> str:
    """Return what stands behind "is" for an age: a decade would tell nearly as much as the age itself."""
    if years < _ADULT:
        return "under thirteen" if years < _TEEN else "under eighteen"
    if years >= _OLD:
        return "no longer young"
    return "grown up" if several else "an adult"


_DIGITS = 9  # more figures are no age; Python reads 4,300 at most


def _years(words: str) -> int | None:
    return int(words[:_DIGITS]) if words.isdecimal() else number_words().get(words.lower())
