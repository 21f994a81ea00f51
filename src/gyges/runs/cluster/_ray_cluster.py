"""A Ray cluster by its address, as somebody names it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from gyges.errors import ConfigError
from gyges.runs.cluster._connection import connected
from gyges.runs.cluster._ray_crew import RayCrew
from gyges.sealing import refuse_key

__all__ = ["RayCluster"]


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A Ray cluster; give it as `jobs` where a number of processes may stand.

    Texts are sent to its machines as they are. All of them need the same version of Gyges.

    Attributes:
        address: ``HOST:PORT`` of its head, from a machine that belongs to it. None for ``RAY_ADDRESS``, or else the
            cluster this machine belongs to, or else one of this machine alone that ends with the run.
        workers: How many compute; None for one on each CPU that the cluster has now.
        tell: Told where texts go before any does, and of workers that cannot be used.

    Example:
        >>> RayCluster("10.0.0.5:6379", workers=32).address
        '10.0.0.5:6379'
    """

    address: str | None = None
    workers: int | None = None
    tell: Callable[[str], None] = field(default=lambda sentence: None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise ConfigError(f"{self.workers} workers cannot work", "use 1 or more with --jobs")

    @asynccontextmanager
    async def crew(self) -> AsyncIterator[RayCrew]:
        """Have workers on the cluster while the block runs; its end ends them.

        Raises:
            MissingExtraError: Ray is not installed.
            ConfigError: The cluster cannot be reached, this program is connected to another one, no worker starts
                there, or a key at rest is in force.
        """
        refuse_key("runs on a Ray cluster")  # Ray may write to the disks of its machines what it is given
        with connected(self.address, self.workers) as found:
            jobs = self.workers or found.cpus
            self.tell(f"texts go to the Ray cluster at {found.head}: machines {found.machines}, workers {jobs}")
            async with RayCrew(jobs, tell=self.tell) as crew:
                yield crew
