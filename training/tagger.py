"""Train the tagger of the finder: an encoder with a linear layer over every token. Needs PyTorch and transformers only.

Run: python -m training.tagger WINDOWS.npz BASE WEIGHTS.pt [--passes 10] [--rate 1e-4] [--seed 7]

WINDOWS.npz is made by ``python -m training.finder prepare``. A large GPU takes a minute, two cores half an hour.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from transformers import AutoModel

UNKNOWN = -100
BATCH, WARM_UP, HEAD_FASTER = 16, 0.06, 5.0


class Tagger(nn.Module):
    """Logits of kinds, that a token helps to tell who somebody is, and that it does so by itself."""

    def __init__(self, base: Path, kinds: int) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, attn_implementation="eager", torch_dtype=torch.float32)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(self.encoder.config.hidden_size, kinds + 2)

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Return the logits of every token."""
        state = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.head(self.drop(state))  # type: ignore[no-any-return]


def loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the loss of kinds, of what helps and of what is direct, where each is known."""
    kinds = logits[..., :-2].flatten(0, 1)
    total = nn.functional.cross_entropy(kinds, labels[0].flatten(), ignore_index=UNKNOWN)
    for at, values in ((-2, labels[1]), (-1, labels[2])):
        known = values != UNKNOWN
        if known.any():
            truth = values[known].float()
            total = total + nn.functional.binary_cross_entropy_with_logits(logits[..., at][known], truth)
    return total


def batches(
    data: Mapping[str, NDArray[np.int16]], rows: NDArray[np.int64], chance: random.Random
) -> Iterator[tuple[torch.Tensor, ...]]:
    """Yield batches of windows of about one length, in random order."""
    long = (data["ids"] > 0).sum(axis=1)
    order = sorted(rows, key=lambda row: (long[row] // 32, chance.random()))
    groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    chance.shuffle(groups)
    for group in groups:
        wide = int(long[group].max())
        ids = torch.from_numpy(data["ids"][group][:, :wide].astype(np.int64))
        labels = np.stack([data[name][group][:, :wide] for name in ("kind", "hides", "direct")])
        yield ids, (ids > 0).long(), torch.from_numpy(labels.astype(np.int64))


def precision(scores: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """Return the average precision."""
    right = truth[np.argsort(-scores)]
    return float((np.cumsum(right) / np.arange(1, len(right) + 1))[right].mean())


def watch(model: Tagger, data: Mapping[str, NDArray[np.int16]], device: str) -> str:
    """Return how well texts that nothing is learned from are read: what helps, what is direct, kinds of what helps."""
    rows = np.flatnonzero(data["times"] == 0)
    seen: dict[str, list[NDArray[Any]]] = {"hides": [], "direct": [], "kind": []}
    model.eval()
    with torch.no_grad():
        for ids, mask, labels in batches(data, rows, random.Random(0)):  # noqa: S311
            logits, told = model(ids.to(device), mask.to(device)).float().cpu().numpy(), labels.numpy()
            for name, at, which in (("hides", -2, 1), ("direct", -1, 2)):
                known = told[which] != UNKNOWN
                seen[name].append(np.stack([logits[..., at][known], told[which][known]]))
            known = told[0] > 0
            seen["kind"].append(logits[..., :-2].argmax(-1)[known] == told[0][known])
    model.train()
    both = (np.concatenate(seen[name], axis=1) for name in ("hides", "direct"))
    figures = [precision(scores, truth == 1) for scores, truth in both]
    return f"helps {figures[0]:.4f}, direct {figures[1]:.4f}, kinds {np.concatenate(seen['kind']).mean():.3f}"


def train(model: Tagger, data: Mapping[str, NDArray[np.int16]], passes: int, rate: float, seed: int) -> None:
    """Train for some passes, each over one noisy copy of every text, the rate falling to nothing."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    chance = random.Random(seed)  # noqa: S311
    model.to(device).train()
    body = [p for name, p in model.named_parameters() if not name.startswith("head")]
    optimizer = torch.optim.AdamW([{"params": body}, {"params": model.head.parameters()}], lr=rate, weight_decay=0.01)
    copies = int(data["copy"].max()) + 1
    for at in range(passes):
        here = np.flatnonzero((data["times"] > 0) & (data["copy"] == at % copies))
        every = list(batches(data, np.repeat(here, data["times"][here]), chance))
        total = 0.0
        for number, (ids, mask, labels) in enumerate(every):
            spent = (at + number / len(every)) / passes
            for group, scale in zip(optimizer.param_groups, (1.0, HEAD_FASTER), strict=True):
                group["lr"] = rate * scale * min(spent / WARM_UP, (1 - spent) / (1 - WARM_UP), 1.0)
            with torch.autocast(device, dtype=torch.bfloat16):
                logits = model(ids.to(device), mask.to(device))
            value = loss(logits.float(), labels.to(device))
            optimizer.zero_grad()
            value.backward()  # type: ignore[no-untyped-call]
            if not torch.isfinite(nn.utils.clip_grad_norm_(model.parameters(), 1.0)):
                continue
            optimizer.step()
            total += value.item()
        sys.stdout.write(f"pass {at + 1}: loss {total / len(every):.3f}; {watch(model, data, device)}\n")
        sys.stdout.flush()


def main() -> int:
    """Train, and save the weights as half floats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("windows", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    with np.load(asked.windows) as packed:
        data = {name: packed[name] for name in packed.files}
    model = Tagger(asked.base, int(data.pop("kinds")))
    train(model, data, asked.passes, asked.rate, asked.seed)
    torch.save({name: one.half().cpu() for name, one in model.state_dict().items()}, asked.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
