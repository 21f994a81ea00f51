"""``paraphrase:FOLDER``: models made here from nothing, random ones and ones that learned one sentence; no download."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.errors import ConfigError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document
from gyges.runs.benchmark._cells import method_needs_model

pytestmark = pytest.mark.anyio

PAIRS = {
    "The first winter was hard and the heating broke twice.": "That first winter, the heating failed two times.",
    "The children liked her and asked her to stay.": "Her pupils were fond of her and begged her not to go.",
}
TEXT = "\n\n".join(PAIRS)
SAID = "\n\n".join(PAIRS.values())
STEPS = 120


def _tokenizer() -> Any:
    transformers, tokenizers = import_module("transformers"), import_module("tokenizers")
    pieces = tokenizers.ByteLevelBPETokenizer()
    special = ["<pad>", "</s>"]
    pieces.train_from_iterator([*PAIRS, *PAIRS.values()], vocab_size=400, special_tokens=special, show_progress=False)
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=pieces._tokenizer,
        model_max_length=256,
        **dict(zip(("pad_token", "eos_token"), special, strict=True)),
    )


def _made(folder: Path, kind: str, *, steps: int) -> Path:
    """Save a model with random weights, after so many steps on the pairs."""
    transformers, torch = import_module("transformers"), import_module("torch")
    tokenizer = _tokenizer()
    with torch.random.fork_rng():
        torch.manual_seed(0)
        if kind == "seq2seq":
            config = transformers.T5Config(
                vocab_size=len(tokenizer), d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4,
                pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, dropout_rate=0.0,
            )  # fmt: skip
            model = transformers.T5ForConditionalGeneration(config)
        else:
            config = transformers.GPT2Config(
                vocab_size=len(tokenizer), n_embd=64, n_layer=2, n_head=4, n_positions=256,
                bos_token_id=1, eos_token_id=1, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
            )  # fmt: skip
            model = transformers.GPT2LMHeadModel(config)
        rows = [_row(tokenizer, kind, before, after) for before, after in PAIRS.items()]
        optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
        for _ in range(steps):
            loss = sum(model(**row).loss for row in rows)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    transformers.utils.logging.disable_progress_bar()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _row(tokenizer: Any, kind: str, before: str, after: str) -> dict[str, Any]:
    torch = import_module("torch")
    end = [tokenizer.eos_token_id]
    if kind == "seq2seq":
        return {
            "input_ids": torch.tensor([tokenizer(before)["input_ids"]]),
            "labels": torch.tensor([tokenizer(after)["input_ids"] + end]),
        }
    asked = tokenizer(f"Text: {before}\nThe same in other words:")["input_ids"]
    ids = asked + tokenizer(f" {after}")["input_ids"] + end
    return {"input_ids": torch.tensor([ids]), "labels": torch.tensor([[-100] * len(asked) + ids[len(asked) :]])}


def _open(folder: Path, **options: Any) -> Any:
    return open_anonymizer(f"paraphrase:{folder}", Tools(ModelPool(cache=ReplyCache())), options)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["seq2seq", "causal"])
async def test_a_local_model_says_a_text_in_other_words_passage_by_passage(tmp_path: Path, kind: str) -> None:
    folder = _made(tmp_path, kind, steps=STEPS)
    method = _open(folder, temperature=0, window_tokens=16)
    release = await method.anonymize(Document("d", TEXT))
    assert release.text == SAID  # with the empty line between them as it was
    assert release.trace["passages"] == 2
    assert method.settings["weights"] == _open(folder).settings["weights"]
    assert method.settings != _open(folder).settings


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["seq2seq", "causal"])
async def test_what_a_random_model_writes_is_no_release(tmp_path: Path, kind: str) -> None:
    folder = _made(tmp_path, kind, steps=0)
    for temperature in (0, 1):
        with pytest.raises(RewriteFailedError):
            await _open(folder, temperature=temperature).anonymize(Document("d", TEXT))


@pytest.mark.slow
async def test_a_passage_longer_than_the_model_is_refused_and_not_cut_off(tmp_path: Path) -> None:
    folder = _made(tmp_path, "causal", steps=0)
    with pytest.raises(RewriteFailedError, match="lower window_tokens"):
        await _open(folder, window_tokens=4000).anonymize(Document("d", " ".join([TEXT] * 10)))


def test_a_folder_without_a_model_or_without_safe_weights_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no model"):
        _open(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"is_encoder_decoder": True}))
    with pytest.raises(ConfigError, match="loaded safely"):
        _open(tmp_path)


def test_a_wrap_must_show_the_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not show the text"):
        _open(tmp_path, wrap="lexical = 60")
    with pytest.raises(ConfigError, match="for a local model"):
        open_anonymizer("paraphrase", Tools(ModelPool(cache=ReplyCache()), model="x"), {"wrap": "{text}"})


def test_a_benchmark_needs_no_model_for_a_local_paraphrase() -> None:
    assert method_needs_model("paraphrase")
    assert not method_needs_model("paraphrase:models/dipper")
    assert method_needs_model("prompt:general")
