"""Names in a post: what they tell, and whether two are the same."""

from functools import lru_cache

from gyges.reading.codes._handles import handle_name
from gyges.reading.lexicon._fold import fold
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import sex_of_name

__all__ = ["call", "name_words", "sex_of"]


def sex_of(name: str) -> tuple[str, int] | None:
    """Return the sex that the first word of a name tells and how surely.

    Example:
        >>> sex_of("Mary Roe"), sex_of("J. Roe")
        (('Female', 4), None)
    """
    word = name.split()[0].strip(".,'\"") if name.split() else ""
    return sex_of_name(word) if len(word) > 1 else None


def call(person: PersonDraft, name: str, start: int, end: int, sure: int, cue: str) -> None:
    """Learn a name of somebody, and the sex it tells."""
    person.call(name, start, end).learn("NAME", name, sure, start, end, cue)
    told = sex_of(name)
    if told:
        person.learn("SEX", *told, start, end, "first name")


@lru_cache(maxsize=4096)
def name_words(name: str) -> frozenset[str]:
    """Return the folded words of a name or of the name in a handle."""
    return frozenset(fold(word).strip(".'’") for word in (handle_name(name) if " " not in name else name).split())
