"""What released records are still good for in a task, by a model: coherent text, answers to questions, labels kept."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from gyges.models import Model
from gyges.records import Document, JsonValue
from gyges.runs.linkage._figures import rate_row
from gyges.runs.linkage._pairing import Pairing
from gyges.runs.linkage._stages import LinkOptions, LinkRun
from gyges.scoring import Count, RateRow, bootstrap_rate
from gyges.scoring.semantic import (
    MultipleChoice,
    Rubric,
    answer_choice,
    draw_shots,
    label_text,
    labels_kept,
    rate_coherence,
    task_names,
)


def questions_of(pairing: Pairing) -> dict[str, MultipleChoice]:
    """Return the questions of the originals that have ``question``, ``options`` and ``answer`` in their meta."""
    found = {id_: choice_of(document) for id_, document in pairing.originals.items()}
    return {id_: choice for id_, choice in found.items() if choice is not None}


def released_contexts(pairing: Pairing, questions: Mapping[str, MultipleChoice], *, paired: bool) -> dict[str, str]:
    """Return for each question the released record it is answered from.

    It is the own release, or, where none is, the synthetic record that was written for the question: the one whose
    control code holds the question and the words of its answer. Questions without such a record are left out.
    """
    if paired:
        return {id_: pairing.records[id_] for id_ in questions if id_ in pairing.records}
    found: dict[str, str] = {}
    for id_, choice in questions.items():
        wanted = (choice.question, choice.options[choice.answer])
        made = [record for record, code in pairing.codes.items() if all(words in code for words in wanted)]
        if made:
            found[id_] = pairing.records[made[0]]
    return found


def choice_of(document: Document) -> MultipleChoice | None:
    """Return the question a document has in its meta data: ``question``, ``options`` by letter, ``answer``."""
    question, options, answer = (document.meta.get(key) for key in ("question", "options", "answer"))
    if not isinstance(question, str) or not isinstance(options, Mapping) or str(answer) not in options:
        return None
    return MultipleChoice(document.id, question, {str(k): str(v) for k, v in options.items()}, str(answer))


_TOP_COHERENCE = 5
_LABELLED = 5000  # characters from the beginning that are labelled (Xin et al., published code)
_CHAT = "chat"  # the list of tasks of conversations
_SHOTS = 3  # questions that become worked examples and are not evaluated


async def task_utility(pairing: Pairing, run: LinkRun, judge: Model, options: LinkOptions) -> dict[str, RateRow]:
    """Return how useful the releases are.

    ``coherence`` of the released texts, 0 to 1. Where originals have ``question``, ``options`` and ``answer`` in their
    meta: accuracy with the ``released``, the ``original`` and no context, and by chance; three of the questions are
    worked examples and are not evaluated. With a label field or a list of tasks: how well the distribution of
    ``labels`` is kept, and of how many of the released records (``labels_judged``) that speaks. With a list of tasks
    the originals are labelled by the same judge (``labels_judged_of_originals``).
    """
    records = [Document(id_, text) for id_, text in pairing.records.items()]
    asked: dict[str, JsonValue] = {"judge": judge.name}
    rubric: Rubric = "medical" if options.categories == "medical" else "chat" if options.tasks == _CHAT else ""
    rubrics = {"rubric": rubric} if rubric else {}

    async def coherence(document: Document) -> JsonValue:
        return await rate_coherence(judge, document.text, rubric)

    rated = await run.step("coherence", records, coherence, asked | rubrics)
    found = {"coherence": _mean(rated.values, lambda r: (r - 1) / (_TOP_COHERENCE - 1))}
    found |= await _answers(pairing, run, judge, options)
    if options.label_field is not None or options.tasks is not None:
        found |= await _labels(pairing, run, judge, options)
    return found


async def _answers(pairing: Pairing, run: LinkRun, judge: Model, options: LinkOptions) -> dict[str, RateRow]:
    asked_of = questions_of(pairing)
    questions = [(choice, pairing.originals[id_].text) for id_, choice in asked_of.items()]
    if len(questions) <= _SHOTS:
        return {}
    shots = draw_shots(questions, [], seed=options.seed)
    used = {shot.id for shot, _ in shots}
    contexts: dict[str, dict[str, str]] = {
        "answers_released": released_contexts(pairing, asked_of, paired=options.paired),
        "answers_original": {c.id: text for c, text in questions},
        "answers_without_context": {c.id: "" for c, _ in questions},
    }
    choices = {choice.id: choice for choice, _ in questions if choice.id not in used}
    found: dict[str, RateRow] = {}
    for name, texts in contexts.items():
        asked = [Document(id_, texts[id_], meta={"question": choices[id_].question}) for id_ in choices if id_ in texts]
        done = await run.step(
            name, asked, partial(_answer, judge, choices, shots), {"judge": judge.name, "shots": sorted(used)}
        )
        found[name] = _mean(done.values, float)
    by_chance = [Count(1 / len(choice.options), 1) for choice in choices.values()]
    return {**found, "answers_by_chance": rate_row(bootstrap_rate(by_chance))}


async def _answer(
    judge: Model, choices: Mapping[str, MultipleChoice], shots: Sequence[tuple[MultipleChoice, str]], document: Document
) -> JsonValue:
    return await answer_choice(judge, choices[document.id], document.text, shots)


async def _labels(pairing: Pairing, run: LinkRun, judge: Model, options: LinkOptions) -> dict[str, RateRow]:
    found: dict[str, RateRow] = {}
    if options.tasks is not None:
        names: Sequence[str] = task_names(options.tasks)
        originals = {id_: document.text for id_, document in pairing.originals.items()}
        before = await _labelled(run, judge, "labels of originals", originals, names)
        given = [label for label in before.values() if label is not None]
        found["labels_judged_of_originals"] = _judged(before)
    else:
        field = str(options.label_field)
        given = [str(document.meta[field]) for document in pairing.originals.values() if field in document.meta]
        names = sorted(set(given))
    after = await _labelled(run, judge, "labels", pairing.records, names)
    kept = labels_kept(given, [label for label in after.values() if label is not None], names)
    return {"labels": rate_row(kept), "labels_judged": _judged(after), **found}


async def _labelled(
    run: LinkRun, judge: Model, step: str, texts: Mapping[str, str], names: Sequence[str]
) -> dict[str, str | None]:
    async def label(document: Document) -> JsonValue:
        return await label_text(judge, document.text[:_LABELLED], names)

    documents = [Document(id_, text) for id_, text in texts.items()]
    done = await run.step(step, documents, label, {"judge": judge.name, "labels": list(names)})
    return {id_: None if (value := done.values.get(id_)) is None else str(value) for id_ in texts}


def _judged(labels: Mapping[str, str | None]) -> RateRow:
    return rate_row(bootstrap_rate([Count(float(label is not None), 1) for label in labels.values()]))


def _mean(values: Mapping[str, JsonValue], scale: Callable[[float], float]) -> RateRow:
    """Return the mean of what was answered; what was not answered counts nowhere."""
    known = [value for value in values.values() if isinstance(value, int | float)]
    return rate_row(bootstrap_rate([Count(scale(value), 1) for value in known]))
