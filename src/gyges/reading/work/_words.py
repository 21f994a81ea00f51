"""A job in the words of the text: "Night receptionist", where a table only knows that it is office work."""

import re
from functools import lru_cache

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import common_words, words
from gyges.reading.work._occupations import OccupationCue, is_title, title_heads

_STATES = frozenset({"Retired", "Student", "Unemployed"})
_SHORTEST = 4  # letters; shorter words are abbreviations
_RANKS = words("job_words.ranks")
_BEFORE = words("job_words.before")
_PAIR = 2  # words of a verb with its object
_SUBJECTS = words("job_words.subjects")
_SELLS = frozenset({"sell", "sells", "selling", "sold"})
_SELLERS = frozenset({"Market trader", "Street food vendor", "Shopkeeper", "Salesperson"})
_SLANG = words("job_words.slang")
_ENGLISH = tuple(words("words.english"))


def written_jobs(cue: OccupationCue) -> tuple[str, ...]:
    """Return the job as the text words it, and the general word for it.

    A retired teacher is both retired and a retired teacher. Words of other languages, abbreviations and ranks are left
    to the general word alone.
    """
    if not cue.occupation:
        return ()
    words = _own_words(cue.text)
    told = _from_object(cue.occupation, words)
    if told:
        return told, cue.occupation
    retired = words[:1] == ["retired"]
    titled = words[1:] if retired else words
    while titled and not is_title(" ".join(titled)):
        titled = titled[1:]
    if not titled or not _is_english(titled[-1]):
        return (cue.occupation,)
    if retired:
        return cue.occupation, _capitalised(["retired", *titled])
    if cue.occupation in _STATES:
        tells_more = titled[-1] == cue.occupation.lower() and len(titled) > 1 and not _counts(titled[0])
        return (cue.occupation, _capitalised(titled)) if tells_more else (cue.occupation,)
    if titled[-1] in _RANKS and len(titled) == 1:
        return (cue.occupation,)
    return tuple(dict.fromkeys((_capitalised(titled), cue.occupation)))


def _from_object(job: str, words: list[str]) -> str | None:
    """The job that a verb and its object name together: "teaches chemistry", "sells chapati", "repairs phones"."""
    if len(words) < _PAIR:
        return None
    verb, thing = words[0], words[-1]
    if job == "Teacher" and thing in _SUBJECTS and verb.startswith(("teach", "taught")):
        return f"{thing.capitalize()} teacher"
    if verb in _SELLS and job in _SELLERS and len(words) == _PAIR:
        return f"{(thing[:-1] if thing.endswith('s') and not thing.endswith('ss') else thing).capitalize()} seller"
    return None


def _own_words(text: str) -> list[str]:
    """The words of a job without those that rank it."""
    words = [word for word in re.split(r"\s+", text.strip().lower().removesuffix("’s").removesuffix("'s")) if word]
    while len(words) > 1 and words[0] in _BEFORE:
        words = words[1:]
    return words


def _capitalised(words: list[str]) -> str:
    said = " ".join(words)
    return said[:1].upper() + said[1:]


def _counts(word: str) -> bool:
    """Whether a word only says how far a student has come: "third-year student"."""
    return "year" in word or word[:1].isdigit() or word in _BEFORE


@lru_cache(maxsize=4096)
def _is_english(word: str) -> bool:
    key = fold(word)
    if len(key) < _SHORTEST or key in _SLANG or "." in key:
        return False
    return key in title_heads() or key in common_words() or key.endswith(_ENGLISH)
