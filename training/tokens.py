"""The tokenizer of the base weights, made from the words and merges in their file."""

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from training.gguf import Gguf

__all__ = ["Tokens"]

_CONTROL = 3  # the kind of tokens that no text can write, in GGUF


class Tokens:
    """Text to token ids and back, as llama.cpp does it for this family (``smollm``: single digits, then bytes)."""

    def __init__(self, file: Gguf) -> None:
        words = file.fields["tokenizer.ggml.tokens"]
        kinds = file.fields["tokenizer.ggml.token_type"]
        merges = [tuple(merge.split(" ", 1)) for merge in file.fields["tokenizer.ggml.merges"]]
        self._made = Tokenizer(models.BPE({word: id for id, word in enumerate(words)}, merges, ignore_merges=False))
        self._made.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
        self._made.decoder = decoders.ByteLevel()
        special = [word for word, kind in zip(words, kinds, strict=True) if kind == _CONTROL]
        self._made.add_special_tokens([AddedToken(word, normalized=False) for word in special])

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; marks of the prompt become their single tokens."""
        ids: list[int] = self._made.encode(text, add_special_tokens=False).ids
        return ids

    def decode(self, ids: list[int]) -> str:
        """Return the text of ids, with the marks."""
        text: str = self._made.decode(ids, skip_special_tokens=False)
        return text

    def spans(self, ids: list[int]) -> list[tuple[int, int]]:
        """Return where each token stands in the decoded text, in code points; halves of a letter share its place."""
        spans = []
        start = 0
        for number in range(len(ids)):
            end = len(self._made.decode(ids[: number + 1], skip_special_tokens=False).rstrip("\ufffd"))
            spans.append((start, max(start, end)))
            start = max(start, end)
        return spans
