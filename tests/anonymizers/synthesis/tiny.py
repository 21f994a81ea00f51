"""A causal language model small enough to be trained in seconds, built here from nothing: no download."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

LENGTH = 96


def tiny_gpt2(folder: Path, texts: Sequence[str]) -> str:
    """Save a GPT-2 of two small layers with byte-level pieces learned from texts."""
    transformers, tokenizers, torch = (import_module(name) for name in ("transformers", "tokenizers", "torch"))
    pieces = tokenizers.ByteLevelBPETokenizer()
    end = "<|endoftext|>"
    pieces.train_from_iterator(texts, vocab_size=600, min_frequency=1, special_tokens=[end], show_progress=False)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=pieces._tokenizer, bos_token=end, eos_token=end, pad_token=end, model_max_length=LENGTH
    )
    torch.manual_seed(0)
    model = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            vocab_size=len(tokenizer),
            n_positions=LENGTH,
            n_embd=64,
            n_layer=2,
            n_head=2,
            bos_token_id=0,
            eos_token_id=0,
            resid_pdrop=0.0,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
        )
    )
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return str(folder)
