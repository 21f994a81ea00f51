"""Runs a task in the small world in a process of its own, so that it can be killed: FOLDER SEED BUDGET KILL_AT.

Prints the state it ended in as JSON. With KILL_AT it kills itself, with no chance to tidy up, at that question.
"""

import json
import os
import signal
import sys
from pathlib import Path

import anyio

from gyges.testing import ChatRequest
from gyges.tuning import prepare_tuning, tune, tuned_to_json
from tuning.small_world import ROLES, World, WorldObjective, WorldPool, documents, world_task


class Mortal(World):
    """A world that ends at some question."""

    def __init__(self, seed: int, kill_at: int) -> None:
        super().__init__(seed)
        self.kill_at = kill_at

    def __call__(self, request: ChatRequest) -> str:
        answer = super().__call__(request)
        if len(self.asked) == self.kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer


def main(folder: str, seed: int, budget: int, kill_at: int) -> None:
    world = Mortal(seed, kill_at)
    changes: dict[str, object] = {"seed": seed, "budget": budget, "test_budget": 100, "finalists": 3}

    async def work() -> dict[str, object]:
        async with WorldPool(world) as pool:
            objective = WorldObjective(pool.model(""))
            tuning = prepare_tuning(world_task(**changes), documents(30), pool, ROLES, objective)
            return dict(tuned_to_json(await tune(tuning, Path(folder), pool)))

    state = anyio.run(work)
    sys.stdout.write(json.dumps({"asked": len(world.asked), "state": state}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
