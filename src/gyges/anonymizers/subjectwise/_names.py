"""Where people are named in a text."""

import re
from collections.abc import Iterator

from gyges.anonymizers.identifiers import direct_identifiers, is_date_word, is_placed
from gyges.anonymizers.subjectwise._certain_names import certain_names, with_last_name
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._things import is_thing
from gyges.anonymizers.subjectwise._told_names import told_names, with_first_name
from gyges.anonymizers.subjectwise._unusual import unusual_names
from gyges.anonymizers.subjectwise._word_names import is_named_thing, is_shown_as_person, is_word_here
from gyges.anonymizers.wording import (
    begins_sentence,
    is_call,
    is_named_noun,
    is_ordinary,
    is_thing_word,
    is_title,
    line_of,
    short_forms_of,
    titles_before,
    usual_tag,
    word_after,
    word_before,
)
from gyges.reading import Reading, kept_page
from gyges.reading.lookups import first_name, is_surname

__all__ = ["is_name", "name_spans"]

_TOKEN = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]")
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})[.!?]\s")
_LABELLED = re.compile(r"([A-Z][a-z]+) [A-Z]\. (?=[A-Z])")  # "Block B. Nyambura"
_FIRM = frozenset(("ltd", "pty", "inc", "llc", "gmbh", "plc"))
_MARK = re.compile(r"[\"“”«»]| / |(?<=\s)['‘]|['’](?=\s)")
_BRACKET = re.compile(rf"{_MARK.pattern}|[()]\s?")
_NOT_FIRST = frozenset(
    ("the", "a", "my", "dear", "v", "vs", "late", "old", "big", "little", "na", "mc", "bom", "dia", "boa", "to", "from")
)
_NOT_LAST = frozenset(
    ("he", "she", "i", "they", "we", "the", "and", "it", "as", "wrote", "writes", "said", "mrs", "mr", "ms", "miss")
)
_LONGEST = 7  # words of a name
_TITLED = re.compile(r"(?P<title>[A-Z][a-z]+)\.? (?P<name>[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)?)")
_COMMON = 0.75  # weight of a first name that is one in capitals too
_SHORTEST = 3  # letters of a part of a name that is looked for by itself
_DEGREE = re.compile(r"(?:D\.O\.B|[BMD]\.?(?:Ed|Sc|Com|Tech|Eng|Phil|Litt|A|S|D)|RN|Ph\.?D|Jr|S\.(?:Pd|Kom|H|E|T))\.?")
_HAILED = re.compile(
    r"(?:^|\n)[^\w\n]*$|\b(?:hi|hey|hello|dear|thanks|cousin|friend|love|from|by|with|and|called) $", re.IGNORECASE
)
_STAMPED = re.compile(r"(?:^|\n)[\d:.\s-]{3,}$")
_MONEY = re.compile(r"[A-Z]{3} \d")
_INITIALS_BEFORE = re.compile(r"(?P<title>[^\W\d_]{2,5})\.? (?P<initials>(?:[A-Z]\. ?){1,3})$")
_INITIAL_BEFORE = re.compile(r"(?<![\w.])(?:[A-Z]\. ?){1,2}$")
_MADAME = re.compile(r"\b(?:Mme|Mlle|Madame|Monsieur)\b")
_INITIALS = re.compile(r"(?:[A-Z]\.)+[A-Z]?")
_CONTRACTION = re.compile(r"[A-Za-z]+n['’]t|(?:I|You|We|They|He|She|It|That|There|Who|What)['’](?:m|re|ve|ll|d|s)")
_POSTNOMINAL = re.compile(
    r"Hons|[BMD](?:Sc|Ed|Eng|Phil|Litt|Tech|Com|Pharm|Mus|Arch)|PhD|MBChB|[FMA]R?C[A-Z]{1,2}[a-z]{2,6}"
)  # "MCOptom", "BSc"
_NUMBERED = re.compile(r"\.? (?:[A-Z][a-z]{1,3}\. )?(?:[Nn]os?\.?:? )?#?\d{3}|\.:? \d")
_SIDE = re.compile(r"\d[/.]?\d* (?=[LR]\b)")  # "6/9 L. IOP"
_LONGEST_ACRONYM = 5  # letters
_NO_NAME_BEFORE = frozenset(
    (
        "the",
        "a",
        "an",
        "this",
        "that",
        "in",
        "since",
        "until",
        "till",
        "every",
        "each",
        "last",
        "next",
        "no",
        "of",
        "early",
        "late",
        "mid",
    )
)
_DOES = re.compile(
    r"['’]s\b|:|, (?:you|who|my|her|his|please)\b| (?:is|was|has|had|will|would|said|says|told|asked|came|went)\b"
)
_IS = re.compile(r" (?:is|was|has|had|will|would|said|came|went)\b")
_MONTHS = frozenset(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"))
_FORENAMES = frozenset(("jan", "may", "mar", "jun"))  # months that people are called too


def name_spans(text: str, reading: Reading) -> Iterator[tuple[int, int]]:
    """Yield where people are named, the longest form of each place, also parts that stand alone."""
    spans = [(one.start, one.end) for one in direct_identifiers(text).found if one.type == "PERSON"]
    spans += [(one.start, one.end) for one in reading.mentions if one.type == "PERSON"]
    spans += [
        (words.start, words.end)
        for person in reading.people
        for fact in person.facts
        if fact.tag == "NAME"
        for words in fact.evidence
    ]
    page = kept_page(text)
    spans += told_names(page)
    spans += unusual_names(page)
    short = [part for whole in spans for part in _named_in(text, *whole)]
    trimmed = {_trimmed(text, *span) for whole in short for span in _unquoted(text, *whole)}
    kept = [with_last_name(text, *span) for span in trimmed if is_name(text, *span)]
    kept += certain_names(text)
    yield from kept
    yield from _parts(text, kept)
    yield from _ordinary_parts(text, kept)


def _named_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a name, or the names behind titles in what is too long for one: a whole sentence read as a name."""
    if len(text[start:end].split()) <= _LONGEST:
        yield start, end
        return
    for match in _TITLED.finditer(text, start, end):
        if is_title(match["title"]):
            yield match.span("name")


def _unquoted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a name outside and inside quotation marks, so that no mark and no single bracket goes."""
    last = start
    single = text.count(")", start, end) > text.count("(", start, end)  # "Hons) MCOptom"
    for mark in (_BRACKET if single else _MARK).finditer(text, start, end):
        yield last, mark.start()
        last = mark.end()
    yield last, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a name without what is no part of it: the next sentence, words of grammar, titles."""
    for cut in _SENTENCE.finditer(text, start, end):
        last_word = _TOKEN.findall(text[start : cut.start()])[-1:]
        if last_word and not is_title(last_word[0]):
            end = cut.start()
            break
    column = text.rfind("  ", start, end)
    start = column + 2 if column >= 0 else start
    label = _LABELLED.match(text, start, end)
    start = label.end() if label is not None and is_ordinary(label[1]) else start
    words = list(_TOKEN.finditer(text, start, end))
    while len(words) > 1 and (
        is_title(words[0][0])
        or words[0][0].lower() in words_in("grammar", "ranks")
        or words[0][0].lower() in _NOT_FIRST
        or _is_called(text, words[0])
        or _is_done(text, words[0], words[1])
    ):
        words = words[1:]
    while len(words) > 1 and words[-1][0].lower() in _NOT_LAST:
        words = words[:-1]
    if not words or text[start] == "@":
        return start, end
    initials = _INITIALS_BEFORE.search(text, max(0, words[0].start() - 12), words[0].start())
    begin = initials.start("initials") if initials is not None and is_title(initials["title"]) else words[0].start()
    first = _INITIAL_BEFORE.search(text, max(0, begin - 9), begin)
    if first is not None and first[0].strip() == "M." and _MADAME.search(text):
        first = None  # "M. Kerbrat" beside "Mme Tanguy"
    if first is not None and len(re.findall(rf"(?m)^{re.escape(first[0])}", text)) <= 1:
        begin = first.start()  # "J. Lopes", but no "A." of an answer
    last = (
        end
        if words[-1].end() >= end - 2 and text[words[-1].end() : end].strip("_0123456789") == ""
        else words[-1].end()
    )
    if (
        text.count("(", words[0].start(), last) > text.count(")", words[0].start(), last)
        and text[last : last + 1] == ")"
    ):
        last += 1  # "Lavelle (née Costa)"
    return begin, last


def _is_called(text: str, first: re.Match[str]) -> bool:
    """Tell whether the first word of a name greets: "Hola Ana"."""
    opens = begins_sentence(text, first.start()) or text[: first.start()].endswith(": ")
    return opens and len(first[0]) > _SHORTEST and is_call(first[0])


def _is_done(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Tell whether the first word of a name is what was done to somebody: "Woke Ibrahim", "Told Mrs Roe"."""
    opens = begins_sentence(text, first.start()) or _STAMPED.search(text, max(0, first.start() - 12), first.start())
    plain = opens and usual_tag(first[0].lower()) in {"VBD", "VBN", "VBG"}
    return bool(plain) and first_name(first[0]) is None and (first_name(second[0]) is not None or is_title(second[0]))


def is_name(text: str, start: int, end: int) -> bool:
    """Tell whether words may name somebody: no ordinary word in lower case, no abbreviation."""
    words = [word.removesuffix("'S").removesuffix("'s") for word in _TOKEN.findall(text[start:end])]
    if len(words) == 1 and _MONEY.match(text, start):
        return False  # "JOD 2,150"
    if not words or start >= end:
        return text[start : start + 1] == "@"
    if text[start] == "@" or any(char in "_0123456789" for char in text[start:end]):
        return "_" in text[start:end] or not is_thing(text, start, end)
    if _is_no_word_of_names(text, start, words):
        return False
    if all(is_title(word) for word in words) or (
        _INITIALS.fullmatch(text, start, end) and text[start - 2 : start] == ", "
    ):
        return False
    if _is_date(text, start, end):
        return False
    if len(words) == 1 and words[0].lower() in _MONTHS and _is_month(text, end, words[0]):
        return False
    if len(words) > 1 and words[-1].islower() and words[0][0].isupper() and first_name(words[0]) is None:
        return False  # "Filla meva"
    if len(words) == 1 and words[0].islower():
        said = first_name(words[0]) is not None and not is_ordinary(words[0]) and "-" not in words[0]
        return said and (_HAILED.search(text, max(0, start - 16), start) is not None or _elsewhere(text, words[0]))
    before = word_before(text, start)
    if len(words) == 1 and is_ordinary(words[0]) and before is not None and before.lower in {"the", "a", "an", "this"}:
        return False
    if _DEGREE.fullmatch(text, start, end) or any(word.lower() in _FIRM for word in words):
        return False
    if len(words) == 1 and text[end : end + 1] == ":" and _is_label(text, start, words[0]):
        return False  # "Issued:"
    if len(words) == 1 and words[0].isupper() and is_ordinary(words[0]) and first_name(words[0]) is None:
        return False  # "CALLER 1"
    if is_thing(text, start, end):
        return False
    ordinary = all(is_ordinary(part) for word in words for part in word.split("-"))
    low, high = line_of(text, start, end)
    return not (ordinary and (text[start:end].islower() or (len(words) > 1 and text[low:high].isupper())))


def _is_no_word_of_names(text: str, start: int, words: list[str]) -> bool:
    """Tell whether words cannot be a name by their form: "Can't", "SAMU", "L. IOP" behind "6/9", "Hons" of a degree."""
    if any(_CONTRACTION.fullmatch(word) for word in words) or words[0] in words_in("clauses", "currencies"):
        return True  # "fifteen lari short"
    if all(_POSTNOMINAL.fullmatch(word) for word in words):
        return True
    if len(words) == 1 and _NUMBERED.match(text, start + len(words[0])):
        return True  # "Reg. 630911"
    if len(words[0]) == 1 and _SIDE.search(text, max(0, start - 6), start + 1):
        return True
    alone = len(words[:-1]) == sum(len(word) == 1 for word in words[:-1])  # or behind initials
    return alone and _is_acronym(text, start, words[-1])


def _is_acronym(text: str, start: int, word: str) -> bool:
    """Tell whether capitals are a short form among other words, and nobody's name."""
    if not word.isupper() or not 1 < len(word) <= _LONGEST_ACRONYM or titles_before(text, start) < start:
        return False
    stat = first_name(word)
    named = (stat is not None and stat.weight >= _COMMON) or is_surname(word)
    if named or is_shown_as_person(text, word):
        return False
    low, high = line_of(text, start, start + len(word))
    among = sum(map(str.islower, text[low:high])) > sum(map(str.isupper, text[low:high]))
    return among and re.search(rf"(?<!\w){word.capitalize()}(?!\w)", text) is None


def _is_month(text: str, end: int, word: str) -> bool:
    short = text[end : end + 1] == "." and word.lower() not in _FORENAMES
    return short or not is_shown_as_person(text, word)


def _is_label(text: str, start: int, word: str) -> bool:
    """Tell whether an ordinary word before a colon is no name: it has no title, and is part of none elsewhere."""
    if not is_ordinary(word) or first_name(word) is not None or titles_before(text, start) < start:
        return False
    return re.search(rf"(?<!\w){re.escape(word)} [A-Z]", text) is None


def _elsewhere(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word.capitalize())}(?!\w)", text) is not None


