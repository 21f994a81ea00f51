"""Several seeds of one run: each in a folder of its own, then one report on what holds over them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gyges import __version__
from gyges.cli._model_flags import notice
from gyges.cli._output import print_table, say, say_lines, write_json
from gyges.corpus import Place, atomic_file
from gyges.errors import ConfigError
from gyges.models import ModelSettings
from gyges.reports.seeds import SEEDS_NOTE, SeedsFile, seeds_html, seeds_tables
from gyges.scoring import Count, stability

__all__ = ["SeedRun", "parse_seeds", "report_seeds", "run_seeds", "seed_outputs"]

Measured = Mapping[str, Mapping[str, Mapping[str, Count]]]
"""By what was measured and figure: what each document adds."""


@dataclass(frozen=True, slots=True)
class SeedRun:
    """What came of one seed.

    Attributes:
        measured: What each document adds, by what was measured and figure.
        cost: What models cost, as results files hold it.
    """

    measured: Measured
    cost: Mapping[str, object] = field(default_factory=dict)


def parse_seeds(text: str | None) -> tuple[int, ...]:
    """Return the seeds that the user wrote with commas; none where nothing was written.

    Raises:
        ConfigError: They are no whole numbers, fewer than two, or one stands there twice.
    """
    if text is None:
        return ()
    try:
        seeds = tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ConfigError(f"'{text}' are no seeds", "write whole numbers with commas, such as 1,2,3") from error
    if len(set(seeds)) != len(seeds) or len(seeds) < 2 or min(seeds) < 0:
        raise ConfigError(f"'{text}' are not two or more different seeds", "write them such as 1,2,3")
    return seeds


def seed_outputs(seeds: tuple[int, ...]) -> tuple[str, ...]:
    """Return what a folder of seeds holds."""
    return "seeds.json", "report.html", *map(_name, seeds)


def run_seeds(
    seeds: tuple[int, ...],
    settings: ModelSettings,
    folder: Path,
    one: Callable[[int, ModelSettings, Path], SeedRun],
) -> dict[int, SeedRun]:
    """Run every seed in its own folder, all within one budget.

    Args:
        seeds: The seeds.
        settings: Models and the budget of all seeds together.
        folder: The folder of the run.
        one: Runs one seed with its settings in its folder.
    """
    done: dict[int, SeedRun] = {}
    for number, seed in enumerate(seeds, start=1):
        notice(f"seed {seed}, {number} of {len(seeds)}")
        done[seed] = one(seed, replace(settings, seed=seed), folder / _name(seed))
        settings = _less(settings, done[seed].cost)
    return done


def report_seeds(
    kind: str,
    done: Mapping[int, SeedRun],
    folder: Path,
    settings: ModelSettings,
    asked: Mapping[str, str | None],
    json: Place | None,
    *,
    force: bool,
) -> None:
    """Write ``seeds.json`` and the report, and print what holds."""
    made = {
        "version": 1,
        "gyges": __version__,
        "kind": kind,
        "seeds": list(done),
        "asked": {name: value for name, value in asked.items() if value},
        **stability(_by_seed(done)),
        "prompts": dict(settings.prompts.digests()),
    }
    file = SeedsFile.model_validate(made)
    write_json(made, folder / "seeds.json", force=True)
    with atomic_file(folder / "report.html", force=True, private=True) as stream:
        stream.write(seeds_html(file).encode("utf-8"))
    if json is not None:
        write_json(made, json, force=force)
        return
    for title, table in seeds_tables(file):
        print_table(title, table.head, table.rows)
    say_lines([SEEDS_NOTE])
    say(f"Report: {folder / 'report.html'}  (each seed has its own beside it)")


def _by_seed(done: Mapping[int, SeedRun]) -> dict[str, dict[str, dict[int | None, Mapping[str, Count]]]]:
    """Return what each document adds, by what was measured, figure and seed."""
    turned: dict[str, dict[str, dict[int | None, Mapping[str, Count]]]] = {}
    for seed, run in done.items():
        for who, figures in run.measured.items():
            for figure, counts in figures.items():
                turned.setdefault(who, {}).setdefault(figure, {})[seed] = counts
    return turned


def _name(seed: int) -> str:
    return f"seed-{seed}"


def _less(settings: ModelSettings, cost: Mapping[str, object]) -> ModelSettings:
    """Return the settings with what is left of the budget."""
    calls, usd = cost.get("calls"), cost.get("usd")
    most, money = settings.max_calls, settings.max_usd
    return replace(
        settings,
        max_calls=None if most is None else max(0, most - int(str(calls or 0))),
        max_usd=None if money is None else max(0.0, money - float(str(usd or 0))),
    )
