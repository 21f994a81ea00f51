"""What a benchmark will cost, before it starts: calls, tokens and money, less what is done already.

Loops that may stop early are counted in full, and a judge as if rules settled nothing. Corrective turns after answers
that were not valid are not counted, as nobody knows them beforehand.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gyges.anonymizers import method_calls, open_anonymizer
from gyges.attacks import open_attacker
from gyges.models import Model, ModelPool
from gyges.records import Document, JsonValue
from gyges.runs._anonymize import AnonymizeOptions, Shown, anonymize_stage
from gyges.runs._calls import models_asked, tokens_of, windows_of
from gyges.runs._findings import attack_settings
from gyges.runs._folder import private_journal
from gyges.runs._lock import folder_lock
from gyges.runs._outcome import UnitOutcome
from gyges.runs._plan import Stage, Task, unit_digest
from gyges.runs.benchmark._cells import ENDS_OF_THE_SCALE, Cell
from gyges.runs.benchmark._link_cost import LinkCalls, link_calls
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.benchmark._run import anonymize_folder, audit_folder
from gyges.runs.linkage._questions import choice_of
from gyges.scoring import MIN_CERTAINTY

__all__ = ["CostRow", "cost_row", "estimate_cost"]

REWRITE_OVERHEAD = 700
ATTACK_OVERHEAD = 900
"""Tokens of a question besides the text: instructions, and the schema of the answer (measured on our own prompts)."""

ATTACK_ANSWER = 600
JUDGE_TOKENS = (300, 20)
RATING_TOKENS = (400, 250)
MATCHING_TOKENS = (900, 150)
ANSWER_TOKENS = (250, 60)


@dataclass(frozen=True, slots=True)
class CostRow:
    """One line of the estimate.

    Attributes:
        dataset: The data set.
        step: What is done, such as ``anonymize`` or ``attack``.
        who: The method or attacker.
        model: The model that is asked; empty for none.
        units: Texts to work on.
        done: Texts that an earlier run has done.
        calls: Calls, at most.
        input_tokens: Tokens sent, about.
        output_tokens: Tokens received, about.
        usd: What that costs; None where the price is not known.
    """

    dataset: str
    step: str
    who: str
    model: str
    units: int
    done: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0

    def to_json(self) -> dict[str, JsonValue]:
        """Return the row for machines."""
        return {name: getattr(self, name) for name in self.__slots__}


def estimate_cost(prepared: Prepared, folder: Path, pool: ModelPool) -> tuple[CostRow, ...]:
    """Return what is left to do and what it costs; nothing is sent, nothing is written."""
    return tuple(_Estimate(prepared, folder, pool).rows())


@dataclass(frozen=True, slots=True)
class _Estimate:
    prepared: Prepared
    folder: Path
    pool: ModelPool

    def rows(self) -> Iterator[CostRow]:
        for choice in self.prepared.plan.datasets:
            documents = self.prepared.documents[choice.name]
            cells = [cell for cell in self.prepared.cells if cell.dataset == choice.name]
            texts: list[tuple[str, str | None, int]] = [(d.id, d.text, len(d.text)) for d in documents]
            for cell in cells:
                released = self._released(cell, documents)
                yield from self._anonymize(cell, documents, released)
                texts += [(d.id, released.get(d.id, _foreseen(cell, d)), len(d.text)) for d in documents]
            for name in self.prepared.attackers[choice.name]:
                yield from self._attack(choice.name, name, texts)
            if self.prepared.attackers[choice.name]:
                yield from self._judges(choice.name, documents, cells)
        yield from map(_link_row, link_calls(self.prepared, self.pool))

    def _released(self, cell: Cell, documents: Iterable[Document]) -> dict[str, str]:
        """Return the texts of a cell that are made already."""
        tools = cell.tools(self.pool, self.prepared.attack)
        options = AnonymizeOptions(cell.choice.method, cell.options)
        anonymizer = open_anonymizer(options.method, tools, options.options)
        stage = anonymize_stage(anonymizer, tools, options)
        shown = Shown(options.method, documents)
        found = _done(anonymize_folder(self.folder, cell), {unit_digest(stage, d, {}): d.id for d in shown})
        return {id_: str(dict(outcome.value)["text"]) for id_, outcome in found.items()}  # type: ignore[arg-type]

    def _anonymize(self, cell: Cell, documents: Iterable[Document], done: Mapping[str, str]) -> Iterator[CostRow]:
        everything = list(documents)
        left = [len(document.text) for document in everything if document.id not in done]
        calls, names = method_calls(cell.choice.method, cell.options), (cell.dataset, "anonymize", cell.label)
        tools = cell.tools(self.pool, self.prepared.attack)
        if cell.model is None or not calls.rewrites:
            yield CostRow(*names, "", len(left), len(done))
        else:
            model = self.pool.model(cell.model)
            sums = [(calls.rewrites, tokens_of(size) + REWRITE_OVERHEAD, tokens_of(size), size) for size in left]
            yield cost_row(names, model, len(left), len(done), sums)
        attacker = cell.choice.attacker or cell.model
        if calls.attacks and attacker is not None:
            inside = open_attacker(attacker, self.pool, tools.attack)
            for model, each in models_asked(inside, 1):
                sums = [(calls.attacks * each, tokens_of(size) + ATTACK_OVERHEAD, ATTACK_ANSWER, size) for size in left]
                yield cost_row((cell.dataset, "attack inside", cell.label), model, len(left), len(done), sums)

    def _attack(self, dataset: str, name: str, texts: Iterable[tuple[str, str | None, int]]) -> Iterator[CostRow]:
        """The originals and all releases; a text that several releases share is attacked once."""
        attacker = open_attacker(name, self.pool, self.prepared.attack)
        stage = Stage(f"attack {attacker.name}", _nothing, self._attack_settings())
        known: dict[str, int] = {}
        unknown: list[int] = []
        for id_, text, size in texts:
            if text is None:
                unknown.append(size)
            else:
                known[unit_digest(stage, Document(id_, text), {})] = len(text)
        done = _done(audit_folder(self.folder, dataset), {digest: digest for digest in known})
        sizes = [*unknown, *(size for digest, size in known.items() if digest not in done)]
        asked = list(models_asked(attacker, self.prepared.plan.stages))
        if not asked:
            yield CostRow(dataset, "attack", name, "", len(sizes), len(done))
        for model, each in asked:
            sums = [(each, tokens_of(size) + ATTACK_OVERHEAD, ATTACK_ANSWER, size) for size in sizes]
            yield cost_row((dataset, "attack", name), model, len(sizes), len(done), sums)

    def _attack_settings(self) -> dict[str, JsonValue]:
        return attack_settings(self.prepared.attack, self.pool.settings.prompts)

    def _judges(self, dataset: str, documents: Iterable[Document], cells: Iterable[Cell]) -> Iterator[CostRow]:
        everything, every_cell, plan = list(documents), list(cells), self.prepared.plan
        changing = [cell for cell in every_cell if cell.choice.method not in ENDS_OF_THE_SCALE]
        if plan.judge is not None:
            facts = sum(f.certainty >= MIN_CERTAINTY for d in everything for s in d.subjects or () for f in s.facts)
            units = facts * (len(changing) + 1) * len(self.prepared.attackers[dataset])
            names = (dataset, "judge values, at most", plan.judge)
            yield cost_row(names, self.pool.model(plan.judge), units, 0, [(1, *JUDGE_TOKENS, 0)] * units)
        for attacker in self.prepared.attackers[dataset]:
            matcher = self.prepared.audit_options(dataset, attacker).who_matches
            if matcher is not None:
                sent, received = MATCHING_TOKENS
                sums = [(1, 2 * tokens_of(len(d.text)) + sent, received, 0) for d in everything for _ in (0, *changing)]
                yield cost_row((dataset, "match people", matcher), self.pool.model(matcher), len(sums), 0, sums)
        if plan.utility_judge is not None:
            sent, received = RATING_TOKENS
            sums = [(1, 2 * tokens_of(len(d.text)) + sent, received, 0) for d in everything for _ in changing]
            names = (dataset, "rate utility", plan.utility_judge)
            yield cost_row(names, self.pool.model(plan.utility_judge), len(sums), 0, sums)
        if plan.answerer is not None:
            sent, received = ANSWER_TOKENS
            asked = [d for d in everything if choice_of(d) is not None]
            sums = [(1, tokens_of(len(d.text)) + sent, received, 0) for d in asked for _ in every_cell]
            yield cost_row(
                (dataset, "answer questions", plan.answerer), self.pool.model(plan.answerer), len(sums), 0, sums
            )


def _link_row(one: LinkCalls) -> CostRow:
    price = None if one.model is None else one.model.price
    usd = None if price is None else (one.input_tokens * price.input + one.output_tokens * price.output) / 1_000_000
    name, sums = "" if one.model is None else one.model.name, (one.calls, one.input_tokens, one.output_tokens)
    return CostRow(one.dataset, one.step, one.who, name, one.units, 0, *sums, 0.0 if one.model is None else usd)


def _foreseen(cell: Cell, document: Document) -> str | None:
    """Return the release of a document where it is known beforehand."""
    return {"none": document.text, "remove-all": ""}.get(cell.choice.method)


async def _nothing(_: Task) -> JsonValue:
    return None


def _done(folder: Path, wanted: Mapping[str, str]) -> dict[str, UnitOutcome]:
    """Return how units ended that the journal of a folder has done, by what they are wanted for."""
    if not (folder / "journal").is_file():
        return {}
    with folder_lock(folder), private_journal(folder / "journal") as journal:
        outcomes = {
            digest: UnitOutcome.from_payload(digest, journal.get(digest)) for digest in wanted if digest in journal
        }
    return {wanted[digest]: outcome for digest, outcome in outcomes.items() if outcome.done}


def cost_row(
    names: tuple[str, str, str], model: Model, units: int, done: int, sums: Iterable[tuple[int, int, int, int]]
) -> CostRow:
    """Return a line of the estimate, over texts: calls for a window, tokens in and out of a call, its length."""
    calls = sent = received = 0
    for each, into, out, size in sums:
        calls += each * windows_of(size)
        sent += each * into
        received += each * out
    price = model.price
    usd = None if price is None else (sent * price.input + received * price.output) / 1_000_000
    return CostRow(*names, model.name, units, done, calls, sent, received, usd)
