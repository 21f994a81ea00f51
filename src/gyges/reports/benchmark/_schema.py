"""The file ``benchmark.json``, version 1: what a report on a benchmark is made from."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel

from gyges.scoring import RateRow, Results
from gyges.scoring.semantic import Linkage, Semantic


def figure_at(row: object, path: str) -> RateRow | None:
    """Return a figure by where it stands, as in "semantic.distance"; None where there is none."""
    found: Any = row
    for name in path.split("."):
        found = found.get(name) if isinstance(found, Mapping) else getattr(found, name, None)
    return found if isinstance(found, RateRow) else None


class _BenchmarkRow(BaseModel, frozen=True, extra="allow"):
    pass


class CountsRow(_BenchmarkRow):
    """Texts by length, people by document, or facts by person: how many, and how many have how many of them."""

    count: int = 0
    mean: float | None = None
    per_document: float | None = None
    per_subject: float | None = None
    distribution: dict[int, int] = {}
    sure: int = 0  # of certainty 3 and above
    by_tag: dict[str, int] = {}
    sure_by_tag: dict[str, int] = {}
    by_certainty: dict[int, int] = {}
    by_hardness: dict[int, int] = {}


class StatsRow(_BenchmarkRow):
    """What a data set holds, as ``gyges datasets stats`` counts it."""

    documents: int
    length: CountsRow
    subjects: CountsRow
    facts: CountsRow


class DatasetRow(_BenchmarkRow):
    """One data set: how much there is of it, and whose published results stand beside it."""

    name: str
    documents: int
    annotated: int
    marked: int
    people: int
    facts: int
    characters: int
    attackers: list[str]
    reference: str
    stats: StatsRow | None = None


class ValidationRow(_BenchmarkRow):
    """How good an attacker is on the originals (SPIA, Table 9)."""

    subject_match: RateRow
    fact_accuracy: RateRow
    fact_accuracy_all: RateRow
    subject_precision: RateRow
    by_tag: dict[str, RateRow] = {}
    by_hardness: dict[str, RateRow] = {}


class CellRow(_BenchmarkRow):
    """One method with one model and one seed on one data set, as one attacker sees it."""

    dataset: str
    label: str
    title: str
    method: str
    model: str | None
    seed: int | None
    attacker: str
    worst_person: RateRow
    cost: dict[str, float | int | None]
    results_file: str
    releases_file: str
    results: Results
    validation: ValidationRow | None = None


class RankRow(_BenchmarkRow):
    """How alike two attackers rank the methods (Spearman)."""

    dataset: str
    attackers: str
    methods: int
    cpr: float | None
    ipr: float | None


class DifferenceFigure(RateRow):
    """By how much one figure differs: mean and interval over documents, the ends over pairs of seeds."""

    documents: int
    pairs_of_seeds: int
    least: float | None = None
    most: float | None = None
    survives: bool = False


class DifferenceRow(_BenchmarkRow):
    """Two methods on one data set, read by one attacker: the first less the second."""

    dataset: str
    attacker: str
    one: str
    two: str
    cpr: DifferenceFigure
    ipr: DifferenceFigure


class SettingRow(_BenchmarkRow):
    """One attack by linkage: who links, and what is known."""

    linker: str
    draw: str
    known: int
    seed: int
    reworded: bool


class LinkRow(_BenchmarkRow):
    """The releases of one method on one data set, attacked by linkage in one setting."""

    dataset: str
    label: str
    title: str
    method: str
    model: str | None
    seed: int | None
    paired: bool
    setting: SettingRow
    results_file: str
    coverage: dict[str, int]
    linkage: Linkage
    semantic: Semantic
    lexical: dict[str, RateRow]
    controls: dict[str, RateRow] = {}
    categories: dict[str, RateRow] = {}
    utility: dict[str, RateRow] = {}
    sets: dict[str, RateRow] = {}


class LeftOutRow(_BenchmarkRow):
    """What the plan names and was not run."""

    what: str
    reason: str


class BenchmarkFile(_BenchmarkRow):
    """A benchmark that has been run."""

    version: Literal[1] = 1
    gyges: str
    name: str
    description: str = ""
    profile: str
    as_made: bool = False
    judge: str | None = None
    utility_judge: str | None = None
    matcher: str | None = None
    answerer: str | None = None
    references: list[str] = []
    prompts: dict[str, str] = {}
    tables: list[str] = []
    coverage: float | None = None
    datasets: list[DatasetRow]
    cells: list[CellRow]
    links: list[LinkRow] = []
    unlinked: list[LeftOutRow] = []
    ranks: list[RankRow] = []
    differences: list[DifferenceRow] = []
    left_out: list[LeftOutRow] = []
    spent_now: dict[str, float | int | None] = {}
    spent: dict[str, float | int | None] = {}

    def cells_of(self, dataset: str, attacker: str) -> list[CellRow]:
        """Return the rows of one table, in the order of the plan."""
        return [cell for cell in self.cells if (cell.dataset, cell.attacker) == (dataset, attacker)]
