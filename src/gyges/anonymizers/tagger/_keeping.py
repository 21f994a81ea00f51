"""What training leaves on disk: each finished epoch, so that an interrupted training goes on after the last one."""

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gyges.anonymizers.tagger._card import CARD_NAME, TaggerCard, read_card, write_card
from gyges.anonymizers.tagger._labels import LabelSet
from gyges.anonymizers.tagger._libraries import quiet, saving, torch_library
from gyges.anonymizers.tagger._model import WEIGHTS_NAME, file_hash
from gyges.anonymizers.tagger._recipe import Epoch, Recipe
from gyges.errors import InputError, OutputExistsError

_TRAINING = ".training"
_OPTIMIZER = "optimizer.pt"
_PROGRESS = "progress.json"


class Keeper:
    """The folder of a tagger in the making."""

    def __init__(self, folder: Path, recipe: Recipe, data: str) -> None:
        self._folder = folder
        self._recipe = recipe
        self._data = data
        told = {name: value for name, value in recipe.to_json().items() if name != "device"}
        self._fingerprint = hashlib.sha256(json.dumps([told, data], sort_keys=True).encode()).hexdigest()

    def finished(self) -> TaggerCard | None:
        """Return the card of this very tagger if it is there already."""
        if not (self._folder / CARD_NAME).is_file():
            return None
        card = read_card(self._folder)
        told = {**card.recipe, "device": self._recipe.device}
        if not card.finished or card.data != self._data or told != self._recipe.to_json():
            return None
        shutil.rmtree(self._folder / _TRAINING, ignore_errors=True)  # left by a crash after the last file
        return card

    def prepare(self, *, force: bool) -> list[Epoch]:
        """Make the folder ready, and return the epochs that were finished by an interrupted training."""
        last = self._last()
        if last is not None:
            progress = json.loads((last / _PROGRESS).read_text(encoding="utf-8"))
            if progress["fingerprint"] == self._fingerprint:
                return [Epoch(**row) for row in progress["epochs"]]
        if self._folder.exists() and any(self._folder.iterdir()):
            ours = (self._folder / CARD_NAME).exists() or (self._folder / _TRAINING).exists()
            if not (force and ours):
                raise OutputExistsError(
                    f"{self._folder} holds something else", "use --force to replace a tagger, or another folder"
                )
            shutil.rmtree(self._folder)
        (self._folder / _TRAINING).mkdir(parents=True, exist_ok=True)
        return []

    @property
    def resume_from(self) -> Path:
        """The folder of the last finished epoch: tokenizer and model."""
        last = self._last()
        if last is None:
            raise FileNotFoundError(self._folder)
        return last

    def load_optimizer(self, optimizer: Any) -> None:
        """Put the optimizer where the last finished epoch left it."""
        torch = torch_library()
        optimizer.load_state_dict(torch.load(self.resume_from / _OPTIMIZER, weights_only=True))

    def keep(self, model: Any, tokenizer: Any, optimizer: Any, epochs: Sequence[Epoch], kept: int) -> None:
        """Save a finished epoch; it counts only once it is whole."""
        draft = self._folder / _TRAINING / "draft"
        shutil.rmtree(draft, ignore_errors=True)
        progress = {"fingerprint": self._fingerprint, "epochs": [asdict(epoch) for epoch in epochs]}
        try:
            with saving(draft), quiet():
                draft.mkdir(parents=True)
                model.save_pretrained(draft)
                tokenizer.save_pretrained(draft)
                torch_library().save(optimizer.state_dict(), draft / _OPTIMIZER)
                (draft / _PROGRESS).write_text(json.dumps(progress), encoding="utf-8")
        except InputError:
            shutil.rmtree(draft, ignore_errors=True)  # it takes what room there is
            raise
        number = epochs[-1].number
        draft.rename(self._epoch(number))
        for folder in self._epochs():
            if folder not in (self._epoch(number), self._epoch(kept)):
                shutil.rmtree(folder)

    def publish(
        self, labels: LabelSet, length: int, documents: int, epochs: Sequence[Epoch], kept: int, *, finished: bool
    ) -> TaggerCard:
        """Put the kept epoch into the folder itself, its card last, so that a torn folder is no tagger."""
        (self._folder / CARD_NAME).unlink(missing_ok=True)
        with saving(self._folder):
            for file in self._epoch(kept).iterdir():
                if file.name not in (_OPTIMIZER, _PROGRESS):
                    shutil.copyfile(file, self._folder / file.name)
        card = TaggerCard(
            labels=labels.names,
            threshold=self._recipe.threshold,
            max_length=length,
            overlap=self._recipe.overlap,
            weights=file_hash(self._folder / WEIGHTS_NAME),
            data=self._data,
            documents=documents,
            recipe=dict(self._recipe.to_json()),
            epochs=tuple(asdict(epoch) for epoch in epochs),
            kept_epoch=kept,
            finished=finished,
            libraries={name: version(name) for name in ("torch", "transformers")},
        )
        with saving(self._folder):
            write_card(card, self._folder)
        if finished:
            shutil.rmtree(self._folder / _TRAINING)
        return card

    def _epoch(self, number: int) -> Path:
        return self._folder / _TRAINING / f"epoch-{number:04}"

    def _epochs(self) -> list[Path]:
        return sorted((self._folder / _TRAINING).glob("epoch-*"))

    def _last(self) -> Path | None:
        return max(self._epochs(), default=None)
