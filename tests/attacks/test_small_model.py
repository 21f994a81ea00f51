"""The real way, once: a model in this process reads a text. Its answers are weak; how they are handled is the test."""

import sys
from pathlib import Path

import pytest

from gyges.attacks import AttackOptions, open_attacker
from gyges.attacks._questions import FindPeople, InferFacts
from gyges.errors import AnswerInvalidError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Finding

TEXT = "Nora Feld is a nurse. Her husband Tom drives a bus in Cork."


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_small_model_gives_a_finding_or_a_failure_never_something_else(
    small_model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(FindPeople, "max_tokens", 24)
    monkeypatch.setattr(InferFacts, "max_tokens", 48)
    outcome: Finding | AnswerInvalidError
    async with ModelPool(cache=ReplyCache()) as pool:
        attacker = open_attacker(f"gguf:{small_model}", pool, AttackOptions(stages=2))
        try:
            outcome = await attacker.attack(TEXT, id="d")
        except AnswerInvalidError as error:
            outcome = error
        calls = pool.ledger.total.calls
    said = f"{len(outcome.subjects)} people" if isinstance(outcome, Finding) else str(outcome)
    with capsys.disabled():
        sys.stdout.write(f"\nthe small model: {said} (calls: {calls})\n")
    assert calls >= 1
    if isinstance(outcome, Finding):
        evidence = [words for subject in outcome.subjects for f in subject.facts for words in f.evidence]
        assert all(words in TEXT for words in evidence)
