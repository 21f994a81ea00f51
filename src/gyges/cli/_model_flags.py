"""From flags and gyges.yaml to the settings of models and attacks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import TypeAdapter, ValidationError

from gyges.attacks import AttackOptions
from gyges.cli._options import AllowHost, ConfigFile, JobsOption, named_values
from gyges.cli._saying import notice
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings, SampledRole, Sampling, load_settings, read_prompts
from gyges.runs.cluster import RayCluster
from gyges.runs.workers import Jobs


@dataclass(frozen=True, slots=True)
class ModelFlags:
    """What the user said about models on the command line."""

    config: ConfigFile = None
    allow_host: AllowHost = None
    max_calls: Annotated[int | None, typer.Option("--max-calls", min=0, help="The most calls to models.")] = None
    max_usd: Annotated[
        float | None, typer.Option("--max-usd", min=0, help="The most money for models, in US dollars.")
    ] = None
    prompts: Annotated[
        Path | None,
        typer.Option(
            "--prompts", metavar="FOLDER", help="Your own prompts in the place of ours; see 'gyges models prompts'."
        ),
    ] = None

    sampling: Annotated[
        list[str] | None,
        typer.Option(
            "--sampling", metavar="ROLE.NAME=VALUE", help="How answers are drawn, such as judge.temperature=0.1."
        ),
    ] = None

    def settings(self, plan: Mapping[SampledRole, Sampling] | None = None) -> ModelSettings:
        """Return the settings of the file, overruled by those of a plan and these by flags."""
        file = load_settings(self.config)
        words = file.prompts
        if self.prompts is not None:
            words = replace(read_prompts(self.prompts), sampling=words.sampling)
        return replace(
            file,
            allow_hosts=(*file.allow_hosts, *(self.allow_host or ())),
            max_calls=file.max_calls if self.max_calls is None else self.max_calls,
            max_usd=file.max_usd if self.max_usd is None else self.max_usd,
            prompts=words.drawn(plan or {}).drawn(self._drawn()),
        )

    def _drawn(self) -> dict[SampledRole, Sampling]:
        given: dict[str, dict[str, str]] = {}
        for place, value in named_values(self.sampling or (), "--sampling ROLE.NAME=VALUE"):
            role, _, name = place.partition(".")
            given.setdefault(role, {})[name] = value
        try:
            return _SAMPLING.validate_python(given)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"] if part != "[key]")
            raise ConfigError(
                f"--sampling {where}: {first['msg']}", "write judge.temperature=0.1 or judge.top_p=1"
            ) from error


_SAMPLING: TypeAdapter[dict[SampledRole, Sampling]] = TypeAdapter(dict[SampledRole, Sampling])


@dataclass(frozen=True, slots=True)
class AttackFlags:
    """What the user said about an attack by a model."""

    stages: Annotated[int, typer.Option("--stages", min=1, max=3, help="Calls per text of an attack by a model.")] = 3
    guess_all: Annotated[
        bool,
        typer.Option("--guess-all", help="A model must guess every kind of fact but codes for everybody, as in SPIA."),
    ] = False
    examples: Annotated[
        bool, typer.Option("--examples", help="Show a model that lists people examples, as in SPIA.")
    ] = False

    taxonomy: Annotated[
        Literal["spia", "spia+special"],
        typer.Option("--taxonomy", help="Which facts count: spia, or special categories (GDPR, article 9), too."),
    ] = "spia"

    def options(self, profile: str = "strict") -> AttackOptions:
        """Return the options of attacks; published profiles ask models for nothing of ours."""
        return AttackOptions(
            stages=self.stages,  # type: ignore[arg-type]  # has bounds
            guess_all=self.guess_all,
            examples=self.examples,
            taxonomy=self.taxonomy,
            special=profile != "paper" and not self.guess_all and not self.examples,
        )


@dataclass(frozen=True, slots=True)
class CrewFlags:
    """Who computes."""

    jobs: JobsOption = None
    engine: Annotated[
        Literal["local", "ray"],
        typer.Option("--engine", help="Who computes: processes of this machine, or a Ray cluster."),
    ] = "local"
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="HOST:PORT", help="Head of the Ray cluster; without it the one around here."),
    ] = None

    def crew(self) -> Jobs:
        """Return what the flags ask for."""
        if self.engine == "ray":
            return RayCluster(self.address, self.jobs, tell=notice)
        if self.address is not None:
            raise ConfigError("--address names a Ray cluster, and this run works on one machine", "use --engine ray")
        return self.jobs


def announce_hosts(pool: ModelPool) -> None:
    """Say before the run starts which hosts texts go to, besides this machine."""
    if pool.remote_hosts:
        notice(f"texts go to {', '.join(pool.remote_hosts)}")
