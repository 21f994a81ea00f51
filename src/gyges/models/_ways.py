"""The ways to name a model, and whether this machine is ready for each."""

import os
from dataclasses import dataclass
from importlib.util import find_spec

__all__ = ["Way", "ways_to_name_a_model"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to name a model.

    Attributes:
        form: How the name is written.
        what: What is behind it.
        needs: What it needs.
        ready: Whether that is there, as far as can be told without a call.
    """

    form: str
    what: str
    needs: str
    ready: bool


def ways_to_name_a_model() -> tuple[Way, ...]:
    """Return all ways, looking at the environment now."""
    return (
        Way(
            "http://HOST:PORT/v1#NAME",
            "any OpenAI-compatible server",
            "the server; GYGES_API_KEY if it wants one",
            True,
        ),
        Way("gguf:PATH", "a GGUF file in this process", "the extra 'local'", find_spec("xllamacpp") is not None),
        Way("openai/NAME", "OpenAI", "OPENAI_API_KEY, --allow-host api.openai.com", _is_set("OPENAI_API_KEY")),
        Way(
            "anthropic/NAME",
            "Anthropic",
            "ANTHROPIC_API_KEY, --allow-host api.anthropic.com",
            _is_set("ANTHROPIC_API_KEY"),
        ),
    )


def _is_set(name: str) -> bool:
    return bool(os.environ.get(name))
