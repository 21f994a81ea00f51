"""Runs that a project has releases of: made here or joined; what models were asked for one goes when it is purged."""

import secrets
from collections.abc import Iterable
from pathlib import Path

from gyges.anonymizers import Tools
from gyges.errors import InputError
from gyges.models import NO_RUN, ModelPool, ReplyCache, default_cache_path
from gyges.runs import (
    IDS,
    PUBLIC,
    Anonymized,
    AnonymizeOptions,
    DocumentFinished,
    Event,
    FolderClaim,
    anonymize_corpus,
    claim_folder,
    run_mark,
    wait_for,
)
from gyges.studio._at_work import Report
from gyges.studio._project import Project, StudioOptions

_MARK = "mark"
_RUNS_OF = "runs of "
_RUNS = "runs"


def askers(project: Project, document: int, name: str | None = None) -> tuple[str, ...]:
    """Return who uses a reply about a text."""
    names = project.texts.sets_of(document) if name is None else [name]
    runs = tuple(dict.fromkeys(run for one in names for run in _runs(project, one)))
    return runs if runs and name is not None else (_text(project, document), *runs)


def join_run(project: Project, name: str, run: str, cache: Path | None = None) -> None:
    """Note which run a set of releases is of; what was asked about its documents before is asked for it, too."""
    project.set_setting(f"{_RUNS_OF}{name}", " ".join(dict.fromkeys((*_runs(project, name), run))))
    place = cache or default_cache_path()
    if place.exists():
        _pass_on((_text(project, line.document) for line in project.texts.release_lines(name)), run, place)


def _pass_on(texts: Iterable[str], run: str, place: Path) -> None:
    replies = ReplyCache(place)
    try:
        for text in texts:
            replies.pass_on(text, run)
    finally:
        replies.close()


def _runs(project: Project, name: str) -> list[str]:
    return project.setting(f"{_RUNS_OF}{name}").split()


def _text(project: Project, document: int) -> str:
    """Return how the cache knows a document before there is a run."""
    if not project.setting(_MARK):
        project.set_setting(_MARK, secrets.token_hex(16))
    return f"{NO_RUN}{project.setting(_MARK)}/{document}"


def make_releases(project: Project, method: str, name: str, options: StudioOptions, who: str, report: Report) -> str:
    """Make a release of every document, add them as a set, and say in words what came of it.

    A document that failed has a release that says so. What a stopped server left undone goes on when it is
    asked for again.
    """
    documents = [document for _, document in project.texts.documents()]
    if not documents:
        raise InputError("there are no documents", "add some first")
    if name in project.texts.release_sets():
        raise InputError(f"there is a set '{name}' already", "give it another name")
    claim = FolderClaim.of("anonymize", documents, {"method": method, "studio": True}, (IDS, PUBLIC))
    folder = claim_folder(project.folder / _RUNS / f"anonymize-{method}", claim, numbered=True)
    ended = 0

    def listener(event: Event, /) -> None:
        nonlocal ended
        if isinstance(event, DocumentFinished):
            ended += 1
            report(ended, len(documents))

    async def make() -> Anonymized:
        async with ModelPool(options.models) as pool:
            pool.works_for(run_mark(folder))
            chosen = AnonymizeOptions(method)
            return await anonymize_corpus(documents, folder, Tools(pool), chosen, listener=listener)

    report(0, len(documents))
    made = wait_for(make)
    project.add_releases(made.releases.values(), name, who)
    join_run(project, name, run_mark(folder), options.models.cache)
    return f"{len(documents) - len(made.failures):,} of {len(documents):,} documents released as '{name}'"
