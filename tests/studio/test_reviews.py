"""Reviews of releases: the signature holds for one text, failures stay failures, the attacker is blind."""

import json
from pathlib import Path
from typing import Any

import pytest

from gyges.cli.studio import check_attackers
from gyges.corpus import read_releases, write_releases
from gyges.errors import ConfigError, EditConflictError, GygesError, StudioError
from gyges.models import ModelSettings
from gyges.records import Document, JsonValue, Release, Subject
from gyges.runs.review import proposed_edits
from gyges.studio import Project, StudioOptions, open_project
from gyges.studio._kinds._annotated import annotated_document
from gyges.studio._kinds._people import people_body
from gyges.studio._kinds._rating import rater_items
from gyges.studio._kinds._reading import pile_of
from gyges.studio._kinds._review import EditDecided, ReviewBody, review_remarks
from gyges.studio._look import appraiser_of, attack_release, attacks_on, check_attacker, look_at
from gyges.studio._made import make_releases
from gyges.studio._reviews import audit_rows, list_releases, read_review_of, reviewed_releases, sign, withdraw
from gyges.studio._store._database import digest_of
from gyges.studio._store._sheets import TEAM
from gyges.testing import ModelServer

TEXT = "Ana Reis, 41, is a nurse in Porto. She was born in Braga, and her son Rui goes to school there."
EDITS: list[JsonValue] = [
    {"start": 0, "end": 8, "text": "[PERSON]", "direct": True},
    {"start": 28, "end": 33, "text": "[PLACE]"},
]
RELEASED = "[PERSON], 41, is a nurse in [PLACE]. She was born in Braga, and her son Rui goes to school there."


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = open_project(tmp_path / "project")
    made.add_documents([Document("a", TEXT), Document("b", "Nothing here.")], "me")
    failed = Release("b", "", "mask", {"failed": "GY501 no rewrite"})
    made.add_releases([Release("a", RELEASED, "mask", {"edits": EDITS}), failed], "masked", "me")
    return made


def change(project: Project, *edits: EditDecided, who: str = "bo") -> None:
    seen = project.sheets.get("review", 1, TEAM).version
    body = ReviewBody(edits=list(edits)).model_dump(mode="json")
    project.sheets.save("review", 1, TEAM, who=who, seen=seen, body=body, done=False)


def test_a_signature_holds_for_the_very_text_that_was_signed(project: Project) -> None:
    first = read_review_of(project, 1)
    assert (first.state, first.text) == ("open", RELEASED)
    signed = sign(project, 1, "ana", seen=0, digest=digest_of(RELEASED), note="fine")
    assert signed.state == "signed"
    proposed = signed.proposed[0]
    change(project, proposed[0])
    assert read_review_of(project, 1).state == "in review"
    assert [row.state for row in list_releases(project)] == ["in review", "failed"]
    change(project, *proposed)
    assert read_review_of(project, 1).state == "signed"
    assert [row.signed_by for row in list_releases(project)] == ["ana", ""]
    assert withdraw(project, 1, "ana", of="ana").signature is None


def test_nobody_signs_a_text_that_they_did_not_see(project: Project) -> None:
    with pytest.raises(EditConflictError):
        sign(project, 1, "ana", seen=0, digest=digest_of("another text"), note="")
    change(project)
    with pytest.raises(EditConflictError):
        sign(project, 1, "ana", seen=0, digest=digest_of(RELEASED), note="")
    with pytest.raises(StudioError):
        sign(project, 2, "ana", seen=0, digest=digest_of(""), note="")


def test_what_nobody_signed_and_what_failed_is_exported_as_failed(project: Project, tmp_path: Path) -> None:
    unsigned, failed = reviewed_releases(project, "masked")
    assert (unsigned.text, unsigned.trace) == ("", {"failed": "nobody signed this text"})
    assert failed.trace["failed"] == "GY501 no rewrite"
    sign(project, 1, "ana", seen=0, digest=digest_of(RELEASED), note="fine")
    write_releases(reviewed_releases(project, "masked"), tmp_path / "out.jsonl")
    signed, still_failed = read_releases(tmp_path / "out.jsonl")
    review: dict[str, Any] = dict(signed.trace["review"])  # type: ignore[arg-type]
    assert signed.text == RELEASED
    assert (review["signed"]["by"], review["digest"]) == ("ana", digest_of(RELEASED))
    assert still_failed.trace["failed"]


