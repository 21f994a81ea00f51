"""Who is who among the names of a text: every form of a name belongs to one person."""

import re
from collections.abc import Iterator

from gyges.anonymizers.identifiers import direct_identifiers, is_date_word, is_placed
from gyges.anonymizers.replacement._person_names import sex_of_title, title_before
from gyges.anonymizers.wording import is_ordinary, is_title, line_of, titles_before, word_before
from gyges.reading import Reading
from gyges.reading.lookups import first_name

__all__ = ["Labels", "is_name", "name_spans"]

_TOKEN = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]")
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})[.!?]\s")
_LABELLED = re.compile(r"([A-Z][a-z]+) [A-Z]\. (?=[A-Z])")  # "Block B. Nyambura"
_FIRM = frozenset(("ltd", "pty", "inc", "llc", "gmbh", "plc"))
_MARK = re.compile(r"[\"“”«»]| / |(?<=\s)['‘]|['’](?=\s)")
_AFTER_CHILD = frozenset(("umm", "um", "abu", "abou", "mama", "maman", "baba", "papa"))  # a parent, by a child's name
_SHORTEST = 3  # letters of a part of a name that is looked for by itself
_DEGREE = re.compile(r"(?:D\.O\.B|[BMD]\.?(?:Ed|Sc|Com|Tech|Eng|Phil|Litt|A|S|D)|RN|Ph\.?D|Jr|S\.(?:Pd|Kom|H|E|T))\.?")
_HAILED = re.compile(
    r"(?:^|\n)[^\w\n]*$|\b(?:hi|hey|hello|dear|thanks|cousin|friend|love|from|by|with|and|called) $", re.IGNORECASE
)
_MONEY = re.compile(r"[A-Z]{3} \d")
_INITIALS_BEFORE = re.compile(r"(?P<title>[^\W\d_]{2,5})\.? (?P<initials>(?:[A-Z]\. ?){1,3})$")
_INITIALS = re.compile(r"(?:[A-Z]\.)+[A-Z]?")
_MONTHS = frozenset(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"))


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
    trimmed = {_trimmed(text, *span) for whole in spans for span in _unquoted(text, *whole)}
    kept = [span for span in trimmed if is_name(text, *span)]
    yield from kept
    yield from _parts(text, kept)


def _unquoted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a name outside and inside quotation marks, so that no mark goes alone."""
    last = start
    for mark in _MARK.finditer(text, start, end):
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
    while len(words) > 1 and (is_title(words[0][0]) or words[0][0].lower() in {"the", "a", "my", "dear", "v", "vs"}):
        words = words[1:]
    while len(words) > 1 and words[-1][0].lower() in {"he", "she", "i", "they", "we", "the", "and", "it", "as"}:
        words = words[:-1]
    if not words or text[start] == "@":
        return start, end
    initials = _INITIALS_BEFORE.search(text, max(0, words[0].start() - 12), words[0].start())
    begin = initials.start("initials") if initials is not None and is_title(initials["title"]) else words[0].start()
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


def is_name(text: str, start: int, end: int) -> bool:
    """Tell whether words may name somebody: no ordinary word in lower case, no abbreviation."""
    words = [word.removesuffix("'S").removesuffix("'s") for word in _TOKEN.findall(text[start:end])]
    if len(words) == 1 and _MONEY.match(text, start):
        return False  # "JOD 2,150"
    if not words or start >= end:
        return text[start : start + 1] == "@"
    if text[start] == "@" or any(char in "_0123456789" for char in text[start:end]):
        return True
    if all(is_title(word) for word in words) or (
        _INITIALS.fullmatch(text, start, end) and text[start - 2 : start] == ", "
    ):
        return False
    if is_date_word(text, start, end) or (len(words) == 1 and words[0].lower() in _MONTHS):
        return False
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
    ordinary = all(is_ordinary(part) for word in words for part in word.split("-"))
    low, high = line_of(text, start, end)
    return not (ordinary and (text[start:end].islower() or (len(words) > 1 and text[low:high].isupper())))


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
    wanted = [token for token in sorted(tokens) if token[:1].isupper() and not is_ordinary(token)]
    if not wanted:
        return
    pattern = re.compile(rf"(?<![\w@.-])(?:{'|'.join(map(re.escape, wanted))})(?![\w@-])")
    for match in pattern.finditer(text):
        if not is_placed(text, *match.span()):
            yield match.span()


class Labels:
    """Who a name belongs to: by the reader's person, else by a part of the name in common."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text = text
        named = ((m.start, m.end, m.person) for m in reading.mentions if m.type == "PERSON" and m.person is not None)
        self._owners = {place: person for start, end, person in named for place in range(start, end)}
        self._people: dict[str, str] = {}
        self._sexes: dict[str, str] = {}  # "Mrs Leung" is not "Mr Leung"
        self._names: dict[str, list[frozenset[str]]] = {}

    def person(self, start: int) -> str:
        """Return the id of the person named at a place; empty if the reader knows nobody there."""
        return self._owners.get(start, "")

    def key(self, start: int, words: str) -> str:
        """Return what all names of one person have in common.

        Names are of one person if the reader says so and they do not speak against it, or if one is part of the other:
        "Booth" is of "Tony Booth", and "Ann Booth" is not.
        """
        person = self._owners.get(start)
        sex = sex_of_title(title_before(self._text, start))
        tokens = frozenset(token.casefold() for token in _TOKEN.findall(words))
        known = self._people.get(person) if person is not None else None
        if known is not None and sex and self._sexes.get(known, sex) != sex:
            known = None
        if known is not None and all(tokens & _AFTER_CHILD != name & _AFTER_CHILD for name in self._names[known]):
            known = None
        if known is None:
            likely = (key for key, names in self._names.items() if _is_part(tokens, names))
            known = next((key for key in likely if not sex or self._sexes.get(key, sex) == sex), None)
        if known is None:
            known = f"name {len(self._names) + 1}"
        if person is not None:
            self._people.setdefault(person, known)
        if sex:
            self._sexes.setdefault(known, sex)
        self._names.setdefault(known, []).append(tokens)
        return known


def _is_part(tokens: frozenset[str], names: list[frozenset[str]]) -> bool:
    """Tell whether a name is of somebody with other names: it agrees with one, and no full name speaks against it."""
    full = [name for name in names if sum(len(token) >= _SHORTEST for token in name) > 1]
    whole = sum(len(token) >= _SHORTEST for token in tokens) > 1
    return any(_agree(tokens, name) for name in names) and (not whole or all(_agree(tokens, name) for name in full))


def _agree(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two names may be of one person: the words of one are in the other, initials may stand for words."""
    if one & _AFTER_CHILD != other & _AFTER_CHILD:
        return False
    few, many = sorted((one, other), key=lambda name: sum(len(token) >= _SHORTEST for token in name))
    long = {token for token in few if len(token) >= _SHORTEST}
    if not long or not long <= many:
        return False
    rest = {token[0] for token in many - long}
    return not rest or all(token[0] in rest for token in few - long)
