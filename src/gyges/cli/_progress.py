"""Progress as loud as the user wants it."""

from collections.abc import Callable

from gyges.cli._volume import Volume, tell, volume
from gyges.runs import DocumentFinished, Event, Listener, RunStarted, Usage, progress_listener

__all__ = ["progress"]


def progress(usage: Callable[[], Usage] | None = None) -> Listener:
    """Return a listener: none that is heard for ``-q``, a line for every document for ``-v``."""
    if volume() == Volume.quiet:
        return _unheard
    shown = progress_listener(usage=usage)
    return _Every(shown) if volume() == Volume.verbose else shown


def _unheard(event: Event, /) -> None:
    """Listen and say nothing."""


class _Every:
    """Names every document that is done, before the usual progress."""

    def __init__(self, shown: Listener) -> None:
        self._shown = shown
        self._step = ""

    def __call__(self, event: Event, /) -> None:
        if isinstance(event, RunStarted):
            self._step = event.step
        elif isinstance(event, DocumentFinished):
            how = "failed" if event.failed else "was done before" if event.reused else "done"
            tell(f"{self._step}: {event.document_id} {how}", at=Volume.verbose)
        self._shown(event)
