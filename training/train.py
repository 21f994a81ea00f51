"""Trains the tiny attacker: ``python -m training.train --base GGUF --data FOLDER --out FOLDER``.

Needs PyTorch and NumPy only. The best factors by the loss on a genre that is left out are written as ``adapter.npz``;
``log.jsonl`` says how it went, and with ``--predict`` ``predictions.jsonl`` holds what the model answers to questions
that it was not trained on (token ids and log probabilities).
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.generate import answers
from training.gguf import Gguf
from training.model import Config, Llama

NOT_COUNTED = -100
RELEASES = "releases"
"""The source of releases that a strong reader read."""
_FIRST_STEPS = 40  # after so many it can be told how long a step takes


@dataclass
class Settings:
    """How to train; every field is an option of the command."""

    base: str = ""
    data: str = ""
    out: str = ""
    rank: int = 16
    alpha: float = 32.0
    dropout: float = 0.0
    full: bool = False
    rate: float = 1e-3
    epochs: float = 3.0
    minutes: float = 12.0
    batch_tokens: int = 32768
    checks: int = 12
    patience: int = 5
    warmup: float = 0.03
    seed: int = 1
    leave: str = ""  # sources that are not trained on, with commas
    watch: str = ""  # the source whose loss decides when to stop; not trained on either
    fold: int = -1  # documents of corpora in this fold are not trained on
    repeat: int = 1  # how often documents of corpora count in an epoch, against those of the factory
    adapter: str = ""  # factors to predict with, nothing is trained: a file of this script, or one that ships
    measure: bool = False  # predict what is for measuring only, and nothing else
    repeat_releases: int = 1  # how often releases that a strong reader read count against other documents of corpora
    predict: bool = False
    predict_most: int = 700
    answer_tokens: int = 700
    person_tokens: int = 120


Row = dict[str, Any]


class Examples:
    """The token ids and what they are."""

    def __init__(self, folder: Path) -> None:
        packed = np.load(folder / "examples.npz")
        ends = np.cumsum(packed["lengths"])
        self.tokens = packed["tokens"]
        self.starts = ends - packed["lengths"]
        self.rows: list[Row] = json.loads((folder / "examples.json").read_text(encoding="utf-8"))
        for number, row in enumerate(self.rows):
            row["number"] = number

    def ids(self, row: Row) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return the tokens of a question and its answer."""
        start = int(self.starts[row["number"]])
        return self.tokens[start : start + row["length"]].astype(np.int64)


def chosen(rows: Sequence[Row], settings: Settings) -> tuple[list[Row], list[Row], list[Row]]:
    """Return what to train on, what to watch, and what to predict."""
    left = {name for name in (*settings.leave.split(","), settings.watch) if name}
    unseen = [row for row in rows if row["source"] in left or (_in_corpus(row) and row["fold"] == settings.fold)]
    hidden = {row["number"] for row in unseen}
    trained = [row for row in rows if row["use"] in ("train", "fold") and row["number"] not in hidden]
    corpora = [row for row in trained if row["use"] == "fold"]
    read = [row for row in corpora if row["source"] == RELEASES]
    trained += corpora * (settings.repeat - 1) + read * settings.repeat * (settings.repeat_releases - 1)
    watched = [row for row in rows if row["source"] == settings.watch and row["use"] == "test" and "parts" not in row]
    if not watched:  # without a factory genre: what else is left out
        watched = [row for row in unseen if row["use"] in ("test", "fold")]
    # The genre that decides when to stop is no test any more. Authors are asked about where all is known of some.
    asked = [
        row
        for row in unseen
        if row["use"] != "train"
        and row["source"] != settings.watch
        and (row["task"] != "author" or row["source"] == "written")
    ]
    if settings.measure:
        asked = [row for row in rows if row["use"] == "measure" and row["task"] != "author"]
    return trained, watched[:300], asked[: settings.predict_most]


