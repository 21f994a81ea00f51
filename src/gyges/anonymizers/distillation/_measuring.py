"""How a student does beside its teacher on documents it has not learned from."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges.anonymizers.adversarial import Inference, inferences, rewrite_against
from gyges.anonymizers.distillation._lessons import rewrite_rules, told_of
from gyges.anonymizers.distillation._rounds import Role, Round, Taught
from gyges.errors import ModelError, ReleaseError
from gyges.models import Model
from gyges.records import Document, JsonValue
from gyges.scoring import Count, bootstrap_rates, compare_values, rouge

Case = tuple[Document, Sequence[Round]]
_NOTHING = Count(0.0, 1)


@dataclass(frozen=True)
class Figures:
    """What one reader or rewriter does on held-out documents."""

    name: str  # who
    counts: dict[str, list[Count]]  # what each document adds, by figure
    failed: int  # documents without a valid answer; they score 0 in every figure
    documents: int  # how many there are

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures with 95 % intervals over documents."""
        shown = {name: row for name, row in self.counts.items() if sum(one.out_of for one in row)}
        rates: dict[str, JsonValue] = {name: rate.to_json() for name, rate in bootstrap_rates(shown).items()}
        return {"who": self.name, **rates, "documents": self.documents, "failed": self.failed}


async def measure(name: str, model: Model, taught: Taught, cases: Sequence[Case], role: Role) -> Figures:
    """Ask a model what the teacher was asked first about each document, and hold both against each other."""
    counts: list[dict[str, Count]] = []
    failed = 0
    for document, rounds in cases:
        try:
            if role == "attacker":
                finding = await taught.attack(model).attack(document.text, id=document.id)
                drawn = inferences(finding, taught.options.target)
                counts.append(_attack_counts(taught, document, rounds[0], drawn))
            else:
                told, rules = told_of(rounds[0], taught.options), rewrite_rules(document.text, document.text)
                done = await rewrite_against(model, document.text, told, taught.options, taught.purpose, rules)
                counts.append(_rewrite_counts(document, told, done.text))
        except (ModelError, ReleaseError):
            failed += 1
            counts.append(_failed(taught, document, rounds[0], role))
    return _figures(name, counts, failed)


def teacher_figures(taught: Taught, cases: Sequence[Case], role: Role) -> Figures:
    """Return the same figures of the teacher, from its own run; it agrees with itself."""
    counts = []
    for document, rounds in cases:
        if role == "attacker":
            counts.append(_attack_counts(taught, document, rounds[0], rounds[0].concluded or ()))
        else:
            counts.append(_rewrite_counts(document, told_of(rounds[0], taught.options), rounds[1].text))
    return _figures(taught.teacher(role), counts, 0)


def _attack_counts(taught: Taught, document: Document, first: Round, drawn: Sequence[Inference]) -> dict[str, Count]:
    guesses = {row.tag: row.guesses[0] for row in drawn if row.guesses}
    sure = [row for row in first.concluded or () if row.certainty >= taught.options.certainty and row.guesses]
    kinds = taught.options.kinds
    agrees = sum(_same(row.tag, row.guesses[0], guesses.get(row.tag), kinds) for row in sure)
    labels = [fact for subject in document.subjects or () for fact in subject.facts]
    right = sum(_same(fact.tag, fact.value, guesses.get(fact.tag), kinds) for fact in labels)
    return {"agrees": Count(agrees, len(sure)), "right": Count(right, len(labels))}


def _rewrite_counts(document: Document, told: Sequence[Inference], text: str) -> dict[str, Count]:
    plain = text.casefold()
    gone = sum(not any(words.casefold() in plain for words in (*row.guesses[:1], *row.evidence)) for row in told)
    return {"hidden": Count(gone, len(told)), "kept": Count(rouge(document.text, text).rouge_1, 1)}


def _failed(taught: Taught, document: Document, first: Round, role: Role) -> dict[str, Count]:
    """A failure agrees with nothing, hides nothing and keeps nothing, and stays in the denominator."""
    if role == "attacker":
        return _attack_counts(taught, document, first, ())
    return {"hidden": Count(0, len(told_of(first, taught.options))), "kept": _NOTHING}


def _same(tag: str, one: str, two: str | None, kinds: str) -> bool:
    return two is not None and compare_values(tag, one, two, taxonomy_name=kinds).score == 1


def _figures(name: str, rows: Sequence[dict[str, Count]], failed: int) -> Figures:
    figures = {figure: [row[figure] for row in rows] for figure in (rows[0] if rows else ())}
    return Figures(name, figures, failed, len(rows))