def test_an_undone_edit_and_one_of_ones_own_are_in_the_export_with_what_came_back(project: Project) -> None:
    name, place = read_review_of(project, 1).proposed[0]
    own = EditDecided(start=10, end=12, replacement="about forty", own=True)
    change(project, name.model_copy(update={"accept": False}), own, place)
    text = "Ana Reis, about forty, is a nurse in [PLACE]." + RELEASED[36:]
    assert read_review_of(project, 1).text == text
    (release, _) = reviewed_releases(project, "masked", signed_only=False)
    review = dict(release.trace["review"])  # type: ignore[arg-type]
    assert release.text == text
    assert (review["accepted"], review["rejected"], review["own"], review["signed"]) == (2, 1, 1, None)
    assert review["brought_back"] == ["Ana Reis"]


def test_the_trail_names_who_did_what_to_which_text(project: Project) -> None:
    change(project, who="bo")
    sign(project, 1, "ana", seen=1, digest=digest_of(TEXT), note="")
    rows = [(row["who"], row["what"], row["kind"], row["id"]) for row in audit_rows(project, "masked")]
    assert rows == [("bo", "saved", "review", "a"), ("ana", "signed", "signature", "a")]
    *_, last = audit_rows(project)
    assert (last["digest"], last["original_digest"]) == (digest_of(TEXT), digest_of(TEXT))


def test_edits_that_cannot_be_made_together_are_remarked_on(project: Project) -> None:
    edits = [EditDecided(start=0, end=8, replacement="x"), EditDecided(start=4, end=9, replacement="y")]
    remarks = review_remarks(project, 1, ReviewBody(edits=[*edits, EditDecided(start=90, end=900, replacement="")]))
    assert [(remark.rule, remark.at) for remark in remarks] == [
        ("edit-overlap", ["edits", 1]),
        ("edit-beyond", ["edits", 2]),
    ]


def test_people_are_shown_with_what_is_inferred_by_which_words_and_with_the_estimate() -> None:
    seen = look_at(Document("a", TEXT), [])
    ana = next(person for person in seen.people if "Ana" in person.description)
    (name,) = [fact for fact in ana.facts if fact.tag == "NAME"]
    assert (seen.attacker, seen.truth, name.told) == ("rules", "rules", "right")
    assert [TEXT[start:end] for start, end in name.words] == ["Ana Reis"]
    assert ana.before == ana.now is not None


def test_a_text_that_cannot_be_attacked_is_a_failure_and_protects_nobody() -> None:
    unread = "Пётр Иванов живёт в Москве и работает врачом в городской больнице уже двадцать лет."
    seen = look_at(Document("a", unread, (Subject("1", "Pyotr"),)), [])
    assert "GY106" in seen.failed
    assert (seen.people, seen.now) == ([], None)
    assert seen.not_estimated


def test_a_model_that_attacks_sees_the_released_text_and_nothing_else(project: Project) -> None:
    with ModelServer() as server:
        spec = f"{server.url}#any"
        options = StudioOptions((spec,), ModelSettings())
        attack_release(project, 1, spec, options, "ana", lambda done, total: None)
        asked = json.dumps([one.body for one in server.requests])
    assert "is a nurse in [PLACE]" in asked
    assert not [words for words in ("Ana Reis", "Porto") if words in asked]
    (kept,) = attacks_on(project, 1)
    assert (kept.attacker, kept.failed, kept.current, kept.digest) == (spec, "", True, digest_of(RELEASED))
    assert kept.calls > 0
    change(project)
    assert [one.current for one in attacks_on(project, 1)] == [False]


def test_an_attack_that_failed_is_kept_as_a_failure(project: Project) -> None:
    with ModelServer(lambda request: "no JSON at all") as server:
        spec = f"{server.url}#any"
        with pytest.raises(GygesError):
            attack_release(project, 1, spec, StudioOptions((spec,)), "ana", lambda done, total: None)
    (kept,) = attacks_on(project, 1)
    assert "GY3" in kept.failed
    assert not kept.people


