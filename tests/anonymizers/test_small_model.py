"""The real way, once: a small model in this process rewrites a text. It does so badly; how that ends is the test."""

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.anonymizers.rewriting import EXPLANATIONS, REFUSALS, _asking
from gyges.attacks._author import GuessAuthor
from gyges.errors import GygesError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document

TEXT = "I am Nora Feld, 34, a nurse in Cork. My husband drives a bus."
RUNS: list[tuple[str, str | None, Mapping[str, Any]]] = [
    ("deid-gpt", None, {"layout": "text"}),
    ("span-abstract", None, {}),
    ("adversarial", None, {"rounds": 1, "at_least": 1}),
]


@pytest.mark.slow
@pytest.mark.anyio
async def test_every_method_gives_a_changed_text_or_an_error_with_a_small_model(
    small_model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_asking, "_EXPLANATION_TOKENS", 60)  # a small model fills whatever room it has
    monkeypatch.setattr(GuessAuthor, "max_tokens", 60)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # threads of the runtime wait for each other on a busy machine
    said: list[str] = []
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        for method, attacker, options in RUNS:
            started = time.monotonic()
            tools = Tools(pool, model=f"gguf:{small_model}", attacker=attacker)
            try:
                release = await open_anonymizer(method, tools, options).anonymize(Document("d", TEXT))
            except GygesError as error:
                outcome = str(error)
            else:
                outcome = f"released: {release.text}"
                assert release.text.strip()
                assert release.text.split() != TEXT.split()
                assert not REFUSALS.search(release.text)
                assert not EXPLANATIONS.search(release.text)
                assert "rounds" not in options or release.trace["calls"]
            said.append(f"{method} ({attacker}, {time.monotonic() - started:.1f} s): {outcome}")
        calls = pool.ledger.total.calls
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(said) + f"\n(calls: {calls})\n")
    assert calls >= len(said)
