"""A synthetic release: a model learns the originals and writes new records that belong to nobody in particular."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gyges._home import write_private
from gyges.anonymizers.synthesis._libraries import library, load_language_model
from gyges.anonymizers.synthesis._privacy import ACCOUNTANT, Budget, find_budget
from gyges.anonymizers.synthesis._recipe import SynthesisRecipe
from gyges.anonymizers.synthesis._records import opening, require_texts, training_records
from gyges.anonymizers.synthesis._training import CHECKPOINT, EpochDone, Trainer
from gyges.anonymizers.tagger._libraries import choose_device, quiet, saving
from gyges.records import Document, JsonValue, Release

BATCH = 8
TRIES = 3
"""How often a record that came out blank is written again before it counts as failed."""


def sample_records(
    model: Any, tokenizer: Any, recipe: SynthesisRecipe, codes: Sequence[str], most: int
) -> Iterator[str]:
    """Yield one new record for each control code, in order; an empty one where the model wrote nothing in any try."""
    torch = library("torch")
    model.eval()
    for start in range(0, len(codes), BATCH):
        chunk = list(codes[start : start + BATCH])
        texts = [""] * len(chunk)
        for attempt in range(TRIES):
            empty = [place for place, text in enumerate(texts) if not text.strip()]
            if not empty:
                break
            torch.manual_seed((recipe.seed or 0) * 1_000_003 + 500_000 + start * TRIES + attempt)
            written = _write(model, tokenizer, recipe, [chunk[place] for place in empty], most)
            for place, text in zip(empty, written, strict=True):
                texts[place] = text
        yield from texts


def _write(model: Any, tokenizer: Any, recipe: SynthesisRecipe, codes: Sequence[str], most: int) -> list[str]:
    torch = library("torch")
    prompts = [opening(tokenizer, code)[: most - 1] for code in codes]
    longest = max(map(len, prompts))
    padded = [[tokenizer.pad_token_id] * (longest - len(prompt)) + prompt for prompt in prompts]
    mask = [[0] * (longest - len(prompt)) + [1] * len(prompt) for prompt in prompts]
    with torch.no_grad():
        out = model.generate(
            input_ids=torch.tensor(padded, device=model.device),
            attention_mask=torch.tensor(mask, device=model.device),
            do_sample=True,
            temperature=recipe.temperature,
            top_p=recipe.top_p,
            top_k=0,
            max_new_tokens=most - longest,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
        )
    return [text.strip() for text in tokenizer.batch_decode(out[:, longest:], skip_special_tokens=True)]


CARD = "synthesis.json"
SYNTHESIS_FILES = (CARD, CHECKPOINT)
"""What a synthesis keeps in its folder."""


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A synthetic release and what it cost in privacy."""

    releases: tuple[Release, ...]
    epochs: tuple[EpochDone, ...]  # what was learned
    budget: Budget | None  # the privacy budget and its noise, None without differential privacy
    spent: float | None  # the epsilon spent, by the accountant; None without differential privacy
    cut: tuple[str, ...]  # ids of originals that were longer than the model takes
    records: int  # how many originals were learned from

    def card(self, recipe: SynthesisRecipe) -> dict[str, JsonValue]:
        """Return what a reader of the release may know about it.

        With privacy that is neither the loss nor how many originals were cut: both come from the originals without
        any noise.
        """
        privacy: JsonValue = None
        if self.budget is not None:
            privacy = {
                "epsilon": self.spent,
                "epsilon_asked": self.budget.epsilon,
                "delta": self.budget.delta,
                "noise_multiplier": self.budget.noise,
                "clip": recipe.clip,
                "sample_rate": self.budget.sample_rate,
                "steps": self.budget.steps,
                "accountant": ACCOUNTANT,
                "unit": "one document",
                "not_covered": "control codes and the number of records are not protected"
                if recipe.control
                else "the number of records is not protected",
            }
        return {
            "recipe": recipe.public(),
            "learned_from": self.records,
            "cut": len(self.cut) if self.budget is None else None,
            "written": len(self.releases),
            "blank": sum(1 for release in self.releases if not release.text),
            "epochs": [{**asdict(epoch), "loss": None} if self.budget else asdict(epoch) for epoch in self.epochs],
            "privacy": privacy,
        }


def synthesize(
    documents: Sequence[Document],
    recipe: SynthesisRecipe,
    folder: Path,
    *,
    force: bool = False,
    on_epoch: Callable[[EpochDone], None] = lambda epoch: None,
) -> Synthesis:
    """Learn the originals and write new records.

    Args:
        documents: The originals.
        recipe: How.
        folder: Where the training keeps its place; the same call goes on after a crash.
        force: Start again if the folder holds a training of other texts or with other settings.
        on_epoch: Told after every epoch.

    Raises:
        MissingExtraError: The extra ``train`` is not installed.
        ConfigError: The model cannot be used, or the folder belongs to other texts or settings.
        InputError: There is nothing to learn from.
    """
    if force:
        (folder / CHECKPOINT).unlink(missing_ok=True)
    require_texts(documents)  # before minutes are spent on loading a model
    tokenizer, model = load_language_model(recipe.base)
    most = min(recipe.max_length, int(getattr(model.config, "max_position_embeddings", recipe.max_length)))
    records = training_records(documents, tokenizer, most, recipe.control)
    budget = find_budget(recipe, len(documents))
    with quiet():
        learner = _with_adapters(model, recipe).to(choose_device(recipe.device))
        trainer = Trainer(learner, recipe, budget, tokenizer.pad_token_id, folder)
        epochs = trainer.run(records.tokens, on_epoch)
        count = recipe.count or len(documents)
        codes = [records.codes[number % len(records.codes)] for number in range(count)]
        texts = list(sample_records(learner, tokenizer, recipe, codes, most))
    releases = tuple(
        _release(number, text, code) for number, (text, code) in enumerate(zip(texts, codes, strict=True), 1)
    )
    made = Synthesis(releases, tuple(epochs), budget, trainer.spent, records.cut, len(documents))
    with saving(folder / CARD):
        write_private(folder / CARD, f"{json.dumps(made.card(recipe), indent=2)}\n".encode())
    return made


def _with_adapters(model: Any, recipe: SynthesisRecipe) -> Any:
    if not recipe.lora:
        return model
    library("torch").manual_seed(recipe.seed or 0)  # adapters start at random, which tells nothing about anybody
    peft = library("peft")
    config = peft.LoraConfig(
        task_type="CAUSAL_LM", r=recipe.rank, lora_alpha=2 * recipe.rank, lora_dropout=0.0, target_modules="all-linear"
    )
    return peft.get_peft_model(model, config)


def _release(number: int, text: str, code: str) -> Release:
    trace: dict[str, JsonValue] = {"control": code.strip()} if code else {}
    if not text:
        trace["failed"] = "the model wrote nothing"
    return Release(f"synthetic-{number:05d}", text, "synthesize", trace)
