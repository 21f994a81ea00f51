"""For whom the studio asks models: runs whose releases the project has; what was asked goes when one is purged."""

import secrets
from collections.abc import Iterable
from pathlib import Path

from gyges.models import NO_RUN, ReplyCache, default_cache_path
from gyges.studio._project import Project

__all__ = ["askers", "join_run"]

_MARK = "mark"
_RUNS_OF = "runs of "


def askers(project: Project, document: int, name: str | None = None) -> tuple[str, ...]:
    """Return who uses a reply about a text.

    Args:
        project: Where it is asked.
        document: The number of the document.
        name: The set of its release, where that is asked about; None for the document itself, which all runs share
            that have a release of it.
    """
    names = project.texts.sets_of(document) if name is None else [name]
    runs = tuple(dict.fromkeys(run for one in names for run in _runs(project, one)))
    return runs if runs and name is not None else (_text(project, document), *runs)


def join_run(project: Project, name: str, run: str, cache: Path | None = None) -> None:
    """Note which run a set of releases is of; what was asked about its documents before is asked for it, too.

    Args:
        project: The project.
        name: The name of the set.
        run: The mark of the run.
        cache: The file with replies of models; None for the usual place.

    Raises:
        ConfigError: The cache cannot be used.
    """
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
