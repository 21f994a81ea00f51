"""Ordinary words of a language, which are no names: known, a form of a known one, put together of such, by ending."""

from functools import lru_cache

from gyges.reading.languages.table._language import Language
from gyges.reading.lexicon._fold import fold

__all__ = ["is_ordinary", "is_strange", "is_whole_word"]

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
