"""How likely the base of the tiny model finds a text, token by token: one forward pass on NumPy, many texts together.

The runtime that answers questions gives probabilities only of what it writes itself, one token after the other, which
is slower than reading and splits words as no text does. So texts are read here, with the same weights in 32 bits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gyges.attacks.tiny._pairs import Pairs
from gyges.errors import InputError, MissingExtraError

__all__ = ["Likelihood"]

_START = 0  # the token that parts documents in the data the base was trained on
_TOKENS = 512
"""Tokens of one pass, padding counted: enough to keep two cores busy, little enough to stay in their memory."""
_REMEDY = "run: gyges models get tiny --force"
_BARRED = np.float32(-1e30)
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Shape:
    layers: int
    heads: int
    kv_heads: int
    width: int
    turn_base: float
    epsilon: float


class Likelihood:
    """The base weights, read when first asked.

    Args:
        base: The GGUF file of the base weights.
    """

    def __init__(self, base: Path) -> None:
        self._base = base

    def encode(self, text: str) -> list[int]:
        """Return the tokens of a text."""
        return self._loaded[2].encode(text)

    def log_chances(self, rows: Sequence[Sequence[int]]) -> list[Floats]:
        """Return the log probability of every token of some texts, given those before it in the same text.

        Raises:
            MissingExtraError: The extra is not installed.
            InputError: The file cannot be read, or computes no numbers.
        """
        chances: list[Floats] = [np.zeros(0, np.float32)] * len(rows)
        for batch in _batches(rows):
            for place, found in zip(batch, self._pass([rows[place] for place in batch]), strict=True):
                chances[place] = found
        if not all(np.isfinite(one).all() for one in chances):
            raise InputError("the weights of 'tiny' are damaged", _REMEDY)
        return chances

    @cached_property
    def _loaded(self) -> tuple[_Shape, dict[str, Floats], Pairs]:
        try:
            library = import_module("gguf")
        except ModuleNotFoundError as error:
            raise MissingExtraError("local", "the ranker 'tiny'") from error
        try:
            reader = library.GGUFReader(self._base)
            weights = {one.name: library.dequantize(one.data, one.tensor_type) for one in reader.tensors}
            return _shape(reader), weights, _pairs(reader)
        except (OSError, ValueError, KeyError, IndexError, NotImplementedError) as error:  # its words for a bad file
            raise InputError(f"{self._base} cannot be loaded ({error})", _REMEDY) from error

    def _pass(self, rows: Sequence[Sequence[int]]) -> Iterator[Floats]:
        shape, weights, _ = self._loaded
        length = max(map(len, rows))
        tokens = np.full((len(rows), length), _START)
        for number, row in enumerate(rows):  # each token is told by what stands before it; the last one tells nothing
            tokens[number, 1 : len(row)] = row[:-1]
        states = _states(shape, weights, tokens)
        for number, row in enumerate(rows):
            scores = states[number, : len(row)] @ weights["token_embd.weight"].T
            scores -= scores.max(-1, keepdims=True)
            all_together = np.log(np.exp(scores).sum(-1))
            yield scores[np.arange(len(row)), list(row)] - all_together


def _batches(rows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the places of rows that are read together: of nearly one length, so that little is padding."""
    batch: list[int] = []
    for place in sorted((place for place, row in enumerate(rows) if row), key=lambda place: (len(rows[place]), place)):
        if batch and len(rows[place]) * (len(batch) + 1) > _TOKENS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _shape(reader: Any) -> _Shape:
    def field(name: str) -> Any:
        return reader.fields[f"llama.{name}"].contents()

    heads, width = field("attention.head_count"), field("embedding_length")
    return _Shape(
        field("block_count"),
        heads,
        field("attention.head_count_kv"),
        width // heads,
        field("rope.freq_base"),
        field("attention.layer_norm_rms_epsilon"),
    )


def _pairs(reader: Any) -> Pairs:
    tokens, merges = (reader.fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "merges"))
    return Pairs(tokens, merges)


def _states(shape: _Shape, weights: dict[str, Floats], tokens: npt.NDArray[np.int64]) -> Floats:
    """Return what the last norm gives for every token."""
    x = weights["token_embd.weight"][tokens]
    length = tokens.shape[1]
    half = np.arange(0, shape.width, 2, dtype=np.float32)
    angles = np.arange(length, dtype=np.float32)[:, None] * shape.turn_base ** (-half / shape.width)
    turn = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    ahead = np.triu(np.full((length, length), _BARRED), 1)
    for layer in range(shape.layers):

        def through(name: str, value: Floats, block: str = f"blk.{layer}.") -> Floats:
            result: Floats = value @ weights[f"{block}{name}.weight"].T
            return result

        normed = _norm(x, weights[f"blk.{layer}.attn_norm.weight"], shape.epsilon)
        query, key, value = (through(f"attn_{name}", normed) for name in "qkv")
        seen = _attention(shape, query, key, value, turn, ahead)
        x = x + through("attn_output", seen)
        normed = _norm(x, weights[f"blk.{layer}.ffn_norm.weight"], shape.epsilon)
        gate = through("ffn_gate", normed)
        x = x + through("ffn_down", gate / (1 + np.exp(-gate)) * through("ffn_up", normed))
    return _norm(x, weights["output_norm.weight"], shape.epsilon)


def _norm(x: Floats, weight: Floats, epsilon: float) -> Floats:
    result: Floats = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(epsilon)) * weight
    return result


def _attention(
    shape: _Shape, query: Floats, key: Floats, value: Floats, turn: tuple[Floats, Floats], ahead: Floats
) -> Floats:
    rows, length, _ = query.shape
    times = shape.heads // shape.kv_heads
    queries = _turned(query.reshape(rows, length, shape.heads, -1).swapaxes(1, 2), turn)
    keys = _turned(key.reshape(rows, length, shape.kv_heads, -1).swapaxes(1, 2), turn)
    values = value.reshape(rows, length, shape.kv_heads, -1).swapaxes(1, 2)
    scores = queries @ keys.repeat(times, 1).swapaxes(2, 3) / np.float32(shape.width**0.5) + ahead
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    scores /= scores.sum(-1, keepdims=True)
    seen: Floats = scores @ values.repeat(times, 1)
    return seen.swapaxes(1, 2).reshape(rows, length, -1)


def _turned(x: Floats, turn: tuple[Floats, Floats]) -> Floats:
    """Turn neighbouring pairs of numbers by their place."""
    left, right = x[..., ::2], x[..., 1::2]
    cos, sin = turn
    return np.stack((left * cos - right * sin, left * sin + right * cos), -1).reshape(x.shape)
