"""The parts of a person's name as it is written: titles, words, letters, or an account name."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.anonymizers.replacement._word_kinds import kept_words
from gyges.reading.english import is_english_word
from gyges.reading.lookups import first_name, fold, kin, title

PARTICLES = frozenset((
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le", "los",
    "las", "el", "al", "ten", "ter", "zu", "zur", "af", "av", "bin", "binti", "binte", "bint", "ibn", "ben", "y",
    "e", "und", "i", "of", "the",
))  # fmt: skip
"""Small words inside names, folded."""
SUFFIXES = frozenset(
    (
        "jr",
        "sr",
        "ii",
        "iii",
        "iv",
        "phd",
        "md",
        "rn",
        "esq",
        "qc",
        "kc",
        "sc",
        "bvsc",
        "msc",
        "bsc",
        "mbbs",
        "llb",
        "llm",
    )
)
"""What may follow a name, folded."""

_WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
_HANDLE = re.compile(r"^(?:@|u/)|[\d_]|^[a-z]+\.[a-z]|^[a-z]+-[a-z]+$")
_CAMEL = re.compile(r"^(?=[^\W\d_]++$)[^\W\d_]*?(?:[a-z][A-Z][a-z]+[A-Z]|[a-z]{4}[A-Z])")  # "healerJun"; no "FitzRoy"
_TITLE_BEFORE = re.compile(r"([^\W\d_]{1,12})\.?\s$")
_NAME_TOO = 0.2  # weight from which a title is a first name too, such as Don or Tito
_FAMILY_PARTICLES = frozenset(("Ó", "Ní", "Nic", "Uí", "Ua", "Mac", "Ap", "Ab", "Bat", "Bar"))  # "Ó Briain": no letter
_KEPT = frozenset(("née", "nee", "né", "geb", "late", "alias", "aka", "baby", "little", "old", "young", "big"))
_MAIDEN = frozenset(("née", "nee", "né", "geb"))
_FORMAL = frozenset(
    (
        "frau",
        "herr",
        "mevr",
        "dhr",
        "mw",
        "mme",
        "monsieur",
        "senora",
        "senor",
        "sra",
        "smt",
        "sri",
        "shri",
        "ing",
        "lic",
    )
)
_SHORTEST = 3  # letters of a name in capitals before one that is not
_SHORT = 5  # letters of an abbreviated title, such as "Mag."
_PLAIN_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "mx", "sir", "dr", "prof", "professor", "doctor", "judge", "madam")
)


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word of a name: ``name[start:end]``, its folded form, and what it is."""

    start: int
    end: int
    key: str
    kind: str  # "title" (or what else stands before a name), "suffix", "particle", "letter" or "name"


@lru_cache(maxsize=8192)
def is_handle(name: str) -> bool:
    """Tell whether a name is that of an account."""
    return bool(_HANDLE.search(name) or _CAMEL.search(name)) and " " not in name.strip()


def name_words(name: str) -> list[NameWord]:
    """Return the words of a name, each with what it is."""
    return list(_name_words(name))


@lru_cache(maxsize=8192)
def _name_words(name: str) -> tuple[NameWord, ...]:
    found = [(match.start(), match.end(), fold(match[0])) for match in _WORD.finditer(name)]
    words: list[NameWord] = []
    for index, (start, end, key) in enumerate(found):
        leads = all(word.kind == "title" for word in words)
        last = index == len(found) - 1
        small = leads and name[start:end].islower() and name[end:].strip()[:1].isupper() and key not in PARTICLES
        if not last and (small or _is_kept(name[start:end]) or (leads and _leads_a_name(name, start, end))):
            kind = "title"
        elif not last and _is_particle(name, start, end):
            kind = "particle"
        elif len(key) == 1:
            kind = "letter"
        elif any(word.kind == "name" for word in words) and (
            (last and _is_degree(name, start, end))
            or key in SUFFIXES
            or key in _PLAIN_TITLES
            or name[start:end].lower() in kept_words("after_names")
        ):
            kind = "suffix"
        else:
            kind = "name"
        words.append(NameWord(start, end, key, kind))
    return tuple(words)


def whole_words(name: str) -> list[NameWord]:
    """Return the words of a name; those joined by a hyphen, such as "Osei-Tutu" or "Jean-Noël", are one."""
    made: list[NameWord] = []
    for word in name_words(name):
        last = made[-1] if made else None
        if last is not None and last.kind == word.kind == "name" and name[last.end : word.start] == "-":
            made[-1] = NameWord(last.start, word.end, f"{last.key}-{word.key}", "name")
        else:
            made.append(word)
    return made


def _is_degree(name: str, start: int, end: int) -> bool:
    """Tell whether letters after a name are a degree or an office: "Declan Fogarty BL"."""
    word = name[start:end]
    return word.isupper() and 1 < len(word) <= _SHORTEST and not name.isupper() and name[:start].endswith(" ")


def _is_particle(name: str, start: int, end: int) -> bool:
    """Tell whether a word of a name joins others, as in "Ana y Reis"; "I. Marinova" begins with a letter."""
    word = name[start:end]
    lettered = len(word) == 1 and word.isupper()
    return (fold(word) in PARTICLES and not lettered) or word in _FAMILY_PARTICLES


def _is_kept(word: str) -> bool:
    return word.lower() in _KEPT or (word.islower() and title(word) is not None)


def _leads_a_name(name: str, start: int, end: int) -> bool:
    """Tell whether a word before a name says something of its bearer: a title, a relative, "Slow" Kenji."""
    word = name[start:end]
    if name[end : end + 1] == "-":  # "Ji-ho" is one name
        return False
    if name[end : end + 1].isdecimal():  # a rank: "SFO2"
        return True
    if _is_title(word) or word.lower() in kept_words("honorifics"):
        return True
    stat = first_name(word)
    if name[end : end + 2] == ". " and 1 < len(word) <= _SHORT and (len(word) < _SHORT - 1 or not stat):
        return True
    if word.isupper() and len(word) > 1 and not name.isupper() and (stat is None or len(word) < _SHORTEST):
        return name[end : end + 1] != ","  # "TUMULAK, Leonila"
    return stat is None and len(word) > 1 and (kin(word) is not None or is_english_word(word))


def title_before(text: str, start: int) -> str:
    """Return the title right before a position, empty if there is none."""
    match = _TITLE_BEFORE.search(text[max(0, start - 14) : start])
    if match is None:
        return ""
    word = match[1]
    if "." in match[0] and kin(word) is not None:  # the end of a sentence: "his mum. Callum ate"
        return ""
    honoured = word.lower() in kept_words("honorifics") and (first_name(word) is None or "." in match[0])  # "Sig."
    return word if (word[0].isupper() and _is_title(word)) or honoured else ""


def is_familiar(word: str) -> bool:
    """Tell whether what stands before a name goes with a first name: "Uncle", "Sister", "Don"."""
    return (
        kin(word) is not None
        or word.lower() in _KEPT - _MAIDEN
        or (word.lower() in kept_words("honorifics") and fold(word) not in _FORMAL)
    )


def sex_of_title(word: str) -> str:
    """Return the sex a title tells, empty if none."""
    known = title(word) if word else None
    if known is not None and known.sex:
        return known.sex
    key = fold(word)
    return "Female" if key in _folded("for_women") else "Male" if key in _folded("for_men") else ""


@cache
def _folded(which: str) -> frozenset[str]:
    return frozenset(map(fold, kept_words(which)))


def _is_title(word: str) -> bool:
    if title(word) is None:
        return False
    stat = first_name(word)
    return fold(word) in _PLAIN_TITLES or stat is None or stat.weight < _NAME_TOO
