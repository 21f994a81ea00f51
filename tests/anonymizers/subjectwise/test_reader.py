"""``subjectwise --model local``: what a reader tells goes by true edits, and nothing is taken for read that was not."""

from collections.abc import Callable, Mapping

import pytest

from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._subjectwise import Subjectwise, SubjectwiseRead
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._reader import READ_LEAK, ROUNDS
from gyges.attacks import RulesAttack
from gyges.attacks import _registry as registry
from gyges.attacks.local._model import LocalModel
from gyges.errors import AnswerTruncatedError
from gyges.models import GgufServer, ModelPool, ReplyCache
from gyges.records import Document, Fact, Finding, JsonValue, Release, Subject, apply_edits, edits_from_json
from gyges.scoring import residual_identifiers

pytestmark = pytest.mark.anyio

TEXT = (
    "Nora Feld plays the uilleann pipes in a band on Fridays.\n\n"
    "She mends nets for the lobster boats, and Mr Tom Walsh drives the school bus. "
    "The committee met twice in spring. It bought a new kettle for the hall, and the roof was mended."
)
WORDS = {"the uilleann pipes": ("LOCATION", "Ireland"), "lobster boats": ("OCCUPATION", "Fisher")}


class Scripted:
    """Tells of Nora what the words it knows tell, as long as they stand in the text; cut off where it is told so."""

    name = "local"

    def __init__(
        self, cut_off: Callable[[str], bool] = lambda text: False, words: Mapping[str, tuple[str, str]] = WORDS
    ):
        self.cut_off, self.words, self.texts = cut_off, words, list[str]()

    async def attack(self, text: str, *, id: str) -> Finding:
        self.texts.append(text)
        if self.cut_off(text):
            raise AnswerTruncatedError("'local' did not come to the end of its answer", "try another")
        facts = [Fact(tag, value, 5, evidence=(quote,)) for quote, (tag, value) in self.words.items() if quote in text]
        facts.append(Fact("SEX", "Female", 5, evidence=("She",)))
        first = text.split()[0]
        return Finding(id, self.name, (Subject("0", f"{first} - who plays in a band", tuple(facts), (first,)),))


async def released(reader: Scripted, **options: object) -> Release:
    chosen = SubjectwiseOptions(**{"min_utility": 0.3, **options})  # type: ignore[arg-type]
    made = SubjectwiseRead(Subjectwise(RulesAttack(), chosen), reader, chosen, Purpose())
    return await made.anonymize(Document("d", TEXT))


def readings(release: Release) -> list[dict[str, JsonValue]]:
    rows = release.trace["readings"]
    assert isinstance(rows, list)
    return [dict(row) for row in rows if isinstance(row, Mapping)]


async def test_words_that_a_reader_tells_something_from_go_and_the_rest_stays() -> None:
    release = await released(Scripted())
    assert "uilleann" not in release.text
    assert "lobster boats" not in release.text
    assert "The committee met twice in spring." in release.text
    assert not residual_identifiers(TEXT, release)


async def test_every_edit_is_a_mark_or_leaves_something_out_and_says_why() -> None:
    release = await released(Scripted())
    edits = edits_from_json(release.trace["edits"])
    assert apply_edits(TEXT, edits) == release.text
    assert all(edit.reason for edit in edits)
    read = [edit for edit in edits if "reader" in edit.reason]
    assert read
    assert {edit.text for edit in read} <= {"[...]", ""}


async def test_it_reads_again_until_the_level_allows_what_is_left() -> None:
    reader = Scripted()
    release = await released(reader)
    leaks = [float(str(row["expected_leak"])) for row in readings(release)]
    assert reader.texts[0] == TEXT
    assert reader.texts[-1] == release.text
    assert leaks == sorted(leaks, reverse=True)
    assert 2 <= len(leaks) <= ROUNDS + 1
    assert leaks[-1] <= READ_LEAK or "level allows" not in str(release.trace["stopped"])


async def test_a_letter_that_stands_for_somebody_stays_where_its_words_go() -> None:
    reader = Scripted(words={"A. plays the uilleann pipes": ("LOCATION", "Ireland"), **WORDS})
    release = await released(reader)
    assert release.text.split()[0] == (await released(Scripted(words={}))).text.split()[0]


async def test_edits_after_which_nothing_can_be_read_are_taken_back() -> None:
    plain = await released(Scripted(words={}))
    release = await released(Scripted(lambda text: "[...]" in text and "uilleann" not in text))
    assert release.text == plain.text
    assert "taken back" in str(release.trace["stopped"])


@pytest.mark.parametrize("which", [0, 1])
async def test_where_the_reader_gives_no_answer_the_edits_of_the_level_stand_in_and_it_is_said(which: int) -> None:
    plain = await released(Scripted(words={}))
    release = await released(Scripted(lambda text: (text == TEXT) is (which == 0)))
    assert release.text == plain.text
    assert "stand in" in str(release.trace["stopped"])
    assert "readings" not in release.trace


async def test_text_that_has_to_stay_for_its_utility_stays() -> None:
    release = await released(Scripted(), min_utility=0.98)
    assert "uilleann" in release.text


async def test_the_model_local_reads_and_other_models_write(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(registry, "open_local", lambda pool: LocalModel(GgufServer(tmp_path)))  # type: ignore[arg-type]
    async with ModelPool(cache=ReplyCache()) as pool:
        made = open_anonymizer("subjectwise", Tools(pool, "local"))
        assert isinstance(made, SubjectwiseRead)
        assert made.settings["model"] == "local"
        light = open_anonymizer("subjectwise", Tools(pool, "local"), {"level": "light"})
        assert isinstance(light, Subjectwise)
