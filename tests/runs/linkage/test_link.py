"""Linkage from one end to the other, without a model and against a real local server."""

import json
from pathlib import Path

import pytest

from gyges.attacks.linkage import Auxiliary
from gyges.corpus import bundled_corpus
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool, ModelSettings, ReplyCache
from gyges.records import Document, Fact, JsonValue, Release, Subject
from gyges.runs.linkage import LinkOptions, link_corpus
from gyges.scoring.semantic import LinkResults
from gyges.testing import ChatRequest, ModelServer

pytestmark = pytest.mark.anyio

LIVES = {
    "nurse": "Ana is a nurse in Porto. She has two sons. She plays the cello. She was born in Faro. She votes green.",
    "baker": "Ben is a baker in Kiel. He keeps three goats. He limps a little. He was raised in Bonn. He sings bass.",
    "pilot": "Cleo is a pilot in Oslo. She owns a sailing boat. She fears spiders. She studied in Bergen. She is deaf.",
    "clerk": "Dirk is a clerk in Ghent. He collects old stamps. He is a widower. He grew up in Namur. He bakes bread.",
}
UNRELATED = "Zebras quack vivid xylophones beneath jagged moons."
ORIGINALS = [Document(id_, text) for id_, text in LIVES.items()]


async def _link(
    folder: Path, releases: list[Release], options: LinkOptions, originals: list[Document] | None = None
) -> LinkResults:
    async with ModelPool(ModelSettings(), cache=ReplyCache()) as pool:
        return await link_corpus(originals or ORIGINALS, releases, folder, pool, options=options)


def _same() -> list[Release]:
    return [Release(id_, text, "none") for id_, text in LIVES.items()]


async def test_untouched_records_are_all_found_and_give_everything_away(tmp_path: Path) -> None:
    results = await _link(tmp_path, _same(), LinkOptions(known=2))
    assert results.linkage.correct is not None
    assert results.linkage.correct.value == 1
    assert results.semantic.distance.value == 0
    assert all(record.learned for record in results.records)
    assert results.lexical["rouge_l_recall"].value == 0


async def test_empty_words_link_nothing_and_the_unlinked_are_counted_openly(tmp_path: Path) -> None:
    releases = [Release(id_, UNRELATED, "test") for id_ in LIVES]
    results = await _link(tmp_path, releases, LinkOptions(known=1))
    assert results.linkage.unlinked == len(LIVES)
    assert results.linkage.correct is not None
    assert results.linkage.correct.value == 0
    assert results.semantic.distance.value is None
    assert results.semantic.left_out == {"no record was linked": len(LIVES)}


async def test_the_controls_tell_what_linking_adds(tmp_path: Path) -> None:
    results = await _link(tmp_path, _same(), LinkOptions(known=2))
    value = {name: row.value or 0 for name, row in results.controls.items()}
    assert value["oracle"] == value["original"] == 0
    assert value["random"] > 0.8
    assert value["known_alone"] > 0.8
    assert value["original_linkage"] == 1


async def test_the_draw_does_not_depend_on_the_order_of_records_or_the_method(tmp_path: Path) -> None:
    one = await _link(tmp_path / "1", _same(), LinkOptions(known=2, seed=7))
    masked = [Release(id_, text.replace("nurse", "[JOB]"), "mask") for id_, text in LIVES.items()]
    two = await _link(tmp_path / "2", masked, LinkOptions(known=2, seed=7), ORIGINALS[::-1])
    assert {r.id: r.known for r in one.records} == {r.id: r.known for r in two.records}


async def test_a_release_with_nothing_in_common_is_on_no_list_of_the_attacker(tmp_path: Path) -> None:
    releases = [Release(id_, text if id_ == "nurse" else UNRELATED, "test") for id_, text in LIVES.items()]
    given = {"baker": Auxiliary("baker", (), ("Somebody in Porto has two sons.",))}
    results = await _link(tmp_path, releases, LinkOptions(auxiliary=given))
    assert [record.linked_to for record in results.records] == ["nurse"]
    assert {row.value for row in results.linkage.top_k.values()} == {0}


async def test_what_the_user_knows_takes_the_place_of_a_draw(tmp_path: Path) -> None:
    given = {"baker": Auxiliary("baker", (), ("Somebody in Kiel keeps three goats.",))}
    results = await _link(tmp_path, _same(), LinkOptions(auxiliary=given))
    assert [record.linked_to for record in results.records] == ["baker"]
    assert len(results.coverage.unusable) == 3
    assert results.coverage.lost == []  # the user chose whom to look for
    with pytest.raises(InputError, match="ids of the auxiliary file"):
        await _link(tmp_path, _same(), LinkOptions(auxiliary={"x": Auxiliary("x", (), ("goats",))}))


