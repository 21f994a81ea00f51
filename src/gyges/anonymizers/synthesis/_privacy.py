"""Differential privacy: the noise an accountant asks for, and gradients of each record by itself."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from gyges.anonymizers.synthesis._libraries import library
from gyges.anonymizers.synthesis._recipe import SynthesisRecipe
from gyges.errors import ConfigError

ACCOUNTANT = "rdp"
"""Rényi accounting (Mironov 2017): an upper bound on what was spent."""

_SHARE_OF_DELTA = 10  # delta is a tenth of one over the number of records, unless told otherwise


@dataclass(frozen=True, slots=True)
class Budget:
    """A privacy budget and the noise that keeps it."""

    epsilon: float  # what was asked for
    delta: float  # the chance that the guarantee fails
    noise: float  # standard deviation of the noise, in multiples of the clipping norm
    sample_rate: float  # the chance of a record to be in a step
    steps: int  # how many steps are taken


def find_budget(recipe: SynthesisRecipe, records: int) -> Budget | None:
    """Return the budget with the noise the accountant finds for it; None without differential privacy."""
    if recipe.epsilon is None:
        return None
    delta = recipe.delta or 1 / (_SHARE_OF_DELTA * records)
    rate = min(1.0, recipe.batch_size / records)
    steps = recipe.epochs * max(1, round(1 / rate))
    try:
        noise = library("opacus.accountants.utils").get_noise_multiplier(
            target_epsilon=recipe.epsilon, target_delta=delta, sample_rate=rate, steps=steps, accountant=ACCOUNTANT
        )
    except (ValueError, OverflowError) as error:
        raise ConfigError(
            f"no noise keeps an epsilon of {recipe.epsilon:g} at a delta of {delta:.2g} ({error})",
            "use a larger epsilon or fewer epochs",
        ) from error
    return Budget(recipe.epsilon, delta, float(noise), rate, steps)


@cache
def teach_conv1d() -> None:
    """Tell Opacus how to take GPT-2's linear layers apart into gradients of single records."""
    torch, layers = library("torch"), library("transformers.pytorch_utils")

    def gradients(layer: Any, activations: Any, backprops: Any) -> dict[Any, Any]:
        found = {}
        if layer.weight.requires_grad:
            found[layer.weight] = torch.einsum("n...i,n...j->nij", activations[0], backprops)
        if layer.bias.requires_grad:
            found[layer.bias] = torch.einsum("n...k->nk", backprops)
        return found

    library("opacus.grad_sample").register_grad_sampler(layers.Conv1D)(gradients)
