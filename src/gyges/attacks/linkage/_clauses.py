"""Where a sentence falls into clauses, and what each of them is about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SHORTEST_PART = 2
"""Words of the shortest clause."""

_LONGEST_SUBJECT, _LONGEST_ITEM, _LONGEST_OPENING = 6, 8, 6

_TOKEN = re.compile(r"[^\W_]+(?:['’.–-][^\W_]+)*|[^\w\s]|_+")
_AND = frozenset(("and", "but", "so", "yet", "or", "nor", "then", "n", "&"))
_WHILE = frozenset(
    (
        "while",
        "whereas",
        "although",
        "though",
        "because",
        "when",
        "where",
        "after",
        "before",
        "until",
        "since",
        "as",
        "cos",
    )
)
_WHO = frozenset(("who", "which", "whose", "whom"))
_OPENERS = frozenset(("the", "a", "an", "his", "her", "its", "their", "our", "my", "this", "these", "those", "there"))
_ARTICLES = frozenset(("a", "an", "the", "one"))
_PREPOSITIONS = frozenset(
    (
        "in",
        "on",
        "at",
        "of",
        "from",
        "with",
        "by",
        "for",
        "to",
        "as",
        "after",
        "before",
        "during",
        "since",
        "until",
        "under",
    )
)
_NOT_AN_ITEM = _WHO | _PREPOSITIONS | {"including"}
_NO_DOING = frozenset(
    ("including", "excluding", "during", "following", "according", "regarding", "nothing", "something")
)
_DASHES = frozenset("–—-")


@dataclass(frozen=True, slots=True)
class ClauseWord:
    """A word or a mark of a text, with its lower case."""

    start: int
    end: int
    text: str
    lower: str

    @property
    def spoken(self) -> bool:
        """Whether it is a word rather than a mark."""
        return self.text[0].isalnum()


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of words that says one thing."""

    first: int  # the first word
    last: int  # one past the last word
    about: tuple[ClauseWord, ...] = ()


def cut_words(text: str, start: int, end: int) -> list[ClauseWord]:
    """Return the words and marks of a stretch of a text."""
    found = _TOKEN.finditer(text, start, end)
    plain = [(match, match.group().lower().replace("’", "'")) for match in found]
    return [ClauseWord(match.start(), match.end(), match.group(), lower) for match, lower in plain]


def clauses(words: Sequence[ClauseWord]) -> list[Part]:
    """Cut a sentence into clauses; each gets the subject it shares with the one before it."""
    lower = [word.lower for word in words]
    parts: list[Part] = []
    first, subject = 0, _subject(words, lower, 0)
    about: tuple[ClauseWord, ...] = ()
    for place in range(1, len(words)):
        kind = _opens(words, lower, first, place)
        if kind is None:
            continue
        parts.append(Part(first, place, about))
        first = place
        own = _subject(words, lower, _skipped(lower, place))
        if kind == "own" and own:
            subject, about = own, ()
        else:
            about = _antecedent(words, place) if kind == "who" else () if kind == "own" else subject
    parts.append(Part(first, len(words), about))
    if (
        len(parts) > 1 and looks_like_verb(lower[0]) and lower[0] not in PRONOUNS and not parts[1].about
    ):  # Born in Lyon, she moved
        parts[0] = Part(0, parts[0].last, _subject(words, lower, parts[1].first))
    return parts


def attributes(words: Sequence[ClauseWord], part: Part) -> Iterator[Part]:
    """Yield the parts of a clause that lists what somebody is: ``was a nurse, singer and the first mayor``."""
    lower = [word.lower for word in words]
    places = range(part.first + 1, part.last - 1)
    copula = next((at for at in places if lower[at] in COPULAS and lower[at + 1] in _ARTICLES), None)
    if copula is None or copula - part.first > _LONGEST_SUBJECT + 2:
        yield part
        return
    shared = (*part.about, *words[part.first : copula + 1])
    first, about = part.first, part.about
    for at in places:
        if at > copula + 2 and _next_item(words, lower, at, part.last):
            yield Part(first, at, about)
            first, about = at, shared
    yield Part(first, part.last, about)


