"""From scored documents to ``results.json``: metrics, breakdowns, controls, spans, utility, cost, people."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gyges.attacks import RecordedAttack
from gyges.models import Spending
from gyges.reading import unread_kinds
from gyges.records import Document, Fact, Finding, JsonValue, Verdict
from gyges.runs._audit import AuditedRelease, AuditOptions
from gyges.runs._authors import are_about_authors
from gyges.runs._background import Background, background_row
from gyges.runs._confirm import Confirmed
from gyges.runs._outcome import failure_row
from gyges.runs._strong import StrongRead, strong_read
from gyges.scoring import (
    FactResult,
    Rate,
    Results,
    ScoredDocument,
    StrangerFact,
    StrangerResult,
    StrongEstimate,
    SubjectResult,
    anonymity,
    author_rates,
    by_hardness,
    by_kind,
    by_location_level,
    by_people,
    by_tag,
    certainty_sweep,
    combination_risk,
    compare_by_rules,
    coverage,
    excess_leak,
    first_guesses,
    first_guesses_by_place,
    first_guesses_by_tag,
    permuted_scored,
    prior_scored,
    protection,
    score_labelled,
    span_recall,
    targets,
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
    """
    authors = are_about_authors(audited.truth.documents.values())
    compare = compare_by_rules(options.profile, "author" if authors else "spia")
    prior = prior_scored(audited.scored, compare, min_certainty=options.min_certainty)
    read = strong_read(audited, options, readings) if strong and readings else None
    chosen = targets(audited.truth.documents.values())
    prior_rates = protection(prior, profile=options.profile, target=chosen)
    figures = _Figures(audited, options, chosen, prior, prior_rates, strong, confirmed, read, authors)
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
            "anonymizer": figures.anonymizer(),
            "truth": audited.truth.source,
            "coverage": figures.coverage(),
            "metrics": figures.metrics(),
            "by_tag": figures.broken_down(by_tag),
            "by_hardness": figures.broken_down(by_hardness),
            "by_type": figures.broken_down(by_kind),
            "by_location_level": figures.broken_down(by_location_level),
            "by_people": figures.broken_down(by_people),
            "first_guess_by_tag": figures.first_guesses(first_guesses_by_tag),
            "first_guess_by_place": figures.first_guesses(first_guesses_by_place),
            "calibration": [row.to_json() for row in certainty_sweep(audited.scored, profile=options.profile)],
            "spans": figures.spans(),
            "utility": None if utility is None else {name: rate.to_json() for name, rate in utility.items()},
            "controls": figures.controls(),
            "agreement": figures.attackers(ranks or {}),
            "combination": combination_risk(audited.scored).to_json(),
            "anonymity": figures.anonymity(),
            "known": None if background is None else background_row(audited, prior, background, options),
            "strong": figures.strong_reader(),
            "confirmed": None if confirmed is None else confirmed.row,
            "genres": figures.genres(),
            "prompts": dict(prompts or {}),
            "cost": spending.to_json(),
            "subjects": figures.people(),
            "strangers": figures.strangers(),
        }
    )


