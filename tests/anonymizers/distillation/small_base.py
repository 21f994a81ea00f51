"""A causal language model of the Llama family, small enough to learn in seconds, built here from nothing."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

LENGTH = 4096


def small_base(folder: Path, texts: Sequence[str]) -> str:
    """Save a Llama of two small layers with byte-level pieces learned from texts."""
    transformers, tokenizers, torch = (import_module(name) for name in ("transformers", "tokenizers", "torch"))
    pieces = tokenizers.ByteLevelBPETokenizer()
    end = "<|endoftext|>"
    pieces.train_from_iterator(texts, vocab_size=800, min_frequency=1, special_tokens=[end], show_progress=False)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=pieces._tokenizer, bos_token=end, eos_token=end, pad_token=end, model_max_length=LENGTH
    )
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=LENGTH,
        bos_token_id=0,
        eos_token_id=0,
    )
    tokenizer.save_pretrained(folder)
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    return str(folder)