async def test_a_synthetic_release_has_no_rate_of_correct_links(tmp_path: Path) -> None:
    releases = [Release(f"s{n}", text, "synthetic") for n, text in enumerate(LIVES.values())]
    results = await _link(tmp_path, releases, LinkOptions(known=2, paired=False))
    assert results.linkage.correct is None
    assert all(record.correct is None for record in results.records)
    assert results.semantic.distance.value == 0
    assert "oracle" not in results.controls


async def test_documents_of_one_person_are_found_together_and_read_together(tmp_path: Path) -> None:
    born = Subject("0", "the applicant", (Fact("AGE", "40"), Fact("OCCUPATION", "Nurse")))
    first = Document(
        "one", "The applicant, a nurse at a clinic in Porto, complained in writing.", (born,), meta={"who": "p"}
    )
    second = Document("two", "The applicant, a nurse in Porto, is 40 years old.", (born,), meta={"who": "p"})
    originals = [*ORIGINALS, first, second]
    releases = [*_same(), *(Release(d.id, d.text, "none") for d in (first, second))]
    results = await _link(tmp_path, releases, LinkOptions(person_field="who", known=1), originals)
    (person,) = results.across
    assert person.leaked + len(person.only_together) <= person.facts
    assert person.facts
    assert person.documents == ["one", "two"]
    assert person.found_together == 1
    assert person.leaked >= 1


def _answer(request: ChatRequest) -> str:
    text = request.messages[-1].content
    if "option" in str(request.schema):
        return json.dumps({"reason": "so", "option": 1 if "nurse" in text or "baker" in text else 2})
    if "label" in str(request.schema):
        return json.dumps({"label": 1 if "nurse" in text else 2})
    if "rating" in str(request.schema) and "ratings" not in str(request.schema):
        return json.dumps({"reason": "so", "rating": 4})
    if "ratings" in str(request.schema):
        count = int(text.split("There are ")[1].split()[0])
        rows = [{"number": n, "reason": "so", "rating": 2} for n in range(1, count + 1)]
        return json.dumps({"ratings": rows})
    count = int(text.split("for each of the ")[1].split()[0])
    return json.dumps({"claims": [{"number": n, "categories": ["health"]} for n in range(1, count + 1)]})


async def test_a_judge_rates_and_sorts_claims_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    with ModelServer(_answer) as server:
        options = LinkOptions(judge=server.spec(), samples=2, controls=False)
        first = await _link(tmp_path, _same(), options)
        asked = len(server.requests)
        again = await _link(tmp_path, _same(), options)
        assert len(server.requests) == asked
    assert first.semantic.distance.value == 0.5
    assert first.categories["health"].value == 1
    assert again.records == first.records


async def test_a_judge_tells_what_releases_are_still_good_for(tmp_path: Path) -> None:
    asked: dict[str, JsonValue] = {"question": "Job?", "options": {"A": "helper", "B": "none"}, "answer": "A"}
    originals = [
        Document(d.id, d.text, meta={**asked, "kind": "care" if d.id == "nurse" else "other"}) for d in ORIGINALS
    ]
    with ModelServer(_answer) as server:
        options = LinkOptions(judge=server.spec(), samples=1, controls=False, label_field="kind")
        results = await _link(tmp_path, _same(), options, originals)
    assert results.utility["coherence"].value == pytest.approx(0.75)
    assert results.utility["labels"].value == 1
    judged = results.utility["labels_judged"]
    assert (judged.numerator, judged.denominator) == (4, 4)
    answers = results.utility["answers_released"]
    assert answers.denominator == 1  # three of four questions are worked examples


async def test_labels_say_for_how_many_records_they_speak(tmp_path: Path) -> None:
    def silent_about_bakers(request: ChatRequest) -> str:
        unlabelled = "label" in str(request.schema) and "baker" in str(request.messages)
        return "I would rather not." if unlabelled else _answer(request)

    originals = [Document(d.id, d.text, meta={"kind": "care" if d.id == "nurse" else "other"}) for d in ORIGINALS]
    releases = [release for release in _same() if release.id != "clerk"]
    with ModelServer(silent_about_bakers) as server:
        options = LinkOptions(judge=server.spec(), samples=1, controls=False, label_field="kind")
        results = await _link(tmp_path, releases, options, originals)
    judged = results.utility["labels_judged"]
    assert (judged.numerator, judged.denominator) == (2, 3)  # one was not released, one got no label
    assert results.utility["labels"].value == pytest.approx(
        0
    )  # half of the labels are now each kind, as if they were drawn evenly


