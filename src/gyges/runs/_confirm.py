"""Confirming an audit: a strong reader reads a drawn sample, what was predicted covers everything."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeAlias

from gyges.attacks import RecordedAttack, is_embedded, open_attacker, recorded_file, text_digest
from gyges.corpus import atomic_file
from gyges.errors import ConfigError, NoReadingError
from gyges.records import Document, JsonValue, UnreadableDocument
from gyges.runs._audit import audit_releases
from gyges.runs._audited import RULES, AuditedRelease, AuditOptions, AuditRun, Confirm
from gyges.runs._examined import Examined
from gyges.runs._outcome import failure_row
from gyges.runs._planted import PLANTED, read_planted
from gyges.runs._spending import models_asked, windows_of
from gyges.scoring import (
    Count,
    Profile,
    Rate,
    ReaderCount,
    StrongEstimate,
    counted_verdicts,
    document_counts,
    is_about_author,
)
from gyges.scoring.sampling import Sample, SamplingUnit, confirmed_rate, draw_sample, expected_width, more_to_halve

TO_READ = "to_read.jsonl"
"""The file in the run folder that holds what is left to read."""

ToRead: TypeAlias = Mapping[str, str]
"""Released texts by the id of their document."""


def _require_readings(by: AuditRun, spec: str, drawn: Sequence[ToRead], tell: Callable[[str], None]) -> None:
    """Refuse to go on where somebody reads by hand and has not read everything that was drawn.

    The texts are written with their digests and without ``people``: a line counts as a reading only once somebody
    wrote down whom they found, and a reading of another version of a text is never taken for one of this.
    """
    file = recorded_file(spec)
    if file is None:
        return
    wanted = {text_digest(text): (id_, text) for texts in drawn for id_, text in texts.items()}
    there = set(_readings(spec, file, by))
    chosen = len(there - wanted.keys())
    if chosen:
        tell(
            f"{chosen:,} of the readings in {file} are of documents that were not drawn and do not count: what "
            "somebody chose to read is no random sample"
        )
    missing = {digest: pair for digest, pair in wanted.items() if digest not in there}
    place = by.folder / TO_READ
    if not missing:
        place.unlink(missing_ok=True)
        return
    lines = [json.dumps({"id": id_, "digest": digest, "text": text}) for digest, (id_, text) in missing.items()]
    with atomic_file(place, force=True, private=True) as stream:
        stream.write(("\n".join(lines) + "\n").encode())
    raise NoReadingError(
        f"{len(missing):,} of the {len(wanted):,} texts that were drawn are not read in {file}",
        f'they stand in {place}: add "people" to each line, put the lines into {file} and run the same command again',
    )


def _readings(spec: str, file: Path, by: AuditRun) -> Mapping[str, object]:
    """Return the readings by digest; none where the file is not there yet or has nothing in it."""
    if not file.exists() or (file.is_file() and not file.read_bytes().strip()):
        return {}
    attacker = open_attacker(spec, by.pool, by.options.attack)
    return attacker.readings if isinstance(attacker, RecordedAttack) else {}


FIGURES = ("cpr", "ipr")
_Told = Mapping[str, Mapping[str, Count]]  # by figure, then by document


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a drawn sample says about all documents of a release."""

    rates: Mapping[str, Rate]  # ``cpr`` and ``ipr``
    row: Mapping[str, JsonValue]  # all about it, as ``results.json`` holds it


def check_confirm(options: AuditOptions, documents: Sequence[Document]) -> None:
    """Refuse before any work what cannot be confirmed."""
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
    if is_embedded(labeller) and any(_to_be_labelled(document) for document in documents):
        raise ConfigError(
            f"without annotations a sample can only confirm what '{labeller}' saw in the originals",
            "annotate the documents, or name a model with --labeller",
        )


def _to_be_labelled(document: Document) -> bool:
    return document.subjects is None and not isinstance(document, UnreadableDocument)


