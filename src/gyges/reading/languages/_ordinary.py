"""Words with a capital that are no names, where all nouns have one: known, put together of known ones, or by ending."""

from functools import lru_cache

from gyges.reading.languages._language import Language
from gyges.reading.lexicon._fold import fold

__all__ = ["is_ordinary", "is_strange"]

_SHORTEST_HEAD = 3  # letters of the last part of a compound word
_SHORTEST_START = 2  # and of what comes before it
_SHORTEST_STEM = 3  # what is left of a word without its ending


@lru_cache(maxsize=1 << 14)
def is_ordinary(key: str, language: Language) -> bool:
    """Tell whether a folded word is an ordinary one of its language, in any form, alone or as the end of a compound."""
    word = key.rpartition("-")[2] or key
    told = (language.jobs, language.roles, language.kin, language.demonyms)
    if word.endswith(_endings(language)) or any(word in index for index in told):
        return True
    return any(_is_known(stem, language) for stem in _stems(word, language))


def is_strange(key: str, language: Language) -> bool:
    """Tell whether a folded word is none that its language has, as far as its table of ordinary words goes."""
    return bool(language.ordinary) and not is_ordinary(key, language)


@lru_cache(maxsize=8)
def _endings(language: Language) -> tuple[str, ...]:
    return tuple(fold(ending) for ending in language.words("names", "noun_endings"))


def _stems(word: str, language: Language) -> list[str]:
    """Return a word and what it may be a form of."""
    forms = [word.removesuffix(ending) for ending in language.words("names", "inflections") if word.endswith(ending)]
    stems = [word, *(form for form in forms if len(form) >= _SHORTEST_STEM)]
    return [*stems, *(stem + "e" for stem in stems), *(stem + "en" for stem in stems)]


def _is_known(stem: str, language: Language) -> bool:
    last = len(stem) - _SHORTEST_HEAD
    ends = (stem[at:] for at in (0, *range(_SHORTEST_START, last + 1)))
    return stem in language.nouns or any(end in language.ordinary or end in language.job_endings for end in ends)
