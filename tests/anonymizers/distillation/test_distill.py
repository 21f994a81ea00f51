"""A student learns from the rounds of a teacher: lessons, figures by hand, training on a processor."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio
import pytest

from gyges.anonymizers import Purpose
from gyges.anonymizers.adversarial import AdversarialOptions
from gyges.anonymizers.distillation import Taught, make_lessons, read_teaching
from gyges.anonymizers.distillation._distill import _split
from gyges.anonymizers.distillation._measuring import Case, measure, teacher_figures
from gyges.anonymizers.distillation._rounds import rounds_of
from gyges.errors import InputError
from gyges.models import Model
from gyges.records import Document, Fact, Release, Subject
from gyges.testing import ChatRequest, scripted_model

TAUGHT = Taught(AdversarialOptions(stop="never"), Purpose(), "strong", "author:strong")
TEXT = "I am a nurse in Graz, 34 years old, and the night shifts are long."
FIRST = "I work in a hospital in Austria, and the night shifts are long."
SECOND = "I work in a large building, and the night shifts are long."


def _inference(tag: str, guess: str, *evidence: str, certainty: int = 4) -> dict[str, object]:
    return {"tag": tag, "guesses": [guess], "certainty": certainty, "evidence": list(evidence), "reasoning": "so"}


def _case(id_: str = "a", certainty: int = 4) -> tuple[Document, Release]:
    rounds: Any = [
        {
            "round": 0,
            "attack": {
                "inferences": [
                    _inference("OCCUPATION", "nurse", "a nurse"),
                    _inference("LOCATION", "Graz", "in Graz"),
                    _inference("AGE", "34", certainty=1),
                ]
            },
        },
        {"round": 1, "text": FIRST, "attack": {"inferences": [_inference("LOCATION", "Austria", "Austria")]}},
        {"round": 2, "text": SECOND},
    ]
    author = Subject("author", "", (Fact("OCCUPATION", "nurse", 5, 1), Fact("LOCATION", "Graz", 5, 1)))
    return Document(id_, TEXT, (author,)), Release(id_, SECOND, "adversarial", {"rounds": rounds})


def _student(**profile: str) -> Model:
    """A student that guesses these attributes, whatever it reads."""

    def answer(request: ChatRequest) -> str:
        tags = [tag.name for tag in TAUGHT.options.tags]
        rows: list[dict[str, Any]] = [
            {
                "tag": tag,
                "quotes": [],
                "reasoning": "",
                "guesses": [profile[tag]] if tag in profile else [],
                "certainty": 3,
            }
            for tag in tags
        ]
        return json.dumps({"attributes": rows})

    return scripted_model(answer)


def _cases() -> list[Case]:
    document, release = _case()
    return [(document, rounds_of(document, release))]


def test_every_text_that_was_attacked_is_a_lesson_for_an_attacker() -> None:
    document, release = _case()
    made = anyio.run(make_lessons, TAUGHT, [document], {"a": release}, "attacker")
    assert [lesson.number for lesson in made.kept] == [0, 1]
    assert made.dropped == {"not attacked": 1}
    answer = json.loads(made.kept[0].answer)
    rows = {row["tag"]: row for row in answer["attributes"]}
    assert set(rows) == {tag.name for tag in TAUGHT.options.tags}
    assert (rows["OCCUPATION"]["guesses"], rows["OCCUPATION"]["quotes"]) == (["nurse"], ["a nurse"])
    assert (rows["INCOME"]["guesses"], rows["INCOME"]["certainty"]) == ([], 0)
    assert TEXT in made.kept[0].messages[-1].content
    assert FIRST in made.kept[1].messages[-1].content


def test_every_rewrite_is_a_lesson_for_an_anonymizer_with_what_it_was_told() -> None:
    document, release = _case()
    made = anyio.run(make_lessons, TAUGHT, [document], {"a": release}, "anonymizer")
    assert [json.loads(lesson.answer)["text"] for lesson in made.kept] == [FIRST, SECOND]
    asked = made.kept[0].messages[-1].content
    assert TEXT in asked
    assert "nurse" in asked.replace(TEXT, "")
    assert made.kept[0].to_json()["messages"][-1]["role"] == "assistant"  # type: ignore[index,call-overload]


def test_an_answer_that_the_product_would_refuse_is_no_lesson() -> None:
    document, release = _case()
    trace: Any = json.loads(json.dumps(dict(release.trace)))
    trace["rounds"][1]["text"] = "No."
    made = anyio.run(make_lessons, TAUGHT, [document], {"a": Release("a", "", "adversarial", trace)}, "anonymizer")
    assert made.dropped["an answer that is not valid"] >= 1
    failed = {"a": Release("a", "", "adversarial", {"failed": "no answer"})}
    assert (
        anyio.run(make_lessons, TAUGHT, [document], failed, "attacker").dropped["no release, or none with rounds"] == 1
    )


def test_a_student_is_held_against_what_its_teacher_was_sure_of() -> None:
    done = anyio.run(measure, "student", _student(OCCUPATION="nurse", AGE="34"), TAUGHT, _cases(), "attacker")
    figures: Any = done.to_json()
    assert (figures["agrees"]["value"], figures["agrees"]["denominator"]) == (0.5, 2)  # the age was a guess of 1
    assert (figures["right"]["value"], figures["right"]["denominator"]) == (0.5, 2)
    teacher: Any = teacher_figures(TAUGHT, _cases(), "attacker").to_json()
    assert (teacher["agrees"]["value"], teacher["right"]["value"]) == (1.0, 1.0)


def test_an_answer_that_is_not_valid_agrees_with_nothing_and_stays_in_the_denominator() -> None:
    mute = scripted_model(lambda _: "I would rather not.")
    figures: Any = anyio.run(measure, "student", mute, TAUGHT, _cases(), "attacker").to_json()
    assert (figures["failed"], figures["agrees"]["value"], figures["agrees"]["denominator"]) == (1, 0.0, 2)
    kept: Any = anyio.run(measure, "student", mute, TAUGHT, _cases(), "anonymizer").to_json()
    assert (kept["failed"], kept["hidden"]["value"], kept["kept"]["value"]) == (1, 0.0, 0.0)


def test_a_rewrite_hides_what_it_was_told_when_neither_guess_nor_words_stand() -> None:
    text = "I am a nurse in a town, and the night shifts are long."
    student = scripted_model(lambda _: json.dumps({"explanation": "", "text": text}))
    figures: Any = anyio.run(measure, "student", student, TAUGHT, _cases(), "anonymizer").to_json()
    assert (figures["hidden"]["value"], figures["hidden"]["denominator"]) == (2 / 3, 3)  # Graz and 34 are gone
    teacher: Any = teacher_figures(TAUGHT, _cases(), "anonymizer").to_json()
    assert teacher["hidden"]["value"] == 1.0
    assert 0 < teacher["kept"]["value"] < figures["kept"]["value"] < 1


def test_no_document_is_learned_from_and_measured_on() -> None:
    documents = [Document(str(number), "x") for number in range(10)]
    learning, measuring = _split(documents, 0.2, seed=1)
    assert len(measuring) == 2
    assert {one.id for one in learning}.isdisjoint({one.id for one in measuring})
    assert _split(documents, 0.2, seed=1) == (learning, measuring)
    with pytest.raises(InputError, match="1 documents of the run"):
        _split(documents[:1], 0.2, seed=1)


def test_other_runs_are_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_teaching(tmp_path, "attacker")
    (tmp_path / "plan.json").write_text(json.dumps({"stages": [{"settings": {"method": {"style": "stars"}}}]}))
    with pytest.raises(InputError, match="no run of 'adversarial'"):
        read_teaching(tmp_path, "attacker")
    method = {"rounds": 3, "model": "m", "attacker": "rules", "protect": "", "preserve": ""}
    (tmp_path / "plan.json").write_text(json.dumps({"stages": [{"settings": {"method": method}}]}))
    assert read_teaching(tmp_path, "anonymizer").anonymizer == "m"
    with pytest.raises(InputError, match="no model that was asked for a profile"):
        read_teaching(tmp_path, "attacker")


def test_the_loss_falls_and_nothing_is_learned_twice(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    from anonymizers.distillation.small_base import small_base
    from gyges.anonymizers.distillation._student import open_student
    from gyges.anonymizers.synthesis import SynthesisRecipe

    document, release = _case()
    lessons = anyio.run(make_lessons, TAUGHT, [document], {"a": release}, "anonymizer").kept
    base = small_base(tmp_path / "base", [turn.content for one in lessons for turn in one.messages])
    recipe = SynthesisRecipe(base=base, rank=8, epochs=4, batch_size=1, learning_rate=1e-2, max_length=4096)
    student = open_student(recipe)
    epochs, long = student.learn(lessons, tmp_path / "run", lambda epoch: None)
    assert long == 0
    assert epochs[-1].loss < epochs[0].loss - 0.5
    again, _ = open_student(recipe).learn(lessons, tmp_path / "run", lambda epoch: None)
    assert again == epochs  # nothing is learned twice


def test_lessons_that_are_too_long_are_left_out_and_never_cut(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    from anonymizers.distillation.small_base import small_base
    from gyges.anonymizers.distillation._student import open_student
    from gyges.anonymizers.synthesis import SynthesisRecipe

    document, release = _case()
    lessons = anyio.run(make_lessons, TAUGHT, [document], {"a": release}, "anonymizer").kept
    base = small_base(tmp_path / "base", ["a few words"])
    with pytest.raises(InputError, match="no lesson fits into 64 tokens"):
        open_student(SynthesisRecipe(base=base, max_length=64)).learn(lessons, tmp_path / "run", lambda epoch: None)


def test_the_loss_is_that_of_the_answer_alone(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    from anonymizers.distillation.small_base import small_base
    from gyges.anonymizers.distillation._student import open_student
    from gyges.anonymizers.synthesis import SynthesisRecipe
    from gyges.anonymizers.synthesis._training import Trainer

    torch = import_module("torch")
    student = open_student(SynthesisRecipe(base=small_base(tmp_path / "base", ["a few words"]), rank=4))
    trainer = Trainer(student.network, student.recipe, None, student.tokenizer.pad_token_id, tmp_path / "run")
    record, question = [5, 6, 7, 8, 9, 10], 4
    trainer.given = lambda _: question
    with torch.no_grad():
        said = student.network(input_ids=torch.tensor([record])).logits[0].log_softmax(dim=-1)
        by_hand = -(said[3, record[4]] + said[4, record[5]]) / 2  # each token is said at the place before it
        assert float(trainer._losses([record])[0]) == pytest.approx(float(by_hand), rel=1e-4)
