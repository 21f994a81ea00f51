"""What the law asks of anonymous texts, criterion by criterion, and which test speaks to it.

The criteria are those of the EDPB's draft guidelines 02/2026; the words of WP216, which they replace, stand beside.
"""

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict, model_validator

from gyges.reports._figures import leak, strong_by, strong_row
from gyges.reports._plain import clipped, label, number
from gyges.scoring import RateRow, Results
from gyges.scoring.semantic import LinkResults

_LONGEST = 160  # characters of somebody's description and facts


class CriterionTest(BaseModel):
    """One figure that speaks to a criterion: how often the attack succeeded, and what a blind guess would get."""

    model_config = ConfigDict(frozen=True)

    run: str
    test: str
    rate: float
    low: float | None
    high: float | None
    n: float
    floor: float | None
    worst: str

    @property
    def beyond(self) -> str:
        """Whether the attack got more than a blind guess, beyond chance."""
        if self.floor is None:
            return "not tested"
        if self.low is not None and self.low > self.floor:
            return "yes"
        return "no" if self.high is not None and self.high <= self.floor else "not shown"


class DossierCriterion(BaseModel):
    """One criterion with the tests behind it, or why there are none."""

    model_config = ConfigDict(frozen=True)

    name: str
    wp216: str
    asks: str
    tests: list[CriterionTest] = []
    not_tested: str = ""

    @model_validator(mode="after")
    def _tested_or_not(self) -> "DossierCriterion":
        if bool(self.tests) == bool(self.not_tested):
            raise ValueError(f"'{self.name}' needs tests, or the reason why there are none")
        return self


def criteria(
    audits: Mapping[str, Results], links: Mapping[str, LinkResults], *, show_text: bool
) -> list[DossierCriterion]:
    """Return the three criteria with what audits and attacks by linkage say about each."""
    isolated = [one for name, results in audits.items() for one in _isolation(name, results, show_text=show_text)]
    linked = [one for name, link in links.items() for one in _linkage(name, link, show_text=show_text)]
    linked += [one for name, results in audits.items() for one in _register(name, results, show_text=show_text)]
    inferred = [one for name, results in audits.items() for one in _inference(name, results, show_text=show_text)]
    return [
        DossierCriterion(
            name="No record isolation",
            wp216="singling out",
            asks="Can somebody be told apart from everybody else?",
            tests=isolated,
            not_tested="" if isolated else "no audit compared the people with each other",
        ),
        DossierCriterion(
            name="No linkage",
            wp216="linkability",
            asks="Can a text be joined with what is known elsewhere about the same person?",
            tests=linked,
            not_tested="" if linked else "no attack by linkage was given (--link), and no register was known",
        ),
        DossierCriterion(
            name="No inference",
            wp216="inference",
            asks="Can something true be worked out about somebody?",
            tests=inferred,
            not_tested="" if inferred else "no fact could be judged",
        ),
    ]


def _test(run: str, test: str, row: RateRow | None, *, floor: float | None, worst: str) -> Iterator[CriterionTest]:
    if row is not None and row.value is not None and row.denominator:
        yield CriterionTest(
            run=run, test=test, rate=row.value, low=row.low, high=row.high, n=row.denominator, floor=floor, worst=worst
        )


def _isolation(name: str, results: Results, *, show_text: bool) -> Iterator[CriterionTest]:
    found = results.combination or {}
    row, people = found.get("singled_out"), found.get("people")
    if not isinstance(row, dict):
        return
    worst = "nobody"
    if isinstance(people, list) and people:
        worst = f"{len(people[0]['facts'])} facts are enough"
        if show_text:
            facts = ", ".join(f"{label(one['tag'])} {one['value']}" for one in people[0]["facts"])
            worst = clipped(f"{people[0]['id']} ({people[0]['document']}), by {facts}", _LONGEST)
    test = "people whom a few told facts single out among those of these texts"
    yield from _test(name, test, RateRow.model_validate(row), floor=None, worst=worst)


def _linkage(name: str, link: LinkResults, *, show_text: bool) -> Iterator[CriterionTest]:
    right = [row for row in link.records if row.correct]
    most = max(right, key=lambda row: len(row.learned), default=None)
    worst = "nobody found"
    if most is not None:
        worst = f"{number(len(most.learned))} facts learned{f' about {most.id}' if show_text else ''}"
    records = link.coverage.records
    known = link.settings.get("known") or "given"
    test = f"originals whose own text comes first among {number(records)}, by {known} known facts"
    yield from _test(name, test, link.linkage.correct, floor=1 / records if records else None, worst=worst)


def _register(name: str, results: Results, *, show_text: bool) -> Iterator[CriterionTest]:
    known = results.known
    if known is None:
        return
    alone = next((one for one in known.people if one.unique), None)
    worst = "nobody" if alone is None else f"{alone.id} ({alone.document})" if show_text else "not named here"
    test = f"people to whose row alone of a register of {number(known.rows)} the text points"
    yield from _test(name, test, known.unique, floor=1 / known.rows if known.rows else None, worst=worst)


def _inference(name: str, results: Results, *, show_text: bool) -> Iterator[CriterionTest]:
    prior = leak(results.metrics.get("prior_cpr")).value
    worst = results.metrics.get("worst_subject")
    told = worst.model_extra or {} if worst is not None else {}
    said = "nobody"
    if worst is not None and worst.value is not None:
        who = f" of {told.get('description') or told.get('id')} ({told.get('document')})" if show_text else ""
        said = clipped(f"{1 - worst.value:.0%} of {number(worst.denominator)} facts{who}", _LONGEST)
    reader = results.attacker.get("name")
    yield from _test(
        name, f"facts told to the reader {reader}", _turned(results.metrics.get("cpr")), floor=prior, worst=said
    )
    best = strong_row(results)
    known = f"facts told to a strong reader ({strong_by(results)})"
    yield from _test(name, known, _turned(best), floor=prior, worst="not told by person")


def _turned(row: RateRow | None) -> RateRow | None:
    """Return a rate of protection as the share that is told."""
    told = leak(row)
    return None if row is None else RateRow(value=told.value, low=told.low, high=told.high, denominator=told.out_of)
