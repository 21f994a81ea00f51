"""Who computes for a run: processes on this machine, or whatever else does what it is sent."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias, runtime_checkable

from gyges.anonymizers import PartUnderWay
from gyges.runs.workers._messages import Remote

__all__ = ["Cluster", "Crew", "Jobs", "StillHeard"]

StillHeard: TypeAlias = Callable[[float, float, PartUnderWay | None], None]
"""Told that work goes on: the seconds it took so far, how many there may be, and on which part of a long text."""


class Crew(Protocol):
    """Workers that compute for a run."""

    @property
    def jobs(self) -> int:
        """How many they are."""

    async def do(
        self,
        remote: Remote,
        argument: Any,
        what: str,
        *,
        limit: float | None = None,
        still: StillHeard | None = None,
    ) -> Any:
        """Have a piece of work done by whichever worker is free next, and return its value.

        Args:
            remote: Makes the work.
            argument: What the work is given.
            what: What is done, in words.
            limit: Seconds it may compute; None for no limit.
            still: Told every few seconds of long work.

        Raises:
            WorkerDiedError: Every worker that began it died.
            CrewLostError: No worker is left to begin it.
            Exception: Whatever the work raises.
        """


@runtime_checkable
class Cluster(Protocol):
    """Machines on which a crew can be had; `gyges.runs.cluster.RayCluster` is one."""

    def crew(self) -> AbstractAsyncContextManager[Crew]:
        """Have a crew there while the block runs."""


Jobs: TypeAlias = int | Cluster | None
"""Who computes: so many processes on this machine, a cluster, or None for one process on each core."""