def _shape(row: Row) -> str:
    """Return the task of a row with questions behind one text; nothing for others, which go together."""
    return str(row["task"]) if "parts" in row else ""


def _in_corpus(row: Row) -> bool:
    return bool(row["use"].startswith("fold"))


def batches(rows: Sequence[Row], most: int, draw: random.Random | None) -> Iterator[list[Row]]:
    """Return rows of like length together, so that little of a batch is padding; questions of checks by themselves."""
    order = sorted(rows, key=lambda row: row["length"] * (draw.uniform(0.9, 1.1) if draw else 1))
    made: list[list[Row]] = []
    for task in sorted({_shape(row) for row in rows}):
        made.append([])
        longest = 0
        for row in order:
            if _shape(row) != task:
                continue
            longest = max(longest, row["length"])
            if made[-1] and longest * (len(made[-1]) + 1) > most:
                made.append([])
                longest = row["length"]
            made[-1].append(row)
    if draw:
        draw.shuffle(made)
    yield from (batch for batch in made if batch)


@dataclass
class Batch:
    """Tokens, the next tokens that count, and where questions stand behind one text: places, and who sees whom."""

    tokens: Tensor
    wanted: Tensor
    places: Tensor | None = None
    mask: Tensor | None = None


def tensors(examples: Examples, batch: Sequence[Row], device: torch.device) -> Batch:
    """Return a batch; those tokens count that are answers."""
    width = max(row["length"] for row in batch)
    tokens = np.zeros((len(batch), width), np.int64)
    wanted = np.full((len(batch), width), NOT_COUNTED, np.int64)
    places = np.tile(np.arange(width), (len(batch), 1))
    parts = np.zeros((len(batch), width), np.int64)
    for number, row in enumerate(batch):
        ids = examples.ids(row)
        tokens[number, : len(ids)] = ids
        if "parts" not in row:
            wanted[number, row["prompt"] - 1 : len(ids) - 1] = ids[row["prompt"] :]
            continue
        start = row["prompt"]
        for part, (question, answer) in enumerate(row["parts"], start=1):
            end = start + question + answer
            wanted[number, start + question - 1 : end - 1] = ids[start + question : end]
            places[number, start:end] = row["prompt"] + np.arange(end - start)
            parts[number, start:end] = part
            start = end
    made = Batch(torch.from_numpy(tokens).to(device), torch.from_numpy(wanted).to(device))
    if "parts" in batch[0]:
        made.places = torch.from_numpy(places).to(device)
        made.mask = apart(torch.from_numpy(parts).to(device))
    return made


def apart(parts: Tensor) -> Tensor:
    """Return which tokens see which: the text before, and what stands before in the same question."""
    one, other = parts[:, :, None], parts[:, None, :]
    order = torch.arange(parts.shape[1], device=parts.device)
    return ((order[:, None] >= order[None]) & ((other == 0) | (one == other)))[:, None]


def loss_of(model: Llama, batch: Batch) -> tuple[Tensor, int]:
    """Return the summed loss over answer tokens and their number; scores are made only where they count."""
    states = model(batch.tokens, places=batch.places, mask=batch.mask)
    counts = batch.wanted != NOT_COUNTED
    scores = model.scores(states[counts])
    return functional.cross_entropy(scores.float(), batch.wanted[counts], reduction="sum"), int(counts.sum())


def watch(model: Llama, examples: Examples, rows: Sequence[Row], most: int, device: torch.device) -> float:
    """Return the mean loss on rows that are not trained on."""
    model.eval()
    total, number = 0.0, 0
    with torch.no_grad(), _autocast(device):
        for batch in batches(rows, most, None):
            loss, count = loss_of(model, tensors(examples, batch, device))
            total, number = total + loss.item(), number + count
    model.train()
    return total / max(1, number)


