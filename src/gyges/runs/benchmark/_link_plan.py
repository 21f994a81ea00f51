"""The part of a plan that says how releases are attacked by linkage: what is known, by whom it is linked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from gyges.attacks.linkage import LINKERS, MOST_KNOWN, Draw
from gyges.errors import ConfigError
from gyges.scoring.semantic import SAMPLES, CategorySet

__all__ = ["JUDGE", "LinkBlock", "LinkFile", "LinkPlan", "LinkSetting", "SyntheticChoice"]

_RELEASES = "releases.jsonl"
JUDGE = "judge"
"""Stands for the judge of the plan where somebody makes claims or rewords them."""


@dataclass(frozen=True, slots=True)
class LinkSetting:
    """One attack: who links, how many claims are known, which, with which seed, and whether they are reworded."""

    linker: str = "bm25"
    draw: Draw = "random"
    known: int = 3
    seed: int = 0
    reworded: bool = False

    @property
    def label(self) -> str:
        """What it is called in lists.

        Example:
            >>> LinkSetting(known=2, seed=7).label
            'bm25, random 2, seed 7'
        """
        seed = f", seed {self.seed}" if self.draw == "random" else ""
        return f"{self.linker}, {self.draw} {self.known}{seed}{', reworded' if self.reworded else ''}"


@dataclass(frozen=True, slots=True)
class LinkBlock:
    """Attacks that are crossed: every linker x draw x number of known claims x seed, plain or reworded."""

    linkers: tuple[str, ...] = ("bm25",)
    draws: tuple[Draw, ...] = ("random",)
    known: tuple[int, ...] = (3,)
    seeds: tuple[int, ...] = (0,)
    reworded: tuple[bool, ...] = (False,)

    def settings(self) -> Iterator[LinkSetting]:
        """Yield the attacks; only a random draw is made with every seed, as the others would be the same again."""
        for linker, draw, known, reworded in product(self.linkers, self.draws, self.known, self.reworded):
            for seed in self.seeds if draw == "random" else self.seeds[:1]:
                yield LinkSetting(linker, draw, known, seed, reworded)


@dataclass(frozen=True, slots=True)
class SyntheticChoice:
    """A synthetic release of a data set: it belongs to no original, so it is evaluated as a set.

    Attributes:
        dataset: The data set it was learned from.
        path: The file of releases, or the folder of ``gyges synthesize``.
        label: What it is called in tables.
        optional: Whether the benchmark goes on without it where it is not there, and says so.
    """

    dataset: str
    path: str
    label: str = "data synthesis"
    optional: bool = False

    @property
    def file(self) -> Path:
        """The file of releases; the folder of ``gyges synthesize`` stands for the one in it."""
        path = Path(self.path)
        return path / _RELEASES if path.is_dir() else path


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """How releases are attacked by linkage.

    Attributes:
        attacks: The attacks; those of all blocks, each once. The first is the one that the main table shows.
        claims: Who makes claims: ``rules``, a model, or ``judge`` for the judge of the plan.
        rewords: Who rewords what is known: a model, or ``judge``.
        analyzer: How BM25 cuts words.
        samples: How often the judge is asked.
        embedder: The folder of an embedding model, for dense linkers and the embedding distance.
        mauve: The folder of a language model for MAUVE.
        categories: The kinds of information leaks are sorted into, by data set; general ones where none is named.
        tasks: The list of tasks that texts are sorted into, by data set.
        synthetic: Synthetic releases to evaluate beside.
    """

    attacks: tuple[LinkBlock, ...] = (LinkBlock(),)
    claims: str = "rules"
    rewords: str = JUDGE
    analyzer: str = "default"
    samples: int = SAMPLES
    embedder: str | None = None
    mauve: str | None = None
    categories: Mapping[str, CategorySet] = field(default_factory=dict)
    tasks: Mapping[str, str] = field(default_factory=dict)
    synthetic: tuple[SyntheticChoice, ...] = ()

    @property
    def settings(self) -> tuple[LinkSetting, ...]:
        """Every attack once, in the order of the plan."""
        return tuple(dict.fromkeys(setting for block in self.attacks for setting in block.settings()))

    def rewords_by(self, judge: str | None) -> str | None:
        """Return who rewords what is known; None for nobody."""
        return judge if self.rewords == JUDGE else self.rewords


class _LinkPlanRow(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class _Block(_LinkPlanRow):
    linkers: tuple[str, ...] = Field(default=("bm25",), min_length=1)
    draws: tuple[Draw, ...] = Field(default=("random",), min_length=1)
    known: tuple[int, ...] = Field(default=(3,), min_length=1)
    seeds: tuple[int, ...] = Field(default=(0,), min_length=1)
    reworded: tuple[bool, ...] = Field(default=(False,), min_length=1)


class _Synthetic(_LinkPlanRow):
    dataset: str = Field(min_length=1)
    path: str = Field(min_length=1)
    label: str = "data synthesis"
    optional: bool = False


class LinkFile(_LinkPlanRow):
    """The keys of ``linkage`` in a plan file."""

    attacks: tuple[_Block, ...] = Field(default=(_Block(),), min_length=1)
    claims: str = "rules"
    rewords: str = JUDGE
    analyzer: str = "default"
    samples: int = Field(default=SAMPLES, ge=1)
    embedder: str | None = None
    mauve: str | None = None
    categories: dict[str, CategorySet] = {}
    tasks: dict[str, str] = {}
    synthetic: tuple[_Synthetic, ...] = ()

    def plan(self, name: str, datasets: frozenset[str]) -> LinkPlan:
        """Return what the file says, checked against the data sets of the plan.

        Raises:
            ConfigError: It names a linker, a number or a data set that is none.
        """
        blocks = tuple(LinkBlock(**block.model_dump()) for block in self.attacks)
        synthetic = tuple(SyntheticChoice(**row.model_dump()) for row in self.synthetic)
        for setting in (setting for block in blocks for setting in block.settings()):
            if setting.linker not in LINKERS:
                raise ConfigError(
                    f"the plan '{name}' names the linker '{setting.linker}'", f"choose from {', '.join(LINKERS)}"
                )
            if not 1 <= setting.known <= MOST_KNOWN:
                raise ConfigError(f"the plan '{name}' has {setting.known} claims known", f"use 1 to {MOST_KNOWN}")
        named = {*self.categories, *self.tasks, *(row.dataset for row in synthetic)}
        if named - datasets:
            other = min(named - datasets)
            raise ConfigError(f"'linkage' of the plan '{name}' is for '{other}', no data set of it", "mend the file")
        rest = {key: getattr(self, key) for key in LinkFile.model_fields if key not in ("attacks", "synthetic")}
        return LinkPlan(attacks=blocks, synthetic=synthetic, **rest)
