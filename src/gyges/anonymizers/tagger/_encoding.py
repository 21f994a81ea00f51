"""Texts as a tagger reads them: windows of tokens, and labels for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gyges.anonymizers.tagger._libraries import torch_library


def token_windows(count: int, size: int, overlap: int) -> list[range]:
    """Return windows that together cover all tokens."""
    if count <= size:
        return [range(count)] if count else []
    step = size - min(overlap, size // 2)
    starts = [*range(0, count - size, step), count - size]
    return [range(start, start + size) for start in starts]


def best_window(windows: Sequence[range], count: int) -> list[int]:
    """Return for each token the number of the window that shows it with the most context on its poorer side.

    The ends of the text are no borders: where the text begins or ends, there is no context to miss.
    """
    best, most = [-1] * count, [-1] * count
    for number, window in enumerate(windows):
        for token in window:
            before = count if window.start == 0 else token - window.start
            after = count if window.stop == count else window.stop - 1 - token
            if min(before, after) > most[token]:
                best[token], most[token] = number, min(before, after)
    return best


_NO_LABEL = -100  # what PyTorch's loss leaves out


@dataclass(frozen=True, slots=True)
class Encoded:
    """The tokens of a text."""

    ids: tuple[int, ...]  # their numbers in the vocabulary, without special tokens
    offsets: tuple[tuple[int, int], ...]  # where they stand in the text, in half-open code-point offsets
    windows: tuple[range, ...]  # ranges of tokens that are given to the encoder together


class Encoder:
    """Turns texts into windows of tokens, and windows into tensors."""

    def __init__(self, tokenizer: Any, length: int, overlap: int) -> None:
        probe = tokenizer("a", return_special_tokens_mask=True)
        special, ids = probe["special_tokens_mask"], probe["input_ids"]
        first = special.index(0) if 0 in special else len(ids)
        last = len(special) - special[::-1].index(0) if 0 in special else len(ids)
        self._prefix, self._suffix = list(ids[:first]), list(ids[last:])
        self._tokenizer = tokenizer
        self._pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else 0
        self._size = length - len(self._prefix) - len(self._suffix)
        self._overlap = overlap

    def encode(self, text: str) -> Encoded:
        """Cut a text into tokens and those into windows; nothing is cut off."""
        # Half of a surrogate pair is no character to a tokenizer; another one stands for it in the same place.
        clean = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
        row = self._tokenizer(
            clean, add_special_tokens=False, truncation=False, return_offsets_mapping=True, verbose=False
        )
        ids, offsets = tuple(row["input_ids"]), tuple((int(a), int(b)) for a, b in row["offset_mapping"])
        return Encoded(ids, offsets, tuple(token_windows(len(ids), self._size, self._overlap)))

    def inputs(self, rows: Sequence[Sequence[int]], device: Any) -> dict[str, Any]:
        """Return the tensors for windows given as token numbers."""
        torch = torch_library()
        full = [[*self._prefix, *row, *self._suffix] for row in rows]
        width = max(map(len, full))
        ids = [row + [self._pad] * (width - len(row)) for row in full]
        seen = [[1] * len(row) + [0] * (width - len(row)) for row in full]
        return {
            "input_ids": torch.tensor(ids, device=device),
            "attention_mask": torch.tensor(seen, device=device),
        }

    def targets(self, rows: Sequence[Sequence[int | None]], width: int, device: Any) -> Any:
        """Return the labels of windows as a tensor; None stands for a token that does not count."""
        torch = torch_library()
        table = []
        for row in rows:
            labels = [_NO_LABEL if label is None else label for label in row]
            padded = [_NO_LABEL] * len(self._prefix) + labels
            table.append(padded + [_NO_LABEL] * (width - len(padded)))
        return torch.tensor(table, device=device)

    def outputs(self, logits: Any, rows: Sequence[Sequence[int]]) -> list[Any]:
        """Return the probabilities of each window's own tokens."""
        chances = logits.float().softmax(dim=-1).cpu().numpy()
        first = len(self._prefix)
        return [chances[n, first : first + len(row)] for n, row in enumerate(rows)]
