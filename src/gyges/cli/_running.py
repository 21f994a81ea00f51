"""What verbs that run have in common: the run folder, progress, several seeds, and what of a run may be published."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import anyio

from gyges import __version__
from gyges.cli._options import ToJson, keep_in
from gyges.cli._output import print_tables, say, say_lines, write_json, write_page
from gyges.cli._saying import Volume, notice, tell, volume
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings, Spending, account
from gyges.records import Release
from gyges.reports import AuditView, render_link, render_markdown
from gyges.reports.seeds import SEEDS_NOTE, SeedsFile, seeds_html, seeds_tables
from gyges.runs import (
    PUBLIC,
    Audit,
    DocumentFinished,
    Event,
    FolderClaim,
    Listener,
    RunStarted,
    claim_folder,
    paid_in,
    progress_listener,
    run_mark,
)
from gyges.scoring import Count, Results, stability
from gyges.scoring.semantic import LinkResults

T = TypeVar("T")
P = TypeVar("P")
RUNS = Path("runs")
"""Where run folders are that nobody named."""
_FILES = [
    ".jsonl",
    ".ndjson",
    ".csv",
    ".tsv",
    ".parquet",
    ".pq",
    ".txt",
    ".md",
    ".docx",
    ".htm",
    ".pdf",
    ".eml",
    ".xlsx",
    ".gz",
]
_KINDS = {**dict.fromkeys(_FILES, "-o"), ".json": "--json", ".html": ""}
"""Suffixes that no run folder has, and the flag for what they ask for."""


def take_folder(out: Path | None, claim: FolderClaim, *, force: bool, default: Path | None = None) -> Path:
    """Take a run folder before any work, and return it."""
    _refuse_file(out, claim.kind)
    return keep_in(claim_folder(out or default or RUNS / claim.kind, claim, force=force, numbered=out is None))


def _refuse_file(out: Path | None, verb: str) -> None:
    """Refuse a file as run folder, with the flag that makes such a file."""
    if out is None or out.is_dir() or out.suffix.lower() not in _KINDS:
        return
    flag = _KINDS[out.suffix.lower()]
    if flag == "-o" and verb != "anonymize":
        flag = "--json"
    use = f"for a file use {flag}" if flag else "the report is made inside it"
    raise ConfigError(f"--out names the run folder, and {out} looks like a file", f"name a folder; {use}")


def tell_folder(out: Path | None, folder: Path) -> None:
    """Say which folder was taken, where the user named none; on standard error, which nothing is piped from."""
    if out is None:
        tell(f"the run folder is {folder}")


def progress(usage: Callable[[], Spending] | None = None) -> Listener:
    """Return a listener: none that is heard for ``-q``, a line for every document for ``-v``."""
    if volume() == Volume.quiet:
        return _unheard
    shown = progress_listener(usage=usage)
    return _Every(shown) if volume() == Volume.verbose else shown


def in_pool(settings: ModelSettings, work: Callable[[ModelPool], Awaitable[T]]) -> T:
    """Do what may ask models, with a pool of those that the settings allow."""
    return with_opened(partial(ModelPool, settings, notify=notice), work)


def with_opened(opening: Callable[[], AbstractAsyncContextManager[P]], work: Callable[[P], Awaitable[T]]) -> T:
    """Do something with what has to be opened and closed around it."""

    async def main() -> T:
        async with opening() as opened:
            return await work(opened)

    return anyio.run(main)


def in_folder(folder: Path, settings: ModelSettings, work: Callable[[ModelPool, Listener], Awaitable[T]]) -> T:
    """Do the same for a run folder: with progress, and with what models cost written down there."""
    with paid_in(folder) as paid:

        async def main(pool: ModelPool) -> T:
            pool.works_for(run_mark(folder))
            return await work(pool, progress(usage=lambda: paid))

        return in_pool(settings, main)


def _unheard(event: Event, /) -> None:
    """Listen and say nothing."""


class _Every:
    """Names every document that is done, before the usual progress."""

    def __init__(self, shown: Listener) -> None:
        self._shown = shown
        self._step = ""

    def __call__(self, event: Event, /) -> None:
        if isinstance(event, RunStarted):
            self._step = event.step
        elif isinstance(event, DocumentFinished):
            how = "failed" if event.failed else "was done before" if event.reused else "done"
            tell(f"{self._step}: {event.document_id} {how}", at=Volume.verbose)
        self._shown(event)


Measured = Mapping[str, Mapping[str, Mapping[str, Count]]]
"""By what was measured and figure: what each document adds."""


def parse_seeds(text: str | None) -> tuple[int, ...]:
    """Return the seeds that the user wrote with commas; none where nothing was written."""
    if text is None:
        return ()
    try:
        seeds = tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ConfigError(f"'{text}' are no seeds", "write whole numbers with commas, such as 1,2,3") from error
    if len(set(seeds)) != len(seeds) or len(seeds) < 2 or min(seeds) < 0:
        raise ConfigError(f"'{text}' are not two or more different seeds", "write them such as 1,2,3")
    return seeds


def seed_outputs(seeds: tuple[int, ...]) -> tuple[str, ...]:
    """Return what a folder of seeds holds."""
    return "seeds.json", "report.html", *map(_name, seeds)


def run_seeds(
    seeds: tuple[int, ...],
    settings: ModelSettings,
    folder: Path,
    one: Callable[[int, ModelSettings, Path], Measured],
) -> dict[int, Measured]:
    """Run every seed in its own folder, all within one budget."""
    done: dict[int, Measured] = {}
    for number, seed in enumerate(seeds, start=1):
        notice(f"seed {seed}, {number} of {len(seeds)}")
        with account() as spent:
            done[seed] = one(seed, replace(settings, seed=seed), folder / _name(seed))
        settings = settings.less(spent)
    return done


def report_seeds(
    kind: str,
    done: Mapping[int, Measured],
    folder: Path,
    settings: ModelSettings,
    asked: Mapping[str, str | None],
    to: ToJson,
) -> None:
    """Write ``seeds.json`` and the report, and print what holds."""
    made = {
        "version": 1,
        "gyges": __version__,
        "kind": kind,
        "seeds": list(done),
        "asked": {name: value for name, value in asked.items() if value},
        **stability(_by_seed(done)),
        "prompts": dict(settings.prompts.digests()),
    }
    file = SeedsFile.model_validate(made)
    write_json(made, folder / "seeds.json", force=True)
    write_page(folder / "report.html", seeds_html(file))
    if to.write(made):
        return
    print_tables(seeds_tables(file))
    say_lines([SEEDS_NOTE])
    say(f"Report: {folder / 'report.html'}  (each seed has its own beside it)")


def _by_seed(done: Mapping[int, Measured]) -> dict[str, dict[str, dict[int | None, Mapping[str, Count]]]]:
    """Return what each document adds, by what was measured, figure and seed."""
    turned: dict[str, dict[str, dict[int | None, Mapping[str, Count]]]] = {}
    for seed, run in done.items():
        for who, figures in run.items():
            for figure, counts in figures.items():
                turned.setdefault(who, {}).setdefault(figure, {})[seed] = counts
    return turned


def _name(seed: int) -> str:
    return f"seed-{seed}"


_PLACE = re.compile(r"\b(gguf|paraphrase|prompt|recorded|tagger):(?:[^+;|]*[/\\])?")
_UNKNOWN = "unknown"  # the method of releases that name none
_PEOPLE: Mapping[str, bool | set[str]] = {
    "subjects": True,
    "strangers": True,
    "standing": True,
    "unchecked": True,
    "combination": {"people"},
    "anonymity": True,  # in results of earlier versions
    "known": {"people"},
}
"""What results say of one person after the other."""
_READINGS = re.compile(r"\brecorded:[^+;|]*")


def without_places(value: Any) -> Any:
    """Return what JSON holds without the folders of weights and instructions, and without the files of readings."""
    if isinstance(value, str):
        return _READINGS.sub("recorded", _PLACE.sub(r"\1:", value))
    if isinstance(value, Mapping):
        return {without_places(name): without_places(inner) for name, inner in value.items()}
    return [without_places(inner) for inner in value] if isinstance(value, list | tuple) else value


def write_public_audit(audits: Sequence[Audit], releases: Mapping[str, Mapping[str, Release]], folder: Path) -> None:
    """Write the figures of audits for others to read."""
    names = _public_names([audit.name for audit in audits], releases)
    views = [AuditView(name, _public(audit.results, name)) for name, audit in zip(names, audits, strict=True)]
    write_public_pages(folder, {"report.md": render_markdown(views)})


def write_public_link(released: Mapping[str, Release], results: LinkResults, folder: Path) -> None:
    """Write the figures of a linkage attack for others to read."""
    methods = {release.method for release in released.values()} - {_UNKNOWN}
    name = without_places(methods.pop()) if len(methods) == 1 else "release"
    shown = LinkResults.model_validate(without_places(results.model_dump(mode="json")))
    write_public_pages(folder, {"report.html": render_link(name, shown, show_text=False)})


def write_public_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write pages into ``public/`` of a run folder."""
    for name, text in pages.items():
        write_page(folder / PUBLIC / name, text)


def _public(results: Results, name: str) -> Results:
    """Return results for a page of figures, without names of files; people are only counted there, as they are."""
    row = without_places(results.model_dump(mode="json", exclude=_PEOPLE))
    if row["anonymizer"]:
        row["anonymizer"]["name"] = name
    figures = Results.model_validate({**row, "subjects": []})
    counted = ("subjects", "strangers", "standing", "unchecked")
    return figures.model_copy(update={name: getattr(results, name) for name in counted})


def _public_names(names: Sequence[str], releases: Mapping[str, Mapping[str, Release]]) -> list[str]:
    """Return what releases are called in public: by their method, else by a number: other names are those of files."""
    made: list[str] = []
    for number, name in enumerate(names, 1):
        methods = {release.method for release in releases.get(name, {}).values()} - {_UNKNOWN}
        known = name in methods or name not in releases  # the originals themselves have a name of ours
        made.append(without_places(name) if known else f"release {number}")
    return made