@dataclass(frozen=True, slots=True)
class _Figures:
    audited: AuditedRelease
    options: AuditOptions
    chosen: Mapping[str, str | None]
    prior: Sequence[ScoredDocument]
    prior_rates: Mapping[str, Rate]
    strong: StrongEstimate | None
    confirmed: Confirmed | None
    read: StrongRead | None
    authors: bool

    def metrics(self) -> dict[str, JsonValue]:
        scored, prior = self.audited.scored, self.prior
        rates: dict[str, Rate] = {
            **self._protection(scored),
            "prior_cpr": self.prior_rates["cpr"],
            "excess_leak": excess_leak(scored, prior, profile=self.options.profile),
            **author_rates(scored),
        }
        if self.strong is not None:
            rates |= {"strong_cpr": self.strong.cpr, "strong_ipr": self.strong.ipr}
        if self.read is not None:
            rates |= {"read_cpr": self.read.cpr, "read_ipr": self.read.ipr}
        if self.confirmed is not None:
            rates |= {f"confirmed_{name}": rate for name, rate in self.confirmed.rates.items()}
        return {name: rate.to_json() for name, rate in rates.items()}

    def strong_reader(self) -> dict[str, JsonValue] | None:
        """By which make a strong reader was estimated, by kind of fact, which documents are out of scope, who read."""
        if self.strong is None:
            return None
        by_tag: dict[str, JsonValue] = {tag: rate.to_json() for tag, rate in self.strong.by_tag.items()}
        row: dict[str, JsonValue] = {
            "by": dict(self.strong.by),
            "by_tag": by_tag,
            "left_out": dict(self.strong.left_out),
        }
        read = self.read
        if read is None:
            return row
        return {**row, "read": {"by": read.by, "documents": read.documents, "of": read.of, "failed": read.failed}}

    def controls(self) -> dict[str, JsonValue]:
        """The guesser that reads nothing, findings of another document, and the original text."""
        controls = {"prior_ipr": self.prior_rates["ipr"]}
        permuted = permuted_scored(list(self.audited.truth.documents.values()), self.audited.findings, self._rescore)
        if permuted:
            controls["permuted_cpr"] = self._protection(permuted)["cpr"]
        if self.audited.original is not None:
            before = self._protection(self.audited.original)
            controls |= {f"original_{name}": before[name] for name in ("cpr", "ipr", "aac")}
        if self.authors:
            controls["prior_top_1"] = first_guesses(self.prior)
            if self.audited.original is not None:
                controls["original_top_1"] = first_guesses(self.audited.original)
        return {name: rate.to_json() for name, rate in controls.items()}

    def anonymity(self) -> dict[str, JsonValue]:
        """How many people fit what is told about everybody; the controls are those of the other figures."""
        others = {"original": self.audited.original, "prior": self.prior}
        controls: dict[str, JsonValue] = {}
        for name, scored in others.items():
            if scored is not None:
                found = anonymity(scored)
                controls |= {f"{name}_risk": found.risk.to_json(), f"{name}_few": found.few.to_json()}
        return {**anonymity(self.audited.scored).to_json(), "controls": controls}

    def coverage(self) -> dict[str, JsonValue]:
        """Which documents the figures speak for; those that failed are named with the stage and the reason."""
        counted = coverage(self.audited.scored, profile=self.options.profile)
        return {
            **counted.to_json(),
            "failed": [failure_row(id_, reason) for id_, reason in counted.failed],
            "unread": unread_kinds(reason for _, reason in counted.failed),
            "out_of_budget": self.audited.out_of_budget,
        }

    def spans(self) -> dict[str, JsonValue] | None:
        documents = list(self.audited.truth.documents.values())
        if not any(document.mentions for document in documents) or self.anonymizer() is None:
            return None
        # Only what was attacked: an empty release has every span "masked", and a failure is never privacy.
        attacked = [release for id_, release in self.audited.releases.items() if id_ in self.audited.findings]
        rates = span_recall(documents, attacked, profile=self.options.profile)
        return {
            "recall": rates.recall.to_json(),
            "er_direct": rates.er_direct.to_json(),
            "er_quasi": rates.er_quasi.to_json(),
        }

    def anonymizer(self) -> dict[str, JsonValue] | None:
        """The method of the releases; None when the originals themselves were audited."""
        methods = sorted({release.method for release in self.audited.releases.values()})
        return None if methods == ["none"] else {"name": self.audited.name, "methods": list(methods)}

    def attackers(self, ranks: Mapping[str, float | None]) -> dict[str, JsonValue] | None:
        """What each attacker got alone, when there were several, and how alike they rank the releases."""
        if len(self.audited.by_attacker) == 1:
            return None
        alone = {name: self._protection(scored)["cpr"].to_json() for name, scored in self.audited.by_attacker.items()}
        return {"cpr": alone, "spearman": dict(ranks)}

    def broken_down(self, breakdown: Callable[..., dict[str, Rate]]) -> dict[str, JsonValue]:
        rates = breakdown(self.audited.scored, profile=self.options.profile)
        return {name: rate.to_json() for name, rate in rates.items()}

    def first_guesses(self, rates: Callable[[Sequence[ScoredDocument]], dict[str, Rate]]) -> dict[str, JsonValue]:
        found = rates(self.audited.scored) if self.authors else {}
        return {name: rate.to_json() for name, rate in found.items()}

    def genres(self) -> dict[str, JsonValue]:
        return dict(Counter(str(one.notes["genre"]) for one in self.audited.findings.values() if "genre" in one.notes))

    def people(self) -> list[SubjectResult]:
        rows = []
        for document in self.audited.scored:
            finding = self.audited.findings.get(document.id)
            for subject in document.subjects:
                finders = _finders(finding, subject.matched_to)
                facts = [_fact(verdict, finders) for verdict in subject.verdicts]
                truth = subject.truth
                rows.append(
                    SubjectResult(
                        document=document.id,
                        id=truth.id,
                        description=truth.description,
                        matched_to=subject.matched_to,
                        facts=facts,
                        again=list(subject.again),
                        candidates=list(subject.candidates),
                        strong=self.strong.people.get((document.id, truth.id)) if self.strong else None,
                    )
                )
        return rows

    def strangers(self) -> list[StrangerResult]:
        """Everybody whom the attacker listed and who was matched to nobody, with what it said of them."""
        return [
            StrangerResult(
                document=document.id,
                id=stranger.id,
                description=stranger.description,
                facts=[
                    StrangerFact(tag=f.tag, guess=f.value, certainty=f.certainty, evidence=list(f.evidence))
                    for f in stranger.facts
                ],
            )
            for document in self.audited.scored
            for stranger in document.strangers
        ]

    def _protection(self, scored: Sequence[ScoredDocument]) -> dict[str, Rate]:
        return protection(scored, profile=self.options.profile, target=self.chosen)

    def _rescore(self, document: Document, finding: Finding) -> ScoredDocument:
        options = self.options
        return score_labelled(
            document,
            finding,
            release=self.audited.releases.get(document.id),
            profile=options.profile,
            min_certainty=options.min_certainty,
        )


def _finders(finding: Finding | None, person: str | None) -> Mapping[Fact, str]:
    """Return which of several attackers found each fact of a person; nothing where there was only one."""
    found_by = finding.notes.get("found_by") if finding else None
    names = found_by.get(person or "") if isinstance(found_by, Mapping) else None
    subject = next((one for one in finding.subjects if one.id == person), None) if finding else None
    if subject is None or not isinstance(names, Sequence):
        return {}
    finders: dict[Fact, str] = {}
    for fact, name in zip(subject.facts, names, strict=False):
        finders[fact] = f"{finders[fact]}, {name}" if fact in finders else str(name)
    return finders


def _fact(verdict: Verdict, finders: Mapping[Fact, str]) -> FactResult:
    truth, guess = verdict.truth, verdict.guess
    return FactResult(
        tag=truth.tag,
        truth=truth.value,
        guess=guess.value if guess else None,
        score=verdict.score,
        decided_by=verdict.decided_by.value,
        evidence=list(guess.evidence) if guess else [],
        certainty=truth.certainty,
        guess_certainty=guess.certainty if guess else None,
        hardness=truth.hardness or None,
        found_by=finders.get(guess) if guess else None,
        at_most=verdict.at_most if verdict.score is None else None,
    )
