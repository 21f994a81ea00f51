"""All direct identifiers of a text, for a guard: less is asked of them than of what a masker hides."""

from functools import lru_cache

from gyges.anonymizers.identifiers._identifier import Identifier, blanked, is_identifier
from gyges.anonymizers.identifiers._numbers import birth_dates, phone_numbers
from gyges.anonymizers.identifiers._suspects import suspected_names

__all__ = ["Identifiers", "direct_identifiers"]


_OTHERS = frozenset(("LOC", "ORG", "DATETIME"))


class Identifiers(tuple[Identifier, ...]):
    """The direct identifiers of a text, in order; they may overlap.

    Attributes:
        others: Places and organisations, in which the name of a person is none.
    """

    others: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=4)
def direct_identifiers(text: str) -> Identifiers:
    """Return what identifies somebody by itself in a text."""
    from gyges.reading import find_mentions  # the engine is loaded when somebody reads

    mentions = find_mentions(text)
    plain = blanked(text)
    others = tuple((one.start, one.end) for one in mentions if one.type in _OTHERS and not one.direct)
    read = [
        Identifier(one.start, one.end, one.type)
        for one in mentions
        if one.direct and is_identifier(text, one.start, one.end, one.type)
    ]
    more = [*suspected_names(plain, others), *phone_numbers(plain), *birth_dates(plain)]
    found = Identifiers(sorted({*read, *more}))
    found.others = others
    return found