def _next_item(words: Sequence[ClauseWord], lower: Sequence[str], at: int, last: int) -> bool:
    """Tell whether the next thing of a list begins here."""
    if lower[at] != "," and (lower[at] not in _AND or lower[at - 1] == ","):
        return False
    begin = at + 1 + (lower[at] == "," and lower[min(at + 1, last - 1)] in _AND)
    end = next((place for place in range(begin, last) if lower[place] in {",", ";"} or lower[place] in _AND), last)
    count = sum(word.spoken for word in words[begin:end])
    if not 1 <= count <= _LONGEST_ITEM or lower[begin] in _NOT_AN_ITEM or not words[begin].text[0].islower():
        return False
    if lower[begin] in (_OPENERS | PRONOUNS) - _ARTICLES or any(looks_like_verb(word) for word in lower[begin:end]):
        return False
    return lower[at] == "," or lower[begin] in {"a", "an", "one"}


def _opens(words: Sequence[ClauseWord], lower: Sequence[str], first: int, place: int) -> str | None:
    """Tell whether a clause begins at a word: with a subject of its `own`, with a `shared` one, with `who`, or not."""
    if not _enough(words, first, place) or not _enough(words, place, len(words)):
        return None
    if not first and lower[place - 1] != ";" and first_verb(lower, 0, place) is None:  # later parts have a verb
        return None
    before, word = lower[place - 1], lower[place]
    if before == ";" or (before in _DASHES | {":"} and _apart(words, place - 1) and _verb_soon(lower, place)):
        return "own"
    if word in _WHO and before == ",":
        return "who"
    if word in _AND:
        follows = _skipped(lower, place)
        if follows < len(words) and looks_like_verb(lower[follows]) and lower[follows] not in PRONOUNS:
            return "shared"
        if before != "," and lower[place - 2] in _OPENERS:  # my wife and I
            return None
        return "own" if _sentence_like(words, lower, follows, comma=before == ",") else None
    if before == "," and word in _WHILE:
        return "own" if _sentence_like(words, lower, place + 1, comma=True) else None
    if before == "," and word in PRONOUNS:
        return "own" if _verb_soon(lower, place) else None
    doing = len(word) > 5 and word.endswith("ing") and word.isalpha() and word not in _NO_DOING
    return "shared" if before == "," and doing else None


def _sentence_like(words: Sequence[ClauseWord], lower: Sequence[str], place: int, *, comma: bool) -> bool:
    """Tell whether a subject and its verb begin here."""
    if place >= len(words):
        return False
    if lower[place] in PRONOUNS:
        return _verb_soon(lower, place)
    if not comma or not (lower[place] in _OPENERS or words[place].text[0].isupper()):
        return False
    end = next((at for at in range(place, len(words)) if lower[at] == ","), len(words))
    verb = first_verb(lower, place + 1, min(end, place + 1 + _LONGEST_SUBJECT))
    return verb is not None


def _verb_soon(lower: Sequence[str], place: int) -> bool:
    return first_verb(lower, place, min(len(lower), place + _LONGEST_OPENING)) is not None


def _skipped(lower: Sequence[str], place: int) -> int:
    """Return the place of the word after conjunctions and adverbs."""
    while place < len(lower) and (
        lower[place] in _AND | _WHILE | ADVERBS | {","} or (len(lower[place]) > 4 and lower[place].endswith("ly"))
    ):
        place += 1
    return place


def _subject(words: Sequence[ClauseWord], lower: Sequence[str], start: int) -> tuple[ClauseWord, ...]:
    """Return the words before the first verb, without what stands before a comma: ``In 1981, she won``."""
    verb = first_verb(lower, start, len(words))
    if verb is None:
        return ()
    if lower[verb] in PRONOUNS:  # of I'm and she's only the person is shared
        whole = words[verb]
        person = re.split("['’]", whole.text)[0]
        return (ClauseWord(whole.start, whole.start + len(person), person, person.lower()),)
    comma = max((place + 1 for place in range(start, verb) if lower[place] == ","), default=start)
    subject = _without_opening([word for word in words[comma:verb] if word.lower not in ADVERBS])
    fits = 0 < len(subject) <= _LONGEST_SUBJECT
    named = fits and (subject[0].text[0].isupper() or subject[0].lower in PRONOUNS | _OPENERS)
    return tuple(subject) if named else ()


