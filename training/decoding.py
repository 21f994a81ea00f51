"""The likeliest answers to many questions at once. Needs PyTorch and transformers only.

All questions stand in one batch, each with its own place in one cache, and every step makes one token of each. Nobody
is listed twice: no line may begin as an earlier one does (see `gyges.attacks.local`).
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from transformers import Qwen2ForCausalLM

FILLED_AT_ONCE = 32_768
"""Tokens of questions that are read together."""
TRIED = 24
"""Likeliest tokens of which one must be allowed; else the answer ends."""

SOMEBODY, DASH = "somebody", " - "


def lists_again(said: str, more: str) -> bool:
    """Return True if an answer that goes on so begins a line with somebody who is listed above."""
    above, line, begun = said.rpartition("\n")
    if not line or "|" in begun:
        return False
    heads = (one.partition("|")[0] for one in above.split("\n"))
    return (begun + more).startswith(tuple({_beginning(head) for head in heads}))


def _beginning(head: str) -> str:
    """Return how no line may begin after one with this head, as `gyges.attacks.local` has it."""
    forms, dash, _ = head.partition(DASH)
    return head if forms in ("", SOMEBODY) else forms + dash


class Decoder:
    """A model made ready to write: the factors put into the weights, and layers that read the same side by side."""

    def __init__(self, model: Qwen2ForCausalLM, end: int, pieces: Sequence[str]) -> None:
        self.config, self.end, self.pieces = model.config, end, pieces
        self.table, self.norm, self.head = (
            model.model.embed_tokens.weight,
            model.model.norm.weight,
            model.lm_head.weight,
        )
        self.turn = model.model.rotary_emb.inv_freq.float().to(self.table.device)
        self.blocks = [_Block(block) for block in model.model.layers]
        self.groups: int = model.config.num_key_value_heads or model.config.num_attention_heads
        self.size: int = model.config.hidden_size // model.config.num_attention_heads

    @torch.no_grad()
    def write(
        self, questions: list[np.ndarray], most_new: int, forbidden: Callable[[str, str], bool] = lists_again
    ) -> list[list[int]]:
        """Return an answer to each question, with its end where it came to one."""
        lengths = [len(question) for question in questions]
        self._empty(len(questions), max(lengths) + most_new)
        order = sorted(range(len(questions)), key=lambda row: lengths[row])
        last = torch.zeros(len(questions), self.config.hidden_size, dtype=self.table.dtype, device=self.table.device)
        while order:
            count = max(1, min(len(order), FILLED_AT_ONCE // lengths[order[-1]]))
            some, order = order[-count:], order[:-count]
            last[some] = self._fill([questions[row] for row in some], some)
        places = torch.tensor(lengths, device=self.table.device)
        told = [_Answer(self.pieces, self.end, forbidden) for _ in questions]
        for step in range(most_new):
            logits = functional.linear(self._normed(last, self.norm), self.head).float()
            likely = logits.topk(TRIED, dim=-1).indices.tolist()
            for answer, tokens in zip(told, likely, strict=True):
                answer.go_on(tokens)
            if all(answer.whole for answer in told) or step + 1 == most_new:
                break
            ids = torch.tensor([answer.ids[-1] for answer in told], device=self.table.device)
            last = self._step(ids, places + step, max(lengths) + step + 1)
        return [answer.ids for answer in told]

    def _empty(self, count: int, wide: int) -> None:
        shape = (len(self.blocks), count, self.groups, wide, self.size)
        self.keys = torch.zeros(shape, dtype=self.table.dtype, device=self.table.device)
        self.values = torch.zeros_like(self.keys)

    def _fill(self, questions: list[np.ndarray], some: list[int]) -> torch.Tensor:
        """Read questions, padded behind, and return the state of the last token of each."""
        wide = max(map(len, questions))
        ids = torch.zeros(len(questions), wide, dtype=torch.long)
        for place, question in enumerate(questions):
            ids[place, : len(question)] = torch.from_numpy(question.astype(np.int64))
        state: torch.Tensor = self.table[ids.to(self.table.device)]
        angles = self._angles(torch.arange(wide, device=self.table.device).expand(len(questions), -1))
        for number, block in enumerate(self.blocks):
            query, key, value = self._heads(block, state, angles)
            self.keys[number, some, :, :wide], self.values[number, some, :, :wide] = key, value
            seen = functional.scaled_dot_product_attention(query, key, value, is_causal=True, enable_gqa=True)
            state = block.end(state, seen.transpose(1, 2).flatten(2), self._normed)
        return state[torch.arange(len(questions)), [len(question) - 1 for question in questions]]

    def _step(self, ids: torch.Tensor, places: torch.Tensor, wide: int) -> torch.Tensor:
        """Read one token of each answer, and return its state."""
        state: torch.Tensor = self.table[ids][:, None]
        angles = self._angles(places[:, None])
        rows = torch.arange(len(ids), device=ids.device)
        hidden = torch.arange(wide, device=ids.device) > places[:, None]
        for number, block in enumerate(self.blocks):
            query, key, value = self._heads(block, state, angles)
            self.keys[number, rows, :, places], self.values[number, rows, :, places] = key[:, :, 0], value[:, :, 0]
            many = query.view(len(ids), self.groups, -1, self.size)
            scores = many @ self.keys[number, :, :, :wide].transpose(2, 3) * self.size**-0.5
            weights = scores.float().masked_fill(hidden[:, None, None], -torch.inf).softmax(-1).to(state.dtype)
            seen = (weights @ self.values[number, :, :, :wide]).view(len(ids), 1, -1)
            state = block.end(state, seen, self._normed)
        return state[:, 0]

    def _heads(
        self, block: "_Block", state: torch.Tensor, angles: tuple[torch.Tensor, torch.Tensor]
    ) -> list[torch.Tensor]:
        made = functional.linear(self._normed(state, block.before), block.first, block.bias)
        query, key, value = (
            part.view(*state.shape[:2], -1, self.size).transpose(1, 2)
            for part in torch.split(made, block.parts, dim=-1)
        )
        return [_turned(query, angles), _turned(key, angles), value]

    def _angles(self, places: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        angles = (places[..., None].float() * self.turn).repeat(1, 1, 2)[:, None]
        return angles.cos().to(self.table.dtype), angles.sin().to(self.table.dtype)

    def _normed(self, state: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return functional.rms_norm(state, (state.shape[-1],), weight, self.config.rms_norm_eps)


class _Block:
    """The weights of a block."""

    def __init__(self, block: Any) -> None:
        three = [_whole(getattr(block.self_attn, f"{name}_proj")) for name in "qkv"]
        self.parts = [len(one) for one in three]
        self.first = torch.cat(three)
        self.bias = torch.cat([_base(getattr(block.self_attn, f"{name}_proj")).bias for name in "qkv"])
        self.out, self.down = _whole(block.self_attn.o_proj), _whole(block.mlp.down_proj)
        self.up = torch.cat([_whole(block.mlp.gate_proj), _whole(block.mlp.up_proj)])
        self.before, self.between = block.input_layernorm.weight, block.post_attention_layernorm.weight

    def end(
        self, state: torch.Tensor, seen: torch.Tensor, normed: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
    ) -> torch.Tensor:
        """Return the state after a block, from what was seen."""
        state = state + functional.linear(seen, self.out)
        gate, up = functional.linear(normed(state, self.between), self.up).chunk(2, dim=-1)
        return state + functional.linear(functional.silu(gate) * up, self.down)


class _Answer:
    """An answer as it grows."""

    def __init__(self, pieces: Sequence[str], end: int, forbidden: Callable[[str, str], bool]) -> None:
        self.ids: list[int] = []
        self.whole = False
        self._pieces, self._end, self._forbidden, self._said = pieces, end, forbidden, ""

    def go_on(self, likely: Sequence[int]) -> None:
        """Add the likeliest token that is allowed; where none is, the answer ends."""
        if self.whole:
            return
        allowed = (id for id in likely if id == self._end or not self._forbidden(self._said, self._pieces[id]))
        self.ids.append(next(allowed, self._end))
        self._said += self._pieces[self.ids[-1]]
        self.whole = self.ids[-1] == self._end


def _base(layer: Any) -> Any:
    return getattr(layer, "base", layer)


def _whole(layer: Any) -> torch.Tensor:
    """Return the weights of a layer with its factors in them."""
    weight: torch.Tensor = _base(layer).weight
    if not hasattr(layer, "base"):
        return weight
    with torch.no_grad():
        added: torch.Tensor = layer.b.float() @ layer.a.float() * layer.scale
        return (weight.float() + added).to(weight.dtype)


def _turned(heads: torch.Tensor, angles: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """Return queries or keys turned by their places."""
    cos, sin = angles
    first, second = heads.chunk(2, dim=-1)
    return heads * cos + torch.cat([-second, first], dim=-1) * sin
