"""The budget of calls of one document: looked at before each step, by what such a step took the last time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gyges.models import Spending


@dataclass(slots=True)
class CallBudget:
    """Counts the calls of one document. Answers of the cache count too, so that a run that goes on decides alike.

    A step that fits runs to its end: corrective turns may take it beyond the limit.
    """

    spent: Spending  # the account of the document
    most: int | None = None  # the most calls, None for no limit
    _took: dict[str, int] = field(default_factory=dict)

    @property
    def calls(self) -> int:
        """The calls so far."""
        return self.spent.calls + self.spent.cached_calls

    def fits(self, *steps: str) -> bool:
        """Whether these steps can still be made; one of a kind not made yet is taken for one call."""
        return self.most is None or self.calls + sum(self._took.get(step, 1) for step in steps) <= self.most

    def took(self, step: str) -> int:
        """Return the calls of the last step of a kind."""
        return self._took[step]

    @contextmanager
    def step(self, kind: str) -> Iterator[None]:
        """Count the calls of a step."""
        before = self.calls
        yield
        self._took[kind] = self.calls - before
