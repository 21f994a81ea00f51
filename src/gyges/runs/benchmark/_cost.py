"""What a benchmark will cost, before it starts: calls, tokens and money, less what is done already.

Loops that may stop early are counted in full, and a judge as if rules settled nothing. Corrective turns after answers
that were not valid are not counted, as nobody knows them beforehand.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from gyges.anonymizers import method_calls, open_anonymizer
from gyges.attacks import is_read_here, open_attacker
from gyges.attacks.linkage import is_dialogue
from gyges.models import Model, ModelPool
from gyges.records import Document, JsonValue
from gyges.runs._anonymize import AnonymizeOptions, anonymize_stage, shown_to
from gyges.runs._audited import RULES
from gyges.runs._findings import attack_settings
from gyges.runs._folder import private_journal
from gyges.runs._lock import folder_lock
from gyges.runs._outcome import UnitOutcome
from gyges.runs._plan import Stage, unit_digest
from gyges.runs._spending import models_asked, tokens_of, windows_of
from gyges.runs.benchmark._cells import ENDS_OF_THE_SCALE, Cell
from gyges.runs.benchmark._links import link_options
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.benchmark._run import anonymize_folder, audit_folder
from gyges.runs.linkage import LinkOptions
from gyges.runs.linkage._utility import choice_of
from gyges.scoring import MIN_CERTAINTY
from gyges.scoring.semantic import CLAIMS_AT_ONCE

REWRITE_OVERHEAD = 700
ATTACK_OVERHEAD = 900
"""Tokens of a question besides the text: instructions, and the schema of the answer (measured on our own prompts)."""

ATTACK_ANSWER = 600
JUDGE_TOKENS = (300, 20)
RATING_TOKENS = (400, 250)
MATCHING_TOKENS = (900, 150)
ANSWER_TOKENS = (250, 60)

CHARACTERS_PER_CLAIM = 52
"""Characters of text for one claim (rules on 60 bundled documents: 101,995 characters, 1,964 claims)."""

CLAIM_TOKENS = 15
LINK_OVERHEAD = 700  # tokens of a question besides text and claims: instructions, example, schema
RATED_TOKENS = 40  # of an answer for one claim: reason and rating
SHORT_ANSWER = 60
_QUESTIONS = 3  # each is answered from the release, from the original and from nothing
_PAIRS = 4  # texts an original is rated against: the linked record, what was known, a stranger's record, the original

Names: TypeAlias = tuple[str, str, str]
"""Data set, step, and method or attacker."""


@dataclass(frozen=True, slots=True)
class CostRow:
    """One line of the estimate."""

    dataset: str  # the data set
    step: str  # what is done, such as ``anonymize`` or ``attack``
    who: str  # the method or attacker
    model: str  # the model that is asked; empty for none
    units: int  # texts to work on
    done: int = 0  # texts that an earlier run has done
    calls: int = 0  # calls, at most
    input_tokens: int = 0  # tokens sent, about
    output_tokens: int = 0  # tokens received, about
    usd: float | None = 0.0  # what that costs; None where the price is not known

    def to_json(self) -> dict[str, JsonValue]:
        """Return the row for machines."""
        return asdict(self)


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
        yield from _links(self.prepared, self.pool)

    def _released(self, cell: Cell, documents: Iterable[Document]) -> dict[str, str]:
        """Return the texts of a cell that are made already."""
        tools = cell.tools(self.pool, self.prepared.attack)
        options = AnonymizeOptions(cell.choice.method, cell.options, as_made=self.prepared.plan.as_made)
        anonymizer = open_anonymizer(options.method, tools, options.options)
        stage = anonymize_stage(anonymizer, tools, options)
        shown = shown_to(options.method, documents)
        found = _done(anonymize_folder(self.folder, cell), {unit_digest(stage, d): d.id for d in shown})
        return {id_: str(dict(outcome.value)["text"]) for id_, outcome in found.items()}  # type: ignore[arg-type]

    def _anonymize(self, cell: Cell, documents: Iterable[Document], done: Mapping[str, str]) -> Iterator[CostRow]:
        everything = list(documents)
        left = [len(document.text) for document in everything if document.id not in done]
        calls, names = method_calls(cell.choice.method, cell.options), (cell.dataset, "anonymize", cell.label)
        tools = cell.tools(self.pool, self.prepared.attack)
        if cell.model is None or is_read_here(cell.model) or not calls.rewrites:
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
                known[unit_digest(stage, Document(id_, text))] = len(text)
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
        attackers = self.prepared.attackers[dataset]
        asked: list[tuple[str, str, list[tuple[int, int]]]] = []
        if plan.judge is not None:
            facts = sum(f.certainty >= MIN_CERTAINTY for d in everything for s in d.subjects or () for f in s.facts)
            units = facts * (len(changing) + 1) * len(attackers)
            asked.append(("judge values, at most", plan.judge, [JUDGE_TOKENS] * units))
        matchers = (self.prepared.audit_options(dataset, attacker).who_matches for attacker in attackers)
        matched = _questions(everything, 2, MATCHING_TOKENS) * (1 + len(changing))
        asked += [("match people", matcher, matched) for matcher in matchers if matcher is not None]
        if plan.utility_judge is not None:
            rated = _questions(everything, 2, RATING_TOKENS) * len(changing)
            asked.append(("rate utility", plan.utility_judge, rated))
        if plan.answerer is not None:
            open_questions = [d for d in everything if choice_of(d) is not None]
            answered = _questions(open_questions, 1, ANSWER_TOKENS) * len(every_cell)
            asked.append(("answer questions", plan.answerer, answered))
        for step, who, tokens in asked:
            sums = [(1, sent, received) for sent, received in tokens]
            yield _priced((dataset, step, who), self.pool.model(who), len(tokens), 0, sums)


def _questions(documents: Iterable[Document], texts: int, tokens: tuple[int, int]) -> list[tuple[int, int]]:
    """Return tokens in and out of a question about each document, which holds so many of its texts."""
    return [(texts * tokens_of(len(document.text)) + tokens[0], tokens[1]) for document in documents]


def _links(prepared: Prepared, pool: ModelPool) -> Iterator[CostRow]:
    """Yield for each data set the claims of originals, and for each release every attack and its utility."""
    plan, settings = prepared.plan.linkage, prepared.settings
    for choice in prepared.plan.datasets if plan is not None else ():
        documents = prepared.documents[choice.name]
        labels = [(cell.label, True) for cell in prepared.cells if cell.dataset == choice.name]
        labels += [(one.label, False) for one in prepared.synthetic if one.dataset == choice.name]
        options = link_options(prepared, choice.name, settings[0], paired=True, whole=True)
        yield _claims((choice.name, "claims", "originals"), options, documents, pool)
        by_claim = options.embedder is not None or any(one.linker.endswith("-claims") for one in settings)
        for label, paired in labels:
            if by_claim:
                yield _claims((choice.name, "claims", label), options, documents, pool)
            for number, one in enumerate(settings):
                own = link_options(prepared, choice.name, one, paired=paired, whole=not number)
                yield _rated((choice.name, f"link {one.label}", label), own, documents, pool)
            yield _utility((choice.name, "kinds and utility", label), options, documents, pool)


def _claims(names: Names, options: LinkOptions, documents: Sequence[Document], pool: ModelPool) -> CostRow:
    if options.claimer == RULES:
        return CostRow(*names, "", len(documents))
    sums = []
    for document in documents:
        calls, size = (2 if is_dialogue(document.text) else 1), tokens_of(len(document.text))  # retold first
        sums.append((calls, calls * (size + LINK_OVERHEAD), calls * size))
    return _priced(names, pool.model(options.claimer), len(documents), 0, sums)


def _rated(names: Names, options: LinkOptions, documents: Sequence[Document], pool: ModelPool) -> CostRow:
    reworded = options.paraphraser is not None
    who = options.judge or options.paraphraser
    if who is None:
        return CostRow(*names, "", len(documents))
    if options.judge is None:
        return _priced(names, pool.model(who), len(documents), 0, [(1, LINK_OVERHEAD, 100)] * len(documents))
    sums = []
    for document in documents:
        claims, pairs = _claims_in(document), options.samples * _PAIRS
        asked = math.ceil(claims / CLAIMS_AT_ONCE) * pairs
        sent = asked * (tokens_of(len(document.text)) + LINK_OVERHEAD) + pairs * claims * CLAIM_TOKENS
        sums.append((asked + reworded, sent, pairs * claims * RATED_TOKENS))
    return _priced(names, pool.model(who), len(documents), 0, sums)


def _utility(names: Names, options: LinkOptions, documents: Sequence[Document], pool: ModelPool) -> CostRow:
    """Kinds of claims, coherence, answers and tasks."""
    if options.judge is None:
        return CostRow(*names, "", len(documents))
    sums = []
    for document in documents:
        asked = math.ceil(_claims_in(document) / CLAIMS_AT_ONCE) + 1
        asked += (_QUESTIONS if "question" in document.meta else 0) + (2 if options.tasks is not None else 0)
        sums.append((asked, asked * (tokens_of(len(document.text)) + LINK_OVERHEAD), asked * SHORT_ANSWER))
    return _priced(names, pool.model(options.judge), len(documents), 0, sums)


def _claims_in(document: Document) -> int:
    return max(1, math.ceil(len(document.text) / CHARACTERS_PER_CLAIM))


def _foreseen(cell: Cell, document: Document) -> str | None:
    """Return the release of a document where it is known beforehand."""
    return {"none": document.text, "remove-all": ""}.get(cell.choice.method)


async def _nothing(_: Document) -> JsonValue:
    return None


def _done(folder: Path, wanted: Mapping[str, str]) -> dict[str, UnitOutcome]:
    """Return how units ended that the journal of a folder has done, by what they are wanted for."""
    if not (folder / "journal").is_file():
        return {}
    with folder_lock(folder), private_journal(folder / "journal") as journal:
        there = [digest for digest in wanted if digest in journal]
        found = {wanted[one]: UnitOutcome.of(journal.at(journal.place(one), one)) for one in there}
    return {name: outcome for name, outcome in found.items() if outcome.done}


def cost_row(names: Names, model: Model, units: int, done: int, sums: Iterable[tuple[int, int, int, int]]) -> CostRow:
    """Return a line of the estimate, over texts: calls for a window, tokens in and out of a call, its length."""
    return _priced(
        names,
        model,
        units,
        done,
        ((each * windows_of(size), each * into, each * out) for each, into, out, size in sums),
    )


def _priced(names: Names, model: Model, units: int, done: int, sums: Iterable[tuple[int, int, int]]) -> CostRow:
    """Return a line of the estimate, over texts: calls, tokens in and out."""
    calls, sent, received = (sum(column) for column in zip((0, 0, 0), *sums, strict=True))
    price = model.price
    usd = None if price is None else (sent * price.input + received * price.output) / 1_000_000
    return CostRow(*names, model.name, units, done, calls, sent, received, usd)
