"""The strong reader beside the menu: estimated where an embedded reader led the search, and said where not."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import bundled_corpus
from gyges.models import ModelSettings
from gyges.records import Document
from gyges.tuning import Meter, MeteredPool, ModelRoles, Tuning, load_task, prepare_tuning
from gyges.tuning._baselines import Exam
from gyges.tuning._outcome import DocumentOutcome, Scores
from gyges.tuning._results import strong_beside, strong_words

pytestmark = pytest.mark.anyio

MODEL = "http://127.0.0.1:9/v1#m"
DOCUMENTS = tuple(one for one in bundled_corpus() if one.meta["split"] == "dev")[:12]
TASK = """\
name: people
kind: {kind}
documents: bundled
seed_instruction: Take out what gives people away.
splits: {{train: 3, validation: 3, test: 6}}
budget: 100
test_budget: 100
"""


async def _tuning(
    folder: Path, kind: str, attacker: str | None = None, documents: Sequence[Document] = DOCUMENTS
) -> Tuning:
    (folder / "task.yaml").write_text(TASK.format(kind=kind), encoding="utf-8")
    async with MeteredPool(Meter(), ModelSettings()) as pool:
        return prepare_tuning(
            load_task(str(folder / "task.yaml")), documents, pool, ModelRoles(MODEL, attacker=attacker)
        )


async def _masked(tuning: Tuning) -> list[DocumentOutcome]:
    async with MeteredPool(Meter(), ModelSettings()) as pool:
        mask = open_anonymizer("mask", Tools(pool))
        texts = {one.id: (await mask.anonymize(Document(one.id, one.text))).text for one in tuning.splits.test}
    return [DocumentOutcome(id_, Scores(0.9, 0.8, 0.7), text) for id_, text in texts.items()]


async def test_where_rules_led_the_search_the_estimate_is_far_below_what_they_found(tmp_path: Path) -> None:
    tuning = await _tuning(tmp_path, "spia")
    strong = strong_beside(tuning)
    assert strong is not None
    same = strong.rate(Exam(tuple(DocumentOutcome(d.id, Scores(0, 1, 0), d.text) for d in tuning.splits.test)))
    masked = strong.rate(Exam(tuple(await _masked(tuning))))
    assert (same.value or 1) < 0.2 < (masked.value or 0) < 0.7
    assert masked.low is not None
    assert strong_words(tuning).startswith("Strong: CPR from a strong reader")


async def test_a_document_without_a_release_counts_as_leaked(tmp_path: Path) -> None:
    tuning = await _tuning(tmp_path, "spia")
    strong = strong_beside(tuning)
    assert strong is not None
    outcomes = await _masked(tuning)
    whole = strong.rate(Exam(tuple(outcomes)))
    failed = [DocumentOutcome(outcomes[0].document, Scores(0, 0, 0), failed="refused"), *outcomes[1:]]
    lost = strong.rate(Exam(tuple(failed)))
    assert lost.denominator == whole.denominator
    assert (lost.value or 0) < (whole.value or 0)


@pytest.mark.parametrize(
    ("kind", "attacker", "annotated", "said"),
    [
        ("spia", MODEL, True, f"{MODEL} read every release"),
        ("tab", None, True, "is not what is inferred about people"),
        ("own", None, False, "nobody annotated"),
    ],
)
async def test_where_there_is_no_estimate_the_reason_is_said(
    tmp_path: Path, kind: str, attacker: str | None, annotated: bool, said: str
) -> None:
    documents = DOCUMENTS if annotated else tuple(Document(one.id, one.text) for one in DOCUMENTS)
    tuning = await _tuning(tmp_path, kind, attacker, documents)
    assert strong_beside(tuning) is None
    assert said in strong_words(tuning)
