"""From flags and gyges.yaml to the settings of models and attacks."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from gyges.attacks import AttackOptions
from gyges.cli._printable import one_line
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings, load_settings, read_prompts


@dataclass(frozen=True, slots=True)
class ModelFlags:
    """What the user said about models on the command line."""

    config: Path | None = None
    allow_host: Sequence[str] = ()
    max_calls: int | None = None
    max_usd: float | None = None
    prompts: Path | None = None

    def settings(self) -> ModelSettings:
        """Return the settings of the file, overruled by flags."""
        file = load_settings(self.config)
        return replace(
            file,
            allow_hosts=(*file.allow_hosts, *self.allow_host),
            max_calls=file.max_calls if self.max_calls is None else self.max_calls,
            max_usd=file.max_usd if self.max_usd is None else self.max_usd,
            prompts=file.prompts if self.prompts is None else read_prompts(self.prompts),
        )


def attack_options(
    stages: int, reference_date: str | None, *, guess_all: bool = False, examples: bool = False
) -> AttackOptions:
    """Return the options of attacks; a date that is none is refused."""
    options = AttackOptions(stages=stages, guess_all=guess_all, examples=examples)  # type: ignore[arg-type]  # has bounds
    if reference_date is None:
        return options
    try:
        return replace(options, reference_date=date.fromisoformat(reference_date))
    except ValueError as error:
        raise ConfigError(f"'{one_line(reference_date)}' is no date", "write it as 2025-09-01") from error


def announce_hosts(pool: ModelPool) -> None:
    """Say before the run starts which hosts texts go to, besides this machine."""
    if pool.remote_hosts:
        sys.stderr.write(f"gyges: texts go to {', '.join(pool.remote_hosts)}\n")


def notice(sentence: str) -> None:
    """Pass on what a model endpoint has to say."""
    sys.stderr.write(f"gyges: {one_line(sentence)}\n")
