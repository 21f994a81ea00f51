"""Confirming an audit: a strong reader reads a drawn sample, what was predicted covers everything."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gyges.attacks import is_embedded, open_attacker, recorded_file, text_digest
from gyges.errors import ConfigError
from gyges.models import ModelPool
from gyges.records import Document, JsonValue
from gyges.runs._audit import audit_releases
from gyges.runs._audited import RULES, AuditedRelease, AuditOptions, Confirm, why_unreleased
from gyges.runs._calls import models_asked, windows_of
from gyges.runs._events import Listener
from gyges.runs._outcome import failure_row
from gyges.runs._strong import strong_estimate
from gyges.runs._to_read import ToRead, require_readings
from gyges.scoring import (
    Count,
    HumanDecisions,
    Profile,
    Rate,
    StrongEstimate,
    counted_verdicts,
    document_counts,
    is_about_author,
)
from gyges.scoring.sampling import Sample, SamplingUnit, confirmed_rate, draw_sample, expected_width, more_to_halve

__all__ = ["Confirmed", "check_confirm", "confirm_releases"]

FIGURES = ("cpr", "ipr")
_Told = Mapping[str, Mapping[str, Count]]  # by figure, then by document


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a drawn sample says about all documents of a release.

    Attributes:
        strong: The estimate that was made for all documents, None where a model attacked them all.
        rates: ``cpr`` and ``ipr``.
        row: All about it, as ``results.json`` holds it.
    """

    strong: StrongEstimate | None
    rates: Mapping[str, Rate]
    row: Mapping[str, JsonValue]


def check_confirm(options: AuditOptions, documents: Sequence[Document]) -> None:
    """Refuse before any work what cannot be confirmed.

    Raises:
        ConfigError: Nobody strong reads, too few documents are to be read, or there is no truth to hold it against.
    """
    confirm = options.confirm
    if confirm is None:
        return
    if is_embedded(confirm.by) or confirm.by.startswith(("author:", "identity:")):
        raise ConfigError(f"'{confirm.by}' cannot confirm an audit", "name a model, or recorded:FILE")
    if confirm.sample < 1 or (confirm.sample == 1 and len(documents) > 1):
        raise ConfigError(
            f"no interval follows from a sample of {confirm.sample}", "ask for 2 or more documents with --sample"
        )
    if any(map(is_about_author, documents)):
        raise ConfigError(
            "what is known of authors alone cannot be confirmed by a sample",
            "leave out --confirm, and let the model attack with --attacker",
        )
    labeller = options.labeller or options.judge or options.attackers[0]
    if is_embedded(labeller) and any(document.subjects is None for document in documents):
        raise ConfigError(
            f"without annotations a sample can only confirm what '{labeller}' saw in the originals",
            "annotate the documents, or name a model with --labeller",
        )