def _without_opening(subject: list[ClauseWord]) -> list[ClauseWord]:
    """Return the name or pronoun at the end of a subject that opens with a time or place: ``In 1981 she``."""
    if not subject or subject[0].lower not in _PREPOSITIONS:
        return subject
    if subject[-1].lower in PRONOUNS:
        return subject[-1:]
    begin = len(subject)
    while begin > 1 and subject[begin - 1].text[0].isupper():
        begin -= 1
    return subject[begin:]


def _antecedent(words: Sequence[ClauseWord], place: int) -> tuple[ClauseWord, ...]:
    """Return what a relative clause is about: the words since the last article or mark, some at most."""
    end = place - 1
    begin = end
    while begin > 0 and end - begin < _LONGEST_SUBJECT and words[begin - 1].spoken:
        begin -= 1
        if words[begin].lower in _OPENERS:
            break
    return tuple(words[begin:end])


def _enough(words: Sequence[ClauseWord], first: int, last: int) -> bool:
    """Tell whether a stretch has words enough for a clause; looked for from its end, where they usually are at once."""
    found = 0
    for place in range(last - 1, first - 1, -1):
        found += words[place].spoken
        if found >= SHORTEST_PART:
            return True
    return False


def _apart(words: Sequence[ClauseWord], place: int) -> bool:
    """Tell whether a mark stands alone, as a dash between clauses does, or is a colon."""
    mark = words[place]
    return mark.text == ":" or (words[place - 1].end < mark.start and mark.end < words[place + 1].start)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


PRONOUNS = _set("i he she it we they you i'm i've i'd i'll he's she's it's we're we've they're you're that's there's")
"""Words that open a clause: a verb follows, or is part of them."""

COPULAS = _set("is was are were be been am became becomes remains remained")

ADVERBS = _set(
    "also then later subsequently eventually soon finally never still now often once again thus even just first"
)

_AUXILIARIES = COPULAS | _set(
    "has have had do does did will would can could may might must shall should isn't wasn't aren't weren't hasn't "
    "haven't hadn't don't doesn't didn't won't wouldn't can't couldn't shouldn't i'm i've i'd i'll he's she's it's "
    "we're we've they're you're that's there's gonna gotta"
)
_PAST = _set(
    "born began broke brought built bought came caught chose drew drove fell felt fought found flew forgot gave went "
    "got grew held heard hid hit kept knew laid led left lent lost made meant met paid put ran read rose said sang "
    "sat saw sold sent set shot showed shut slept spent spoke stood stole swam taught took thought threw told "
    "understood won wore wrote dealt died lay rode rang sought struck swore tore woke wound withdrew undertook "
    "overcame overthrew arose awoke bore bent bet bound cast cost cut hurt let quit spread split swept wept dug hung "
    "spun stuck sank"
)
_PRESENT = _set(
    "plays lives works serves teaches holds runs writes leads studies includes appears contains belongs comes goes "
    "gets makes takes says knows thinks feels keeps speaks owns loves likes hates wants needs seems looks means gives "
    "finds begins continues performs sings records competes coaches manages directs produces represents resides earns "
    "sells buys drives suffers complains reports denies smokes drinks uses spends pays sits stands turns"
)
_NO_VERB = _set("hundred indeed united red need bed kindred sacred naked wicked rugged aged breed seed speed embed")
_BEFORE_NOUNS = _set(
    "the a an his her its their our my your this that these those of to in on at by for with from and or"
)


def looks_like_verb(word: str) -> bool:
    """Tell whether a word in lower case can be a finite verb; words ending in -ed count as past tense."""
    if word in _AUXILIARIES or word in _PAST or word in _PRESENT:
        return True
    return len(word) > 3 and word.endswith("ed") and word not in _NO_VERB and word.isalpha()


def first_verb(words: Sequence[str], start: int, end: int) -> int | None:
    """Return the place of the first finite verb in a stretch of words in lower case, None if it has none."""
    return next((place for place in range(start, end) if _is_verb(words, place)), None)


def _is_verb(words: Sequence[str], place: int) -> bool:
    word, before = words[place], words[place - 1] if place else ""
    if looks_like_verb(word):
        return word in _AUXILIARIES or before not in _BEFORE_NOUNS  # his painted house, the said house
    after_pronoun = before in PRONOUNS and "'" not in before
    return after_pronoun and word.isalpha() and word not in ADVERBS and word not in _BEFORE_NOUNS
