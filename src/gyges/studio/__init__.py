"""Gyges Studio: annotate, review and rate texts in the browser, on a project folder of one's own."""

from gyges.studio._askers import join_run
from gyges.studio._options import StudioOptions
from gyges.studio._project import PROJECT_FILE, Project, open_project
from gyges.studio._serve import Listening, serve

__all__ = ["PROJECT_FILE", "Listening", "Project", "StudioOptions", "join_run", "open_project", "serve"]
