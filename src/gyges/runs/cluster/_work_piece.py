"""One piece of work on its way through a crew."""

import asyncio
from dataclasses import dataclass
from typing import Any

from gyges.records import pack, unpack
from gyges.runs.cluster._ray_hand import RayHand
from gyges.runs.workers._crew import StillHeard
from gyges.runs.workers._messages import Order, Remote, WorkDone, WorkFailed

__all__ = ["WorkPiece"]


@dataclass(eq=False, slots=True)
class WorkPiece:
    """What somebody asked for, and waits for.

    Attributes:
        number: Of the work, among those of the crew.
        remote: Makes the work.
        argument: What the work is given.
        what: What is done, in words.
        limit: Seconds it may compute; None for no limit.
        still: Told every few seconds of long work.
        result: Where its value is waited for.
        alone: Whether it goes to a worker by itself, as one was lost that had it among others.
        losses: How many workers were lost that had it alone.
    """

    number: int
    remote: Remote
    argument: Any
    what: str
    limit: float | None
    still: StillHeard | None
    result: "asyncio.Future[Any]"
    alone: bool = False
    losses: int = 0

    def order(self, hand: RayHand) -> bytes:
        """Return it as a worker is sent it."""
        remote = None if self.number in hand.known else self.remote
        return pack(Order(self.number, remote, self.argument, self.limit, self.what))

    def settle(self, answer: bytes, hand: RayHand) -> None:
        """Hand on what came of it."""
        reply: WorkDone | WorkFailed
        try:
            reply = unpack(answer)
        except Exception as error:  # noqa: BLE001 - what somebody's work made cannot be read here; whoever waits is told
            reply = WorkFailed(error)
        if isinstance(reply, WorkDone):
            hand.known.add(self.number)
            if not self.result.done():
                self.result.set_result(reply.value)
        else:
            self.fail(reply.error)

    def goes_on(self, seconds: float) -> None:
        """Tell that it goes on."""
        if self.still is not None and not self.result.done():
            try:
                self.still(seconds, self.limit or 0.0, None)
            except Exception as error:  # noqa: BLE001 - a listener with a bug; whoever waits is told
                self.fail(error)

    def fail(self, error: Exception) -> None:
        """Tell whoever waits that nothing came of it."""
        if not self.result.done():
            self.result.set_exception(error)
