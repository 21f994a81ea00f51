"""Ordinary words of a language, which are no names, by form and ending; and how common a word is as a first name."""

from functools import lru_cache

from gyges.reading.languages.table._language import Language
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import first_name

_ALONE, _PET_FORM = 0.5, 0.55  # weight of a first name that has pet forms, and of one of these
_SHORTEST_PET = 3  # letters of a name without the ending of its pet form


@lru_cache(maxsize=8192)
def plain_key(key: str, language: Language) -> str:
    """Return a folded word written without accents as it is folded with them: ``juergen`` as ``jurgen``."""
    for letter, spelled in language.settings.get("spelling", {}).items():
        key = key.replace(spelled, fold(letter))
    return key


@lru_cache(maxsize=4096)
def _weight(key: str, plain: str) -> float:
    stat = first_name(key) or first_name(plain)
    return stat.weight if stat else 0.0


def weight_of(word: str, language: Language) -> float:
    """Return how common a word is as a first name, 0 if it is none."""
    key = fold(word)
    if key in language.names:
        return 1.0
    return _weight(key, plain_key(key, language)) or _diminutive(key, language)


@lru_cache(maxsize=8192)
def _diminutive(key: str, language: Language) -> float:
    """Return the weight of a pet form of a first name, 0 if it is none: ``Normita``, ``Franzl``."""
    if key in language.nouns or (language.ordinary and is_ordinary(key, language)):
        return 0.0
    for pair in language.words("names", "diminutives"):
        ending, _, whole = pair.partition("=")
        stem = key.removesuffix(ending)
        if stem == key or len(stem) < _SHORTEST_PET:
            continue
        if any(language.names.get(name) is not None or _weight(name, name) >= _ALONE for name in _wholes(stem, whole)):
            return _PET_FORM
    return 0.0


def _wholes(stem: str, whole: str) -> list[str]:
    return [stem + ending for ending in whole.split("|")]


_SHORTEST_HEAD = 3  # letters of the last part of a compound word
_SHORTEST_START = 2  # and of what comes before it
_SHORTEST_STEM = 2  # what is left of a word without its ending


@lru_cache(maxsize=1 << 14)
def is_ordinary(key: str, language: Language) -> bool:
    """Tell whether a folded word is an ordinary one of its language, in any form, alone or as the end of a compound."""
    word = key.rpartition("-")[2] or key
    told = (language.jobs, language.roles, language.kin, language.demonyms)
    if word.endswith(_endings(language)) or any(word in index for index in told):
        return True
    return any(_is_known(stem, language) for stem in _stems(word, language))


@lru_cache(maxsize=1 << 14)
def is_whole_word(key: str, language: Language) -> bool:
    """Tell whether a folded word is known as it is or in another form, not only for its ending or last part."""
    word = key.rpartition("-")[2] or key
    if any(word in index for index in (language.jobs, language.roles, language.kin, language.demonyms)):
        return True
    return any(stem in language.nouns or stem in language.ordinary for stem in _stems(word, language))


def is_strange(key: str, language: Language) -> bool:
    """Tell whether a folded word is none that its language has, as far as its table of ordinary words goes."""
    return bool(language.ordinary) and not is_ordinary(key, language)


@lru_cache(maxsize=8)
def _endings(language: Language) -> tuple[str, ...]:
    return tuple(fold(ending) for ending in language.words("names", "noun_endings"))


def _stems(word: str, language: Language) -> set[str]:
    """Return a word and what it may be a form of, also without a pronoun that hangs on it: ``notifíquese``."""
    tails = [tail for tail in language.words("names", "enclitics") if word.endswith(tail)]
    bases = [word, *(word.removesuffix(tail) for tail in tails)]
    stems = {word}
    for pair in language.words("names", "inflections"):
        ending, _, wholes = pair.partition("=")
        for base in bases:
            stem = base.removesuffix(ending)
            if base.endswith(ending) and len(stem) >= _SHORTEST_STEM:
                stems |= {stem + whole for whole in wholes.split("|")}
    return stems


def _is_known(stem: str, language: Language) -> bool:
    if stem in language.nouns or stem in language.ordinary:
        return True
    if not language.nouns_capitalised:
        return False
    ends = (stem[at:] for at in range(_SHORTEST_START, len(stem) - _SHORTEST_HEAD + 1))
    return any(end in language.ordinary or end in language.job_endings for end in ends)