def test_only_attackers_that_were_named_at_the_start_and_hosts_that_were_allowed_are_used(project: Project) -> None:
    with pytest.raises(ConfigError):
        check_attacker("recorded:/etc/passwd", StudioOptions())
    check_attacker("rules", StudioOptions())
    far = StudioOptions(("http://example.com/v1#any",))
    with pytest.raises(GygesError, match="GY301"):
        attack_release(project, 1, "http://example.com/v1#any", far, "ana", lambda done, total: None)


def test_releases_are_made_of_the_documents_and_shown_as_a_run(project: Project) -> None:
    told: list[tuple[int, int]] = []
    said = make_releases(project, "mask", "mine", StudioOptions(), "ana", lambda *now: told.append(now))
    assert said == "2 of 2 documents released as 'mine'"
    assert told[-1] == (2, 2)
    assert project.texts.release_sets() == {"masked": 2, "mine": 2}
    assert (project.folder / "runs" / "anonymize-mask" / "summary.json").is_file()


def test_an_attacker_on_another_host_is_refused_at_the_start_unless_the_host_is_allowed(tmp_path: Path) -> None:
    far = StudioOptions(("http://models.example/v1#any",))
    with pytest.raises(GygesError, match="--allow-host"):
        check_attackers(far)
    check_attackers(StudioOptions(far.attackers, ModelSettings(allow_hosts=("models.example",))))


def test_people_are_those_that_were_agreed_on_then_those_that_came_with_the_document(project: Project) -> None:
    def said() -> list[str]:
        return [one.description for one in annotated_document(project, 1).subjects or ()]

    assert annotated_document(project, 1).subjects is None
    for author, done in (("zoe", True), ("bo", False)):
        body = people_body([Subject("1", author)]).model_dump(mode="json")
        project.sheets.save("people", 1, author, who=author, seen=0, body=body, done=done)
    assert said() == ["zoe"]
    project.add_documents([Document("a", TEXT, (Subject("1", "imported"),))], "me")
    assert said() == ["imported"]
    agreed = {"people": [{"row": "own-1", "how": "edited", "description": "agreed"}]}
    project.sheets.save("people-agreed", 1, TEAM, who="bo", seen=0, body=agreed, done=True)
    assert said() == ["agreed"]


LONG = (
    "Ana Reis, 41, is a nurse in Porto. She was born in Braga, and her son Rui goes to school there. Her husband Jorge "
    "drives a bus for the city, and her mother Teresa, who is 70, lives with them since she broke her hip last winter."
)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "\u200b", "I'm sorry, but I can't help with that.", "Error: 429 Too Many Requests",
        "Cats sleep a lot.",
    ],
)  # fmt: skip
def test_what_is_no_release_is_failed_wherever_it_is_seen_and_cannot_be_signed(tmp_path: Path, text: str) -> None:
    project = open_project(tmp_path / "project")
    project.add_documents([Document("a", LONG)], "me")
    project.add_releases([Release("a", text, "mine")], "mine", "me")
    review = read_review_of(project, 1)
    assert review.state == "failed"
    assert review.failed
    assert [row.state for row in list_releases(project)] == ["failed"]
    with pytest.raises(StudioError):
        sign(project, 1, "ana", seen=0, digest=digest_of(text), note="fine")
    with pytest.raises(StudioError):
        attack_release(project, 1, "rules", StudioOptions(), "ana", lambda done, of: None)
    [exported] = reviewed_releases(project, "mine")
    assert exported.text == ""
    assert exported.trace == {"failed": review.failed}
    assert pile_of(project, "ben") == []
    assert rater_items(project, "ben", b"key") == {}
    project.assignments.replace("rating", {"ben": [1]}, "me")
    assert rater_items(project, "ben", b"key") == {}


def test_a_method_that_removes_everything_may_release_nothing(tmp_path: Path) -> None:
    project = open_project(tmp_path / "project")
    project.add_documents([Document("a", LONG)], "me")
    project.add_releases([Release("a", "", "remove-all")], "none", "me")
    assert sign(project, 1, "ana", seen=0, digest=digest_of(""), note="").state == "signed"


