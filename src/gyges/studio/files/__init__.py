"""Everything of a project as files, and files back into a project."""

from gyges.studio.files._catalogue import ProjectFile, project_files
from gyges.studio.files._folder import bring_folder, write_folder
from gyges.studio.files._take_in import TAKEN_IN, TakenIn, take_in

__all__ = ["TAKEN_IN", "ProjectFile", "TakenIn", "bring_folder", "project_files", "take_in", "write_folder"]
