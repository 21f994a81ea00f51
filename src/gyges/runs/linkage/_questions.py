"""The multiple-choice questions of originals, and the released record that each is answered from."""

from collections.abc import Mapping

from gyges.records import Document
from gyges.runs.linkage._figures import rate_row
from gyges.runs.linkage._pairing import Pairing
from gyges.scoring import Count, RateRow, bootstrap_rates
from gyges.scoring.semantic import Example, MultipleChoice, WordReader

__all__ = ["answers_by_words", "choice_of", "questions_of", "released_contexts"]


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


def answers_by_words(pairing: Pairing, *, paired: bool) -> dict[str, RateRow]:
    """Return how many questions a reader of words answers rightly, beside what a draw gets.

    Releases of single originals are what it answers from (``released``), after it learned from the other originals;
    ``original`` and ``without_context`` are the same with the original record and with the question alone. A synthetic
    release is what it learns from (``trained_on_release``), by the control codes of its records, and it then answers
    from the originals; ``original`` is the same after it learned from the other originals.
    """
    questions = questions_of(pairing)
    if not questions:
        return {}
    texts = {id_: pairing.originals[id_].text for id_ in questions}
    reader = WordReader(Example(id_, f"{texts[id_]} {c.question}", _answer(c)) for id_, c in questions.items())
    table = {
        "original": [_credit(reader, choice, texts[id_]) for id_, choice in questions.items()],
        "without_context": [_credit(reader, choice, "") for choice in questions.values()],
        "by_chance": [Count(1 / len(choice.options), 1) for choice in questions.values()],
    }
    if paired:
        own = released_contexts(pairing, questions, paired=True)
        table["released"] = [_credit(reader, choice, own.get(id_)) for id_, choice in questions.items()]
    elif pairing.codes:
        taught = WordReader(Example(f"release {i}", pairing.records[i], code) for i, code in pairing.codes.items())
        table["trained_on_release"] = [_credit(taught, choice, texts[id_]) for id_, choice in questions.items()]
    return {f"answers_by_words_{name}": rate_row(rate) for name, rate in bootstrap_rates(table).items()}


def _credit(reader: WordReader, choice: MultipleChoice, context: str | None) -> Count:
    """Return what a question gets; one without a record is no answer, neither right nor wrong."""
    return Count(0, 0) if context is None else Count(reader.credit(choice, context), 1)


def _answer(choice: MultipleChoice) -> str:
    return choice.options[choice.answer]


def choice_of(document: Document) -> MultipleChoice | None:
    """Return the question a document has in its meta data: ``question``, ``options`` by letter, ``answer``."""
    question, options, answer = (document.meta.get(key) for key in ("question", "options", "answer"))
    if not isinstance(question, str) or not isinstance(options, Mapping) or str(answer) not in options:
        return None
    return MultipleChoice(document.id, question, {str(k): str(v) for k, v in options.items()}, str(answer))
