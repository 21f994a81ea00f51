"""Faults of attacker, matcher and judge, by real local servers: no figure rises, and no gate passes on what is left."""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from gyges.attacks import AttackOptions
from gyges.cli import EXIT_BUDGET
from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.errors import BudgetExhaustedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Fact, Subject
from gyges.runs import Audit, AuditOptions, audit_corpus
from gyges.testing import ChatRequest, FaultKind, ModelServer, RandomFaults

pytestmark = pytest.mark.anyio

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hila", "Ivo", "Jana", "Kai", "Lena")
KINDS = (FaultKind.MALFORMED, FaultKind.SCHEMA_VIOLATION, FaultKind.TRUNCATED)
ROLES = ("attacker", "matcher", "judge")
KNOWS_THESE_ALONE = ("--accept", "weak-reader")  # the scripted model reads no invented text


def _document(number: int, name: str) -> Document:
    """Half of the people leak all they have, and of the other half only what a judge must decide."""
    job = "glass blower" if number % 2 else "ladder maker"
    facts = (Fact("NAME", name, 5, 1), Fact("OCCUPATION", job, 5, 1), Fact("LOCATION", "Lisbon / Portugal", 5, 1))
    return Document(f"d{number}", f"{name} wrote this.", (Subject("0", name, facts),))


DOCUMENTS = [_document(number, name) for number, name in enumerate(NAMES)]


def _answer(request: ChatRequest) -> str:
    asked, said = str(request.schema), "\n".join(message.content for message in request.messages)
    if "matches" in asked:
        return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
    if "less_precise" in asked:
        return json.dumps({"answer": "same" if "blower" in said else "different"})
    name = next(name for name in NAMES if f"{name} wrote" in said)
    facts = [
        {"tag": "OCCUPATION", "quotes": ["wrote"], "value": "artisan of glass", "certainty": 4},
        {"tag": "NAME", "quotes": [name], "value": name if len(name) == 3 else "Nemo", "certainty": 5},
    ]
    return json.dumps({"people": [{"called": name, "description": "the author", "how_many": 1, "facts": facts}]})


async def _audited(folder: Path, faults: RandomFaults | None = None, role: str = "") -> Audit:
    with ModelServer(_answer) as sound, ModelServer(_answer, faults=faults or RandomFaults(0.0)) as faulty:
        specs = {one: (faulty if one == role else sound).spec() for one in ROLES}
        options = AuditOptions(
            attackers=(specs["attacker"],),
            matcher=specs["matcher"],
            judge=specs["judge"],
            attack=AttackOptions(stages=1),
        )
        async with ModelPool(cache=ReplyCache()) as pool:
            (audit,) = await audit_corpus(DOCUMENTS, {}, folder, pool, options=options)
            return audit


def _figures(audit: Audit) -> dict[str, float]:
    names = ("cpr", "ipr", "aac", "weighted_cpr", "protected_people", "worst_subject")
    alone = cast(Any, audit.results.combination)["singled_out"]["value"]
    return {**{name: audit.results.metrics[name].value or 0.0 for name in names}, "not singled out": 1 - alone}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("rate", [0.5, 1.0])
@pytest.mark.parametrize("kind", KINDS)
async def test_no_figure_rises_when_faults_are_injected(
    tmp_path: Path, role: str, rate: float, kind: FaultKind
) -> None:
    faultless = await _audited(tmp_path / "faultless")
    audit = await _audited(tmp_path / "faulty", RandomFaults(rate, (kind,)), role)
    before, after = _figures(faultless), _figures(audit)
    assert 0.2 < before["cpr"] < 0.9
    assert all(after[name] <= before[name] + 1e-9 for name in before)
    cpr, coverage = audit.results.metrics["cpr"], audit.results.coverage
    assert cpr.denominator == 3 * len(DOCUMENTS)
    assert cpr.all_leaked == cpr.value
    assert (cpr.none_leaked or 0) >= before["cpr"]
    if rate == 1.0:
        assert coverage.unscored
        assert (coverage.share or 0) < 0.95


@pytest.mark.parametrize("role", ["attacker", "matcher"])
async def test_a_document_that_fails_for_any_role_is_listed_with_the_stage(tmp_path: Path, role: str) -> None:
    audit = await _audited(tmp_path, RandomFaults(1.0, (FaultKind.MALFORMED,)), role)
    stages = {failure.stage for failure in audit.results.coverage.failed}
    assert stages == {"attack" if role == "attacker" else "match"}
    assert audit.results.coverage.attacked == 0


def _run(tmp_path: Path, *flags: str, faults: RandomFaults | None = None) -> tuple[int, str, str]:
    write_documents(DOCUMENTS, tmp_path / "originals.jsonl", force=True)
    with ModelServer(_answer, faults=faults or RandomFaults(0.0)) as server:
        command = ["audit", str(tmp_path / "originals.jsonl"), "--attacker", server.spec(), "--stages", "1"]
        done = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "run"), *flags])
    if isinstance(done.exception, BudgetExhaustedError):  # which the command says, and ends with
        return EXIT_BUDGET, done.stdout, f"{done.stderr}{done.exception}"
    return done.exit_code, done.stdout, done.stderr


def test_an_audit_of_which_little_could_be_scored_says_so_first_and_is_exit_one(tmp_path: Path) -> None:
    code, out, err = _run(tmp_path, faults=RandomFaults(1.0, (FaultKind.MALFORMED,)))
    assert code == 1
    assert "only 0 of 12 documents and 0 of 36 facts could be judged" in err
    assert "0 of 12 documents" in " ".join(out.split())


def test_a_lower_coverage_has_to_be_asked_for(tmp_path: Path) -> None:
    faults = RandomFaults(1.0, (FaultKind.MALFORMED,))
    assert _run(tmp_path, "--fail-under", "coverage=0", *KNOWS_THESE_ALONE, faults=faults)[0] == 0


def test_a_used_up_budget_is_an_exit_of_its_own_and_the_gate_holds_for_the_worst_case(tmp_path: Path) -> None:
    code, _, err = _run(tmp_path, "--max-calls", "4", "--fail-under", "cpr=0.9,ipr=0.9,worst=0.9,coverage=0")
    assert code == 3
    assert "the budget of 4 calls is used up" in err
    assert re.search(r"cpr is 0\.[0-3]\d\d, below 0.9", err)
    assert "worst is 0.000" in err


def test_a_gate_passes_when_everything_was_scored(tmp_path: Path) -> None:
    assert _run(tmp_path, "--fail-under", "cpr=0.2", *KNOWS_THESE_ALONE)[0] == 0


def test_texts_that_could_not_be_attacked_are_told_beside_the_json_of_the_others(tmp_path: Path) -> None:
    write_documents(DOCUMENTS[:2], tmp_path / "originals.jsonl")
    with ModelServer(_answer, faults=RandomFaults(1.0, (FaultKind.SCHEMA_VIOLATION,))) as server:
        command = ["attack", str(tmp_path / "originals.jsonl"), "--attacker", server.spec(), "--stages", "1"]
        done = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "run"), "--json", "-"])
    assert done.exit_code == 1
    assert [row["id"] for row in json.loads(done.stdout)["failed"]] == ["d0", "d1"]
    last = done.stderr.splitlines()[-1]
    assert last.startswith("gyges: d1 could not be attacked: GY306")
    assert last.endswith("try another model, or run the same command again")
