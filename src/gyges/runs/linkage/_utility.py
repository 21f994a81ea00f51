"""What released records are still good for in a task, by a model: coherent text, answers to questions, labels kept."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from gyges.models import Model
from gyges.records import Document, JsonValue
from gyges.runs.linkage._figures import rate_row
from gyges.runs.linkage._pairing import Pairing
from gyges.runs.linkage._stages import LinkRun
from gyges.scoring import Count, RateRow, bootstrap_rate
from gyges.scoring.semantic import Choice, answer_choice, draw_shots, label_text, label_utility, rate_coherence

__all__ = ["choice_of", "task_utility"]

_TOP_COHERENCE = 5
_SHOTS = 3  # questions that become worked examples and are not evaluated


async def task_utility(
    pairing: Pairing, run: LinkRun, judge: Model, label_field: str | None, seed: int
) -> dict[str, RateRow | float | None]:
    """Return how useful the releases are.

    ``coherence`` of the released texts, 0 to 1. Where originals have ``question``, ``options`` and ``answer`` in their
    meta: accuracy with the ``released``, the ``original`` and no context; three of the questions are worked examples
    and are not evaluated. With a label field: how well the distribution of ``labels`` is kept, and of how
    many of the released records (``labels_judged``) that speaks.

    Args:
        pairing: The records.
        run: The run folder.
        judge: Who is asked.
        label_field: The key in meta that holds a document's label, None for no labels.
        seed: Seed of the choice of worked examples.
    """
    records = [Document(id_, text) for id_, text in pairing.records.items()]
    asked = {"judge": judge.name}

    async def coherence(document: Document) -> JsonValue:
        return await rate_coherence(judge, document.text)

    rated = await run.step("coherence", records, coherence, asked)
    found: dict[str, RateRow | float | None] = {
        "coherence": _mean(rated.values, lambda r: (r - 1) / (_TOP_COHERENCE - 1))
    }
    found |= await _answers(pairing, run, judge, seed)
    if label_field is not None:
        found |= await _labels(pairing, run, judge, label_field)
    return found


async def _answers(pairing: Pairing, run: LinkRun, judge: Model, seed: int) -> dict[str, RateRow | float | None]:
    questions = [(choice, d.text) for d in pairing.originals.values() if (choice := choice_of(d)) is not None]
    if len(questions) <= _SHOTS:
        return {}
    shots = draw_shots(questions, [], seed=seed)
    used = {shot.id for shot, _ in shots}
    contexts: dict[str, dict[str, str]] = {
        "answers_released": {c.id: pairing.records[c.id] for c, _ in questions if c.id in pairing.records},
        "answers_original": {c.id: text for c, text in questions},
        "answers_without_context": {c.id: "" for c, _ in questions},
    }
    choices = {choice.id: choice for choice, _ in questions if choice.id not in used}
    found: dict[str, RateRow | float | None] = {}
    for name, texts in contexts.items():
        asked = [Document(id_, texts[id_], meta={"question": choices[id_].question}) for id_ in choices if id_ in texts]
        done = await run.step(
            name, asked, partial(_answer, judge, choices, shots), {"judge": judge.name, "shots": sorted(used)}
        )
        found[name] = _mean(done.values, float)
    return found


async def _answer(
    judge: Model, choices: Mapping[str, Choice], shots: Sequence[tuple[Choice, str]], document: Document
) -> JsonValue:
    return await answer_choice(judge, choices[document.id], document.text, shots)


async def _labels(pairing: Pairing, run: LinkRun, judge: Model, field: str) -> dict[str, RateRow | float | None]:
    given = [str(document.meta[field]) for document in pairing.originals.values() if field in document.meta]
    labels = sorted(set(given))

    async def label(document: Document) -> JsonValue:
        return await label_text(judge, document.text, labels)

    records = [Document(id_, text) for id_, text in pairing.records.items()]
    done = await run.step("labels", records, label, {"judge": judge.name, "labels": list(labels)})
    judged = [str(value) for value in done.values.values() if value is not None]
    counts = [Count(float(done.values.get(record.id) is not None), 1) for record in records]
    return {"labels": label_utility(given, judged, labels), "labels_judged": rate_row(bootstrap_rate(counts))}


def choice_of(document: Document) -> Choice | None:
    """Return the question a document has in its meta data: ``question``, ``options`` by letter, ``answer``."""
    question, options, answer = (document.meta.get(key) for key in ("question", "options", "answer"))
    if not isinstance(question, str) or not isinstance(options, Mapping) or str(answer) not in options:
        return None
    return Choice(document.id, question, {str(k): str(v) for k, v in options.items()}, str(answer))


def _mean(values: Mapping[str, JsonValue], scale: Callable[[float], float]) -> RateRow:
    """Return the mean of what was answered; what was not answered counts nowhere."""
    known = [value for value in values.values() if isinstance(value, int | float)]
    return rate_row(bootstrap_rate([Count(scale(value), 1) for value in known]))
