"""Two annotators in one project: what they agree on, who is asked for what, what is decided."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import Document
from gyges.studio import open_project, write_folder
from gyges.studio._agreement import project_agreement, share_out
from gyges.studio._store._sheets import Sheet
from studio.conftest import RunGyges, RunningStudio, StartStudio
from studio.sheets import ANA, ANA_MARKS, BEN, BEN_MARKS, PEOPLE_TEXT, save

DOCUMENTS = [{"id": "a/1", "text": PEOPLE_TEXT}, {"id": "b", "text": "Nobody here."}]


@pytest.fixture
def annotated(start_studio: StartStudio) -> RunningStudio:
    """A project with one document that two people have annotated, and one of which only one person has anything."""
    studio = start_studio(DOCUMENTS)
    ana = studio.client("ana")
    ben = studio.client("ben")
    save(ana, "people", 1, ANA)
    save(ben, "people", 1, BEN)
    save(ana, "mentions", 1, ANA_MARKS)
    save(ben, "mentions", 1, BEN_MARKS)
    save(ana, "people", 2, {"subjects": [], "nobody": True})
    save(ben, "people", 2, {"subjects": []}, done=False)
    return studio


def test_agreement_counts_people_facts_and_spans_of_finished_sheets(annotated: RunningStudio) -> None:
    ana = annotated.client("ana")
    found = ana.get("/api/agreement").json()
    (pair,) = found["pairs"]
    assert (pair["first"], pair["second"], pair["people"]["documents"]) == ("ana", "ben", 1)
    rates = pair["people"]["rates"]
    assert (rates["subjects"]["numerator"], rates["subjects"]["denominator"]) == (2, 3)
    assert [rates[name]["numerator"] for name in ("match", "less_precise", "mismatch")] == [3, 1, 2]
    assert found["people"] == pair["people"]
    assert pair["people"]["by_tag"]["OCCUPATION"]["value"] == 0
    assert pair["mentions"]["rates"]["type_exact"]["numerator"] == 3
    assert pair["mentions"]["rates"]["identifier_exact"]["numerator"] == 2
    assert found["differing"] == [
        {"number": 1, "id": "a/1", "people": 4, "mentions": 2, "agreed": {"people": None, "mentions": None}}
    ]
    work = {one["name"]: one["work"]["people"] for one in found["annotators"]}
    assert work["ben"] == {"begun": 2, "done": 1, "asked": 0, "asked_done": 0}


def test_the_command_line_gives_the_figures_of_the_page(
    annotated: RunningStudio, tmp_path: Path, run_gyges: RunGyges
) -> None:
    shown = annotated.client("ana").get("/api/agreement").json()["pairs"][0]
    files = {path.name: path for path in write_folder(open_project(annotated.folder), tmp_path / "out", "ana")}
    for shape in ("spia-people", "annotations"):
        sides = [files[f"{shape}-{name}.jsonl"] for name in ("ana", "ben")]
        told = json.loads(run_gyges("agree", *sides, "--json", "-").out)
        for name, rate in shown["people"]["rates"].items():
            assert told["facts"][name].items() <= rate.items()
    for name, rate in shown["mentions"]["rates"].items():
        assert told["mentions"][name].items() <= rate.items()


def test_what_is_open_and_what_changed_since_is_remarked_on(annotated: RunningStudio) -> None:
    cai = annotated.client("cai")
    ben = annotated.client("ben")
    rows = cai.get("/api/side-by-side/1").json()["people"]
    decided = [
        {
            "row": row["key"],
            "how": "1",
            "taken": row["cells"][0] is not None,
            "description": row["cells"][0] or "",
            "facts": [
                {"row": one["key"], "how": "1", "facts": [cell for cell in one["cells"][:1] if cell]}
                for one in row["facts"]
                if row["cells"][0] is not None
            ],
        }
        for row in rows
    ]
    assert save(cai, "people-agreed", 1, {"people": decided})["remarks"] == []
    kept = save(cai, "people-agreed", 1, {"people": decided[:1]}, done=False)
    assert [remark["rule"] for remark in kept["remarks"]] == ["open"]
    assert kept["remarks"][0]["words"].startswith("5 rows are open")
    changed = json.loads(json.dumps(BEN).replace("Teacher", "Doctor"))
    save(ben, "people", 1, changed)
    again = save(ben, "people-agreed", 1, {"people": decided}, done=False)
    assert {remark["rule"] for remark in again["remarks"]} == {"open", "changed-since"}


def test_documents_are_shared_out_with_an_overlap_and_the_next_one_is_told(start_studio: StartStudio) -> None:
    studio = start_studio([{"id": str(number), "text": f"Text {number}."} for number in range(50)])
    ana = studio.client("ana")
    wanted = {"kind": "people", "people": ["ana", "ben", "ana "], "overlap": 0.2, "each": 2, "seed": 3}
    assert ana.post("/api/assignments", json=wanted).json() == {"asked": {"ana": 30, "ben": 30}}
    mine = ana.get("/api/agreement").json()["mine"]["people"]
    save(ana, "people", mine, {"subjects": [], "nobody": True})
    found = ana.get("/api/agreement").json()
    assert found["mine"]["people"] > mine
    assert found["mine"]["mentions"] is None
    work = {one["name"]: one["work"]["people"] for one in found["annotators"]}
    assert work["ana"] == {"begun": 1, "done": 1, "asked": 30, "asked_done": 1}
    assert ana.post("/api/assignments", json={**wanted, "people": [" "]}).status_code == 400
    assert ana.post("/api/assignments", json={**wanted, "overlap": 1.5}).status_code == 422
    assert ana.post("/api/assignments", json={**wanted, "kind": "rating", "sets": ["none"]}).status_code == 400


@given(
    st.integers(0, 60),
    st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=5, unique=True),
    st.floats(0, 1),
    st.integers(1, 4),
    st.integers(0, 9),
)
def test_every_text_is_given_out_the_share_to_several_and_evenly(
    texts: int, people: list[str], overlap: float, each: int, seed: int
) -> None:
    held = share_out(range(texts), people, overlap=overlap, each=each, seed=seed)
    times = Counter(item for mine in held.values() for item in mine)
    assert set(times) == set(range(texts))
    wanted = min(each, len(people))
    assert sum(count == wanted for count in times.values()) >= round(overlap * texts)
    assert sum(times.values()) == texts + round(overlap * texts) * (wanted - 1)
    sizes = [len(mine) for mine in held.values()]
    assert max(sizes) - min(sizes) <= 1
    assert held == share_out(range(texts), people, overlap=overlap, each=each, seed=seed)


def test_what_is_not_compared_in_time_is_said_and_not_counted(tmp_path: Path) -> None:
    project = open_project(tmp_path / "p")
    project.add_documents([Document("a", PEOPLE_TEXT)], "me")
    project.sheets.bring([Sheet("people", 1, name, body=ANA, done=True) for name in ("ana", "ben", "cai")], "me")
    none = project_agreement(project, seconds=-1)
    assert (none.waiting, none.everybody.people, none.pairs) == (3, None, {})
    every = project_agreement(project)
    assert (every.waiting, every.everybody.people_documents, len(every.pairs)) == (0, 1, 3)
    assert every.everybody.people is not None
    assert every.everybody.people.match.denominator == 15
    assert project_agreement(project, seconds=-1) is every
