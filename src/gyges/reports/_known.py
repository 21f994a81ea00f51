"""What a release adds to what is known already, as a report says it."""

from gyges.reports._figures import AuditView, Table, shown
from gyges.reports._person import Shows, person_names
from gyges.reports._plain import NOTHING, label, number, percent
from gyges.scoring import KnownPersonRow, KnownRow

MAX_PEOPLE = 50
"""How many people the table names, those to whom the fewest rows fit first; the results file has all."""

_WORDS = {"original": "with the original texts", "prior": "with a guess without the text"}


def beyond(audit: AuditView, shows: Shows) -> dict[str, object] | None:
    """Return what the release adds to what is known; None where nobody said what is."""
    found = audit.results.known
    if found is None:
        return None
    names = person_names(audit.results.subjects, shows)
    head = ("Person", "In the register", "Rows that fit", "Known before", "Learned", "Still hidden")
    rows = tuple(_row(one, names.get((one.document, one.id), NOTHING)) for one in found.people[:MAX_PEOPLE])
    counted = ("facts", "known", "learned", "hidden")
    kinds = tuple((label(tag), *(number(row.get(name)) for name in counted)) for tag, row in found.by_tag.items())
    return {
        "source": _source(found, shows),
        "known": shown(found.known),
        "learned": shown(found.learned),
        "unique": shown(found.unique),  # of the people in the register, whom the release points to alone
        "controls": _controls(found),  # the last two for the original and for a guess, in words
        "kinds": Table(("Kind of fact", "Facts", "Known before", "Learned", "Still hidden"), kinds),
        "people": Table(head, rows),
        "left_out": max(0, len(found.people) - MAX_PEOPLE),
    }


def known_line(audit: AuditView) -> str:
    """Return the same in a sentence; empty where nobody said what is known."""
    found = audit.results.known
    if found is None:
        return ""
    return (
        f"Beside what is known ({_source(found, Shows(False))}): {shown(found.known).both} of facts were known before; "
        f"of the others the release tells {shown(found.learned).both}. It points to one row alone, the right one, for "
        f"{shown(found.unique).both} of {number(found.unique.denominator)} people in it.{_controls(found)}"
    )


def _source(found: KnownRow, shows: Shows) -> str:
    said = [f"{number(found.rows)} people"]
    if found.documents:
        said.append(f"{number(found.documents - len(found.failed))} of {number(found.documents)} documents read")
    if found.left_out:
        names = ", ".join(found.left_out) if shows.text else number(len(found.left_out))
        said.append(f"columns left out: {names}")
    return "; ".join(said)


def _controls(found: KnownRow) -> str:
    said = [
        f"{percent(found.controls[f'{name}_learned'].value)} learned and "
        f"{percent(found.controls[f'{name}_unique'].value)} unique {words}"
        for name, words in _WORDS.items()
        if f"{name}_learned" in found.controls and f"{name}_unique" in found.controls
    ]
    return f" Controls: {'; '.join(said)}." if said else ""


def _row(one: KnownPersonRow, name: str) -> tuple[str, ...]:
    kinds = {
        status: ", ".join(label(fact.tag) for fact in one.facts if fact.status == status)
        for status in ("known", "learned", "hidden")
    }
    return (name, _place(one), _rows(one), *kinds.values())


def _place(one: KnownPersonRow) -> str:
    if one.row is None:
        return "no"
    said = "yes" if one.own_fits else "yes, and ruled out by what the reader wrote"
    return f"{said}; not scored, so all counts as told" if one.unscored else said


def _rows(one: KnownPersonRow) -> str:
    said = number(one.rows) if one.rows_at_most <= one.rows else f"{number(one.rows)} to {number(one.rows_at_most)}"
    return f"{said}: unique" if one.unique else said
