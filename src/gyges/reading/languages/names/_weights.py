"""How common a word is as a first name in a language, also in other spellings and as a pet form."""

from functools import lru_cache

from gyges.reading.languages.names._ordinary import is_ordinary
from gyges.reading.languages.table._language import Language
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import first_name

__all__ = ["plain_key", "weight_of"]

_ALONE, _PET_FORM = 0.5, 0.55  # weight of a first name that has pet forms, and of one of these
_SHORTEST_STEM = 3  # letters of a name without the ending of its pet form


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
        if stem == key or len(stem) < _SHORTEST_STEM:
            continue
        if any(language.names.get(name) is not None or _weight(name, name) >= _ALONE for name in _wholes(stem, whole)):
            return _PET_FORM
    return 0.0


def _wholes(stem: str, whole: str) -> list[str]:
    return [stem + ending for ending in whole.split("|")]
