"""Who computes, from flags."""

from typing import Literal

from gyges.cli._model_flags import notice
from gyges.errors import ConfigError
from gyges.runs.cluster import RayCluster
from gyges.runs.workers import Jobs
from gyges.sealing import refuse_key

__all__ = ["who_computes"]


def who_computes(jobs: int | None, engine: Literal["local", "ray"], address: str | None) -> Jobs:
    """Return what ``--jobs``, ``--engine`` and ``--address`` ask for.

    Raises:
        ConfigError: An address was given for this machine, or a key at rest for a cluster.
    """
    if engine == "ray":
        refuse_key("runs on a Ray cluster")  # here too, so that it is told before any work
        return RayCluster(address, jobs, tell=notice)
    if address is not None:
        raise ConfigError("--address names a Ray cluster, and this run works on one machine", "use --engine ray")
    return jobs
