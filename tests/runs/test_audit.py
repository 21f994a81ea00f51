"""The audit from one end to the other, against a real local server."""

import json
from pathlib import Path
from typing import Any

import pytest

from gyges.attacks import AttackOptions
from gyges.models import ModelPool, ReplyCache
from gyges.reading import Reading, read_text
from gyges.records import Document, Fact, IdentifierType, Mention, Release, Subject
from gyges.runs import Audit, AuditOptions, attack_corpus, audit_corpus
from gyges.testing import ChatRequest, ModelServer

pytestmark = pytest.mark.anyio

ANA = Subject("0", "Ana", (Fact("NAME", "Ana", 5, 1), Fact("OCCUPATION", "Nurse", 5, 1), Fact("AGE", "30", 2, 3)))
BEN = Subject("1", "Ben", (Fact("NAME", "Ben", 5, 1), Fact("SEX", "Male", 4, 2)))
ONE = Document("one", "Ana, a nurse, wrote this.", (ANA,))
TWO = Document("two", "Ben wrote this.", (BEN,))


def _answer(request: ChatRequest) -> str:
    """Find everybody whose name is in the text, as a one-stage attacker would."""
    people: list[dict[str, object]] = []
    text = json.dumps(request.body, default=dict)
    if "Ana" in text:
        facts = [_fact("NAME", "Ana", "Ana")]
        if "nurse" in text:
            facts.append(_fact("OCCUPATION", "Nurse", "a nurse"))
        people.append(_person("Ana", facts))
    if "Ben" in text:
        people.append(_person("Ben", [_fact("NAME", "Ben", "Ben")]))
    if "matches" in str(request.schema):
        return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
    if "refuse" in text:
        return "I would rather not."
    return json.dumps({"people": people})


def _fact(tag: str, value: str, quote: str) -> dict[str, object]:
    return {"tag": tag, "quotes": [quote], "value": value, "certainty": 5}


def _person(name: str, facts: list[dict[str, object]]) -> dict[str, object]:
    return {"called": name, "description": f"{name} of the text", "how_many": 1, "facts": facts}


async def _audit(
    folder: Path,
    documents: list[Document],
    releases: dict[str, dict[str, Release]] | None = None,
    attackers: tuple[str, ...] = (),
    labeller: str | None = None,
) -> tuple[list[Audit], ModelServer]:
    with ModelServer(_answer) as server:
        options = AuditOptions(
            attackers=attackers or (server.spec(),), labeller=labeller, attack=AttackOptions(stages=1)
        )
        async with ModelPool(cache=ReplyCache()) as pool:
            return await audit_corpus(documents, releases or {}, folder, pool, options=options), server


def _releases(*rows: tuple[str, str]) -> dict[str, Release]:
    return {id_: Release(id_, text, "hand") for id_, text in rows}


async def test_what_is_written_leaks_and_what_is_not_does_not(tmp_path: Path) -> None:
    (audit,), _ = await _audit(tmp_path, [ONE, TWO])
    cpr = audit.results.metrics["cpr"]
    assert (cpr.numerator, cpr.denominator) == (1, 4)  # Ben's sex was not guessed; the age of 2 does not count
    assert audit.results.truth == "annotated"
    assert audit.results.anonymizer is None


async def test_a_release_is_compared_with_its_original(tmp_path: Path) -> None:
    hand = _releases(("one", "Somebody, a nurse, wrote this."), ("two", "Ben wrote this."))
    (audit,), _ = await _audit(tmp_path, [ONE, TWO], {"hand": hand})
    results = audit.results
    assert results.metrics["cpr"].value == pytest.approx(3 / 4)
    assert results.controls["original_cpr"].value == pytest.approx(1 / 4)
    assert results.utility is not None
    assert results.anonymizer == {"name": "hand", "methods": ["hand"]}


async def test_the_attacker_sees_the_released_text_only(tmp_path: Path) -> None:
    with ModelServer(_answer) as server:
        options = AuditOptions((server.spec(),), attack=AttackOptions(stages=1), original_control=False)
        async with ModelPool(cache=ReplyCache()) as pool:
            hand = {"hand": _releases(("one", "Somebody wrote this."))}
            await audit_corpus([ONE], hand, tmp_path, pool, options=options)
        sent = json.dumps([request.body for request in server.requests])
    assert "Somebody wrote this." in sent
    assert "Ana" not in sent
    assert "nurse" not in sent.lower()


async def test_an_answer_that_cannot_be_parsed_shows_up_in_coverage_and_never_as_protection(tmp_path: Path) -> None:
    bad = Document("bad", "Ana will refuse this.", (ANA,))
    (audit,), _ = await _audit(tmp_path, [bad, TWO])
    coverage, cpr = audit.results.coverage, audit.results.metrics["cpr"]
    assert (coverage.documents, coverage.attacked) == (2, 1)
    assert (coverage.facts, coverage.unscored) == (4, 2)
    assert coverage.failed[0].id == "bad"
    assert "no JSON value" in coverage.failed[0].reason
    assert (cpr.denominator, cpr.all_leaked, cpr.none_leaked) == (4, 0.25, 0.75)


