import pytest

from gyges.errors import BudgetExhaustedError, ConfigError
from gyges.models import Ledger, Price, Reply, parse_spec
from gyges.models._ledger import price_of

REPLY = Reply("x", input_tokens=1_000_000, output_tokens=500_000)


def test_a_call_costs_its_tokens() -> None:
    ledger = Ledger()
    ledger.begin()
    ledger.settle(REPLY, Price(2.0, 8.0))
    assert ledger.total.usd == pytest.approx(6.0)
    assert (ledger.total.calls, ledger.total.input_tokens, ledger.total.output_tokens) == (1, 1_000_000, 500_000)


def test_one_unknown_price_makes_the_sum_unknown() -> None:
    ledger = Ledger()
    for price in (Price(1, 1), None, Price(1, 1)):
        ledger.begin()
        ledger.settle(REPLY, price)
    assert ledger.total.usd is None


def test_calls_under_way_count_against_the_budget() -> None:
    ledger = Ledger(max_calls=2)
    ledger.begin()
    ledger.begin()
    with pytest.raises(BudgetExhaustedError, match="2 calls"):
        ledger.begin()


def test_a_failed_attempt_counts_but_costs_nothing() -> None:
    ledger = Ledger(max_calls=2)
    ledger.begin()
    ledger.settle(None, Price(1.0, 1.0))
    ledger.begin()
    assert (ledger.total.calls, ledger.total.usd) == (1, 0.0)


def test_a_money_limit_stops_when_the_endpoint_does_not_count_tokens() -> None:
    ledger = Ledger(max_usd=1.0)
    ledger.begin()
    ledger.settle(Reply("x"), Price(1.0, 1.0))
    assert ledger.total.usd is None
    with pytest.raises(BudgetExhaustedError, match="not known"):
        ledger.begin()


def test_spent_money_stops_the_next_call() -> None:
    ledger = Ledger(max_usd=5.0)
    ledger.begin()
    ledger.settle(REPLY, Price(2.0, 8.0))
    with pytest.raises(BudgetExhaustedError, match=r"\$5"):
        ledger.begin()


def test_cached_calls_cost_nothing() -> None:
    ledger = Ledger(max_calls=0)
    ledger.note_cached()
    assert ledger.total.to_json() == {"calls": 0, "input_tokens": 0, "output_tokens": 0, "usd": 0.0, "cached_calls": 1}


def test_models_on_this_machine_are_free() -> None:
    assert price_of(parse_spec("http://127.0.0.1:1/v1#any"), {}) == Price(0.0, 0.0)


def test_the_users_price_wins_and_patterns_match() -> None:
    spec = parse_spec("anthropic/claude-sonnet-4-5-20250929")
    assert price_of(spec, {}) == Price(3.0, 15.0)
    assert price_of(spec, {"claude-*": Price(1.0, 1.0)}) == Price(1.0, 1.0)


def test_a_money_limit_needs_a_known_price() -> None:
    spec = parse_spec("openai/brand-new")
    with pytest.raises(ConfigError, match="brand-new"):
        Ledger(max_usd=1.0).require_price(spec, price_of(spec, {}))