def train(settings: Settings) -> dict[str, Any]:
    """Train, and write the best factors."""
    out = Path(settings.out)
    out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(settings.seed)
    draw = random.Random(settings.seed)  # noqa: S311
    examples = Examples(Path(settings.data))
    trained, watched, asked = chosen(examples.rows, settings)
    model = opened(settings, device)
    if settings.adapter:
        put_in(model, Path(settings.adapter))
        predict(model, examples, asked, settings, device)
        return {}
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(parameters, lr=settings.rate, betas=(0.9, 0.98), weight_decay=0.01)
    steps = max(1, int(settings.epochs * len(list(batches(trained, settings.batch_tokens, draw)))))
    state = _Progress(settings, out, steps)
    state.note(
        {"trained": len(trained), "watched": len(watched), "asked": len(asked), "steps": steps, **asdict(settings)}
    )
    model.train()
    while not state.over:
        for batch in batches(trained, settings.batch_tokens, draw):
            for group in optimiser.param_groups:
                group["lr"] = settings.rate * state.share_of_rate()
            with _autocast(device):
                loss, count = loss_of(model, tensors(examples, batch, device))
            (loss / count).backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            state.step(loss.item() / count)
            if state.due:
                state.check(watch(model, examples, watched, settings.batch_tokens, device), model)
            if state.over:
                break
    state.restore(model)
    save(model, out, settings)
    if settings.predict:
        predict(model, examples, asked, settings, device)
    return state.summary()


