"""How many people fit what is told about each person, as a report says it."""

from collections.abc import Iterable
from dataclasses import dataclass

from gyges.reports._figures import Figure, Table, shown
from gyges.reports._person import Shows, person_names
from gyges.reports._plain import label, percent, rough
from gyges.reports._views import AnonymityRow, AuditView, PersonSetRow, RangeRow

__all__ = ["Sets", "set_line", "sets"]

MAX_SETS = 25
"""How many people the table names, the smallest sets first; the results file has all."""

_OUTRIGHT = "told outright, by a name or a number"
_SIZES = ((1, "one person"), (20, "2 to 19"), (1_000, "20 to 999"), (1_000_000, "1,000 to 999,999"))
_MORE = "a million or more"
_SCOPES = {"place": "in the place", "country": "in the country", "world": "in the world"}


@dataclass(frozen=True, slots=True)
class Sets:
    """What a report says about how many people fit.

    Attributes:
        risk: The mean chance to point to the right person.
        few: The share of people whom few people fit.
        few_below: How many are no longer few.
        controls: The same figures for the original and for a guess, in words.
        sizes: How many people have sets of which size.
        table: Those with the smallest sets, of the people whom no direct identifier tells.
        left_out: How many people the table does not name.
    """

    risk: Figure
    few: Figure
    few_below: int
    controls: str
    sizes: Table
    table: Table
    left_out: int


def sets(audit: AuditView, shows: Shows) -> Sets | None:
    """Return how many people fit what is told about everybody; None for results that do not say."""
    found = audit.results.anonymity
    if found is None or not found.people:
        return None
    names = person_names(audit.results.subjects, shows)
    head = ("Person", "People who fit", "Range", "At most", "Where", "Counted", "Not counted")
    others = [one for one in found.people if not one.direct]
    rows = tuple(_row(one, names.get((one.document, one.id), ""), shows) for one in others[:MAX_SETS])
    return Sets(
        risk=shown(found.risk),
        few=shown(found.few),
        few_below=found.few_below,
        controls=_controls(found),
        sizes=_sizes(found.people),
        table=Table(head, rows),
        left_out=max(0, len(others) - MAX_SETS),
    )


def set_line(audit: AuditView) -> str:
    """Return the same in a sentence; empty for results that do not say."""
    found = audit.results.anonymity
    if found is None or not found.people:
        return ""
    smallest = min((one.people.value for one in found.people if not one.direct), default=None)
    least = "" if smallest is None else f" The smallest estimate for somebody not named outright: {rough(smallest)}."
    return (
        f"People who fit (estimated from public statistics): fewer than {found.few_below} for {shown(found.few).both} "
        f"of people; chance to point to the right one {shown(found.risk).both} on average.{_controls(found)}{least}"
    )


def _controls(found: AnonymityRow) -> str:
    words = {"original": "with the original texts", "prior": "with a guess without the text"}
    said = [
        f"{percent(found.controls[f'{name}_few'].value)} and {percent(found.controls[f'{name}_risk'].value)} {where}"
        for name, where in words.items()
        if f"{name}_few" in found.controls and f"{name}_risk" in found.controls
    ]
    return f" Controls: {'; '.join(said)}." if said else ""


def _row(one: PersonSetRow, name: str, shows: Shows) -> tuple[str, ...]:
    ends = f"{rough(one.people.low)} to {rough(one.people.high)}"
    where = "; ".join([_SCOPES.get(one.scope, one.scope), *_wider(one)])
    return (name, rough(one.people.value), ends, rough(one.at_most), where, _kinds(one.counted), _left(one, shows))


def _wider(one: PersonSetRow) -> Iterable[str]:
    """Say how many fit in what lies around the narrowest place that is told."""
    wider: tuple[tuple[str, RangeRow | None], ...] = (("country", one.country), ("world", one.world))
    for scope, people in wider:
        if people is not None and scope != one.scope and not (scope == "country" and one.scope == "world"):
            yield f"{rough(people.value)} {_SCOPES[scope]}"


def _left(one: PersonSetRow, shows: Shows) -> str:
    unknown = [f"{label(row.tag)}: {row.value}" if shows.text else label(row.tag) for row in one.not_counted]
    unscored = [f"{one.unscored} unscored, taken as told"] if one.unscored else []
    return ", ".join([*unknown, *map(label, one.besides), *unscored])


def _kinds(tags: Iterable[str]) -> str:
    return ", ".join(map(label, tags))


def _sizes(people: Iterable[PersonSetRow]) -> Table:
    counts = dict.fromkeys([_OUTRIGHT, *(words for _, words in _SIZES), _MORE], 0)
    for one in people:
        if one.direct:
            counts[_OUTRIGHT] += 1
            continue
        size = round(one.size)
        below = next((words for limit, words in _SIZES[1:] if size < limit), _MORE)
        counts[_SIZES[0][1] if size <= 1 else below] += 1
    return Table(
        ("People who fit", "People of these texts"), tuple((words, str(n)) for words, n in counts.items() if n)
    )
