"""How likely the base weights find a text: the same numbers alone and together, and those of the training code."""

from importlib import import_module
from pathlib import Path

import gguf
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks.tiny import Likelihood, base_is_here, open_likelihood
from gyges.attacks.tiny._pairs import Pairs, _letters
from gyges.errors import ConfigError, InputError

BYTES = [_letters()[byte] for byte in range(256)]
MERGES = ["t h", "th e", "Ġ the", "a n"]
WORDS = [*BYTES, "th", "the", "Ġthe", "an"]
WIDTH, HIDDEN, HEADS, NARROW = 32, 64, 4, 16


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random model of two layers whose tokens are bytes and four words."""
    path = tmp_path_factory.mktemp("weights") / "base.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(2)
    writer.add_embedding_length(WIDTH)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(2)
    writer.add_rope_freq_base(10_000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_token_list(WORDS)
    writer.add_token_merges(MERGES)
    draw = np.random.default_rng(1)
    shapes: dict[str, tuple[int, ...]] = {"token_embd": (len(WORDS), WIDTH), "output_norm": (WIDTH,)}
    for layer in range(2):
        for name, shape in {
            "attn_norm": (WIDTH,),
            "ffn_norm": (WIDTH,),
            "attn_q": (WIDTH, WIDTH),
            "attn_k": (NARROW, WIDTH),
            "attn_v": (NARROW, WIDTH),
            "attn_output": (WIDTH, WIDTH),
            "ffn_gate": (HIDDEN, WIDTH),
            "ffn_up": (HIDDEN, WIDTH),
            "ffn_down": (WIDTH, HIDDEN),
        }.items():
            shapes[f"blk.{layer}.{name}"] = shape
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", draw.normal(0, 0.3, shape).astype("float32"))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@given(st.text(max_size=60))
def test_tokens_are_the_bytes_of_the_text_in_order(text: str) -> None:
    back = {letter: byte for byte, letter in _letters().items()}
    ids = Pairs(WORDS, MERGES).encode(text)
    assert bytes(back[letter] for id in ids for letter in WORDS[id]) == text.encode()


def test_the_first_merges_are_made_first() -> None:
    assert [WORDS[id] for id in Pairs(WORDS, MERGES).encode("than the")] == ["th", "an", "Ġthe"]


def test_a_text_is_as_likely_alone_as_together_with_others(made: Path) -> None:
    model = Likelihood(made)
    rows = [model.encode(text) for text in ("the man", "", "than the other men in the hall", "x" * 700)]
    together = model.log_chances(rows)
    assert [len(one) for one in together] == [len(row) for row in rows]
    for row, found in zip(rows, together, strict=True):
        np.testing.assert_allclose(found, model.log_chances([row])[0], atol=1e-4)
        assert (found < 0).all()


def test_what_follows_does_not_change_what_was_read(made: Path) -> None:
    model = Likelihood(made)
    short, long = (model.log_chances([model.encode(text)])[0] for text in ("the man", "the man and more"))
    np.testing.assert_allclose(short, long[: len(short)], atol=1e-5)


def test_all_tokens_together_are_certain(made: Path) -> None:
    model = Likelihood(made)
    ends = model.log_chances([[5, token] for token in range(len(WORDS))])
    assert np.exp([one[1] for one in ends]).sum() == pytest.approx(1, abs=1e-4)


def test_weights_that_are_none_are_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"no weights")
    with pytest.raises(InputError, match="cannot be loaded"):
        Likelihood(tmp_path / "x.gguf").encode("x")


def test_weights_that_are_not_there_are_said_to_be_missing() -> None:
    assert not base_is_here()
    with pytest.raises(ConfigError, match="gyges models get tiny"):
        open_likelihood()


@pytest.mark.slow
def test_the_real_weights_give_the_numbers_of_the_training_code(small_model: Path) -> None:
    import torch

    weights, model, tokens = (import_module(f"training.{name}") for name in ("gguf", "model", "tokens"))
    file = weights.Gguf(small_model)
    network = model.Llama(model.Config.of(file))
    network.load(file)
    text = "Yesterday at 10:45 Anna's dog – née Rex – was watering the roses.\n\n  “Don't!”"
    likelihood = Likelihood(small_model)
    ids = likelihood.encode(text)
    assert ids == tokens.Tokens(file).encode(text)
    with torch.no_grad():
        scores = torch.log_softmax(network.scores(network(torch.tensor([[0, *ids[:-1]]]))), -1)[0]
    expected = scores[torch.arange(len(ids)), torch.tensor(ids)].numpy()
    np.testing.assert_allclose(likelihood.log_chances([ids])[0], expected, atol=2e-3)