async def test_with_a_list_of_tasks_the_judge_sorts_originals_and_releases_alike(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.txt"
    tasks.write_text("care\nother\n")
    releases = [r for r in _same() if r.id != "clerk"] + [Release("clerk", "A nurse sleeps in Ghent.", "test")]
    with ModelServer(_answer) as server:
        options = LinkOptions(judge=server.spec(), samples=1, controls=False, tasks=str(tasks))
        results = await _link(tmp_path / "run", releases, options)
    # originals: 1 care, 3 other; releases: 2 and 2, which is uniform, so nothing of the distribution is kept
    assert results.utility["labels"].value == pytest.approx(0)
    assert results.utility["labels_judged_of_originals"].denominator == 4


async def test_claims_of_releases_are_made_by_the_maker_of_those_of_originals(tmp_path: Path) -> None:
    seen: list[str] = []

    def claims(request: ChatRequest) -> str:
        text = "\n".join(message.content for message in request.messages)
        seen.append(text)
        if "pilot" in text and "RELEASED" in text:
            return "I would rather not."
        job = next(word for word in LIVES if word in text)
        return json.dumps({"claims": [f"Somebody is a {job}.", f"A {job} lives.", f"The {job} sings."]})

    releases = [Release(r.id, f"RELEASED. {r.text}", "test") for r in _same()]
    with ModelServer(claims) as server:
        options = LinkOptions(known=1, linker="bm25-claims", claimer=server.spec(), controls=False)
        results = await _link(tmp_path, releases, options)
    assert {id_ for id_ in LIVES for text in seen if "RELEASED" in text and id_ in text} == set(LIVES)
    assert results.linkage.correct is not None
    assert (results.linkage.correct.value, results.coverage.attacked, results.coverage.lost) == (1, 3, ["pilot"])
    assert results.linkage.correct.denominator == 4
    (failed,) = results.coverage.failed  # what could not be taken apart is neither found nor private
    assert failed.id == "pilot"


QUESTION: dict[str, JsonValue] = {"question": "What ails them?", "options": {"A": "flu", "B": "gout"}}
CASES = [
    Document(f"{kind}{n}", text.format(n), meta={**QUESTION, "answer": letter})
    for kind, text, letter in (
        ("f", "Patient {} has a fever and a bad cough at night.", "A"),
        ("g", "Patient {} has a swollen toe that hurts in the morning.", "B"),
    )
    for n in range(3)
]


async def test_a_synthetic_release_is_evaluated_as_a_set(tmp_path: Path) -> None:
    made = [("A fever with a cough.", "flu"), ("A toe hurts in the morning.", "gout")]
    releases = [
        Release(f"s{n}", text, "synthesize", {"control": f"question: What ails them? | answer_text: {words}"})
        for n, (text, words) in enumerate(made)
    ]
    results = await _link(tmp_path, releases, LinkOptions(known=1, paired=False), CASES)
    assert not results.utility  # nobody is there to answer
    sets = {name: row.value for name, row in results.sets.items()}
    assert sets["nearest_record"] is not None
    assert sets["nearest_other_original"] is not None
    assert sets["nearest_other_original"] < sets["nearest_record"] < 1  # the cases are nearly the same
    copied = [Release(f"s{n}", d.text, "synthesize") for n, d in enumerate(CASES)]
    same = await _link(tmp_path / "2", copied, LinkOptions(known=1, paired=False), CASES)
    assert (same.sets["nearest_record"].value, same.sets["word_divergence"].value) == (0, 0)


async def test_a_judge_that_fails_lowers_coverage_and_never_raises_privacy(tmp_path: Path) -> None:
    with ModelServer(lambda request: "I would rather not.") as server:
        results = await _link(tmp_path, _same(), LinkOptions(judge=server.spec(), samples=1, controls=False))
    assert results.semantic.distance.value is None
    assert results.semantic.judged.value == 0


async def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    originals = [Document(document.id, document.text) for document in list(bundled_corpus())[:9]]
    releases = [Release(document.id, document.text[: len(document.text) // 2], "half") for document in originals]
    found = []
    for jobs in (1, 2):
        async with ModelPool(ModelSettings(), cache=ReplyCache()) as pool:
            options = LinkOptions()
            results = await link_corpus(originals, releases, tmp_path / str(jobs), pool, options=options, jobs=jobs)
            found.append(results.model_dump_json())
    assert found[0] == found[1]
    assert results.linkage.correct is not None
    assert results.linkage.correct.denominator == len(originals)
    one, two = (sorted((tmp_path / jobs / "journal").read_bytes().splitlines()) for jobs in "12")
    assert one == two


def test_labels_need_a_judge() -> None:
    with pytest.raises(ConfigError, match="--judge"):
        LinkOptions(label_field="kind")
    with pytest.raises(ConfigError, match="--judge"):
        LinkOptions(tasks="chat")
    with pytest.raises(ConfigError, match="leave one of the two out"):
        LinkOptions(judge="m", tasks="chat", label_field="kind")
    with pytest.raises(InputError, match="one task a line"):
        LinkOptions(judge="m", tasks="nowhere.txt")
