"""The whole command with a real small model, on the beginnings of a few bundled documents."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.anonymizers.rewriting import _asking
from gyges.cli._app import app
from gyges.corpus import bundled_corpus
from gyges.reading import split_sentences
from gyges.records import Document
from gyges.tuning._proposer import ProposeInstruction

pytestmark = pytest.mark.slow

TASK = """
name: posts
kind: own
documents: posts.jsonl
protect: who the people in the text are
attacker: rules
options: {layout: text}
seed_instruction: Rewrite the text. Write [PERSON] for every name of a person.
budget: 30
test_budget: 6
finalists: 2
splits: {train: 1, validation: 1, test: 1}
"""


def _beginning(document: Document) -> str:
    """Return the first two sentences: more takes a small model minutes."""
    sentences = split_sentences(document.text)
    return document.text[: sentences[min(1, len(sentences) - 1)].end]


def test_the_whole_command_runs_and_says_honestly_whether_anything_improved(
    small_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_asking, "_EXPLANATION_TOKENS", 60)  # a small model fills whatever room it has
    monkeypatch.setattr(ProposeInstruction, "max_tokens", 160)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # threads of the runtime wait for each other on a busy machine
    chosen = sorted((d for d in bundled_corpus() if d.meta["split"] == "dev"), key=lambda d: len(_beginning(d)))
    texts = [text for text in map(_beginning, chosen) if len(text) > 60][:3]
    rows = [json.dumps({"id": f"p{place}", "text": text}) for place, text in enumerate(texts)]
    (tmp_path / "posts.jsonl").write_text("\n".join(rows))
    (tmp_path / "posts.yaml").write_text(TASK)
    out = tmp_path / "out"
    command = ["tune", str(tmp_path / "posts.yaml"), "--model", f"gguf:{small_model}", "--out", str(out)]
    shown = CliRunner().invoke(app, command, catch_exceptions=False)
    if shown.exit_code:  # so small a model may fail at every rewrite of the test, and that is said
        assert shown.exit_code == 1, shown.output
        assert "test documents could be scored" in shown.stderr
    made = json.loads((out / "tuning.json").read_text())
    for use in made["budget"].values():
        assert use["used"] <= use["cap"]
    assert len(made["candidates"]) + len(made["attempts"]) >= 2  # the seed, and at least one proposal
    words = made["improvement"]["words"]
    assert words in shown.stdout.replace("\n", " ")
    if "better than the seed on test" in words:
        assert made["improvement"]["difference"]["score"]["low"] > 0
    assert (out / "report.html").exists()
