"""Teaching a language model the originals, epoch by epoch, with or without privacy; a stopped training goes on."""

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from gyges._home import private_folder
from gyges.anonymizers.synthesis._libraries import library
from gyges.anonymizers.synthesis._privacy import ACCOUNTANT, Budget, teach_conv1d
from gyges.anonymizers.synthesis._recipe import SynthesisRecipe
from gyges.anonymizers.tagger._libraries import saving
from gyges.errors import ConfigError

CHECKPOINT = "training.pt"
_IGNORED = -100  # a label that PyTorch's loss leaves out
_SEEDS_APART = 1_000_003
_SEED_BITS = 63  # what a generator of PyTorch takes


@dataclass(frozen=True, slots=True)
class EpochDone:
    """One time through the originals."""

    number: int
    loss: float
    epsilon: float | None


class Trainer:
    """Trains a model on records; every epoch ends with a checkpoint.

    With a seed, all chance of an epoch comes from it and the number of the epoch, so a training that was stopped ends
    where one that was not stopped ends. With privacy and without a seed, every epoch draws chance of its own that is
    kept nowhere; an epoch that was stopped leaves nothing behind and is paid for once.
    """

    def __init__(self, model: Any, recipe: SynthesisRecipe, budget: Budget | None, pad: int, folder: Path) -> None:
        self._torch = library("torch")
        self._recipe, self._budget, self._pad, self._folder = recipe, budget, pad, folder
        self.given: Callable[[list[int]], int] = lambda record: 0
        self._learned = ""
        self._accountant: Any = None
        self._noise = self._torch.Generator(device=model.device)
        self._model: Any = model.train()
        self._optimizer: Any = self._torch.optim.AdamW(self._learning(), lr=recipe.learning_rate)
        if budget is not None:
            self._make_private(budget)

    def run(self, records: Sequence[list[int]], on_epoch: Callable[[EpochDone], None]) -> list[EpochDone]:
        """Train all epochs that are not done yet and return all of them."""
        self._learned = _digest(records)
        done = self._restored()
        for number in range(len(done) + 1, self._recipe.epochs + 1):
            self._seed(number)
            losses = [self._step(batch) for batch in self._batches(records)]
            counted = [loss for loss in losses if loss is not None]
            mean = sum(counted) / len(counted) if counted else float("nan")
            done.append(EpochDone(number, mean, self.spent))
            self._save(done)
            on_epoch(done[-1])
        return done

    @property
    def spent(self) -> float | None:
        """The epsilon spent so far, by the accountant; None without privacy."""
        if self._budget is None:
            return None
        return float(self._accountant.get_epsilon(delta=self._budget.delta))

    def _learning(self) -> list[Any]:
        return [weight for weight in self._model.parameters() if weight.requires_grad]

    def _make_private(self, budget: Budget) -> None:
        teach_conv1d()
        optimizers = library("opacus.optimizers")
        self._accountant = library("opacus.accountants").create_accountant(mechanism=ACCOUNTANT)
        self._model = library("opacus").GradSampleModule(self._model, loss_reduction="sum")
        self._optimizer = optimizers.DPOptimizer(
            self._optimizer,
            noise_multiplier=budget.noise,
            max_grad_norm=self._recipe.clip,
            expected_batch_size=self._recipe.batch_size,
            loss_reduction="mean",
            generator=self._noise,
        )
        self._optimizer.attach_step_hook(self._accountant.get_optimizer_hook_fn(sample_rate=budget.sample_rate))

    def _seed(self, epoch: int) -> None:
        if self._recipe.seed is None and self._recipe.is_private:
            draws, noise = secrets.randbits(_SEED_BITS), secrets.randbits(_SEED_BITS)
        else:
            draws = (self._recipe.seed or 0) * _SEEDS_APART + 2 * epoch
            noise = draws + 1
        self._torch.manual_seed(draws)
        self._noise.manual_seed(noise)

    def _batches(self, records: Sequence[list[int]]) -> Iterator[list[list[int]]]:
        """Yield the batches of an epoch: shuffled ones, or with privacy every record by chance in every step."""
        size, budget = self._recipe.batch_size, self._budget
        if budget is None:
            order = self._torch.randperm(len(records)).tolist()
            for start in range(0, len(order), size):
                yield [records[place] for place in order[start : start + size]]
            return
        for _ in range(budget.steps // self._recipe.epochs):
            drawn = self._torch.rand(len(records)) < budget.sample_rate
            yield [record for record, taken in zip(records, drawn.tolist(), strict=True) if taken]

    def _step(self, batch: list[list[int]]) -> float | None:
        self._optimizer.zero_grad()
        if not batch:  # an empty draw still adds noise and still costs budget
            self._optimizer_of_nothing()
            return None
        losses = self._losses(batch)
        (losses.sum() if self._budget is not None else losses.mean()).backward()
        self._optimizer.step()
        return float(losses.detach().mean())

    def _optimizer_of_nothing(self) -> None:
        for weight in self._learning():
            weight.grad_sample = self._torch.zeros((0, *weight.shape), device=weight.device)
        self._optimizer.step()

    def _losses(self, batch: list[list[int]]) -> Any:
        """Return the loss of each record by itself."""
        torch, device = self._torch, next(self._model.parameters()).device
        longest = max(map(len, batch))
        tokens = torch.full((len(batch), longest), self._pad)
        labels = torch.full((len(batch), longest), _IGNORED)
        for row, record in enumerate(batch):
            tokens[row, : len(record)] = labels[row, : len(record)] = torch.tensor(record)
        places = torch.arange(longest).repeat(len(batch), 1)  # gradients of single records need a row for each
        mask = (labels != _IGNORED).long()
        for row, record in enumerate(batch):
            labels[row, : self.given(record)] = _IGNORED
        logits = self._model(
            input_ids=tokens.to(device), attention_mask=mask.to(device), position_ids=places.to(device)
        ).logits
        each = torch.nn.functional.cross_entropy(
            logits[:, :-1].transpose(1, 2), labels[:, 1:].to(device), reduction="none", ignore_index=_IGNORED
        )
        learned = (labels[:, 1:] != _IGNORED).sum(dim=1)
        return each.sum(dim=1) / learned.clamp(min=1).to(device)

    def _save(self, done: list[EpochDone]) -> None:
        weights = {name: value for name, value in self._model.named_parameters() if value.requires_grad}
        state = {
            "recipe": json.dumps(self._recipe.learning(), sort_keys=True),
            "learned": self._learned,
            "done": [(epoch.number, epoch.loss, epoch.epsilon) for epoch in done],
            "weights": {name: value.detach().cpu() for name, value in weights.items()},
            "optimizer": self._optimizer.state_dict(),
            "accountant": self._accountant.state_dict() if self._accountant is not None else None,
        }
        draft = self._folder / f".{CHECKPOINT}"
        try:
            with saving(self._folder / CHECKPOINT):
                private_folder(self._folder)
                draft.touch(mode=0o600)  # weights remember texts
                self._torch.save(state, draft)
                draft.replace(self._folder / CHECKPOINT)
        finally:
            draft.unlink(missing_ok=True)

    def _restored(self) -> list[EpochDone]:
        """Load the last checkpoint, if it is one of the same texts and settings."""
        path = self._folder / CHECKPOINT
        if not path.exists():
            return []
        try:
            state = self._torch.load(path, weights_only=True)
        except (OSError, RuntimeError, EOFError, UnpicklingError) as error:
            raise ConfigError(f"the checkpoint {path} cannot be read ({error})", "delete it or use --force") from error
        remedy = "use another folder or --force"
        if state.get("recipe") != json.dumps(self._recipe.learning(), sort_keys=True):
            raise ConfigError(f"{self._folder} holds a training with other settings", remedy)
        if state.get("learned") != self._learned:
            raise ConfigError(f"{self._folder} holds a training on other texts", remedy)
        own = dict(self._model.named_parameters())
        with self._torch.no_grad():
            for name, value in state["weights"].items():
                own[name].copy_(value)
        self._optimizer.load_state_dict(state["optimizer"])
        if self._accountant is not None:
            self._accountant.load_state_dict(state["accountant"])
        return [EpochDone(*row) for row in state["done"]]


def _digest(records: Sequence[list[int]]) -> str:
    return sha256(json.dumps(records).encode("ascii")).hexdigest()
