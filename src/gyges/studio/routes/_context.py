"""What every route needs: the project, and who asks."""

from typing import Annotated, TypeAlias

from fastapi import Depends, Path, Request

from gyges.studio._jobs import Jobs
from gyges.studio._options import StudioOptions
from gyges.studio._project import Project
from gyges.studio._watched_runs import WatchedRuns

__all__ = ["Asking", "InJobs", "InProject", "InRuns", "Number", "Offered"]


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

Number: TypeAlias = Annotated[int, Path(ge=1, le=2**53 - 1)]
"""The number of a document or release; texts are never named by their ids in a path."""
