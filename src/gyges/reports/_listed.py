"""People whom the reader listed and who were matched to nobody: whom it took them for, and what it said of them."""

from collections.abc import Iterable

from gyges.reports._figures import Table
from gyges.reports._person import Shows
from gyges.reports._plain import NOTHING, clipped, label
from gyges.reports._views import StrangerResult

__all__ = ["listed"]

_LONGEST_NAME = 120


def listed(people: Iterable[StrangerResult], shows: Shows, undecided: Iterable[str] = ()) -> Table | None:
    """Return what was said of listed people, a row a fact; None where there is nobody.

    Args:
        people: The people, in the order of the list.
        shows: What may be shown; without texts only kinds of facts are.
        undecided: Ids of those who may be somebody after all.
    """
    maybe = frozenset(undecided)
    rows: list[tuple[str, ...]] = []
    for place, person in enumerate(people, 1):
        name = (clipped(person.description, _LONGEST_NAME) or person.id) if shows.text else f"Listed person {place}"
        name = f"{name} (undecided)" if person.id in maybe else name
        rows += _facts(name, person, shows)
    head = ("The reader wrote", "Given away by") if shows.text else ()
    return Table(("Listed as", "Fact", *head, "Sure"), tuple(rows)) if rows else None


def _facts(name: str, person: StrangerResult, shows: Shows) -> list[tuple[str, ...]]:
    if not person.facts:
        return [(name, "nothing said", *((NOTHING, NOTHING) if shows.text else ()), NOTHING)]
    rows = []
    for place, fact in enumerate(person.facts):
        sure = NOTHING if fact.certainty is None else f"{fact.certainty} of 5"
        said = (fact.guess, " … ".join(dict.fromkeys(fact.evidence)) or NOTHING) if shows.text else ()
        rows.append((name if place == 0 else "", label(fact.tag), *said, sure))
    return rows
