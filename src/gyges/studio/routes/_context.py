"""What every route needs: the project, and who asks."""

from typing import Annotated, TypeAlias

from fastapi import Depends, Path, Request

from gyges.studio._project import Project

__all__ = ["Asking", "InProject", "Number"]


def _project(request: Request) -> Project:
    project: Project = request.app.state.project
    return project


def _name(request: Request) -> str:
    name: str = request.state.name
    return name


InProject: TypeAlias = Annotated[Project, Depends(_project)]
"""The project."""

Asking: TypeAlias = Annotated[str, Depends(_name)]
"""The name of whoever asks."""

Number: TypeAlias = Annotated[int, Path(ge=1, le=2**53 - 1)]
"""The number of a document or release; texts are never named by their ids in a path."""
