"""Greedy answers to many questions at once."""

from collections.abc import Iterator, Sequence

import torch

from training.model import Cache, Llama

__all__ = ["answers"]

_CACHED = 400_000  # tokens of keys and values that are kept at a time


def answers(
    model: Llama, prompts: Sequence[Sequence[int]], end: int, most: int, device: torch.device
) -> Iterator[tuple[int, list[int], list[float]]]:
    """Return for each prompt its number, the tokens of the answer (without the end) and their log probabilities."""
    order = sorted(range(len(prompts)), key=lambda number: len(prompts[number]))
    while order:
        rows = 1
        while rows < len(order) and (rows + 1) * (len(prompts[order[rows]]) + most) <= _CACHED:
            rows += 1
        batch, order = order[:rows], order[rows:]
        for number, (ids, chances) in zip(
            batch, _together(model, [prompts[n] for n in batch], end, most, device), strict=True
        ):
            yield number, ids, chances


@torch.no_grad()
def _together(
    model: Llama, prompts: Sequence[Sequence[int]], end: int, most: int, device: torch.device
) -> list[tuple[list[int], list[float]]]:
    lengths = torch.tensor([len(prompt) for prompt in prompts], device=device)
    width = int(lengths.max())
    tokens = torch.zeros((len(prompts), width), dtype=torch.long, device=device)
    for number, prompt in enumerate(prompts):
        tokens[number, : len(prompt)] = torch.tensor(prompt, device=device)
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    cache = Cache(model.config, len(prompts), width + most, device, dtype)
    last = model(tokens, cache)[torch.arange(len(prompts), device=device), lengths - 1]
    cache.places = lengths[:, None].clone()
    said: list[torch.Tensor] = []
    sure: list[torch.Tensor] = []
    over = torch.zeros(len(prompts), dtype=torch.bool, device=device)
    for step in range(most):
        chances = model.scores(last).float().log_softmax(-1)
        best = chances.max(-1)
        said.append(best.indices)
        sure.append(best.values)
        over |= best.indices == end
        if step % 16 == 15 and bool(over.all()):
            break
        last = model(best.indices[:, None], cache)[:, 0]
        cache.places = cache.places + 1
    ids, values = torch.stack(said, 1).tolist(), torch.stack(sure, 1).tolist()
    return [_until(row, chances, end) for row, chances in zip(ids, values, strict=True)]


def _until(ids: list[int], chances: list[float], end: int) -> tuple[list[int], list[float]]:
    place = ids.index(end) if end in ids else len(ids)
    return ids[:place], chances[: place + 1]
