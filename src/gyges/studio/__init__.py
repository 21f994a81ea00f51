"""Gyges Studio: annotate, review and rate texts in the browser, on a project folder of one's own."""

from gyges.studio._files_in import bring_folder
from gyges.studio._files_out import write_folder
from gyges.studio._made import join_run
from gyges.studio._project import PROJECT_FILE, Project, StudioOptions, open_project
from gyges.studio._serve import Listening, serve

__all__ = ["Project", "StudioOptions", "open_project", "serve"]
