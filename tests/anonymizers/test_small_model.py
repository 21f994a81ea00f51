"""The real way, once: a small model in this process rewrites a text. It does so badly; how that ends is the test."""

import sys
import time
from pathlib import Path

import pytest

from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.rewriting import EXPLANATIONS, REFUSALS, _asking
from gyges.errors import GygesError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue

TEXT = "Nora Feld is a nurse in Cork. Her husband Tom drives a bus, and their number is 021 555 0147."
RUNS: list[tuple[str, dict[str, JsonValue]]] = [
    ("deid-gpt", {"layout": "text"}),
    ("dp-prompt", {"layout": "text"}),
    ("prompt:general", {}),
    ("sanitize-paraphrase", {}),  # `paraphrase` is its second half
    ("span-abstract", {}),
]


@pytest.mark.slow
@pytest.mark.anyio
async def test_every_method_gives_a_changed_text_or_an_error_with_a_small_model(
    small_model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_asking, "_EXPLANATION_TOKENS", 60)  # a small model fills whatever room it has
    said: list[str] = []
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        tools = Tools(pool, model=f"gguf:{small_model}")
        for method, options in RUNS:
            started = time.monotonic()
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
            said.append(f"{method} ({time.monotonic() - started:.1f} s): {outcome}")
        calls = pool.ledger.total.calls
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(said) + f"\n(calls: {calls})\n")
    assert calls >= len(said)