async def confirm_releases(
    examined: Iterable[Examined], run: AuditRun, confirm: Confirm, tell: Callable[[str], None]
) -> list[Confirmed]:
    """Let a strong reader read a drawn sample of every release, by the ordinary attack, journal and budget."""
    drawn = [_draw(one, confirm) for one in examined]
    reader = replace(run.options, attackers=(confirm.by,), original_control=False, confirm=None)
    by = replace(run, options=reader, workers=None)
    for one in drawn:
        tell(one.announcement(by))
    _require_readings(by, confirm.by, [one.to_read for one in drawn], tell)
    shown = await _shown(by, confirm.by, tell)
    made = [await one.read(by) for one in drawn]
    return [replace(one, row={**one.row, "reader": shown}) for one in made]


async def _shown(by: AuditRun, spec: str, tell: Callable[[str], None]) -> dict[str, JsonValue]:
    """Return whether a reader was shown to read: a model reads invented texts, nobody reads them by hand."""
    if recorded_file(spec) is not None:
        return {"by": "nobody", "name": spec}
    (attacker,) = by.open_attackers()
    calls = PLANTED * sum(calls for _, calls in models_asked(attacker, by.options.attack.stages))
    tell(f"{spec} reads {PLANTED} short invented texts besides, at most {calls:,} calls, to show that it reads")
    count = await read_planted(by, [attacker])
    return {"by": "planted", **asdict(count or ReaderCount(name=spec))}


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

    def announcement(self, by: AuditRun) -> str:
        """Return what it takes and what to expect, in a sentence."""
        calls = self._calls(by)
        asked = f", at most {calls:,} calls" if calls else ""
        drawn, documents = len(self.sample.drawn), self.sample.documents
        if drawn == documents:
            return f"{self.confirm.by} reads all {documents:,} documents of '{self.audited.name}'{asked}"
        widths = " and ".join(f"{100 * width:.0f} points for {name.upper()}" for name, width in self.expected.items())
        return (
            f"{self.confirm.by} reads {drawn:,} of {documents:,} documents of '{self.audited.name}', drawn with seed "
            f"{self.sample.seed}{asked}; expect intervals about {widths} wide"
        )

    def _calls(self, by: AuditRun) -> int:
        """Count calls as if nothing was cached and the judge was asked about every fact."""
        options, spec = by.options, self.confirm.by
        by_hand = recorded_file(spec) is not None  # and the file may not be there yet
        asked = () if by_hand else models_asked(open_attacker(spec, by.pool, options.attack), options.attack.stages)
        each = sum(calls for _, calls in asked)
        windows = sum(each * windows_of(len(text)) for text in self.to_read.values())
        judged = sum(self.told["cpr"][id_].out_of for id_ in self.sample.drawn) if options.judge else 0
        return windows + int(judged) + (len(self.sample.drawn) if options.who_matches else 0)

    async def read(self, by: AuditRun) -> Confirmed:
        """Read the sample and put it together with what was predicted; what could not be read counts as leaked."""
        documents = [self.audited.truth.documents[id_] for id_ in self.sample.drawn]
        if not documents:
            return self._confirmed({figure: {} for figure in FIGURES}, [], by.options.who_matches or RULES)
        releases = {self.audited.name: self.audited.releases}
        (again,) = await audit_releases(documents, releases, by, truth=self.audited.truth)
        failed: list[JsonValue] = [failure_row(one.id, one.failed) for one in again.scored if one.failed is not None]
        counts = document_counts(again.scored, profile=by.options.profile)
        return self._confirmed(counts, failed, again.matcher(by.options))

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
        return Confirmed(rates, row)


def _draw(examined: Examined, confirm: Confirm) -> _Drawn:
    """Draw from all documents that have a release and facts; those without a release have leaked for every reader."""
    audited, strong = examined.audited, examined.strong
    documents, releases = audited.truth.documents, audited.releases
    told = _told(audited, strong, examined.options.profile)
    counted = [id_ for id_, count in told["cpr"].items() if count.out_of and id_ in documents]
    failed = {one.id: one.failed for one in audited.scored if one.failed is not None}
    gone = {id_: failed[id_] for id_ in counted if failed.get(id_, "").startswith(("read: ", "release: "))}
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
