"""``gyges link``: can a released record be found again, and what does it then give away."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from gyges.attacks.linkage import read_auxiliary
from gyges.cli import EXIT_FAILED
from gyges.cli._gates import LEAST_COVERAGE, least_coverage, links_shortfall, say_short, unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts
from gyges.cli._options import JobsOption, JudgeModel, PlaceName, Seeds, ToRun, as_local_name, as_place
from gyges.cli._output import print_tables, say, say_lines, write_json, write_page
from gyges.cli._running import (
    Measured,
    in_folder,
    parse_seeds,
    report_seeds,
    run_seeds,
    seed_outputs,
    take_folder,
    tell_folder,
    write_public_link,
)
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, Release
from gyges.reports import found_without_lost, link_terminal, rate_words, render_link
from gyges.runs import PUBLIC, FolderClaim, Listener
from gyges.runs.linkage import LinkOptions, link_corpus
from gyges.runs.workers import Jobs
from gyges.scoring import Count, ReleasedRow
from gyges.scoring.semantic import LinkResults

_NOTE = """\
Correct: the own release comes first. Distance: 0 % the record gives away all the attacker did not know, 100 % nothing.
Brackets are 95 % intervals (bootstrap over records). What is not below what the attacker knew, alone, and below
somebody else's record was not learned from the release."""

_COMPARED = ("known_alone", "random", "original")
"""Controls that a release is compared with over seeds."""

_LEFT_OUT = ("unreleased", "failed", "blank", "unusable")


@dataclass(frozen=True, slots=True)
class LinkFlags:
    """What the user said about the attack and what is measured."""

    linker: Annotated[
        str, typer.Option(metavar="NAME", help="bm25, bm25-vote, bm25-claims, dense, dense-vote or dense-claims.")
    ] = "bm25"
    analyzer: Annotated[str, typer.Option(help="How BM25 cuts words: default or lucene.")] = "default"
    embedder: Annotated[
        str | None, typer.Option(metavar="FOLDER", parser=as_local_name, help="Local sentence-embedding model.")
    ] = None
    claims: Annotated[str, typer.Option(metavar="NAME", help="Who makes claims: rules or a model.")] = "rules"
    draw: Annotated[Literal["random", "first", "last"], typer.Option(help="Which claims the attacker knows.")] = (
        "random"
    )
    known: Annotated[int, typer.Option(min=1, max=5, help="How many claims it knows.")] = 3
    seed: Annotated[int, typer.Option(help="Seed of the random draw.")] = 0
    auxiliary: Annotated[Path | None, typer.Option(help='What it knows: JSONL of {"id", "claims"}.')] = None
    paraphraser: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that rewords what it knows.")] = None
    judge: JudgeModel = None
    samples: Annotated[int, typer.Option(min=1, max=25, help="How often the judge is asked.")] = 5
    categories: Annotated[Literal["general", "medical"], typer.Option(help="Kinds of information.")] = "general"
    no_controls: Annotated[bool, typer.Option("--no-controls", help="Leave the controls out.")] = False
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Releases have no original each (synthetic).")] = False
    person_field: Annotated[str | None, typer.Option(metavar="KEY", help="Key in meta that names the person.")] = None
    label_field: Annotated[str | None, typer.Option(metavar="KEY", help="Key in meta with a label, for utility.")] = (
        None
    )
    tasks: Annotated[
        str | None, typer.Option(metavar="LIST", help="Tasks a judge sorts texts into: chat, or a file, one a line.")
    ] = None
    mauve: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Local language model for MAUVE.")] = None

    def options(self) -> LinkOptions:
        """Return the options of the attack."""
        given = asdict(self)
        known = read_auxiliary(self.auxiliary) if self.auxiliary else {}
        turned: dict[str, object] = {"controls": not given.pop("no_controls"), "paired": not given.pop("unpaired")}
        turned |= {"auxiliary": known, "claimer": given.pop("claims")}
        return LinkOptions(**{**given, **turned})


