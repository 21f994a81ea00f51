"""Who is still writing on a text is not shown what others wrote about it, nor what it was made from."""

from collections.abc import Iterable, Sequence

from gyges.errors import StudioError
from gyges.studio._project import Project
from gyges.studio.kinds import MENTIONS, PEOPLE, RATING, READING

__all__ = ["refuse_before_finished", "refuse_files_before_finished", "refuse_reader_of"]

_BLIND = (PEOPLE.name, MENTIONS.name, READING.name, RATING.name)
_FIRST = "finish your own first; whoever runs the studio can take files out by --export"


def refuse_before_finished(project: Project, who: str, kinds: Sequence[str], items: Iterable[int]) -> None:
    """Refuse somebody whose own sheet on one of these texts is begun, or asked for, and not finished.

    Raises:
        StudioError: There is such a sheet.
    """
    wanted = set(items)
    for kind in kinds:
        if _open(project, who, kind) & wanted:
            raise StudioError("your own sheet on this text is not finished; you would no longer be blind", _FIRST)


def refuse_reader_of(project: Project, who: str, document: int) -> None:
    """Refuse somebody who is reading a release of a document blind.

    Raises:
        StudioError: They have not finished it.
    """
    releases = [line.number for line in project.texts.release_lines() if line.document == document]
    refuse_before_finished(project, who, [READING.name], releases)


def refuse_files_before_finished(project: Project, who: str) -> None:
    """Refuse files with everybody's sheets to somebody who has not finished a text that others wrote on, too.

    Raises:
        StudioError: They would see what others wrote.
    """
    for kind in _BLIND:
        others = {head.item for head in project.sheets.heads(kind) if head.author != who}
        refuse_before_finished(project, who, [kind], others)


def _open(project: Project, who: str, kind: str) -> set[int]:
    mine = {head.item: head.done for head in project.sheets.heads(kind) if head.author == who}
    asked = dict.fromkeys(project.assignments.of(kind, who), False)
    return {item for item, done in (asked | mine).items() if not done}
