"""The dossier of a release: what audits, linkage and people found, by the criteria of the law, as one file to sign."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, JsonValue, model_validator

from gyges._version import __version__
from gyges.reports._criteria import DossierCriterion, criteria
from gyges.reports._decision import decision
from gyges.reports._figures import AuditView, Figure, Table, fact_sum, unknown_releases
from gyges.reports._limits import limits
from gyges.reports._made import cost, standing_lines
from gyges.reports._page import SHARED, environment, page
from gyges.reports._plain import NOTHING, number, percent, setting, truth_name
from gyges.reports._tables import special
from gyges.scoring import Count, ReleasedRow, Results, bootstrap_rate
from gyges.scoring.semantic import LinkResults

NOT_TESTED = "Not tested"
_CERTIFICATE = (
    "This is not a certification. It says what was tried against these texts, by whom, and how far they got; "
    "somebody who knows more, or tries something else, may get further."
)
_AGAIN = "Assess again earlier if somebody else is to receive the texts, or readers become better."
_MOST_ROWS = 200  # of a table on paper; the JSON beside it has all of them
_HASH = "SHA-256 of the sorted SHA-256 of the texts: ids and order do not matter"


@dataclass(frozen=True, slots=True)
class DossierRun:
    """One audit or one attack by linkage, and when it was made."""

    name: str
    results: Results | LinkResults
    began: str = ""  # the day; empty where the run folder does not say
    hours: float | None = None  # from its beginning to its results


class DossierAsked(BaseModel):
    """What only whoever releases can say."""

    model_config = ConfigDict(frozen=True)

    recipient: str
    purpose: str
    until: str


class DossierSection(BaseModel):
    """One section: sentences and a table, or why there is nothing."""

    model_config = ConfigDict(frozen=True)

    title: str
    says: list[str] = []
    head: list[str] = []
    rows: list[list[str]] = []
    not_tested: str = ""

    @model_validator(mode="after")
    def _says_something(self) -> "DossierSection":
        if not (self.rows or any(self.says) or self.not_tested):
            raise ValueError(f"the section '{self.title}' is empty and does not say why")
        return self


class Dossier(BaseModel):
    """The dossier as ``dossier.json`` holds it."""

    model_config = ConfigDict(frozen=True)

    version: int = 1
    gyges: str = __version__
    made: str
    asked: DossierAsked
    released: ReleasedRow | None
    criteria: list[DossierCriterion]
    sections: list[DossierSection]
    decisions: list[dict[str, JsonValue]]
    not_tested: list[str]
    certificate: str = _CERTIFICATE


def make_dossier(
    runs: Sequence[DossierRun],
    asked: DossierAsked,
    decisions: Sequence[Mapping[str, JsonValue]] = (),
    *,
    made: str,
    show_text: bool = True,
) -> Dossier:
    """Join audits and attacks by linkage of one release."""
    audits = {run.name: run.results for run in runs if isinstance(run.results, Results)}
    links = {run.name: run.results for run in runs if isinstance(run.results, LinkResults)}
    views = [AuditView(name, results) for name, results in audits.items()]
    released = next((run.results.released for run in runs if run.results.released is not None), None)
    tested = criteria(audits, links, show_text=show_text)
    answers = [f"{view.name}: {line}" for view in views for line in decision(view, show_text=show_text).lines[:2]]
    why = "" if answers else "no audit was given"
    sections = [
        DossierSection(title="May it be released, as far as measured?", says=answers, not_tested=why),
        _release(audits, released),
        _assumed(audits, links, asked),
        _attackers(runs),
        _special(audits),
        _identifiers(views, show_text=show_text),
        _others(audits),
        _lost(views, links, show_text=show_text),
        _decided(decisions, show_text=show_text),
    ]
    untested = [f"{one.name}: {one.not_tested}" for one in tested if one.not_tested]
    untested += [f"{one.title}: {one.not_tested}" for one in sections if one.not_tested]
    return Dossier(
        made=made,
        asked=asked,
        released=released,
        criteria=tested,
        sections=sections,
        decisions=[dict(row) for row in decisions] if show_text else [],
        not_tested=[*untested, *limits(views)],
    )


def render_dossier(dossier: Dossier) -> str:
    """Return the dossier as one self-contained HTML file that prints on A4."""
    template = environment().get_template("dossier.html.jinja")
    return template.render(
        title="Dossier of a release",
        page=page(style=SHARED / "dossier.css"),
        it=dossier,
        tests=_tests,
        untested=NOT_TESTED,
        again=_AGAIN,
        most=_MOST_ROWS,
    )


def _tests(criterion: DossierCriterion) -> Table:
    """Return the tests behind a criterion as a table."""
    head = ("Test", "Run", "Succeeded", "Of", "A blind guess", "More than that?", "Worst off")
    rows = tuple(
        (
            one.test,
            one.run,
            Figure(one.rate, one.low, one.high).both,
            number(one.n),
            "not tested" if one.floor is None else percent(one.floor),
            one.beyond,
            one.worst,
        )
        for one in criterion.tests
    )
    return Table(head, rows)


def _release(audits: Mapping[str, Results], released: ReleasedRow | None) -> DossierSection:
    rows = [["Texts", "not recorded"]]
    if released is not None:
        rows = [["Texts", number(released.texts)], ["Hash", released.sha256], ["What it is of", _HASH]]
    for name, results in audits.items():
        made = results.anonymizer or {}
        people = f"{number(results.counts['people'])} people in {number(results.coverage.documents)} documents"
        rows.append([f"Method ({name})", setting(made.get("methods") or made.get("name", NOTHING))])
        rows.append([f"About ({name})", f"{people}; {fact_sum(results.coverage)}"])
    return DossierSection(title="The release", head=["What", "Value"], rows=rows)


def _assumed(audits: Mapping[str, Results], links: Mapping[str, LinkResults], asked: DossierAsked) -> DossierSection:
    says = [
        f"The recipient is {asked.recipient}; the purpose is {asked.purpose}. Nothing here holds for anybody else.",
        "Whoever attacks has the released texts and nothing of the originals, and may know which method made them.",
    ]
    says += [f"Truth ({name}): {truth_name(results.truth)}." for name, results in audits.items()]
    known = [results.known.rows for results in audits.values() if results.known is not None]
    says += [f"An adversary who has a register of {number(rows)} rows." for rows in known]
    says += [
        f"Linkage ({name}): {number(_real(one.settings.get('known')))} facts known." for name, one in links.items()
    ]
    if not known and not links:
        says.append("That an adversary knows somebody beforehand was not tested (--link, gyges audit --known).")
    return DossierSection(title="What was assumed", says=says)


def _attackers(runs: Sequence[DossierRun]) -> DossierSection:
    head = ["Run", "Who read", "Begun", "Hours", "Was it shown to read?", "Prompts", "Tools", "Calls and spend"]
    rows = []
    for run in runs:
        results = run.results
        when = [run.began or "not recorded", _hours(run.hours)]
        if isinstance(results, Results):
            who = f"{results.attacker.get('name')}; judge {results.judge.get('name')}"
            row = results.reader
            tested = row is not None and row.by != "nobody"
            read = f"found {row.found:g} of {row.facts} facts ({row.by})" if row and tested else "not tested"
            spent, own = cost(results), results.prompts
            tools = "a register" if results.known else "none: the texts alone"
        else:
            told = results.settings.get("prompts")
            own = {str(name): str(mark) for name, mark in told.items()} if isinstance(told, Mapping) else {}
            who, read = f"{results.settings.get('linker')}; claims by {results.settings.get('claimer')}", "not tested"
            spent, tools = f"Calls: {results.cost.get('calls', 0)}", f"{results.coverage.records} records to search"
        prompts = ", ".join(f"{name} {mark[:12]}" for name, mark in own.items()) or f"as shipped with {__version__}"
        rows.append([run.name, who, *when, read, prompts, tools, spent])
    turned = [list(row) for row in zip(head, *rows, strict=True)]  # a column each: many would not fit on paper
    why = "" if rows else "nobody attacked"
    return DossierSection(title="Who attacked", head=turned[0], rows=turned[1:] if rows else [], not_tested=why)


def _hours(hours: float | None) -> str:
    if hours is None:
        return "not recorded"
    return f"{hours:.1f}" if hours >= 0.1 else "under 0.1"


def _special(audits: Mapping[str, Results]) -> DossierSection:
    said, rows = [], []
    for name, results in audits.items():
        looked, table = special(results)
        if results.special is not None and results.special.looked:
            said.append(f"{name}: {looked}{'' if table else '; none was told'}.")
            rows += [[name, *row[:2]] for row in (table.rows if table else ())]
    return DossierSection(
        title="Special categories (GDPR Art. 9 and 10)",
        says=said,
        head=["Audit", "Category", "People of whom it is told"],
        rows=rows,
        not_tested="" if said else "no audit asked for health, origin, belief, politics, union, sex life or offences",
    )


def _identifiers(views: Sequence[AuditView], *, show_text: bool) -> DossierSection:
    says = [f"{view.name}: {line}" for view in views for line in standing_lines(view, show_text=show_text)]
    why = "" if says else "no audit looked for direct identifiers"
    return DossierSection(title="Direct identifiers that stand", says=says, not_tested=why)


def _others(audits: Mapping[str, Results]) -> DossierSection:
    rows = []
    for name, results in audits.items():
        counts: dict[str, Count] = {}
        main: dict[str, str] = {}
        for one in results.subjects:
            if main.setdefault(one.document, one.id) != one.id and one.facts:
                hits, out_of = counts.get(one.document, Count(0, 0))
                counts[one.document] = Count(hits + sum(fact.leaked for fact in one.facts), out_of + len(one.facts))
        rate = bootstrap_rate(list(counts.values()))
        people = sum(main[one.document] != one.id for one in results.subjects)
        if rate.value is not None:
            rows.append([name, number(people), Figure(rate.value, rate.low, rate.high, rate.denominator).of])
    return DossierSection(
        title="People besides the main one of each text",
        head=["Audit", "People", "Facts told"],
        rows=rows,
        not_tested="" if rows else "no text of an audit is known to be about more than one person",
    )


def _lost(views: Sequence[AuditView], links: Mapping[str, LinkResults], *, show_text: bool) -> DossierSection:
    rows: list[list[str]] = []
    says = []
    for view in views:
        results, covered = view.results, view.results.coverage
        says.append(
            f"{view.name}: {number(covered.attacked)} of {number(covered.documents)} documents attacked and scored."
        )
        lost = [(row.id, row.stage, row.reason) for row in covered.failed]
        lost += [(row.document, "check", row.reason) for row in results.unchecked]
        lost += [(id_, "release", "is cut off") for id_ in (results.kept.cut if results.kept else ())]
        lost += [(row.original, "release", "is published in full under another id") for row in results.elsewhere]
        rows += [[view.name, id_, stage, reason] for id_, stage, reason in lost] if show_text else []
        says += (
            [f"{view.name}: {number(len(lost))} failed or dropped; all that is true of them counts as leaked."]
            if lost
            else []
        )
        says += [unknown_releases(covered, show_ids=show_text)] if covered.unknown_releases else []
    for name, one in links.items():
        told = one.coverage
        says.append(f"{name}: {number(told.attacked)} of {number(told.originals)} originals looked for.")
        left = [(row.id, row.reason) for row in (*told.unusable, *told.failed)]
        left += [(id_, "has no release") for id_ in told.unreleased] + [
            (id_, "could not be looked for") for id_ in told.lost
        ]
        rows += [[name, id_, "linkage", reason] for id_, reason in left] if show_text else []
    head = ["Run", "Document", "Stage", "Why"]
    return DossierSection(title="Documents that failed or were dropped", says=says, head=head, rows=rows)


def _decided(decisions: Sequence[Mapping[str, JsonValue]], *, show_text: bool) -> DossierSection:
    title = "Decisions of people"
    if not decisions:
        return DossierSection(title=title, not_tested="no decisions of people were given (--decisions)")
    last: dict[object, str] = {}
    for row in decisions:
        if row.get("kind") in ("signature", None):
            last[row.get("id")] = str(row["what"])
    signed = sum(what == "signed" for what in last.values())
    texts = len({row.get("id") for row in decisions})
    says = [f"{number(signed)} signed of {number(texts)} about which something was decided."]
    names = ("at", "who", "what", "id", "note")
    rows = [[str(row.get(name) or NOTHING) for name in names] for row in decisions] if show_text else []
    return DossierSection(title=title, says=says, head=["When", "Who", "What", "Document", "Note"], rows=rows)


def _real(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
