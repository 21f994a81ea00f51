"""What routes share: the project, who asks and who must stay blind."""

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

from fastapi import Depends, Path, Request
from pydantic import BaseModel, ConfigDict

from gyges.errors import StudioError
from gyges.studio._at_work import Jobs, WatchedRuns
from gyges.studio._kinds._mentions import MENTIONS
from gyges.studio._kinds._people_remarks import PEOPLE
from gyges.studio._kinds._rating import RATING
from gyges.studio._kinds._reading import READING
from gyges.studio._project import Project, StudioOptions

_BLIND = (PEOPLE.name, MENTIONS.name, READING.name, RATING.name)
_FIRST = "finish your own first; whoever runs the studio can take files out by --export"
Number: TypeAlias = Annotated[int, Path(ge=1, le=2**53 - 1)]
"""The number of a document or release; texts are never named by their ids in a path."""


class Given(BaseModel):
    """What a page sends, and nothing else."""

    model_config = ConfigDict(extra="forbid")


def refuse_before_finished(project: Project, who: str, kinds: Sequence[str], items: Iterable[int]) -> None:
    """Refuse somebody whose own sheet on one of these texts is begun, or asked for, and not finished."""
    wanted = set(items)
    for kind in kinds:
        if project.sheets.open_items(kind, who) & wanted:
            raise StudioError("your own sheet on this text is not finished; you would no longer be blind", _FIRST)


def refuse_reader_of(project: Project, who: str, document: int) -> None:
    """Refuse somebody who is reading a release of a document blind."""
    refuse_before_finished(project, who, [READING.name], project.texts.releases_of(document))


def refuse_files_before_finished(project: Project, who: str) -> None:
    """Refuse files with everybody's sheets to somebody who has not finished a text that others wrote on, too."""
    for kind in _BLIND:
        refuse_before_finished(project, who, [kind], project.sheets.items_of_others(kind, who))


def _project(request: Request) -> Project:
    project: Project = request.app.state.project
    return project


def _name(request: Request) -> str:
    name: str = request.state.name
    return name


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


def _options(request: Request) -> StudioOptions:
    options: StudioOptions = request.app.state.options
    return options


def _runs(request: Request) -> WatchedRuns:
    runs: WatchedRuns = request.app.state.runs
    return runs


InProject: TypeAlias = Annotated[Project, Depends(_project)]
"""The project."""

Asking: TypeAlias = Annotated[str, Depends(_name)]
"""The name of whoever asks."""

InJobs: TypeAlias = Annotated[Jobs, Depends(_jobs)]
"""Long things that are at work."""

InRuns: TypeAlias = Annotated[WatchedRuns, Depends(_runs)]
"""The run folders."""

Offered: TypeAlias = Annotated[StudioOptions, Depends(_options)]
"""What whoever started the studio allows."""
