"""One worker on a cluster, as the run sees it."""

from collections.abc import Sequence
from typing import Any

from gyges.runs.cluster._actor import RayWorker
from gyges.runs.cluster._connection import import_ray

__all__ = ["HandLost", "RayHand"]


class HandLost(Exception):  # noqa: N818 - nothing is wrong with the work
    """A worker is gone, or cannot be reached; the last line of what Ray says about it."""


class RayHand:
    """An actor on one CPU of the cluster. Ray starts it when it finds one.

    Attributes:
        known: Numbers of the works it has made already.
    """

    def __init__(self) -> None:
        self._ray = import_ray()
        # Retries are ours: only the run knows what is written down already.
        make = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")
        self._actor: Any = make(RayWorker).remote()
        self.known: set[int] = set()

    async def version(self) -> str:
        """Wait until it has started, and return its version of Gyges.

        Raises:
            HandLost: It did not start.
        """
        return str(await self._answer(self._actor.version.remote()))

    async def ask(self, orders: Sequence[bytes]) -> list[bytes]:
        """Have orders done, one after the other, and return the answers.

        Raises:
            HandLost: It was lost meanwhile.
        """
        answers: list[bytes] = await self._answer(self._actor.answer.remote(orders))
        return answers

    async def _answer(self, reference: Any) -> Any:
        try:
            return await reference
        except self._ray.exceptions.RayError as error:
            raise HandLost(str(error).strip().rpartition("\n")[2].strip()) from error

    def end(self) -> None:
        """End it, whatever it does."""
        if self._ray.is_initialized():
            self._ray.kill(self._actor)