def test_a_signature_on_what_is_no_release_is_not_exported_as_one(project: Project) -> None:
    sign(project, 1, "ana", seen=0, digest=digest_of(RELEASED), note="")
    change(project, EditDecided(start=0, end=len(TEXT), replacement=""))
    given = {**project.sheets.get("signature", 1, TEAM).body, "digest": digest_of("")}
    project.sheets.save("signature", 1, TEAM, who="ana", seen=1, body=given, done=True)
    assert [row.state for row in list_releases(project)] == ["in review", "failed"]
    assert next(reviewed_releases(project, "masked")).trace == {"failed": "nobody signed this text"}


CHINESE = "一位女护士住在北方的城市里，她有一个上学的儿子，她的丈夫开公共汽车，她的母亲和他们住在一起。"


@pytest.fixture
def unread(tmp_path: Path) -> Project:
    made = open_project(tmp_path / "unread")
    made.add_documents([Document("a", LONG)], "me")
    made.add_releases([Release("a", CHINESE, "mine")], "mine", "me")
    return made


def test_nothing_is_estimated_of_a_release_that_is_not_read(unread: Project) -> None:
    review = read_review_of(unread, 1)
    edits = [one.edit for one in review.edits]
    seen = look_at(review.document, edits)
    assert "Chinese" in seen.failed
    assert (seen.before, seen.now, bool(seen.not_estimated)) == (None, None, True)
    [told] = proposed_edits(review.document, edits, edits[:1], appraiser_of(review.document))
    assert (told.worth.kept, told.worth.undone) == (None, None)
    sign(unread, 1, "ana", seen=0, digest=digest_of(CHINESE), note="", unread=True)
    told_of: Any = next(reviewed_releases(unread, "mine")).trace["review"]
    assert told_of["strong_after"] is None
    assert "Chinese" in told_of["not_estimated"]
    assert "Chinese" in told_of["signed"]["unread"]


def test_a_text_that_is_not_read_is_signed_only_by_who_says_that_they_know(unread: Project) -> None:
    with pytest.raises(StudioError, match="nobody has attacked"):
        sign(unread, 1, "ana", seen=0, digest=digest_of(CHINESE), note="  ")
    assert sign(unread, 1, "ana", seen=0, digest=digest_of(CHINESE), note="I read Chinese").state == "signed"


def test_a_release_of_an_original_that_was_not_read_says_so_and_can_be_signed(tmp_path: Path) -> None:
    project = open_project(tmp_path / "line")
    line = "x" * 200_000
    project.add_documents([Document("longline", line)], "me")
    released = "y" + line[1:]
    project.add_releases([Release("longline", released, "mine")], "mine", "me")
    review = read_review_of(project, 1)
    seen = look_at(review.document, [one.edit for one in review.edits])
    assert seen.failed
    assert seen.now is None
    assert sign(project, 1, "ana", seen=0, digest=digest_of(released), note="a line", unread=True).state == "signed"
    chinese = Document("c", CHINESE)
    edit = EditDecided(start=0, end=len(CHINESE), replacement=LONG).edit
    assert "the original was not read" in look_at(chinese, [edit]).failed


def test_a_review_that_cannot_be_made_is_in_review_and_stops_nothing(project: Project) -> None:
    sign(project, 1, "ana", seen=0, digest=digest_of(RELEASED), note="")
    first = read_review_of(project, 1).proposed[0][0]
    change(project, first, EditDecided(start=3, end=12, replacement="x"))
    review = read_review_of(project, 1)
    assert (review.state, review.signed) == ("in review", False)
    assert [row.state for row in list_releases(project)] == ["in review", "failed"]
    assert next(row.trace["failed"] for row in reviewed_releases(project, "masked")) == "nobody signed this text"
    assert "overlaps" in str(next(reviewed_releases(project, "masked", signed_only=False)).trace["failed"])
    assert list(attacks_on(project, 1)) == []
    assert withdraw(project, 1, "ana", of="ana").signature is None