@pytest.mark.parametrize(
    "text",
    [
        " \n", "I'm sorry, but I can't help with that.", "Error 429: rate limit", "502 Bad Gateway", "null", "[]",
        "N/A", ".",
    ],
)  # fmt: skip
async def test_a_text_that_is_no_release_is_a_failure_and_not_perfect_privacy(text: str, tmp_path: Path) -> None:
    hand = _releases(("one", text), ("two", "Ben wrote it."))
    (audit,), _ = await _audit(tmp_path, [ONE, TWO], {"hand": hand})
    coverage = audit.results.coverage
    assert [(failure.id, failure.stage) for failure in coverage.failed] == [("one", "release")]
    assert coverage.attacked == 1
    assert audit.results.metrics["cpr"].denominator == 4


@pytest.mark.parametrize("text", ["", "I can't help with that.", "null"])
async def test_what_is_no_release_does_not_count_as_masked_spans(text: str, tmp_path: Path) -> None:
    marked = (Document("one", "Ana wrote.", (ANA,), (Mention(0, 3, "Ana", "PERSON", IdentifierType.DIRECT),)),)
    kept = Document("two", "Ben wrote.", (BEN,), (Mention(0, 3, "Ben", "PERSON", IdentifierType.DIRECT),))
    hand = _releases(("one", text), ("two", "Ben wrote it."))
    (audit,), _ = await _audit(tmp_path, [*marked, kept], {"hand": hand})
    assert audit.results.spans is not None
    assert (audit.results.spans["er_direct"].numerator, audit.results.spans["er_direct"].denominator) == (0, 1)


async def test_unannotated_documents_are_labelled_by_attacking_the_original(tmp_path: Path) -> None:
    (audit,), _ = await _audit(tmp_path, [Document("one", ONE.text), TWO])
    assert audit.results.truth == "mixed"
    assert {subject.document for subject in audit.results.subjects} == {"one", "two"}


async def test_the_same_audit_again_asks_nothing(tmp_path: Path) -> None:
    with ModelServer(_answer) as server:
        options = AuditOptions((server.spec(),), attack=AttackOptions(stages=1))
        for _ in range(2):
            async with ModelPool(cache=ReplyCache(tmp_path / "cache.sqlite")) as pool:
                (audit,) = await audit_corpus([ONE, TWO], {}, tmp_path / "run", pool, options=options)
        asked = [json.dumps(request.body, default=dict) for request in server.requests]
        own = [words for words in asked if ONE.text in words or TWO.text in words]
        assert (len(own), len(asked)) == (4, 12)  # each text attacked and matched once; eight invented ones attacked
    assert audit.results.metrics["cpr"].denominator == 4


async def test_where_a_model_attacks_it_also_says_who_is_who_unless_rules_are_asked_for(tmp_path: Path) -> None:
    stranger = Document("one", "Ana wrote this.", (Subject("0", "the unnamed clerk", (Fact("SEX", "Male", 5, 1),)),))
    matched = []
    for matcher in ("rules", None):
        with ModelServer(_answer) as server:
            options = AuditOptions((server.spec(),), matcher=matcher, attack=AttackOptions(stages=1))
            async with ModelPool(cache=ReplyCache()) as pool:
                (audit,) = await audit_corpus([stranger], {}, tmp_path / str(matcher), pool, options=options)
        matched.append(audit.results.subjects[0].matched_to is not None)
    assert matched == [False, True]


async def test_several_attackers_are_scored_alone_and_together(tmp_path: Path) -> None:
    with ModelServer(_answer) as server:
        options = AuditOptions(("rules", server.spec()), attack=AttackOptions(stages=1))
        releases = {
            name: _releases(("one", text), ("two", "Ben wrote this."))
            for name, text in (("a", ONE.text), ("b", "Somebody, a nurse, wrote this."), ("c", "Nothing."))
        }
        async with ModelPool(cache=ReplyCache()) as pool:
            audits = await audit_corpus([ONE, TWO], releases, tmp_path, pool, options=options)
    agreement = audits[0].results.agreement
    assert agreement is not None
    alone = agreement["cpr"]
    assert isinstance(alone, dict)
    assert set(alone) == {"rules", server.spec(), f"rules+{server.spec()}"}
    together = audits[0].results.metrics["cpr"].value
    assert together is not None
    assert all(together <= rate["value"] for rate in alone.values())
    guessed = [fact for person in audits[0].results.subjects for fact in person.facts if fact.guess is not None]
    assert {name for fact in guessed for name in (fact.found_by or "").split(", ")} == {"rules", server.spec()}
    assert f"rules ~ {server.spec()}" in agreement["spearman"]  # type: ignore[operator]


async def test_a_union_of_attackers_reads_nothing_again_that_its_members_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(text: str, **given: Any) -> Reading:
        read.append(text)
        return read_text(text, **given)

    monkeypatch.setattr("gyges.reading.read_text", counted)
    with ModelServer(_answer) as server:
        async with ModelPool() as pool:  # without a cache
            main, found = await attack_corpus(
                {"one": ONE.text}, ("rules", server.spec()), AttackOptions(stages=1), tmp_path, pool
            )
        assert read == [ONE.text]
        assert len(server.requests) == 1
    assert set(found.findings[main]["one"].notes["members"]) == {"rules", server.spec()}  # type: ignore[arg-type]
