"""The Llama architecture in plain PyTorch, with low-rank factors beside its linear layers.

The weights keep the layout of GGUF, where the two numbers that a rotary position turns stand side by side. Attention
turns them there. So nothing has to be permuted when factors are trained here and loaded by llama.cpp.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.gguf import Gguf

__all__ = ["LINEAR", "Config", "Llama", "Lora"]

LINEAR = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
"""The linear layers of a block, by their names in GGUF."""


@dataclass(frozen=True)
class Config:
    """The shape of a model."""

    layers: int
    width: int
    hidden: int
    heads: int
    kv_heads: int
    vocabulary: int
    rope_base: float
    epsilon: float

    @classmethod
    def of(cls, file: Gguf) -> "Config":
        """Return the shape of the model in a file."""
        field = file.fields
        return cls(
            field["llama.block_count"],
            field["llama.embedding_length"],
            field["llama.feed_forward_length"],
            field["llama.attention.head_count"],
            field["llama.attention.head_count_kv"],
            file["token_embd.weight"].shape[0],
            field["llama.rope.freq_base"],
            field["llama.attention.layer_norm_rms_epsilon"],
        )

    @property
    def head_width(self) -> int:
        """Numbers of one head."""
        return self.width // self.heads

    def shape(self, layer: str) -> tuple[int, int]:
        """Return outputs and inputs of a linear layer."""
        narrow = self.kv_heads * self.head_width
        return {
            "attn_q": (self.width, self.width),
            "attn_k": (narrow, self.width),
            "attn_v": (narrow, self.width),
            "attn_output": (self.width, self.width),
            "ffn_gate": (self.hidden, self.width),
            "ffn_up": (self.hidden, self.width),
            "ffn_down": (self.width, self.hidden),
        }[layer]


class Lora(nn.Module):
    """A linear layer whose change is a product of two thin matrices; without rank, a plain one."""

    def __init__(self, outputs: int, inputs: int, rank: int, alpha: float, dropout: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) / inputs**0.5)
        self.rank, self.scale = rank, alpha / rank if rank else 0.0
        if rank:
            self.weight.requires_grad_(False)
            self.a = nn.Parameter(torch.randn(rank, inputs) / inputs**0.5)
            self.b = nn.Parameter(torch.zeros(outputs, rank))
            self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        y = functional.linear(x, self.weight)
        if self.rank:
            y = y + functional.linear(functional.linear(self.dropout(x), self.a), self.b) * self.scale
        return y


class Norm(nn.Module):
    """Division by the root of the mean square."""

    def __init__(self, width: int, epsilon: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        """Apply the norm in float32."""
        return functional.rms_norm(x.float(), x.shape[-1:], self.weight.float(), self.epsilon).to(x.dtype)


class Block(nn.Module):
    """Attention and a gated layer, each after a norm and added to what came in."""

    def __init__(self, config: Config, rank: int, alpha: float, dropout: float) -> None:
        super().__init__()
        self.config = config
        self.attn_norm = Norm(config.width, config.epsilon)
        self.ffn_norm = Norm(config.width, config.epsilon)
        for name in LINEAR:
            self.add_module(name, Lora(*config.shape(name), rank, alpha, dropout))

    def forward(self, x: Tensor, turn: Tensor, cache: "Cache | None", layer: int, mask: Tensor | None = None) -> Tensor:
        """Apply the block; with a cache, also to what was read before. A mask says which tokens each one may see."""
        batch, length, _ = x.shape
        normed = self.attn_norm(x)
        query, key, value = (
            getattr(self, name)(normed).view(batch, length, heads, -1).transpose(1, 2)
            for name, heads in (
                ("attn_q", self.config.heads),
                ("attn_k", self.config.kv_heads),
                ("attn_v", self.config.kv_heads),
            )
        )
        query, key = _turned(query, turn), _turned(key, turn)
        if cache is not None:
            key, value, mask = cache.grow(layer, key, value)
        if mask is not None:  # kernels with a mask want as many keys as queries
            times = self.config.heads // self.config.kv_heads
            key, value = key.repeat_interleave(times, 1), value.repeat_interleave(times, 1)
        seen = functional.scaled_dot_product_attention(
            query,
            key.to(query.dtype),
            value.to(query.dtype),
            attn_mask=mask,
            is_causal=mask is None,
            enable_gqa=mask is None,
        )
        x = x + self.attn_output(seen.transpose(1, 2).reshape(batch, length, -1))
        normed = self.ffn_norm(x)
        return x + self.ffn_down(functional.silu(self.ffn_gate(normed)) * self.ffn_up(normed))


class Cache:
    """Keys and values of what was read, for rows of different length.

    `places` says where the tokens that are read now stand in each row.
    """

    def __init__(self, config: Config, batch: int, length: int, device: torch.device, dtype: torch.dtype) -> None:
        shape = (config.layers, batch, config.kv_heads, length, config.head_width)
        self.keys = torch.zeros(shape, device=device, dtype=dtype)
        self.values = torch.zeros(shape, device=device, dtype=dtype)
        self.places = torch.zeros((batch, 1), device=device, dtype=torch.long)
        self.order = torch.arange(length, device=device)

    def grow(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        """Add keys and values of a layer; return all of them with the mask of what each token may see."""
        batch, _, length, _ = key.shape
        if length > 1:  # the prompt: nothing was read before
            self.keys[layer, :, :, :length] = key
            self.values[layer, :, :, :length] = value
            return key, value, None
        rows = torch.arange(batch, device=key.device)
        self.keys[layer, rows, :, self.places[:, 0]] = key[:, :, 0].to(self.keys.dtype)
        self.values[layer, rows, :, self.places[:, 0]] = value[:, :, 0].to(self.values.dtype)
        mask = (self.order[None] <= self.places)[:, None, None]
        return self.keys[layer], self.values[layer], mask


class Llama(nn.Module):
    """The whole model; the table of tokens also gives the scores of the next token."""

    def __init__(self, config: Config, rank: int = 0, alpha: float = 32.0, dropout: float = 0.0) -> None:
        super().__init__()
        self.config = config
        self.token_embd = nn.Embedding(config.vocabulary, config.width)
        nn.init.normal_(self.token_embd.weight, std=0.02)
        self.blk = nn.ModuleList(Block(config, rank, alpha, dropout) for _ in range(config.layers))
        self.output_norm = Norm(config.width, config.epsilon)
        if rank:
            for name, parameter in self.named_parameters():
                parameter.requires_grad_(name.endswith((".a", ".b")))

    def load(self, file: Gguf) -> None:
        """Take the weights of a file."""
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if not name.endswith((".a", ".b")):
                    parameter.copy_(torch.from_numpy(np.array(file[name])))

    def forward(
        self, tokens: Tensor, cache: Cache | None = None, places: Tensor | None = None, mask: Tensor | None = None
    ) -> Tensor:
        """Return what the last norm gives for every token; `scores` makes it into scores of the next one.

        Where several questions stand behind one text, `places` says where each token would stand if its question were
        alone, and `mask` which tokens it may see.
        """
        if cache is not None and tokens.shape[1] == 1:
            places = cache.places
        if places is None:
            places = torch.arange(tokens.shape[1], device=tokens.device)[None]
        angles = _turns(places, self.config)
        turn = torch.stack((angles.cos(), angles.sin()))
        x = self.token_embd(tokens)
        for layer, block in enumerate(self.blk):
            x = block(x, turn, cache, layer, mask)
        normed: Tensor = self.output_norm(x)
        return normed

    def scores(self, states: Tensor) -> Tensor:
        """Return the scores of all tokens."""
        return functional.linear(states, self.token_embd.weight.to(states.dtype))


def _turns(places: Tensor, config: Config) -> Tensor:
    """Return the angles of the rotary positions: batch, 1, length, pairs."""
    half = torch.arange(0, config.head_width, 2, device=places.device, dtype=torch.float32)
    return (places.float()[..., None] * config.rope_base ** (-half / config.head_width))[:, None]


def _turned(x: Tensor, turn: Tensor) -> Tensor:
    """Turn neighbouring pairs of numbers."""
    pairs = x.float().unflatten(-1, (-1, 2))
    cos, sin = turn
    left, right = pairs[..., 0], pairs[..., 1]
    return torch.stack((left * cos - right * sin, left * sin + right * cos), -1).flatten(-2).to(x.dtype)