def link(
    read: ReadFlags,
    models: ModelFlags,
    how: LinkFlags,
    to: ToRun,
    originals: Annotated[str, typer.Argument(help="Documents: file, folder, -, 'bundled' or a dataset.")],
    releases: Annotated[PlaceName, typer.Argument(parser=as_place, help="Released texts.")],
    seeds: Seeds = None,
    jobs: JobsOption = None,
    fail_under: Annotated[
        str | None, typer.Option(metavar="coverage=0.95", help="Exit 1 where less than this share was attacked.")
    ] = None,
    no_text: Annotated[bool, typer.Option("--no-text", help="Keep every text and id out of the report.")] = False,
) -> int:
    """Link released records to people by a few known facts, and tell what the records then give away.

    Example: gyges link originals.jsonl released.jsonl --known 3
    """
    options = how.options()
    several, least, settings = parse_seeds(seeds), least_coverage(fail_under), models.settings()
    documents = read.all_documents(originals)
    name, released = read.releases_of(documents, releases)
    _require_chance(options, several)
    given = {one.name: getattr(options, one.name) for one in fields(options)}
    asked = {"options": {**given, "concurrency": 1}, "show_text": not no_text, **settings.prompts.setting()}
    asked |= {"seeds": several} if several else {}
    outputs = seed_outputs(several) if several else ("results.json", "report.html", PUBLIC)
    claim = FolderClaim.of("link", [*documents, *released.values()], asked, outputs)
    folder = take_folder(to.out, claim, force=to.force)
    short: list[str] = []

    def once(given: LinkOptions, with_models: ModelSettings, place: Path) -> LinkResults:
        results = _run(documents, released, place, given, with_models, jobs or settings.jobs)
        short.append(_shortfall(results, LEAST_COVERAGE if least is None else least))
        released_row = ReleasedRow.of(release.text for release in released.values())
        results = results.model_copy(update={"released": released_row})
        if least is not None:
            results = results.model_copy(update={"settings": {**results.settings, "least_coverage": least}})
        write_json(results, place / "results.json", force=True)
        write_page(place / "report.html", render_link(name, results, show_text=not no_text))
        return results

    def at(seed: int, with_models: ModelSettings, place: Path) -> Measured:
        return _counts(name, once(replace(options, seed=seed), with_models, place))

    if several:
        done = run_seeds(several, settings, folder, at)
        _say_first(short)
        told = {"Linker": options.linker, "Claims": options.claimer, "Judge": options.judge or "rules"}
        report_seeds("linkage", done, folder, settings, told, to)
    else:
        results = once(options, settings, folder)
        _say_first(short)
        write_public_link(released, results, folder)
        if not to.write(results):
            _print(name, results)
            say(f"Report: {folder / 'report.html'}\nMay be published, figures only: {folder / PUBLIC}")
    tell_folder(to.out, folder)
    return EXIT_FAILED if any(short) else 0


def _shortfall(results: LinkResults, least: float) -> str:
    covered = results.coverage
    counts = {name: len(getattr(covered, name)) for name in ("lost", "failed")}
    counts |= {"attacked": covered.attacked, "records": covered.records}
    return links_shortfall(counts, results.semantic.judged, least)


def _say_first(short: Sequence[str]) -> None:
    """Say before any figure that too little was attacked, and how to accept it."""
    sentence = next(filter(None, short), "")
    say_short(sentence and f"{sentence}; to accept less, pass --fail-under coverage=0.5 or another share")


def _run(
    documents: Sequence[Document],
    released: Mapping[str, Release],
    folder: Path,
    options: LinkOptions,
    settings: ModelSettings,
    jobs: Jobs,
) -> LinkResults:
    async def main(pool: ModelPool, listener: Listener) -> LinkResults:
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

    return in_folder(folder, settings, main)


def _require_chance(options: LinkOptions, seeds: tuple[int, ...]) -> None:
    """Refuse seeds where every one of them would give the same figures."""
    drawn = options.draw == "random" and not options.auxiliary
    if seeds and not (drawn or options.judge or options.paraphraser or options.claimer != "rules"):
        raise ConfigError(
            "no model is asked and what is known is not drawn, so every seed would give the same figures",
            "leave --seeds out, or use --draw random",
        )


def _counts(name: str, results: LinkResults) -> Measured:
    """Return what each record adds to the figures of the release and of the controls."""
    lost = results.coverage.lost
    own = {"semantic distance": {row.id: Count(row.distance, 1) for row in results.records if row.distance is not None}}
    own["semantic distance"] |= dict.fromkeys(lost, Count(0, 1))
    if results.linkage.correct is not None:
        own["found again"] = {
            row.id: Count(float(row.rank == 1 and row.linked_to is not None), 1) for row in results.records
        }
        own["found again"] |= dict.fromkeys(lost, Count(1, 1))
    measured = {name: own}
    for control in _COMPARED:
        rows = {row.id: Count(row.controls[control], 1) for row in results.records if control in row.controls}
        if rows:
            measured[control.replace("_", " ")] = {"semantic distance": rows}
    return measured


def _print(name: str, results: LinkResults) -> None:
    """Print how many records are found again and what they give away, beside the controls."""
    print_tables(link_terminal(name, results))
    say(f"Judged by {results.semantic.by}.\n{_NOTE}")
    say_lines([_covered(results)])
    covered = results.coverage
    if covered.unread:
        say(f"{unread_line(covered.unread, covered.originals)}. Name a model with --claims to read them.")


def _covered(results: LinkResults) -> str:
    """Return who took part and who did not: what was left out is not private."""
    coverage = results.coverage
    left = {name.replace("_", " "): len(getattr(coverage, name)) for name in _LEFT_OUT}
    left |= {f"without a distance, {reason}": count for reason, count in results.semantic.left_out.items()}
    told = "; ".join(f"{count} {name}" for name, count in left.items() if count)
    judged = rate_words(results.semantic.judged)
    lost = found_without_lost(results)
    return (
        f"{coverage.attacked} of {coverage.originals} originals attacked among {coverage.records} released records; "
        f"claims judged: {judged}. Not private, only left out: {told or 'none'}.{f' {lost}' if lost else ''}"
    )
