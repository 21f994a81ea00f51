"""Encoders small enough to be trained in seconds, built here from nothing: no download."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from gyges.corpus import bundled_corpus
from gyges.records import Document

LENGTH = 64
"""Tokens the small encoders take at once; the documents are many times longer."""


def development_documents(count: int) -> list[Document]:
    """Return short annotated documents of the development split."""
    found = [d for d in bundled_corpus() if d.meta["split"] == "dev" and d.mentions and d.meta["language"] == "en"]
    return sorted(found, key=lambda d: len(d.text))[:count]


def tiny_bert(folder: Path, texts: Sequence[str], *, dropout: float = 0.1) -> str:
    """Save a BERT of two small layers, with WordPiece pieces learned from texts."""
    transformers, tokenizers = import_module("transformers"), import_module("tokenizers")
    pieces = tokenizers.BertWordPieceTokenizer(lowercase=False)
    pieces.train_from_iterator(texts, vocab_size=2000, min_frequency=1, show_progress=False)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=pieces._tokenizer,
        model_max_length=LENGTH,
        **{f"{name}_token": f"[{name.upper()}]" for name in ("unk", "sep", "pad", "cls", "mask")},
    )
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        max_position_embeddings=LENGTH,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=dropout,
        **_small(),
    )
    return _saved(folder, tokenizer, transformers.BertModel, config)


def tiny_longformer(folder: Path, texts: Sequence[str]) -> str:
    """Save a Longformer of two small layers, with byte-level pieces as RoBERTa has."""
    transformers, tokenizers = import_module("transformers"), import_module("tokenizers")
    pieces = tokenizers.ByteLevelBPETokenizer()
    names, special = ("cls", "pad", "sep", "unk", "mask"), ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    pieces.train_from_iterator(texts, vocab_size=1500, min_frequency=1, special_tokens=special, show_progress=False)
    inner = pieces._tokenizer
    inner.post_processor = tokenizers.processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        **{f"{name}_token": piece for name, piece in zip(names, special, strict=True)},
    )
    config = transformers.LongformerConfig(
        vocab_size=len(tokenizer), max_position_embeddings=LENGTH + 2, attention_window=16, pad_token_id=1, **_small()
    )
    return _saved(folder, tokenizer, transformers.LongformerModel, config)


def _small() -> dict[str, int]:
    return {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 128}


def _saved(folder: Path, tokenizer: Any, kind: Any, config: Any) -> str:
    torch = import_module("torch")
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = kind(config)
    import_module("transformers").utils.logging.disable_progress_bar()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)
