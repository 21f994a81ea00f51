"""The real way, once: a small model in this process is put to the test; how its weak answers count is the point."""

import sys
from pathlib import Path

import pytest

from gyges.models import ModelPool, ModelSettings, ReplyCache
from gyges.runs.injection import injection_result, injection_suite, judge_role, read_suite, sampled
from gyges.scoring._judge import CompareValues


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_small_model_holds_only_where_it_was_right_without_injected_words(
    small_model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(CompareValues, "max_tokens", 16)
    async with ModelPool(ModelSettings(timeout=600), cache=ReplyCache()) as pool:
        model = pool.model(f"gguf:{small_model}")
        documents = sampled(injection_suite(), 1)
        result = injection_result(model.name, await read_suite([judge_role(model)], documents))
    with capsys.disabled():
        for role, one in result.roles.items():
            told = f"{one.standing}, changed {one.changed}, measured {one.measured} of {one.verdicts}"
            sys.stdout.write(f"\nthe small model as {role}: {told}, failed {one.failed}\n")
    for one in result.roles.values():
        assert one.measured <= one.verdicts
        assert one.standing == "not shown" or 2 * one.measured >= one.verdicts
        assert one.changed.denominator == one.measured
        assert (one.at_most or 0) >= (one.verdicts - one.measured) / one.verdicts