class _Progress:
    """Counts steps, keeps the best factors, and says when it is enough."""

    def __init__(self, settings: Settings, out: Path, steps: int) -> None:
        self.settings, self.steps = settings, steps
        self.start = time.monotonic()
        self.done, self.losses = 0, list[float]()
        self.best, self.best_step, self.worse = math.inf, 0, 0
        self.kept: dict[str, Tensor] = {}
        self.log = (out / "log.jsonl").open("w", encoding="utf-8")

    @property
    def share_done(self) -> float:
        """Of the steps that are planned."""
        return self.done / self.steps

    def plan(self) -> None:
        """Plan fewer steps where the time would not do for all of them; else nothing depends on the clock."""
        seconds = time.monotonic() - self.start
        possible = int(self.done * self.settings.minutes * 60 / seconds)
        if possible < self.steps:
            self.note({"planned": possible, "instead of": self.steps})
            self.steps = max(self.done, possible)

    @property
    def over(self) -> bool:
        return self.share_done >= 1 or self.worse >= self.settings.patience

    @property
    def due(self) -> bool:
        return self.done % max(1, self.steps // self.settings.checks) == 0 or self.share_done >= 1

    def share_of_rate(self) -> float:
        """Rise for a moment, then fall to nothing."""
        warm = min(1.0, (self.done + 1) / max(1, self.settings.warmup * self.steps))
        return warm * max(0.02, 1 - self.share_done)

    def step(self, loss: float) -> None:
        self.done += 1
        self.losses.append(loss)
        if self.done == _FIRST_STEPS:
            self.plan()

    def check(self, watched: float, model: Llama) -> None:
        recent = self.losses[-50:]
        self.plan()
        seconds = time.monotonic() - self.start
        self.note({"step": self.done, "seconds": seconds, "loss": sum(recent) / len(recent), "watched": watched})
        if watched < self.best:
            self.best, self.best_step, self.worse = watched, self.done, 0
            self.kept = {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}
        else:
            self.worse += 1

    def restore(self, model: Llama) -> None:
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if name in self.kept:
                    parameter.copy_(self.kept[name])

    def note(self, row: dict[str, Any]) -> None:
        self.log.write(json.dumps(row) + "\n")
        self.log.flush()
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()

    def summary(self) -> dict[str, Any]:
        summary = {"best": self.best, "best_step": self.best_step, "minutes": (time.monotonic() - self.start) / 60}
        self.note(summary)
        self.log.close()
        return summary


def opened(settings: Settings, device: torch.device) -> Llama:
    """Return the base with fresh factors; frozen weights in bfloat16 on a GPU."""
    file = Gguf(Path(settings.base))
    model = Llama(Config.of(file), 0 if settings.full else settings.rank, settings.alpha, settings.dropout)
    model.load(file)
    model.to(device)
    if device.type == "cuda":
        for parameter in model.parameters():
            if not parameter.requires_grad:
                parameter.data = parameter.data.bfloat16()
    return model


def save(model: Llama, out: Path, settings: Settings) -> None:
    """Write the factors, or with ``--full`` all weights, as float16."""
    with torch.no_grad():
        arrays = {
            name: parameter.detach().float().cpu().numpy().astype(np.float16)
            for name, parameter in model.named_parameters()
            if parameter.requires_grad
        }
    if not settings.full:
        np.savez(out / "adapter.npz", alpha=np.float32(settings.alpha), rank=np.int64(settings.rank), **arrays)


def put_in(model: Llama, path: Path) -> None:
    """Take factors that were trained before."""
    if path.suffix == ".npz":
        packed = np.load(path)
        factors = {name: packed[name] for name in packed.files if name.startswith("blk.")}
    else:
        file = Gguf(path)
        factors = {name.replace(".weight.lora_", "."): file[name] for name in file}
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.requires_grad:
                parameter.copy_(torch.from_numpy(np.array(factors[name], np.float32)))


def predict(model: Llama, examples: Examples, asked: Sequence[Row], settings: Settings, device: torch.device) -> None:
    """Write what the model answers to questions it was not trained on."""
    model.eval()
    kept = ("id", "window", "task", "source", "masked", "fold", "use")
    listing = [row for row in asked if "parts" not in row]
    end = int(examples.ids(listing[0])[-1]) if listing else 0
    with _autocast(device), (Path(settings.out) / "predictions.jsonl").open("w", encoding="utf-8") as stream:
        for row, odds in checked(model, examples, [r for r in asked if r["task"] == "check"], settings, device):
            stream.write(json.dumps({**{name: row[name] for name in kept}, "odds": odds}) + "\n")
        whole = [(row, 0, examples.ids(row)[: row["prompt"]].tolist()) for row in listing]
        single = [one for row in asked if row["task"] == "person" for one in _single(examples, row)]
        for questions, most in ((single, settings.person_tokens), (whole, settings.answer_tokens)):
            prompts = [prompt for _, _, prompt in questions]
            for number, ids, chances in answers(model, prompts, end, most, device):
                row, part, _ = questions[number]
                told = {**{name: row[name] for name in kept}, "part": part, "tokens": ids}
                stream.write(json.dumps({**told, "log_chances": [round(c, 3) for c in chances]}) + "\n")


def _single(examples: Examples, row: Row) -> Iterator[tuple[Row, int, list[int]]]:
    """Yield the questions behind a text, each with the text before it."""
    ids = examples.ids(row).tolist()
    start = row["prompt"]
    for part, (question, answer) in enumerate(row["parts"]):
        yield row, part, ids[: row["prompt"]] + ids[start : start + question]
        start += question + answer


@torch.no_grad()
def checked(
    model: Llama, examples: Examples, rows: Sequence[Row], settings: Settings, device: torch.device
) -> Iterator[tuple[Row, list[float]]]:
    """Yield for every text with questions the log odds of yes against no, question by question."""
    for batch in batches(rows, settings.batch_tokens, None):
        made = tensors(examples, batch, device)
        states = model(made.tokens, places=made.places, mask=made.mask)
        for number, row in enumerate(batch):
            scores = model.scores(states[number][made.wanted[number] != NOT_COUNTED]).float()
            no, yes = row["answers"]
            yield row, [round(one, 3) for one in (scores[:, yes] - scores[:, no]).tolist()]


def _autocast(device: torch.device) -> torch.autocast:
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def main() -> int:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in asdict(Settings()).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            parser.add_argument(option, action="store_true")
        else:
            parser.add_argument(option, type=type(value), default=value, required=name in ("base", "data", "out"))
    train(Settings(**vars(parser.parse_args())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