def _parts(text: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield parts of names that stand alone: "Booth" after "Tony Booth"; not words the text also has in lower case."""
    tokens = {token for start, end in spans for token in _TOKEN.findall(text[start:end]) if len(token) >= _SHORTEST}
    wanted = [
        token
        for token in sorted(tokens)
        if token[:1].isupper() and (not is_ordinary(token) or _is_name_too(text, token))
    ]
    wanted += sorted(_short_forms(text, tokens))
    if not wanted:
        return
    pattern = re.compile(rf"(?<![\w@.-])(?:{'|'.join(map(re.escape, wanted))})(?![\w@-])")
    for match in pattern.finditer(text):
        ordinary = is_ordinary(match[0])
        if match[0].lower() in _MONTHS and not is_name(text, *match.span()):
            continue
        if not is_placed(text, *match.span()) and (not ordinary or is_name(text, *match.span())):
            if ordinary and not _stands_as_name(text, *match.span()):
                continue
            if not is_named_thing(text, *match.span()):
                yield with_first_name(text, *match.span())


def _ordinary_parts(text: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield ordinary words of somebody's name that stand in a sentence with a capital: "he gave Greet his fish"."""
    tokens = {token for start, end in spans for token in _TOKEN.findall(text[start:end]) if len(token) > _SHORTEST}
    for token in sorted(token for token in tokens if token[0].isupper() and is_ordinary(token)):
        if not _is_mostly_name(text, token):
            continue
        for match in re.finditer(rf"(?<=[a-z,;] ){re.escape(token)}(?=['’]s [a-z]| [a-z]|[.,;?!](?:\s|$))", text):
            before = word_before(text, match.start())
            led = before is not None and (before.lower in _NO_NAME_BEFORE or is_named_noun(before.text))
            if not (led and not _IS.match(text, match.end())) and not _is_date(text, *match.span()):
                yield match.span()


def _is_mostly_name(text: str, token: str) -> bool:
    """Tell whether a word of a name is not also a word of the text, a month or what things are called."""
    written = re.search(rf"(?<![\w-]){re.escape(token.lower())}s?(?![\w-])", text) is not None
    known = token.lower() in words_in("grammar", "ranks") or token.lower() in _MONTHS or is_thing_word(token)
    return not (written or known or is_title(token) or is_call(token))


def _short_forms(text: str, tokens: set[str]) -> set[str]:
    """Return words with a capital that are short forms of a name: "Bill", where William is named."""
    words = {word for word in _TOKEN.findall(text) if word[:1].isupper() and len(word) >= _SHORTEST} - tokens
    is_short = short_forms_of(tokens)
    return {word for word in words if is_short(word) and not is_thing_word(word)}


def _is_date(text: str, start: int, end: int) -> bool:
    """Tell whether a month is meant, and nobody called April who says or does something."""
    if not is_date_word(text, start, end):
        return False
    return _DOES.match(text, end) is None or not is_shown_as_person(text, text[start:end])


def _is_name_too(text: str, token: str) -> bool:
    """Tell whether a word is surely somebody's first name in a text too: "May" of "May Yee"."""
    return first_name(token) is not None and is_shown_as_person(text, token)


def _stands_as_name(text: str, start: int, end: int) -> bool:
    """Tell whether a word with a capital stands where a name does: in a sentence, or before what is done."""
    if _is_date(text, start, end) or is_word_here(text, start, end):
        return False
    before, after = word_before(text, start), word_after(text, end)
    if before is not None and before.lower in _NO_NAME_BEFORE:
        return False
    if not begins_sentence(text, start) and not text[start:end].isupper():
        return after is None or not after.text[0].isdigit()
    return _DOES.match(text, end) is not None
