"""What ``gyges link`` does: run, write, print."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import typer

from gyges.attacks.linkage import read_auxiliary
from gyges.cli import EXIT_INTERRUPTED
from gyges.cli._folders import take_folder, tell_folder
from gyges.cli._hints import unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, write_json
from gyges.cli._progress import progress
from gyges.cli._public_reports import write_public_link
from gyges.cli._seeds import SeedRun, report_seeds, run_seeds, seed_outputs
from gyges.corpus import Place, atomic_file
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, Release
from gyges.reports import render_link
from gyges.runs import PUBLIC, FolderClaim, run_mark
from gyges.runs.linkage import LinkOptions, link_corpus
from gyges.runs.workers import Jobs
from gyges.scoring import Count, RateRow
from gyges.scoring.semantic import LinkResults

_NOTE = """\
Correct: the own release comes first. Distance: 0 the record gives away all the attacker did not know, 1 nothing.
Brackets are 95 % intervals (bootstrap over records). 'known alone' is what the attacker's own knowledge already says of
the rest, 'random' the same with somebody else's record: what is not below them was not learned from the release."""

_COMPARED = ("known_alone", "random", "original")
"""Controls that a release is compared with over seeds."""

_LEFT_OUT = ("unreleased", "failed", "blank", "unusable")


def link_options(auxiliary: Path | None, **settings: Any) -> LinkOptions:
    """Return the options, with what the attacker knows read from its file."""
    return LinkOptions(**settings, auxiliary=read_auxiliary(auxiliary) if auxiliary else {})


def link_verb(
    originals: str,
    releases: Place,
    read: ReadFlags,
    models: ModelFlags,
    options: LinkOptions,
    *,
    seeds: tuple[int, ...],
    jobs: int | None,
    out: Path | None,
    show_text: bool,
    json: Place | None,
    force: bool,
) -> None:
    """Do what ``gyges link`` was asked to do."""
    settings = models.settings()
    documents, (name, released) = read.documents(originals), read.releases(releases)
    _require_chance(options, seeds)
    asked = {"options": replace(options, concurrency=1), "show_text": show_text, **settings.prompts.setting()}
    asked |= {"seeds": seeds} if seeds else {}
    outputs = seed_outputs(seeds) if seeds else ("results.json", "report.html", PUBLIC)
    claim = FolderClaim.of("link", [*documents, *released.values()], asked, outputs)
    folder = take_folder(out, claim, force=force)

    def once(given: LinkOptions, with_models: ModelSettings, place: Path) -> LinkResults:
        results = _run(documents, released, place, given, with_models, jobs or settings.jobs)
        write_json(results, place / "results.json", force=True)
        with atomic_file(place / "report.html", force=True, private=True) as stream:
            stream.write(render_link(name, results, show_text=show_text).encode("utf-8"))
        return results

    if seeds:
        done = run_seeds(
            seeds, settings, folder, lambda seed, models, place: _counts(name, once(_at(options, seed), models, place))
        )
        told = {"Linker": options.linker, "Claims": options.claimer, "Judge": options.judge or "rules"}
        report_seeds("linkage", done, folder, settings, told, json, force=force)
    else:
        results = once(options, settings, folder)
        write_public_link(released, results, folder)
        if json is not None:
            write_json(results, json, force=force)
        else:
            print_link(name, results)
            say(f"Report: {folder / 'report.html'}\nMay be published, figures only: {folder / PUBLIC}")
    tell_folder(out, folder)


def _run(
    documents: Sequence[Document],
    released: Mapping[str, Release],
    folder: Path,
    options: LinkOptions,
    settings: ModelSettings,
    jobs: Jobs,
) -> LinkResults:
    """Attack with progress on standard error; Ctrl-C says how to go on."""

    async def main() -> LinkResults:
        async with ModelPool(settings, notify=notice) as pool:
            pool.works_for(run_mark(folder))
            listener = progress(usage=lambda: pool.ledger.total)
            return await link_corpus(
                documents,
                released.values(),
                folder,
                pool,
                options=options,
                listener=listener,
                announce=lambda: announce_hosts(pool),
                jobs=jobs,
            )

    try:
        return anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {folder}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None