async def confirm_releases(
    audited: Iterable[AuditedRelease],
    options: AuditOptions,
    confirm: Confirm,
    folder: Path,
    pool: ModelPool,
    *,
    human: HumanDecisions | None = None,
    listener: Listener | None = None,
    tell: Callable[[str], None] = lambda sentence: None,
) -> list[Confirmed]:
    """Let a strong reader read a drawn sample of every release, by the ordinary attack, journal and budget.

    Args:
        audited: The releases after the audit.
        options: How they were audited.
        confirm: Who reads how many.
        folder: The run folder.
        pool: The models.
        human: Recorded decisions on pairs of values.
        listener: Told how it goes on.
        tell: Told before anybody is asked what it takes and what to expect.

    Raises:
        NoReadingError: The reader reads by hand and has not read all that was drawn; what is left to read is written
            to the folder.
    """
    drawn = [await _draw(one, options, confirm) for one in audited]
    reader = replace(options, attackers=(confirm.by,), original_control=False, confirm=None)
    for one in drawn:
        tell(one.announcement(reader, pool))
    require_readings(confirm.by, [one.to_read for one in drawn], folder, pool, options.attack, tell)
    return [await one.read(reader, folder, pool, human, listener) for one in drawn]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One release with its sample."""

    audited: AuditedRelease
    confirm: Confirm
    strong: StrongEstimate | None
    told: _Told
    sample: Sample
    lost: Mapping[str, Count]
    unreleased: Mapping[str, str]

    @property
    def to_read(self) -> ToRead:
        return {id_: self.audited.releases[id_].text for id_ in self.sample.drawn}

    @property
    def expected(self) -> dict[str, float]:
        members = [id_ for stratum in self.sample.strata for id_ in stratum.members]
        return {
            figure: expected_width(figure, [self.told[figure][id_].out_of for id_ in members], len(self.sample.drawn))
            for figure in FIGURES
        }

    def announcement(self, reader: AuditOptions, pool: ModelPool) -> str:
        """Return what it takes and what to expect, in a sentence."""
        calls = self._calls(reader, pool)
        asked = f", at most {calls:,} calls" if calls else ""
        drawn, documents = len(self.sample.drawn), self.sample.documents
        if drawn == documents:
            return f"{self.confirm.by} reads all {documents:,} documents of '{self.audited.name}'{asked}"
        widths = " and ".join(f"{100 * width:.0f} points for {name.upper()}" for name, width in self.expected.items())
        return (
            f"{self.confirm.by} reads {drawn:,} of {documents:,} documents of '{self.audited.name}', drawn with seed "
            f"{self.sample.seed}{asked}; expect intervals about {widths} wide"
        )

    def _calls(self, reader: AuditOptions, pool: ModelPool) -> int:
        """Count calls as if nothing was cached and the judge was asked about every fact."""
        by_hand = recorded_file(self.confirm.by) is not None  # and the file may not be there yet
        asked = (
            [] if by_hand else models_asked(open_attacker(self.confirm.by, pool, reader.attack), reader.attack.stages)
        )
        each = sum(calls for _, calls in asked)
        windows = sum(each * windows_of(len(text)) for text in self.to_read.values())
        judged = sum(self.told["cpr"][id_].out_of for id_ in self.sample.drawn) if reader.judge else 0
        return windows + int(judged) + (len(self.sample.drawn) if reader.who_matches else 0)

    async def read(
        self,
        reader: AuditOptions,
        folder: Path,
        pool: ModelPool,
        human: HumanDecisions | None,
        listener: Listener | None,
    ) -> Confirmed:
        """Read the sample and put it together with what was predicted; what could not be read counts as leaked."""
        documents = [self.audited.truth.documents[id_] for id_ in self.sample.drawn]
        if not documents:
            return self._confirmed({figure: {} for figure in FIGURES}, [], reader.who_matches or RULES)
        releases = {self.audited.name: self.audited.releases}
        (again,) = await audit_releases(
            documents, releases, folder, pool, options=reader, human=human, listener=listener, truth=self.audited.truth
        )
        failed: list[JsonValue] = [failure_row(one.id, one.failed) for one in again.scored if one.failed is not None]
        return self._confirmed(document_counts(again.scored, profile=reader.profile), failed, again.matcher(reader))

    def _confirmed(self, read: _Told, failed: list[JsonValue], matcher: str) -> Confirmed:
        made = {
            figure: confirmed_rate(self.sample, read[figure], self.told[figure], self.lost[figure])
            for figure in FIGURES
        }
        people = int(made["ipr"].rate.denominator)
        rates = {"cpr": made["cpr"].rate, "ipr": replace(made["ipr"].rate, subjects=people)}
        strata: list[JsonValue] = [
            {"documents": len(stratum.members), "drawn": len(stratum.drawn)} for stratum in self.sample.strata
        ]
        drawn, documents = len(self.sample.drawn), self.sample.documents
        row: dict[str, JsonValue] = {
            "by": self.confirm.by,
            "matcher": matcher,
            "predicted_by": self.audited.attacker if self.strong is None else self.strong.by.get("make", ""),
            "documents": documents,
            "drawn": drawn,
            "failed": failed,
            "lost": [failure_row(id_, why) for id_, why in self.unreleased.items()],
            "seed": self.sample.seed,
            "strata": strata,
            **{figure: rate.to_json() for figure, rate in rates.items()},
            "weight": {figure: one.weight for figure, one in made.items()},
            "width": {figure: (rate.high or 0.0) - (rate.low or 0.0) for figure, rate in rates.items()},
            "expected_width": dict(self.expected),
            "more_to_halve": more_to_halve(drawn, documents),
        }
        return Confirmed(self.strong, rates, row)


async def _draw(audited: AuditedRelease, options: AuditOptions, confirm: Confirm) -> _Drawn:
    """Draw from all documents that have a release and facts; those without a release have leaked for every reader."""
    documents, releases = audited.truth.documents, audited.releases
    strong = await strong_estimate(audited, options)
    told = _told(audited, strong, options.profile)
    counted = [id_ for id_, count in told["cpr"].items() if count.out_of and id_ in documents]
    why = {id_: why_unreleased(documents[id_], releases.get(id_)) for id_ in counted}
    gone = {id_: reason for id_, reason in why.items() if reason is not None}
    readable = [id_ for id_ in counted if id_ not in gone]
    candidates = [
        SamplingUnit(
            id_,
            text_digest(releases[id_].text),
            _genre(audited, id_),
            len(releases[id_].text),
            1 - told["cpr"][id_].hits / told["cpr"][id_].out_of,
        )
        for id_ in readable
    ]
    lost = {figure: Count(0.0, sum(told[figure][id_].out_of for id_ in gone)) for figure in FIGURES}
    sample = draw_sample(candidates, confirm.sample, seed=confirm.seed)
    return _Drawn(audited, confirm, strong, told, sample, lost, gone)


def _genre(audited: AuditedRelease, id_: str) -> str:
    finding = audited.findings.get(id_)
    return str(finding.notes.get("genre", "")) if finding else ""


def _told(audited: AuditedRelease, strong: StrongEstimate | None, profile: Profile) -> _Told:
    """Return what is predicted to stay protected of each document: as estimated, else as the attacker left it."""
    if strong is None or strong.cpr.value is None:
        return document_counts(audited.scored, profile=profile)
    facts: dict[str, Count] = {}
    people: dict[str, Count] = {}
    for document in audited.scored:
        rows = [
            (len(verdicts), strong.people.get((document.id, subject.truth.id), strong.cpr.value))
            for subject in document.subjects
            if (verdicts := counted_verdicts(subject, profile))
        ]
        facts[document.id] = Count(sum(count * kept for count, kept in rows), sum(count for count, _ in rows))
        people[document.id] = Count(sum(kept for _, kept in rows), len(rows))
    return {"cpr": facts, "ipr": people}
