"""What ``gyges audit`` and ``gyges demo`` have in common: run, write, print."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import anyio
import typer

from gyges.attacks import AttackOptions
from gyges.cli import EXIT_BUDGET, EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._gate import broken_limits
from gyges.cli._hints import hint_at_tiny, unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import check_json, print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.corpus import atomic_file
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, Release
from gyges.reports import AuditView, TextPair, render_html
from gyges.runs import Audit, AuditOptions, Claim, audit_corpus, claim_folder, progress_listener
from gyges.scoring import HumanDecisions, Profile, RateRow, Results, load_human_decisions

_RESULTS, _REPORT = "results.json", "report.html"
_GUESSES = ("top_1", "top_2", "top_3")
_NOTE = """\
Names and spans: how much of what annotators marked as direct, and as direct or quasi-identifying, is masked. CPR: facts
that stay protected. IPR: the same, averaged over people. Worst 5 %: what the worst-off people keep. Brackets are 95 %
intervals (bootstrap over documents). Blind CPR: what a guesser who never saw the text would leave protected, so base
rates alone; a CPR below it means that the text itself gives people away."""


def audit_verb(
    originals: str,
    releases: Sequence[Path],
    read: ReadFlags,
    models: ModelFlags,
    attack: AttackOptions,
    *,
    attackers: tuple[str, ...],
    judge: str | None,
    matcher: str | None,
    embedder: str | None,
    labeller: str | None,
    profile: Profile,
    decisions: Path | None,
    out: Path,
    show_text: bool,
    show_original: bool,
    gate: Mapping[str, float],
    json: Path | None,
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
        profile=profile,
        attack=attack,
    )
    check_json(json, force=force)
    human = load_human_decisions(decisions) if decisions else None
    documents, released = read.documents(originals), read.all_releases(releases)
    _claim(documents, released, options, decisions, out, (show_text, show_original), force=force)
    audits = run_audit(documents, released, out, options, settings, human)
    report = write_audit(audits, out, show_text=show_text, show_original=show_original)
    broken = [f"{audit.name}: {words}" for audit in audits for words in broken_limits(gate, audit.results)]
    if broken:  # first, so that no figure is read without it
        sys.stderr.write(one_line("gyges: the gate failed; " + "; ".join(broken)) + "\n")
    if json is not None:
        dumped = [audit.results.model_dump(mode="json") for audit in audits]
        write_json(dumped[0] if len(dumped) == 1 else dumped, json, force=force)
    else:
        print_audit(audits)
        say(f"Report: {report}")
    refused = next((audit.results.coverage.out_of_budget for audit in audits), "")
    if refused:
        sys.stderr.write(f"gyges: {refused}; run the same command again to go on with as much again\n")
        raise typer.Exit(EXIT_BUDGET)
    if broken:
        raise typer.Exit(EXIT_FAILED)


def _claim(
    documents: Sequence[Document],
    releases: Mapping[str, Mapping[str, Release]],
    options: AuditOptions,
    decisions: Path | None,
    out: Path,
    shown: tuple[bool, bool],
    *,
    force: bool,
) -> None:
    """Take the run folder, or refuse it before any work."""
    texts = [*documents, *((name, release) for name, found in releases.items() for release in found.values())]
    decided = decisions.read_text(encoding="utf-8") if decisions else ""
    asked = {"options": replace(options, concurrency=1), "decisions": decided, "shown": shown}
    names = (_RESULTS,) if len(releases) <= 1 else tuple(_folder(name) for name in releases)
    claim_folder(out, Claim.of("audit", texts, asked, (*names, _REPORT)), force=force)


def run_audit(
    originals: Sequence[Document],
    releases: Mapping[str, Mapping[str, Release]],
    out: Path,
    options: AuditOptions,
    settings: ModelSettings,
    human: HumanDecisions | None = None,
) -> list[Audit]:
    """Audit with progress on standard error; Ctrl-C says how to go on."""

    async def main() -> list[Audit]:
        async with ModelPool(settings, notify=notice) as pool:
            listener = progress_listener(usage=lambda: pool.ledger.total)
            return await audit_corpus(
                originals, releases, out, pool, options=options, human=human, listener=listener, announce=announce_hosts
            )

    try:
        return anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {out}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None


def write_audit(audits: Sequence[Audit], out: Path, *, show_text: bool, show_original: bool) -> Path:
    """Write results.json for each release and one report for all; return the path of the report."""
    views = [
        AuditView(audit.name, audit.results, {id_: TextPair(*pair) for id_, pair in audit.texts.items()})
        for audit in audits
    ]
    rendered = render_html(views, show_text=show_text, show_original=show_original).encode("utf-8")
    for audit in audits:  # only now: what fails on the way leaves earlier files as they were
        place = out / _RESULTS if len(audits) == 1 else out / _folder(audit.name) / _RESULTS
        write_json(audit.results.model_dump(mode="json"), place, force=True, private=True)
    report = out / _REPORT
    with atomic_file(report, force=True, private=True) as stream:
        stream.write(rendered)
    return report


def _folder(name: str) -> str:
    """Return the name of a release as the name of a folder."""
    return re.sub(r"[^\w.-]+", "-", name).strip(".") or "release"


def print_audit(audits: Sequence[Audit]) -> None:
    """Print the figures of each release, with intervals, control and coverage."""
    header = ("release", "names", "spans", "CPR", "IPR", "worst 5 %", "blind CPR")
    rows = [(audit.name, *_cells(audit.results)) for audit in audits]
    print_table("What is still protected from this reader", header, rows)
    authors = [audit for audit in audits if "top_1" in audit.results.metrics]
    guessed = [(audit.name, *(_rate(audit.results.metrics[name]) for name in _GUESSES)) for audit in authors]
    if guessed:
        print_table("Author attributes guessed right (less is better)", ("release", "top 1", "top 2", "top 3"), guessed)
    for audit in audits:
        covered, results = audit.results.coverage, audit.results
        say(
            f"{audit.name}: {covered.attacked} of {covered.documents} documents attacked by "
            f"{results.attacker['name']}; "
            f"{covered.facts - covered.unscored:,} of\n  {covered.facts:,} facts scored; truth {results.truth}; "
            f"profile {results.profile}."
        )
        if covered.unread:
            say(f"  {unread_line(covered.unread, covered.documents)}. Name a model with --attacker to read them.")
        if covered.unscored:
            say(_bounds(results))
    say(_NOTE)
    if audits:  # one hint is enough for all releases of the same documents
        hint_at_tiny(str(audits[0].results.attacker["name"]), audits[0].results.genres)


def _bounds(results: Results) -> str:
    """Return what the figures would be if all, or none, of what could not be scored had leaked."""
    names = {"cpr": "CPR", "ipr": "IPR"}
    ranges = [
        f"{words} is {_percent(rate.all_leaked)} if all of that leaked and {_percent(rate.none_leaked)} if none did"
        for name, words in names.items()
        if (rate := results.metrics[name]).all_leaked is not None
    ]
    return f"  What could not be scored counts as leaked: {'; '.join(ranges)}."


def _cells(results: Results) -> tuple[str, ...]:
    metrics = results.metrics
    worst = metrics["worst_subject"].model_extra or {}
    spans = results.spans or {}
    lowest = worst.get("quantile_5") or {}
    return (
        _percent(spans["er_direct"].value if spans else None),
        _percent(spans["recall"].value if spans else None),
        _rate(metrics["cpr"]),
        _rate(metrics["ipr"]),
        _percent(lowest.get("value") if isinstance(lowest, dict) else None),
        _percent(metrics["prior_cpr"].value),
    )


def _rate(rate: RateRow) -> str:
    if rate.value is None or rate.low is None or rate.high is None:
        return _percent(rate.value)
    return f"{rate.value:.0%} [{100 * rate.low:.0f}–{100 * rate.high:.0f}]"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
