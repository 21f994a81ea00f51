"""``gyges audit``: what can still be inferred about each person."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel

from gyges.attacks import is_embedded, recorded_file
from gyges.cli import EXIT_FAILED
from gyges.cli._gates import accepted_limits, broken_limits, parse_gate, unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import AttackFlags, CrewFlags, ModelFlags, announce_hosts
from gyges.cli._options import (
    Attackers,
    JudgeModel,
    Matcher,
    PlaceName,
    ProfileOption,
    Seeds,
    TextsArgument,
    ToJson,
    ToRun,
    as_local_name,
    as_place,
)
from gyges.cli._output import print_tables, say, say_lines, write_json
from gyges.cli._running import (
    Measured,
    in_folder,
    in_pool,
    parse_seeds,
    report_seeds,
    run_seeds,
    seed_outputs,
    take_folder,
    tell_folder,
    write_public_audit,
)
from gyges.cli._saying import notice
from gyges.corpus import BackgroundKnowledge, atomic_file, read_known
from gyges.errors import BudgetExhaustedError, ConfigError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, Release
from gyges.reports import AuditView, render_html, terminal_lines, terminal_tables
from gyges.runs import (
    OWN_FILES,
    PUBLIC,
    SAMPLE,
    TO_READ,
    Audit,
    AuditOptions,
    Confirm,
    FolderClaim,
    Listener,
    accepted_names,
    audit_corpus,
    check_audit,
    shortcomings,
)
from gyges.runs.workers import Jobs
from gyges.scoring import (
    LEAST_KEPT,
    PEOPLE,
    STRANGERS,
    GateRow,
    HumanDecisions,
    ReleasedRow,
    document_counts,
    load_human_decisions,
)

_RESULTS, _REPORT = "results.json", "report.html"
_TAKEN = frozenset(
    {name.casefold() for name in (*OWN_FILES, PUBLIC, "claim.json", "README.txt", _RESULTS, _REPORT, TO_READ)}
)
"""Names in a run folder that no release can have; those in ``public/`` would be published."""
_NO_SETTINGS = frozenset({"least_kept", "accepted"})  # they decide on what was read, and change nothing of it


@dataclass(frozen=True, slots=True)
class AuditFlags:
    """What the user said about who attacks, judges and confirms, and what is asked of the result."""

    attacker: Attackers = None
    judge: JudgeModel = None
    matcher: Matcher = None
    embedder: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", parser=as_local_name, help="Local sentence-embedding model, for utility."),
    ] = None
    labeller: Annotated[str | None, typer.Option(help="Who labels documents nobody annotated.")] = None
    confirm: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Strong reader for a drawn sample: a model, or recorded:FILE read by hand."),
    ] = None
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="Documents that --confirm reads of each release (60).")
    ] = None
    seed: Annotated[int, typer.Option(help="Seed of the draw for --confirm.")] = 0
    profile: ProfileOption = "strict"
    fail_under: Annotated[str | None, typer.Option(metavar="cpr=0.9,...", help="Exit 1 below these figures.")] = None
    least_kept: Annotated[
        float | None,
        typer.Option(metavar="SHARE", min=0, max=1, help="Words of an original that its release must keep (0.1)."),
    ] = None
    accept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Accept a shortcoming by its name: weak-reader, unknown-ids, published-originals."
        ),
    ] = None

    def options(self, how: AttackFlags, settings: ModelSettings) -> AuditOptions:
        """Return the options of the audit; roles of gyges.yaml stand in for flags that were not given."""
        if self.confirm is None and self.sample is not None:
            raise ConfigError("--sample says how many documents --confirm reads", "name a model with --confirm")
        sample = SAMPLE if self.sample is None else self.sample
        return AuditOptions(
            attackers=tuple(self.attacker or ()) or (settings.roles.get("attacker", "rules"),),
            judge=self.judge or settings.roles.get("judge"),
            matcher=self.matcher,
            embedder=self.embedder,
            labeller=self.labeller,
            confirm=None if self.confirm is None else Confirm(self.confirm.strip(), sample, self.seed),
            profile=self.profile,
            attack=how.options(self.profile),
            least_kept=LEAST_KEPT if self.least_kept is None else self.least_kept,
            accepted=(*accepted_names(self.accept or ()), *accepted_limits(parse_gate(self.fail_under))),
        )


@dataclass(frozen=True, slots=True)
class ShownFlags:
    """What may be shown of texts."""

    no_text: Annotated[bool, typer.Option("--no-text", help="Keep every text, value and name out of the report.")] = (
        False
    )
    show_original: Annotated[bool, typer.Option("--show-original", help="Show originals in the report.")] = False


def audit(
    read: ReadFlags,
    models: ModelFlags,
    how: AttackFlags,
    crew: CrewFlags,
    to: ToRun,
    flags: AuditFlags,
    shown: ShownFlags,
    originals: TextsArgument = None,
    releases: Annotated[
        list[PlaceName] | None,
        typer.Argument(parser=as_place, help="Released texts: a file or a folder of gyges anonymize for each method."),
    ] = None,
    seeds: Seeds = None,
    decisions: Annotated[
        Path | None, typer.Option("--decisions", help="JSONL of your own decisions: tag, truth, guess, score.")
    ] = None,
    known: Annotated[
        list[PlaceName] | None,
        typer.Option(
            parser=as_place,
            metavar="FILE",
            help="What an adversary knows already: a register or documents; may be repeated.",
        ),
    ] = None,
) -> int:
    """Attack texts blind, person by person, and report what leaks. Without releases the originals are audited.

    Example: gyges audit notes.jsonl masked.jsonl --fail-under cpr=0.9,worst=0.5
    """
    several, settings = parse_seeds(seeds), models.settings()
    options = flags.options(how, settings)
    documents = read.all_documents(originals)
    released = read.all_releases(releases or (), documents)
    human = load_human_decisions(decisions) if decisions else None
    before = read_known(known) if known else None
    work = _AuditWork(documents, released, human, before, crew.crew() or settings.jobs, flags.fail_under, shown)
    _require_chance(options, several)
    claim = work.claim(options, settings, several, decisions)
    if to.force:  # results that are there go when the folder is taken; they must not go for a run that cannot start
        _require_all(documents, options, settings)
    folder = take_folder(to.out, claim, force=to.force)
    if several:
        audits = _audit_seeds(several, options, settings, folder, work.done, to)
    else:
        audits = work.done(options, settings, folder)
        write_public_audit(audits, released, folder)
    broken = _say_broken(audits, flags.fail_under)
    if not several:
        _tell_results(audits, folder, to, show_text=not shown.no_text)
    tell_folder(to.out, folder)
    _require_budget(audits)
    return EXIT_FAILED if broken else 0


def _say_broken(audits: Sequence[Audit], fail_under: str | None) -> bool:
    """Say what does not hold, before any figure is read; return True if anything does not."""
    broken = [f"{one.name}: {words}" for one in audits if one.results.gate for words in one.results.gate.broken]
    if broken:
        weak = any(shortcomings(audit.results) for audit in audits)
        alone = "this audit is not valid" if weak else "too little was read"
        notice(f"{alone if parse_gate(fail_under) == parse_gate(None) else 'the gate failed'}; {'; '.join(broken)}")
    return bool(broken)


def _tell_results(audits: Sequence[Audit], folder: Path, to: ToJson, *, show_text: bool) -> None:
    results = [audit.results for audit in audits]
    if to.write(results[0] if len(results) == 1 else results):
        return
    said = _print([_view(audit) for audit in audits], show_text=show_text)
    say(f"Report: {folder / _REPORT}" + (f"\nFigures only, for others to read: {folder / PUBLIC}" if said else ""))


@dataclass(frozen=True, slots=True)
class _AuditWork:
    """What is audited, with what and how it is shown."""

    documents: Sequence[Document]
    released: Mapping[str, Mapping[str, Release]]
    human: HumanDecisions | None
    known: BackgroundKnowledge | None
    jobs: Jobs
    fail_under: str | None
    shown: ShownFlags

    def claim(
        self, options: AuditOptions, settings: ModelSettings, seeds: tuple[int, ...], decisions: Path | None
    ) -> FolderClaim:
        """Return what the run folder is for."""
        texts = chain(
            self.documents, ((name, release) for name, found in self.released.items() for release in found.values())
        )
        given = {one.name: getattr(options, one.name) for one in fields(options) if one.name not in _NO_SETTINGS}
        asked: dict[str, Any] = {
            "options": {**given, "concurrency": 1},
            "decisions": decisions.read_text(encoding="utf-8") if decisions else "",
            "shown": (not self.shown.no_text, self.shown.show_original),
            **({"known": self.known} if self.known is not None else {}),  # folders of earlier versions stay good
            **settings.prompts.setting(),
            **({"seeds": seeds} if seeds else {}),
        }
        names = (_RESULTS, PEOPLE, STRANGERS) if len(self.released) <= 1 else tuple(map(_folder, self.released))
        if seeds:  # what holds over seeds is made for nobody else
            return FolderClaim.of("audit", texts, asked, (*seed_outputs(seeds), _REPORT, TO_READ))
        return FolderClaim.of("audit", texts, asked, (*names, _REPORT, TO_READ, PUBLIC))

    def done(self, options: AuditOptions, settings: ModelSettings, folder: Path) -> list[Audit]:
        """Audit with progress on standard error, and write what was found."""
        audits: list[Audit] = []

        # It returns nothing: at its end asyncio writes out what was returned, however long that is.
        async def main(pool: ModelPool, listener: Listener) -> None:
            audits[:] = await audit_corpus(
                self.documents,
                self.released,
                folder,
                pool,
                options=options,
                human=self.human,
                known=self.known,
                listener=listener,
                announce=announce_hosts,
                tell=notice,
                jobs=self.jobs,
            )

        in_folder(folder, settings, main)
        limits = parse_gate(self.fail_under)
        audits = [_completed(limits, audit, self.released.get(audit.name)) for audit in audits]
        _write(audits, folder, show_text=not self.shown.no_text, show_original=self.shown.show_original)
        return audits


def _completed(limits: Mapping[str, float], audit: Audit, released: Mapping[str, Release] | None) -> Audit:
    """Return an audit whose results say which texts they are about, what was asked and what of it does not hold."""
    gate = GateRow(limits=dict(limits), broken=broken_limits(limits, audit.results))
    row = None if released is None else ReleasedRow.of(release.text for release in released.values())
    return replace(audit, results=audit.results.model_copy(update={"gate": gate, "released": row}))


def _audit_seeds(
    seeds: tuple[int, ...],
    options: AuditOptions,
    settings: ModelSettings,
    folder: Path,
    once: Callable[[AuditOptions, ModelSettings, Path], list[Audit]],
    to: ToJson,
) -> list[Audit]:
    """Audit once for each seed and report what holds; return all audits, each named with its seed."""
    every: list[Audit] = []

    def one(seed: int, with_models: ModelSettings, place: Path) -> Measured:
        drawn = None if options.confirm is None else replace(options.confirm, seed=seed)
        audits = once(replace(options, confirm=drawn), with_models, place)
        _require_budget(audits)
        every.extend(replace(audit, name=f"{audit.name}, seed {seed}") for audit in audits)
        scored = {audit.name: audit.scored for audit in audits}
        if audits[0].original:
            scored["original text"] = audits[0].original
        measured = {name: document_counts(rows, profile=options.profile) for name, rows in scored.items()}
        return {who: {figure.upper(): counts for figure, counts in found.items()} for who, found in measured.items()}

    done = run_seeds(seeds, settings, folder, one)
    asked = {"Attackers": ", ".join(options.attackers), "Judge": options.judge, "Profile": options.profile}
    report_seeds("audit", done, folder, settings, asked, to)
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

    async def main(pool: ModelPool) -> None:
        check_audit(documents, options, pool)

    in_pool(settings, main)


def _require_budget(audits: Sequence[Audit]) -> None:
    refused = next((audit.results.coverage.out_of_budget for audit in audits), "")
    if refused:
        raise BudgetExhaustedError(refused, "run the same command again to go on with as much again")


def _write(audits: Sequence[Audit], out: Path, *, show_text: bool, show_original: bool) -> None:
    """Write results.json for each release and one report for all."""
    views = [_view(audit) for audit in audits]
    rendered = render_html(views, show_text=show_text, show_original=show_original).encode("utf-8")
    for audit in audits:  # only now: what fails on the way leaves earlier files as they were
        place = out if len(audits) == 1 else out / _folder(audit.name)
        write_json(audit.results, place / _RESULTS, force=True)
        if audit.people is not None and audit.people.are_many:
            _write_rows(place / PEOPLE, audit.people.everybody)
            _write_rows(place / STRANGERS, audit.people.strangers)
    with atomic_file(out / _REPORT, force=True, private=True) as stream:
        stream.write(rendered)


def _write_rows(place: Path, rows: Iterable[BaseModel]) -> None:
    with atomic_file(place, force=True, private=True) as stream:
        for row in rows:
            stream.write(row.model_dump_json().encode("utf-8") + b"\n")


def _view(audit: Audit) -> AuditView:
    return AuditView(audit.name, audit.results, audit.texts)


def _folder(name: str) -> str:
    """Return the name of a release as the name of a folder."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip(".") or "release"
    return f"release-{plain}" if plain.casefold() in _TAKEN else plain


def _print(views: Sequence[AuditView], *, show_text: bool) -> bool:
    """Print what each audit says about a release, then the figures of all in tables; return True if there are any."""
    for view in views:
        say_lines(terminal_lines(view, show_text=show_text, brief=len(views) > 1))
        covered = view.results.coverage
        if covered.unread:
            line = unread_line(covered.unread, covered.documents)
            say_lines([f"{line}. Name a model with --attacker to read them."])
    tables = terminal_tables(views)
    print_tables(tables)
    return bool(tables)
