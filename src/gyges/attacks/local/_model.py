"""Where the weights of `local` are, and the likeliest answer that grammars allow.

The base lies on this machine once it was fetched; the adapter ships in this folder.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import anyio

from gyges.errors import ConfigError, MissingExtraError
from gyges.models import GgufServer, ModelPool, weights_named, weights_path

ADAPTER = Path(__file__).with_name("adapter.gguf")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model wrote."""

    text: str
    whole: bool = True  # whether it came to its end; False where it was cut off


@dataclass(frozen=True)
class LocalModel:
    """The base weights with the adapter; loaded when first asked."""

    server: GgufServer
    _turn: anyio.Lock = field(default_factory=anyio.Lock)

    async def write(self, prompt: str, grammar: Callable[[str], str], most_tokens: int) -> Answer:
        """Return the likeliest answer, line by line: the grammar of a line may depend on what was said before it."""
        said, left = "", most_tokens
        async with self._turn:  # the lines of one answer follow each other in what the runtime remembers
            while left > 0:
                body = {"prompt": prompt + said, "grammar": grammar(said), "max_tokens": left, "temperature": 0}
                body["cache_prompt"] = bool(said)  # a text that was read before is read in the same way
                data = await self.server.ask("handle_completions", body)
                (choice,) = data["choices"]
                said += choice["text"]
                left -= data["usage"]["completion_tokens"]
                if choice.get("finish_reason") != "stop":
                    break
                if not choice["text"].endswith("\n"):
                    return Answer(said)
        return Answer(said, whole=False)


def open_local(pool: ModelPool) -> LocalModel:
    """Return the model of the attacker `local`, one for all who ask this pool."""
    return LocalModel(pool.gguf_server(*local_files()))


def local_files() -> tuple[Path, Path]:
    """Return the files of the base and of the adapter; a `ConfigError` says what is missing, and how it is got."""
    if find_spec("xllamacpp") is None:  # now, and not at the first text
        raise MissingExtraError("local", "the attacker 'local'")
    if not ADAPTER.is_file():
        raise ConfigError("this copy of Gyges holds no adapter for the attacker 'local'", "install a released version")
    base = weights_path(weights_named("local"))
    if not base.is_file():
        raise ConfigError("the weights of the attacker 'local' are not on this machine", "run: gyges models get local")
    return base, ADAPTER
