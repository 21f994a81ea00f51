"""From scored documents to ``results.json``: metrics, breakdowns, controls, spans, utility, cost, people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from gyges.attacks import RecordedAttack, recorded_file
from gyges.models import Spending
from gyges.reading import unread_kinds
from gyges.records import JsonValue
from gyges.runs._audited import UNRELEASED, AuditedRelease, AuditOptions, AuditRun, why_unreleased
from gyges.runs._background import Background, background_row
from gyges.runs._confirm import Confirmed
from gyges.runs._examined import Examined
from gyges.runs._made import MadeFrom
from gyges.runs._outcome import failure_row
from gyges.runs._people import PeopleRows, PriorFigures, guess_all
from gyges.runs._planted import originals_show
from gyges.scoring import (
    FEWEST_SHOWN,
    Rate,
    ReaderCount,
    ReaderRow,
    Results,
    ScoredDocument,
    StandingRow,
    StrongEstimate,
    UncheckedRow,
    author_rates,
    combination_risk,
    first_guesses,
    first_guesses_by_place,
    first_guesses_by_tag,
    protection,
    score_labelled,
    unscored_document,
)


async def audit_results(
    examined: Examined,
    run: AuditRun,
    spending: Spending,
    *,
    utility: Mapping[str, Rate] | None = None,
    ranks: Mapping[str, float | None] | None = None,
    readings: RecordedAttack | None = None,
    confirmed: Confirmed | None = None,
    background: Background | None = None,
) -> tuple[PeopleRows, Results]:
    """Return everybody in a release, and everything that its audit found out."""
    audited = examined.audited = replace(examined.audited, out_of_budget=run.pool.ledger.refused)
    options, strong, seen = examined.options, examined.strong, audited.seen
    people = PeopleRows()
    prior = await guess_all(run, examined, people)
    read = strong_read(audited, options, readings) if strong and readings else None
    methods = tuple(sorted({release.method for release in audited.releases.values()}))
    guessed = prior.protection.shares()
    figures = _Figures(audited, options, examined, prior, guessed, strong, confirmed, read, methods)
    known = None
    if background is not None:
        known = background_row(audited, [examined.prior.guess(one) for one in audited.scored], background, options)
    results = Results.model_validate(
        {
            "profile": options.profile,
            "attacker": {
                "name": audited.attacker,
                "reference_date": options.attack.reference_date.isoformat(),
                "stages": options.attack.stages,
                "guess_all": options.attack.guess_all,
                "examples": options.attack.examples,
            },
            "judge": {
                "name": options.judge or "rules",
                "matcher": audited.matcher(options),
                "min_certainty": options.min_certainty,
                "labeller": audited.truth.labeller or "nobody",
            },
            "anonymizer": figures.anonymizer,
            "truth": audited.truth.source,
            "coverage": figures.coverage(),
            "metrics": figures.metrics(),
            **{name: _rows(breakdown.rates()) for name, breakdown in examined.folds.breakdowns.items()},
            "first_guess_by_tag": figures.first_guesses(first_guesses_by_tag),
            "first_guess_by_place": figures.first_guesses(first_guesses_by_place),
            "calibration": [row.to_json() for row in examined.folds.certainty.rows()],
            "spans": figures.spans(),
            "utility": None if utility is None else _rows(utility),
            "controls": figures.controls(),
            "agreement": figures.attackers(ranks or {}),
            "combination": combination_risk(audited.scored).to_json(),
            "known": known,
            "strong": figures.strong_reader(),
            "confirmed": None if confirmed is None else confirmed.row,
            "kept": figures.kept(),
            "elsewhere": [{"original": one, "released_as": other} for one, other in audited.elsewhere],
            **figures.standing(),
            "reader": figures.reader(),
            "accepted": list(options.accepted),
            "genres": dict(seen.genres),
            "prompts": dict(run.pool.settings.prompts.digests()),
            "cost": spending.to_json(),
            "special": people.special(len(audited.scored), seen.special),
            **people.listed(),
        }
    )
    return people, results


def _rows(rates: Mapping[str, Rate]) -> dict[str, JsonValue]:
    return {name: rate.to_json() for name, rate in rates.items()}


@dataclass(frozen=True, slots=True)
class _Figures:
    audited: AuditedRelease
    options: AuditOptions
    examined: Examined
    prior: PriorFigures
    guessed: Mapping[str, Rate]
    strong: StrongEstimate | None
    confirmed: Confirmed | None
    read: "StrongRead | None"
    methods: tuple[str, ...]

    @property
    def authors(self) -> bool:
        return self.audited.seen.about_authors

    def metrics(self) -> dict[str, JsonValue]:
        rates: dict[str, Rate] = {
            **self.examined.folds.protection.rates(),
            "prior_cpr": self.guessed["cpr"],
            "excess_leak": self.prior.excess.rate(),
            **(author_rates(self.audited.scored) if self.audited.seen.authors else {}),
        }
        if self.strong is not None:
            rates |= {"strong_cpr": self.strong.cpr, "strong_ipr": self.strong.ipr}
        if self.read is not None:
            rates |= {"read_cpr": self.read.cpr, "read_ipr": self.read.ipr}
        if self.confirmed is not None:
            rates |= {f"confirmed_{name}": rate for name, rate in self.confirmed.rates.items()}
        return _rows(rates)

    def strong_reader(self) -> dict[str, JsonValue] | None:
        """By which make a strong reader was estimated, by kind of fact, which documents are out of scope, who read."""
        if self.strong is None:
            return None
        row: dict[str, JsonValue] = {
            "by": dict(self.strong.by),
            "by_tag": _rows(self.strong.by_tag),
            "left_out": dict(self.strong.left_out),
        }
        read = self.read
        if read is None:
            return row
        return {**row, "read": {"by": read.by, "documents": read.documents, "of": read.of, "failed": read.failed}}

    def controls(self) -> dict[str, JsonValue]:
        """The guesser that reads nothing, findings of another document, and the original text."""
        controls = {"prior_ipr": self.guessed["ipr"]}
        if self.examined.permuted is not None:
            controls["permuted_cpr"] = self.examined.permuted.shares()["cpr"]
        if self.audited.original is not None:
            before = self.examined.original.shares()
            controls |= {f"original_{name}": before[name] for name in ("cpr", "ipr", "aac")}
        if self.authors:
            guessed = [self.examined.prior.guess(one) for one in self.audited.scored]
            controls["prior_top_1"] = first_guesses(guessed)
            if self.audited.original is not None:
                controls["original_top_1"] = first_guesses(self.audited.original)
        return _rows(controls)

    def coverage(self) -> dict[str, JsonValue]:
        """Which documents the figures speak for; those that failed are named with the stage and the reason."""
        counted = self.examined.folds.coverage.coverage()
        return {
            **counted.to_json(),
            "failed": [failure_row(id_, reason) for id_, reason in counted.failed],
            "unread": unread_kinds(reason for _, reason in counted.failed),
            "out_of_budget": self.audited.out_of_budget,
            "unknown_releases": list(self.audited.unknown),
        }

    def kept(self) -> dict[str, JsonValue] | None:
        """How much of the originals the releases keep; None where there are none."""
        kept = self.audited.kept
        if kept is None:
            return None
        share = kept.shares / kept.documents if kept.documents else None
        return {"documents": kept.documents, "share": share, "least": kept.least, "cut": list(kept.cut)}

    def standing(self) -> dict[str, list[StandingRow] | list[UncheckedRow]]:
        """Which direct identifiers stand in which document, and which documents could not be checked."""
        found = self.audited.standing
        return {} if found is None else {"standing": found.words, "unchecked": found.unread}

    def reader(self) -> dict[str, JsonValue]:
        """Whether the reader was shown to read, and on what."""
        audited, options = self.audited, self.options
        if audited.planted is not None:
            planted: dict[str, JsonValue] = {"by": "planted", **asdict(audited.planted)}
            if ReaderRow.model_validate(planted).is_weak or not originals_show(audited.truth, options):
                return planted
        read = audited.original is not None or audited.kept is None
        count = self.examined.reader if read else ReaderCount()  # of the originals alone
        chosen = self.authors or any(recorded_file(one) is not None for one in options.attackers)
        if not options.original_control or (chosen and count.documents < FEWEST_SHOWN):
            return {"by": "nobody"}
        return {"by": "originals", **asdict(count)}

    def spans(self) -> dict[str, JsonValue] | None:
        # Only what was attacked counts: an empty release has every span "masked", and a failure is never privacy.
        if not self.audited.seen.marked or self.audited.kept is None:
            return None
        return _rows(self.examined.spans())

    @property
    def anonymizer(self) -> dict[str, JsonValue] | None:
        """The method of the releases; None when the originals themselves were audited."""
        return None if self.methods == ("none",) else {"name": self.audited.name, "methods": list(self.methods)}

    def attackers(self, ranks: Mapping[str, float | None]) -> dict[str, JsonValue] | None:
        """What each attacker got alone, when there were several, and how alike they rank the releases."""
        if len(self.audited.by_attacker) == 1:
            return None
        alone: dict[str, JsonValue] = {
            name: protection(scored, profile=self.options.profile)["cpr"].to_json()
            for name, scored in self.audited.by_attacker.items()
        }
        return {"cpr": alone, "spearman": dict(ranks)}

    def first_guesses(self, rates: Callable[[Sequence[ScoredDocument]], dict[str, Rate]]) -> dict[str, JsonValue]:
        return _rows(rates(self.audited.scored)) if self.authors else {}


@dataclass(frozen=True, slots=True)
class StrongRead:
    """What a strong reader did leave protected in the documents it read."""

    cpr: Rate  # CPR over these documents and those without a release, which have leaked
    ipr: Rate  # IPR over the same
    by: str  # the recorded readings
    documents: int  # how many were read
    of: int  # how many there are
    failed: int = 0  # how many have no release


def strong_read(audited: AuditedRelease, options: AuditOptions, readings: RecordedAttack) -> StrongRead | None:
    """Return what recorded readings say of the very texts that were released; None where none of them was read."""
    scored: list[ScoredDocument] = []
    failed: list[ScoredDocument] = []
    given = audited.releases.others if isinstance(audited.releases, MadeFrom) else audited.releases
    for id_, document in audited.truth.documents.items():
        release = audited.releases.get(id_)
        why = why_unreleased(document, release, as_made=options.as_made)
        if release is None or why is not None:  # a failure is never privacy, for no reader
            people = document.subjects or ()
            failed.append(unscored_document(id_, people, why or UNRELEASED, min_certainty=options.min_certainty))
            continue
        finding = readings.find(given[id_].text, id_) or readings.find(release.text, id_)
        if finding is not None:
            scored.append(
                score_labelled(
                    document,
                    finding,
                    release=release,
                    profile=options.profile,
                    min_certainty=options.min_certainty,
                    who=audited.truth.recorded(finding),
                )
            )
    if not scored:
        return None
    rates = protection([*scored, *failed], profile=options.profile)
    documents = len(audited.truth.documents)
    return StrongRead(rates["cpr"], rates["ipr"], readings.name, len(scored), documents, len(failed))
