"""How a model is named: ``openai/NAME``, ``anthropic/NAME``, ``http://host:port/v1#NAME``, ``gguf:PATH``."""

import ipaddress
import os
import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from urllib.parse import urlsplit

from gyges.errors import ConfigError

GENERAL_KEY = "GYGES_API_KEY"
"""Key for servers named by address; followed by ``_HOST`` (dots as underscores) it is for that host alone."""

OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com/v1"
_FORMS = "openai/NAME, anthropic/NAME, http://HOST:PORT/v1#NAME or gguf:PATH"


class Protocol(StrEnum):
    """The protocols Gyges speaks."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GGUF = "gguf"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model by name."""

    text: str  # the spec as the user wrote it
    protocol: Protocol  # how to talk to it
    endpoint: str  # the base address, or the path of a GGUF file
    model: str  # the name the endpoint knows the model by
    key_name: str = GENERAL_KEY  # the environment variable that may hold the key

    @property
    def key_names(self) -> tuple[str, ...]:
        """The environment variables that may hold the key, the most specific one first."""
        if self.key_name != GENERAL_KEY or self.host is None:
            return (self.key_name,) if self.key_name else ()
        return (f"{GENERAL_KEY}_{re.sub(r'[^A-Z0-9]', '_', self.host.upper())}", GENERAL_KEY)

    @property
    def host(self) -> str | None:
        """The host that texts would go to, None for a model in this process."""
        return None if self.protocol is Protocol.GGUF else urlsplit(self.endpoint).hostname

    @property
    def is_local(self) -> bool:
        """Whether texts stay on this machine."""
        return self.host is None or is_loopback(self.host)


def parse_spec(text: str) -> ModelSpec:
    """Read the name of a model."""
    text = text.strip()
    if text.startswith(("http://", "https://")):
        return _address(text)
    if text.startswith("gguf:"):
        path = text.removeprefix("gguf:")
        if path:
            return ModelSpec(text, Protocol.GGUF, path, path.rsplit("/", 1)[-1], key_name="")
    for protocol, url, key_name in (
        (Protocol.OPENAI, OPENAI_URL, "OPENAI_API_KEY"),
        (Protocol.ANTHROPIC, ANTHROPIC_URL, "ANTHROPIC_API_KEY"),
    ):
        name = text.removeprefix(f"{protocol}/")
        if name and name != text:
            return ModelSpec(text, protocol, url, name, key_name)
    raise ConfigError(f"'{text}' does not name a model", f"write {_FORMS}")


def _address(text: str) -> ModelSpec:
    address, _, name = text.partition("#")
    if "@" in address or "?" in address or "#" in name:  # before anything of it is shown: a password may hold anything
        raise ConfigError("the address of a model holds a password or a query", "put the key into GYGES_API_KEY")
    try:
        parts = urlsplit(address)
        _ = parts.port  # a bad port shows only when it is asked for
    except ValueError as error:
        raise ConfigError(f"'{address}' is not an address ({error})", f"write {_FORMS}") from error
    if not parts.hostname or not name:
        raise ConfigError(f"'{text}' lacks the {'name of the model' if parts.hostname else 'host'}", f"write {_FORMS}")
    return ModelSpec(text, Protocol.OPENAI, address.rstrip("/"), name)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its very name; names that merely resolve to it do not count."""
    if host.lower() == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


@dataclass(frozen=True, slots=True)
class Way:
    """One way to name a model."""

    form: str  # how the name is written
    what: str  # what is behind it
    needs: str  # what it needs
    ready: bool  # whether that is there, as far as can be told without a call


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
