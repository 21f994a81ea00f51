"""Writing new records with the trained model."""

from collections.abc import Iterator, Sequence
from typing import Any

from gyges.anonymizers.synthesis._libraries import library
from gyges.anonymizers.synthesis._recipe import SynthesisRecipe
from gyges.anonymizers.synthesis._records import opening

__all__ = ["sample_records"]

BATCH = 8
TRIES = 3
"""How often a record that came out blank is written again before it counts as failed."""


def sample_records(
    model: Any, tokenizer: Any, recipe: SynthesisRecipe, codes: Sequence[str], most: int
) -> Iterator[str]:
    """Yield one new record for each control code, in order; an empty one where the model wrote nothing in any try.

    Args:
        model: The trained model.
        tokenizer: Its tokenizer.
        recipe: Temperature, lengths, seed.
        codes: The control codes, empty ones for free writing.
        most: The most tokens of a record, no more than the model has places for.
    """
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
