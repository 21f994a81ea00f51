"""Making releases of a project's documents by an embedded method; the run folder lies in the project."""

from gyges.anonymizers import Tools
from gyges.errors import InputError
from gyges.models import ModelPool
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
from gyges.studio._askers import join_run
from gyges.studio._jobs import Report
from gyges.studio._options import StudioOptions
from gyges.studio._project import Project

__all__ = ["EMBEDDED_METHODS", "make_releases"]

EMBEDDED_METHODS = ("mask", "subjectwise")
"""Methods that need no model, which a page may ask for."""

_RUNS = "runs"


def make_releases(project: Project, method: str, name: str, options: StudioOptions, who: str, report: Report) -> str:
    """Make a release of every document, add them as a set, and say in words what came of it.

    A document that failed has a release that says so. What a stopped server left undone goes on when it is
    asked for again.

    Raises:
        InputError: There are no documents, or the set is there already.
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
