"""How a synthetic release is made: which model, how it learns, how it writes, how private that is."""

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Literal

from gyges.errors import ConfigError
from gyges.records import JsonValue

_OF_WRITING = frozenset(("count", "temperature", "top_p", "device"))


@dataclass(frozen=True, slots=True)
class SynthesisRecipe:
    """Settings of ``gyges synthesize``."""

    base: str  # the causal language model: a folder, or a name on the Hugging Face hub
    count: int | None = None  # how many records to write; None for as many as there are originals
    lora: bool = True  # whether to learn small added matrices instead of all weights
    rank: int = 16  # their rank
    epochs: int = 3  # how often to go through the originals
    batch_size: int = 8  # records a step; with privacy the expected number
    learning_rate: float = 2e-4  # step of AdamW
    max_length: int = 512  # the most tokens of a record; longer ones are cut and counted
    control: tuple[str, ...] = ()
    temperature: float = 1.0  # of sampling
    top_p: float = 1.0  # of sampling
    epsilon: float | None = None  # the privacy budget; None for no differential privacy
    delta: float | None = None  # the chance that the guarantee fails; None for one over ten times the number of records
    clip: float = 1.0  # the most that one record may move the weights in a step, as a norm
    seed: int | None = None
    device: Literal["auto", "cpu", "cuda"] = "auto"  # ``auto``, ``cpu`` or ``cuda``

    def __post_init__(self) -> None:
        numbers = (self.learning_rate, self.temperature, self.top_p, self.clip, self.epsilon or 1.0, self.delta or 0.5)
        if not all(map(isfinite, numbers)):
            raise ConfigError("a setting is no finite number", "use numbers such as 8 or 0.1")
        for name in ("rank", "epochs", "batch_size", "learning_rate", "temperature", "top_p", "clip"):
            if getattr(self, name) <= 0:
                raise ConfigError(f"{name} is {getattr(self, name)}", "use a number above 0")
        if self.top_p > 1:
            raise ConfigError(f"top_p is {self.top_p}", "use a share above 0 and up to 1")
        if self.max_length < 2 or (self.count is not None and self.count < 1):
            raise ConfigError("a record has at least 2 tokens, and a release at least 1 record", "use larger numbers")
        if self.epsilon is not None and self.epsilon <= 0:
            raise ConfigError(f"a privacy budget of {self.epsilon} cannot be kept", "use an epsilon above 0")
        if self.epsilon is None and self.delta is not None:
            raise ConfigError("a delta without an epsilon says nothing", "give both")
        if self.delta is not None and not 0 < self.delta < 1:
            raise ConfigError(f"delta is {self.delta}", "use a number between 0 and 1")

    @property
    def is_private(self) -> bool:
        """Whether the release is made with differential privacy."""
        return self.epsilon is not None

    def learning(self) -> dict[str, JsonValue]:
        """Return the settings that decide what is learned, without a secret seed: a training goes on only with these.

        How records are written later is no part of it: one training serves any number of samples.
        """
        return {name: value for name, value in self.public().items() if name not in _OF_WRITING}

    def public(self) -> dict[str, JsonValue]:
        """Return the settings that may be written down: with privacy all but the seed."""
        settings: dict[str, JsonValue] = {**asdict(self), "control": list(self.control)}
        settings["seed"] = None if self.is_private else self.seed or 0
        return settings
