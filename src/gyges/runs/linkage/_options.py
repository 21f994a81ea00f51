"""How a linkage attack is carried out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gyges.attacks.linkage import Auxiliary, Draw
from gyges.errors import ConfigError
from gyges.runs._run import CONCURRENCY
from gyges.scoring.semantic import SAMPLES, CategorySet, task_names

__all__ = ["LinkOptions"]


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """Settings of ``gyges link``.

    Attributes:
        linker: Who links: one of `gyges.attacks.linkage.LINKERS`.
        analyzer: How BM25 cuts words: ``default`` or ``lucene``.
        embedder: The folder of a sentence-embedding model, for dense linkers and the embedding distance.
        claimer: Who takes originals apart into claims: ``rules`` or a model.
        draw: Which claims the attacker knows: random, first or last ones.
        known: How many.
        seed: Seed of the random draw.
        auxiliary: What the attacker knows, given by the user, by record; it takes the place of the draw.
        paraphraser: The model that rewords what the attacker knows; None leaves it as it stands in the original.
        judge: The model that rates claims; None for rules, which see wording only.
        samples: How often a judge is asked.
        categories: The kinds of information leaks are sorted into.
        controls: Whether the same is done with the true record, what was known alone, a random record, the originals.
        paired: Whether releases belong to originals one by one; a synthetic release does not.
        person_field: The key in a document's meta that says which person it is about, to join documents of one person.
        label_field: The key in a document's meta that holds its label, to see whether releases keep it (by a judge).
        tasks: A list of tasks (``chat``, or a file with one a line) a judge sorts originals and releases into, to see
            whether the release keeps their distribution; instead of a label field.
        whole: Whether figures are made that do not depend on what the attacker knows: utility, the release as a set.
        mauve: The folder of a language model for MAUVE; None leaves MAUVE out.
        concurrency: How many documents are in flight.
    """

    linker: str = "bm25"
    analyzer: str = "default"
    embedder: str | None = None
    claimer: str = "rules"
    draw: Draw = "random"
    known: int = 3
    seed: int = 0
    auxiliary: Mapping[str, Auxiliary] = field(default_factory=dict)
    paraphraser: str | None = None
    judge: str | None = None
    samples: int = SAMPLES
    categories: CategorySet = "general"
    controls: bool = True
    paired: bool = True
    person_field: str | None = None
    label_field: str | None = None
    tasks: str | None = None
    whole: bool = True
    mauve: Path | None = None
    concurrency: int = CONCURRENCY

    def __post_init__(self) -> None:
        if (self.label_field is not None or self.tasks is not None) and self.judge is None:
            raise ConfigError("labels of releases are given by a model", "name one with --judge")
        if self.label_field is not None and self.tasks is not None:
            raise ConfigError("labels are either in the documents or given by a model", "leave one of the two out")
        if self.tasks is not None:
            task_names(self.tasks)
