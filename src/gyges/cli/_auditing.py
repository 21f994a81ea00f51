"""What ``gyges audit`` and ``gyges demo`` have in common: run, write, print."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import anyio
import typer
from pydantic import BaseModel

from gyges.attacks import AttackOptions, is_embedded, recorded_file
from gyges.cli import EXIT_BUDGET, EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._folders import take_folder, tell_folder
from gyges.cli._gate import broken_limits, parse_gate
from gyges.cli._hints import hint_at_tiny, unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, say_lines, write_json
from gyges.cli._printable import one_line
from gyges.cli._progress import progress
from gyges.cli._public_reports import write_public_audit
from gyges.cli._seeds import SeedRun, report_seeds, run_seeds, seed_outputs
from gyges.corpus import BackgroundKnowledge, Place, atomic_file, read_known
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, Release
from gyges.reports import TERMINAL_NOTE, AuditView, TextPair, render_html, terminal_lines, terminal_tables
from gyges.runs import (
    OWN_FILES,
    PUBLIC,
    SAMPLE,
    TO_READ,
    Audit,
    AuditOptions,
    Confirm,
    FolderClaim,
    StrongMake,
    audit_corpus,
    check_audit,
    run_mark,
)
from gyges.runs.workers import Jobs
from gyges.scoring import PEOPLE, STRANGERS, HumanDecisions, Profile, document_counts, load_human_decisions

_RESULTS, _REPORT = "results.json", "report.html"
_TAKEN = frozenset(
    {name.casefold() for name in (*OWN_FILES, PUBLIC, "claim.json", "README.txt", _RESULTS, _REPORT, TO_READ)}
)
"""Names in a run folder that no release can have; those in ``public/`` would be published."""


def audit_verb(
    originals: str | None,
    releases: Sequence[Place],
    read: ReadFlags,
    models: ModelFlags,
    attack: AttackOptions,
    *,
    attackers: tuple[str, ...],
    judge: str | None,
    matcher: str | None,
    embedder: str | None,
    labeller: str | None,
    confirm: Confirm | None,
    seeds: tuple[int, ...],
    strong: StrongMake,
    profile: Profile,
    decisions: Path | None,
    known: Sequence[Place],
    out: Path | None,
    show_text: bool,
    show_original: bool,
    gate: Mapping[str, float],
    jobs: Jobs,
    json: Place | None,
    force: bool,
) -> None:
    """Do what ``gyges audit`` was asked to do."""
    settings = models.settings()
    options = AuditOptions(
        attackers=attackers or (settings.roles.get("attacker", "rules"),),
        judge=judge or settings.roles.get("judge"),
        matcher=matcher,
        embedder=embedder,
        labeller=labeller,
        confirm=confirm,
        strong=strong,
        profile=profile,
        attack=attack,
    )
    human = load_human_decisions(decisions) if decisions else None
    documents, released = read.documents(originals), read.all_releases(releases)
    before = read_known(known) if known else None
    shown, own = (show_text, show_original), settings.prompts.setting()
    _require_chance(options, seeds)
    claim = _claim(
        documents, released, options, decisions, before, shown, {**own, **({"seeds": seeds} if seeds else {})}
    )
    if force:  # results that are there go when the folder is taken; they must not go for a run that cannot start
        _require_all(documents, options, settings)
    folder = take_folder(out, claim, force=force)

    def once(given: AuditOptions, with_models: ModelSettings, place: Path) -> list[Audit]:
        audits = run_audit(documents, released, place, given, with_models, human, before, jobs or settings.jobs)
        write_audit(audits, place, show_text=show_text, show_original=show_original)
        return audits

    if seeds:
        audits = _audit_seeds(seeds, options, settings, folder, once, json, force=force)
    else:
        audits = once(options, settings, folder)
        write_public_audit(audits, released, folder)
    broken = [f"{audit.name}: {words}" for audit in audits for words in broken_limits(gate, audit.results)]
    if broken:  # first, so that no figure is read without it
        what = "too little was read" if gate == parse_gate(None) else "the gate failed"
        sys.stderr.write(one_line(f"gyges: {what}; {'; '.join(broken)}") + "\n")
    if json is not None and not seeds:
        results = [audit.results for audit in audits]
        write_json(results[0] if len(results) == 1 else results, json, force=force)
    elif not seeds:
        print_audit([_view(audit) for audit in audits])
        say(f"Report: {folder / _REPORT}\nMay be published, figures only: {folder / PUBLIC}")
    tell_folder(out, folder)
    _require_budget(audits)
    if broken:
        raise typer.Exit(EXIT_FAILED)


def _audit_seeds(
    seeds: tuple[int, ...],
    options: AuditOptions,
    settings: ModelSettings,
    folder: Path,
    once: Callable[[AuditOptions, ModelSettings, Path], list[Audit]],
    json: Place | None,
    *,
    force: bool,
) -> list[Audit]:
    """Audit once for each seed and report what holds; return all audits, each named with its seed."""
    every: list[Audit] = []

    def one(seed: int, with_models: ModelSettings, place: Path) -> SeedRun:
        drawn = None if options.confirm is None else replace(options.confirm, seed=seed)
        audits = once(replace(options, confirm=drawn), with_models, place)
        _require_budget(audits)
        every.extend(replace(audit, name=f"{audit.name}, seed {seed}") for audit in audits)
        scored = {audit.name: audit.scored for audit in audits}
        if audits[0].original:
            scored["original text"] = audits[0].original
        measured = {name: document_counts(rows, profile=options.profile) for name, rows in scored.items()}
        return SeedRun(
            {who: {figure.upper(): counts for figure, counts in found.items()} for who, found in measured.items()},
            audits[0].results.cost,
        )

    done = run_seeds(seeds, settings, folder, one)
    asked = {"Attackers": ", ".join(options.attackers), "Judge": options.judge, "Profile": options.profile}
    report_seeds("audit", done, folder, settings, asked, json, force=force)
    return every


def _require_chance(options: AuditOptions, seeds: tuple[int, ...]) -> None:
    """Refuse seeds where every one of them would give the same figures."""
    readers = [*options.attackers, *([options.labeller] if options.labeller else [])]
    settled = all(is_embedded(one) or recorded_file(one) is not None for one in readers)
    if seeds and settled and not (options.judge or options.who_matches or options.confirm):
        raise ConfigError(
            "no model is asked and nothing is drawn, so every seed would give the same figures",
            "leave --seeds out, or name a model with --attacker or --confirm",
        )


def _require_all(documents: Sequence[Document], options: AuditOptions, settings: ModelSettings) -> None:
    """Refuse an audit that misses something it needs."""

    async def main() -> None:
        async with ModelPool(settings) as pool:
            check_audit(documents, options, pool)

    anyio.run(main)


def _require_budget(audits: Sequence[Audit]) -> None:
    refused = next((audit.results.coverage.out_of_budget for audit in audits), "")
    if refused:
        sys.stderr.write(f"gyges: {refused}; run the same command again to go on with as much again\n")
        raise typer.Exit(EXIT_BUDGET)


def confirm_flags(by: str | None, sample: int | None, seed: int) -> Confirm | None:
    """Return who confirms an audit by a sample of how many documents; None for nobody."""
    if by is None:
        if sample is not None:
            raise ConfigError("--sample says how many documents --confirm reads", "name a model with --confirm")
        return None
    return Confirm(by.strip(), SAMPLE if sample is None else sample, seed)


def _claim(
    documents: Sequence[Document],
    releases: Mapping[str, Mapping[str, Release]],
    options: AuditOptions,
    decisions: Path | None,
    known: BackgroundKnowledge | None,
    shown: tuple[bool, bool],
    more: Mapping[str, Any],
) -> FolderClaim:
    """Return what the run folder is for."""
    texts = chain(documents, ((name, release) for name, found in releases.items() for release in found.values()))
    decided = decisions.read_text(encoding="utf-8") if decisions else ""
    asked: dict[str, Any] = {"options": replace(options, concurrency=1), "decisions": decided, "shown": shown}
    if known is not None:  # folders of earlier versions stay good for audits without
        asked["known"] = known
    asked |= more
    names = (_RESULTS, PEOPLE, STRANGERS) if len(releases) <= 1 else tuple(_folder(name) for name in releases)
    if "seeds" in asked:  # what holds over seeds is made for nobody else
        return FolderClaim.of("audit", texts, asked, (*seed_outputs(asked["seeds"]), _REPORT, TO_READ))
    return FolderClaim.of("audit", texts, asked, (*names, _REPORT, TO_READ, PUBLIC))


def run_audit(
    originals: Sequence[Document],
    releases: Mapping[str, Mapping[str, Release]],
    out: Path,
    options: AuditOptions,
    settings: ModelSettings,
    human: HumanDecisions | None = None,
    known: BackgroundKnowledge | None = None,
    jobs: Jobs = None,
) -> list[Audit]:
    """Audit with progress on standard error; Ctrl-C says how to go on."""
    audits: list[Audit] = []

    async def main() -> None:  # returns nothing: at its end asyncio writes out what it returned, however long that is
        async with ModelPool(settings, notify=notice) as pool:
            pool.works_for(run_mark(out))
            listener = progress(usage=lambda: pool.ledger.total)
            audits[:] = await audit_corpus(
                originals,
                releases,
                out,
                pool,
                options=options,
                human=human,
                known=known,
                listener=listener,
                announce=announce_hosts,
                tell=notice,
                jobs=jobs,
            )

    try:
        anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {out}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    return audits


def write_audit(audits: Sequence[Audit], out: Path, *, show_text: bool, show_original: bool) -> Path:
    """Write results.json for each release and one report for all; return the path of the report."""
    views = [_view(audit) for audit in audits]
    rendered = render_html(views, show_text=show_text, show_original=show_original).encode("utf-8")
    for audit in audits:  # only now: what fails on the way leaves earlier files as they were
        place = out if len(audits) == 1 else out / _folder(audit.name)
        write_json(audit.results, place / _RESULTS, force=True)
        if audit.people is not None and audit.people.are_many:
            _write_rows(place / PEOPLE, audit.people.everybody)
            _write_rows(place / STRANGERS, audit.people.strangers)
    report = out / _REPORT
    with atomic_file(report, force=True, private=True) as stream:
        stream.write(rendered)
    return report


def _write_rows(place: Path, rows: Iterable[BaseModel]) -> None:
    with atomic_file(place, force=True, private=True) as stream:
        for row in rows:
            stream.write(row.model_dump_json().encode("utf-8") + b"\n")


def _view(audit: Audit) -> AuditView:
    return AuditView(audit.name, audit.results, _TextPairs(audit.texts))


class _TextPairs(Mapping[str, TextPair]):
    """The texts of an audit as reports show them, made for those that are shown."""

    def __init__(self, texts: Mapping[str, tuple[str, str | None]]) -> None:
        self._texts = texts

    def __getitem__(self, id_: str) -> TextPair:
        return TextPair(*self._texts[id_])

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def _folder(name: str) -> str:
    """Return the name of a release as the name of a folder."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip(".") or "release"
    return f"release-{plain}" if plain.casefold() in _TAKEN else plain


def print_audit(views: Sequence[AuditView]) -> None:
    """Print the figures of each release, with intervals, control and coverage."""
    for title, table in terminal_tables(views):
        print_table(title, table.head, table.rows)
    for view in views:
        say_lines(terminal_lines(view))
        covered = view.results.coverage
        if covered.unread:
            line = unread_line(covered.unread, covered.documents)
            say_lines([f"{line}. Name a model with --attacker to read them."])
    say(TERMINAL_NOTE)
    if views:  # one hint is enough for all releases of the same documents
        hint_at_tiny(str(views[0].results.attacker["name"]), views[0].results.genres)
