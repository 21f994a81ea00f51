"""Fine-tuning an encoder to tag what must be masked."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from gyges.anonymizers.detectors import edits_for
from gyges.anonymizers.tagger._card import TaggerCard
from gyges.anonymizers.tagger._encoding import Encoded, Encoder
from gyges.anonymizers.tagger._keeping import Keeper
from gyges.anonymizers.tagger._labels import LabelSet, spans_to_mask
from gyges.anonymizers.tagger._libraries import choose_device, load_encoder, quiet, torch_library, usable_length
from gyges.anonymizers.tagger._model import TaggerModel
from gyges.anonymizers.tagger._recipe import Epoch, Recipe, data_hash, held_out
from gyges.errors import InputError, RunError
from gyges.records import Document, JsonValue, Release, apply_edits, edits_to_json
from gyges.scoring import span_recall


def measure(model: TaggerModel, documents: Sequence[Document]) -> dict[str, JsonValue]:
    """Return the span metrics of a tagger on annotated documents, as results files hold them."""
    releases = []
    for document in documents:
        edits = edits_for(model.find(document.text), "square", "the tagger")
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits)}
        releases.append(Release(document.id, apply_edits(document.text, edits), "tagger", trace))
    return span_recall(documents, releases).to_json()


def quality(figures: Mapping[str, JsonValue]) -> float:
    """Return one number to compare epochs by: the harmonic mean of word recall and word precision."""
    recall, precision = (cast(Any, figures[name])["value"] or 0.0 for name in ("recall", "precision"))
    total = recall + precision
    return 2 * recall * precision / total if total else 0.0


_ADAM_EPSILON = 1e-8  # as in the papers
_SEEDS_APART = 1_000_003  # so that the epochs of neighbouring seeds do not share their random numbers


def train_tagger(
    documents: Sequence[Document],
    recipe: Recipe,
    out: Path,
    *,
    force: bool = False,
    on_step: Callable[[int, int], None] = lambda _done, _all: None,
    on_epoch: Callable[[Epoch], None] = lambda _epoch: None,
) -> TaggerCard:
    """Train a tagger and save it as a checkpoint that the method ``tagger:FOLDER`` uses.

    Every finished epoch is saved; the same call after an interruption goes on after the last one and ends with the
    weights that an uninterrupted training would have given. A tagger that is there already is not trained again.
    """
    keeper = Keeper(out, recipe, data_hash(documents))
    card = keeper.finished()
    if card is not None and not force:
        return card
    with _own_randomness(recipe.seed):
        return _Trainer(documents, recipe, keeper, force=force).run(on_step, on_epoch)


@dataclass(frozen=True, slots=True)
class _Example:
    """One window to learn from; a label of None does not count."""

    ids: tuple[int, ...]
    labels: tuple[int | None, ...]


class _Trainer:
    """One training, from the first epoch that is not done yet."""

    def __init__(self, documents: Sequence[Document], recipe: Recipe, keeper: Keeper, *, force: bool) -> None:
        self._torch = torch_library()
        self._recipe, self._keeper = recipe, keeper
        self._labels = LabelSet.of(typed=recipe.typed)
        self._learned, self._dev = held_out(documents, recipe)
        self._device = choose_device(recipe.device)
        numbers = dict(enumerate(self._labels.names))
        shape = {"id2label": numbers, "label2id": {name: n for n, name in numbers.items()}}
        self._epochs = keeper.prepare(force=force)
        source = str(keeper.resume_from) if self._epochs else recipe.base
        self._tokenizer, model = load_encoder(source, **shape, ignore_mismatched_sizes=True)
        self._model = model.to(self._device)
        self._length = usable_length(model, self._tokenizer, recipe.max_length)
        self._encoder = Encoder(self._tokenizer, self._length, recipe.overlap)
        self._optimizer = self._torch.optim.AdamW(
            model.parameters(), lr=recipe.learning_rate, eps=_ADAM_EPSILON, weight_decay=0.0
        )
        if self._epochs:
            keeper.load_optimizer(self._optimizer)

    def run(self, on_step: Callable[[int, int], None], on_epoch: Callable[[Epoch], None]) -> TaggerCard:
        """Train the epochs that are left."""
        examples = self._examples()
        for epoch in self._epochs:
            on_epoch(epoch)
        card = None
        while card is None or not card.finished:
            if not self._done():
                self._one_epoch(examples, on_step)
                self._keeper.keep(self._model, self._tokenizer, self._optimizer, self._epochs, self._kept())
                on_epoch(self._epochs[-1])
            card = self._keeper.publish(
                self._labels, self._length, len(self._learned), self._epochs, self._kept(), finished=self._done()
            )
        return card

    def _one_epoch(self, examples: Sequence[_Example], on_step: Callable[[int, int], None]) -> None:
        number = len(self._epochs) + 1
        self._torch.manual_seed(self._recipe.seed * _SEEDS_APART + number)
        order = list(examples)
        random.Random(f"{self._recipe.seed}/{number}").shuffle(order)  # noqa: S311 - no secret hangs on it
        size = self._recipe.batch_size
        batches = [order[n : n + size] for n in range(0, len(order), size)]
        self._model.train()
        total = 0.0
        for done, batch in enumerate(batches, start=1):
            total += self._step(batch)
            on_step(done, len(batches))
        dev = None
        if self._dev:
            tagger = TaggerModel(self._model, self._encoder, self._labels, self._recipe.threshold)
            dev = measure(tagger, self._dev)
        self._epochs.append(Epoch(number, round(total / len(batches), 6), dev))

    def _step(self, batch: Sequence[_Example]) -> float:
        functional = self._torch.nn.functional
        inputs = self._encoder.inputs([example.ids for example in batch], self._device)
        width = inputs["input_ids"].shape[1]
        targets = self._encoder.targets([example.labels for example in batch], width, self._device)
        weights = self._torch.full((len(self._labels.names),), self._recipe.mask_weight, device=self._device)
        weights[0] = 1.0
        with quiet():
            logits = self._model(**inputs).logits
        loss = functional.cross_entropy(logits.float().transpose(1, 2), targets, weight=weights)
        if not self._torch.isfinite(loss):
            raise RunError("the loss is no number any more", "train with a lower learning rate")
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        return float(loss.detach())

    def _examples(self) -> list[_Example]:
        examples: list[_Example] = []
        for document in self._learned:
            encoded = self._encoder.encode(document.text)
            spans = spans_to_mask(document.mentions or ())
            examples += _windowed(encoded, self._labels.of_tokens(encoded.offsets, spans))
        if not any(label for example in examples for label in example.labels):
            raise InputError("nothing in these documents is to be masked", "give documents with annotated mentions")
        return examples

    def _kept(self) -> int:
        """Return the number of the epoch to keep: with patience the best one, the first of equals; else the last."""
        if not self._recipe.patience:
            return len(self._epochs)
        return max(self._epochs, key=lambda epoch: (quality(epoch.dev or {}), -epoch.number)).number

    def _done(self) -> bool:
        count, patience = len(self._epochs), self._recipe.patience
        return count >= self._recipe.epochs or bool(patience and count and count - self._kept() >= patience)


def _windowed(encoded: Encoded, labels: Sequence[int]) -> Iterator[_Example]:
    """Yield the windows of a text; a token that two windows share counts in the first one only."""
    counted = 0
    for window in encoded.windows:
        own: list[int | None] = [None if token < counted else labels[token] for token in window]
        yield _Example(encoded.ids[window.start : window.stop], tuple(own))
        counted = window.stop


@contextmanager
def _own_randomness(seed: int) -> Iterator[None]:
    """Seed PyTorch, and leave its random numbers to others as they were."""
    torch = torch_library()
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
        torch.manual_seed(seed * _SEEDS_APART)
        yield
