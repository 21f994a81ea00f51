"""From scored documents to ``results.json``: metrics, breakdowns, controls, spans, utility, cost, people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gyges.attacks import RecordedAttack
from gyges.models import Spending
from gyges.reading import unread_kinds
from gyges.records import JsonValue
from gyges.runs._audited import AuditedRelease, AuditOptions
from gyges.runs._background import Background, background_row
from gyges.runs._confirm import Confirmed
from gyges.runs._examined import Examined, examine_here
from gyges.runs._guessed import PriorFigures, guess_here
from gyges.runs._outcome import failure_row
from gyges.runs._people_rows import PeopleRows
from gyges.runs._strong import StrongRead, strong_read
from gyges.scoring import (
    Rate,
    Results,
    ScoredDocument,
    StrongEstimate,
    author_rates,
    combination_risk,
    first_guesses,
    first_guesses_by_place,
    first_guesses_by_tag,
    protection,
)

__all__ = ["audit_results"]


def audit_results(
    audited: AuditedRelease,
    options: AuditOptions,
    spending: Spending,
    *,
    strong: StrongEstimate | None = None,
    utility: Mapping[str, Rate] | None = None,
    ranks: Mapping[str, float | None] | None = None,
    readings: RecordedAttack | None = None,
    confirmed: Confirmed | None = None,
    background: Background | None = None,
    prompts: Mapping[str, str] | None = None,
    examined: Examined | None = None,
    people: PeopleRows | None = None,
    prior: PriorFigures | None = None,
) -> Results:
    """Return everything that an audit of one release found out.

    Args:
        audited: The release after the audit.
        options: How it was audited.
        spending: What the models cost.
        strong: What a strong reader is expected to leave protected, where none was there.
        utility: How useful the release still is, if that was measured.
        ranks: How alike pairs of attackers rank the releases (Spearman), if there were several of both.
        readings: Recorded strong readings to look for these very texts in, beside the estimate.
        confirmed: What a strong reader made of a drawn sample, if one was asked.
        background: What an adversary knows already, if somebody said.
        prompts: Prompts of the user's own that were used, with a digest each.
        examined: The documents as they were looked at; that is done here if it was not yet.
        people: A row for everybody, of whom some are listed; these are made here if they were not yet.
        prior: What was guessed without the texts, with `people`.
    """
    seen = audited.seen
    examined = examined or examine_here(audited, options)
    strong = strong or examined.strong
    read = strong_read(audited, options, readings) if strong and readings else None
    if people is None or prior is None:
        people = PeopleRows(audited, strong)
        prior = guess_here(audited, options, examined, people)
    methods = tuple(sorted({release.method for release in audited.releases.values()}))
    guessed = prior.protection.shares()
    figures = _Figures(audited, options, examined, prior, guessed, strong, confirmed, read, methods)
    known = None
    if background is not None:
        known = background_row(audited, [examined.prior.guess(one) for one in audited.scored], background, options)
    return Results.model_validate(
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
            "anonymity": figures.anonymity(),
            "known": known,
            "strong": figures.strong_reader(),
            "confirmed": None if confirmed is None else confirmed.row,
            "genres": dict(seen.genres),
            "prompts": dict(prompts or {}),
            "cost": spending.to_json(),
            **people.listed(),
        }
    )


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
    read: StrongRead | None
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

    def anonymity(self) -> dict[str, JsonValue]:
        """How many people fit what is told about everybody; the controls are those of the other figures."""
        others = {"original": self.examined.original_sets if self.audited.original is not None else None}
        controls: dict[str, JsonValue] = {}
        for name, sets in (others | {"prior": self.prior.sets}).items():
            if sets is not None:
                found = sets.anonymity()
                controls |= {f"{name}_risk": found.risk.to_json(), f"{name}_few": found.few.to_json()}
        return {**self.examined.sets.anonymity().to_json(), "controls": controls}

    def coverage(self) -> dict[str, JsonValue]:
        """Which documents the figures speak for; those that failed are named with the stage and the reason."""
        counted = self.examined.folds.coverage.coverage()
        return {
            **counted.to_json(),
            "failed": [failure_row(id_, reason) for id_, reason in counted.failed],
            "unread": unread_kinds(reason for _, reason in counted.failed),
            "out_of_budget": self.audited.out_of_budget,
        }

    def spans(self) -> dict[str, JsonValue] | None:
        # Only what was attacked counts: an empty release has every span "masked", and a failure is never privacy.
        if not self.audited.seen.marked or self.anonymizer is None:
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