def _require_chance(options: LinkOptions, seeds: tuple[int, ...]) -> None:
    """Refuse seeds where every one of them would give the same figures."""
    drawn = options.draw == "random" and not options.auxiliary
    if seeds and not (drawn or options.judge or options.paraphraser or options.claimer != "rules"):
        raise ConfigError(
            "no model is asked and what is known is not drawn, so every seed would give the same figures",
            "leave --seeds out, or use --draw random",
        )


def _at(options: LinkOptions, seed: int) -> LinkOptions:
    return replace(options, seed=seed)


def _counts(name: str, results: LinkResults) -> SeedRun:
    """Return what each record adds to the figures of the release and of the controls."""
    own = {"semantic distance": {row.id: Count(row.distance, 1) for row in results.records if row.distance is not None}}
    if results.linkage.correct is not None:
        own["found again"] = {
            row.id: Count(float(row.rank == 1 and row.linked_to is not None), 1) for row in results.records
        }
    measured = {name: own}
    for control in _COMPARED:
        rows = {row.id: Count(row.controls[control], 1) for row in results.records if control in row.controls}
        if rows:
            measured[control.replace("_", " ")] = {"semantic distance": rows}
    return SeedRun(measured, results.cost)


def print_link(name: str, results: LinkResults) -> None:
    """Print how many records are found again and what they give away, beside the controls."""
    linkage, coverage = results.linkage, results.coverage
    rows = [("correct", _rate(linkage.correct))] if linkage.correct is not None else []
    rows += [(f"among the first {k}", _rate(rate)) for k, rate in linkage.top_k.items() if k != "1"]
    rows += [("unlinked", str(linkage.unlinked)), ("shared first places", str(linkage.tied))]
    print_table(f"Found again: {name}", ("", f"of {coverage.attacked} records"), rows)
    distances = [("linked record", _rate(results.semantic.distance))]
    for control, rate in results.controls.items():
        if control != "original_linkage":
            distances.append((control.replace("_", " "), _rate(rate)))
    distances.append(("lexical distance (ROUGE-L recall)", _rate(results.lexical["rouge_l_recall"])))
    distances.append(("identifiers gone", _rate(results.lexical["identifiers_gone"])))
    print_table("Distance to what the attacker did not know", ("against", "distance"), distances)
    if results.categories:
        shown = [(kind, _rate(rate)) for kind, rate in results.categories.items() if rate.denominator]
        print_table("What leaks, by kind", ("kind", "leaked"), shown)
    if results.utility:
        useful = [(name.replace("_", " "), _rate(value)) for name, value in results.utility.items()]
        print_table("What it is still good for", ("", "0 to 1"), useful)
    if results.sets:
        compared = [(name.replace("_", " "), _rate(value)) for name, value in results.sets.items()]
        print_table("Release and originals as two sets", ("distance", "0 to 1"), compared)
    say(f"Judged by {results.semantic.by}.\n{_NOTE}\n{_covered(results)}")
    if coverage.unread:
        say(f"{unread_line(coverage.unread, coverage.originals)}. Name a model with --claims to read them.")


def _covered(results: LinkResults) -> str:
    """Return who took part and who did not: what was left out is not private."""
    coverage = results.coverage
    left = {name.replace("_", " "): len(getattr(coverage, name)) for name in _LEFT_OUT}
    left |= {f"without a distance, {reason}": count for reason, count in results.semantic.left_out.items()}
    told = "; ".join(f"{count} {name}" for name, count in left.items() if count)
    judged = _rate(results.semantic.judged)
    return (
        f"{coverage.attacked} of {coverage.originals} originals attacked among {coverage.records} released records; "
        f"claims judged: {judged}. Not private, only left out: {told or 'none'}."
    )


def _rate(rate: RateRow | None) -> str:
    if rate is None or rate.value is None:
        return "–"
    if rate.low is None or rate.high is None:
        return f"{rate.value:.2f}"
    return f"{rate.value:.2f} [{rate.low:.2f}–{rate.high:.2f}]"
