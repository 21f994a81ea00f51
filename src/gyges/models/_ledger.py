"""What was asked and what it cost, with a budget that stops a run before it is overspent."""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NoReturn

from gyges.errors import BudgetExhaustedError, ConfigError
from gyges.models._exchange import Reply
from gyges.models._spec import ModelSpec

_PER = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float

    def of(self, reply: Reply) -> float:
        """Return what a reply cost."""
        return (reply.input_tokens * self.input + reply.output_tokens * self.output) / _PER


FREE = Price(0.0, 0.0)
"""The price of models on this machine."""


@cache
def shipped_prices() -> Mapping[str, Price]:
    """Return the price table of the package."""
    text = (files(__package__) / "prices.toml").read_text(encoding="utf-8")
    return {name: Price(row["input"], row["output"]) for name, row in tomllib.loads(text).items()}


def price_of(spec: ModelSpec, own: Mapping[str, Price]) -> Price | None:
    """Return the price of a model: the user's own, free on this machine, the shipped one, or None."""
    for table in (own, {"*": FREE} if spec.is_local else shipped_prices()):
        exact = table.get(spec.model)
        if exact is not None:
            return exact
        for pattern, price in table.items():
            if pattern.endswith("*") and spec.model.startswith(pattern[:-1]):
                return price
    return None


@dataclass(slots=True)
class Spending:
    """Sums of one run. `usd` is None as soon as one price is not known: a sum with a hole is no sum."""

    calls: int = 0
    cached_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0

    def to_json(self) -> dict[str, int | float | None]:
        """Return the sums as results files hold them."""
        return {name: getattr(self, name) for name in ("calls", "input_tokens", "output_tokens", "usd", "cached_calls")}

    def add(self, other: "Spending") -> None:
        """Enter what somebody else counted."""
        self.calls += other.calls
        self.cached_calls += other.cached_calls
        self.input_tokens += other.input_tokens
        self.output_tokens += other.output_tokens
        self.usd = None if self.usd is None or other.usd is None else self.usd + other.usd


_ACCOUNTS: ContextVar[tuple[Spending, ...]] = ContextVar("accounts", default=())


@contextmanager
def account(sums: Spending | None = None) -> Iterator[Spending]:
    """Count what is spent inside the block, by the tasks it starts too: the cost of one document among many."""
    spent = Spending() if sums is None else sums
    token = _ACCOUNTS.set((*_ACCOUNTS.get(), spent))
    try:
        yield spent
    finally:
        _ACCOUNTS.reset(token)


@dataclass(slots=True)
class Ledger:
    """Counts calls and money of one process, and refuses calls beyond the budget.

    Every attempt counts, also one that fails, and one that is under way. Money is known only after a call, so
    `max_usd` can be overspent by what is under way when it is reached.
    """

    max_calls: int | None = None  # the most calls to make, cached ones not counted
    max_usd: float | None = None  # the most to spend
    total: Spending = field(default_factory=Spending)  # the sums so far
    refused: str = ""  # why a call was refused, in words; empty while the budget lasts
    _under_way: int = 0

    def require_price(self, spec: ModelSpec, price: Price | None) -> None:
        """Refuse a model whose price is not known when money is limited."""
        if self.max_usd is not None and price is None:
            raise ConfigError(
                f"--max-usd is set, but the price of '{spec.model}' is not known",
                "add it under 'prices:' in gyges.yaml or limit the run with --max-calls",
            )

    def begin(self) -> None:
        """Take a call out of the budget, or stop the run."""
        again = "run the same command again to go on with as much again"
        if self.max_calls is not None and self.total.calls + self._under_way >= self.max_calls:
            self._refuse(f"the budget of {self.max_calls} calls is used up", again)
        if self.max_usd is not None and self.total.usd is None:
            self._refuse("the cost is not known, because the endpoint does not count tokens", "use --max-calls instead")
        if self.max_usd is not None and (self.total.usd or 0.0) >= self.max_usd:
            self._refuse(f"the budget of ${self.max_usd:g} is used up", again)
        self._under_way += 1

    def _refuse(self, problem: str, remedy: str) -> NoReturn:
        self.refused = problem
        raise BudgetExhaustedError(problem, remedy)

    def settle(self, reply: Reply | None, price: Price | None) -> None:
        """Enter an attempt that ended: with its reply, or None when it failed."""
        self._under_way -= 1
        self._enter(_spent(reply, price))

    def note_cached(self) -> None:
        """Enter a call that the cache answered."""
        self._enter(Spending(cached_calls=1))

    def _enter(self, spent: Spending) -> None:
        for sums in (self.total, *_ACCOUNTS.get()):
            sums.add(spent)


def _spent(reply: Reply | None, price: Price | None) -> Spending:
    if reply is None:
        return Spending(calls=1)
    uncounted = price is not None and price != FREE and not (reply.input_tokens or reply.output_tokens)
    usd = None if price is None or uncounted else price.of(reply)
    return Spending(1, 0, reply.input_tokens, reply.output_tokens, usd)
