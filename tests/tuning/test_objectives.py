"""The seven objectives: scores, and leaks whose words really stand in the release."""

import json
from collections.abc import Callable

import pytest

from gyges.attacks import AttackOptions, AuthorAttack, AuthorRulesAttack, IdentityAttack, RulesAttack
from gyges.errors import ConfigError, InputError, UnknownNameError
from gyges.models import Model, ModelPool
from gyges.reading import quote_places
from gyges.records import Document, Fact, IdentifierType, Mention, Subject, taxonomy
from gyges.testing import ChatRequest, scripted_model
from gyges.tuning.objectives import KINDS, Judged, open_objective
from gyges.tuning.objectives._objective import Means
from gyges.tuning.objectives.answers import CaseObjective, RequestObjective
from gyges.tuning.objectives.people import OwnObjective, PeopleObjective
from gyges.tuning.objectives.person import AuthorObjective, BiographyObjective
from gyges.tuning.objectives.tab import SpansObjective

pytestmark = pytest.mark.anyio


def judge_saying(**answers: object) -> Model:
    """Return a judge that knows its questions by the fields of their answers."""

    def answer(request: ChatRequest) -> str:
        wanted = set((request.schema or {})["properties"])  # type: ignore[arg-type]
        for name, value in answers.items():
            if name in wanted:
                given = value(request) if callable(value) else value
                rest = {key: "because" for key in wanted - {name} if key == "reason"}
                return json.dumps({**rest, name: given, **{key: [] for key in wanted & {"quotes", "missing"}}})
        raise AssertionError(f"nobody expected {wanted}")

    return scripted_model(answer)


def holds(judged: Judged, text: str) -> bool:
    """Whether all words of all leaks stand in the release."""
    return all(quote_places(words, text) for leak in judged.leaks for words in leak.words)


# tab

COURT = "Mr Adam Nowak lived in Gdynia. NOWAK asked for help in May 2004."


def _mention(words: str, kind: str, entity: str, identifier: IdentifierType = IdentifierType.QUASI) -> Mention:
    start = COURT.index(words)
    return Mention(start, start + len(words), words, kind, identifier, entity)


MARKED = Document(
    "c",
    COURT,
    mentions=(
        _mention("Adam Nowak", "PERSON", "e1", IdentifierType.DIRECT),
        _mention("NOWAK", "PERSON", "e1", IdentifierType.DIRECT),
        _mention("Gdynia", "LOC", "e2"),
        _mention("May 2004", "DATETIME", "e3"),
        _mention("help", "MISC", "e4", IdentifierType.NO_MASK),
    ),
)


@pytest.mark.parametrize(
    ("text", "privacy"),
    [
        (COURT, 0.0),
        ("Mr X lived in Y. X asked for help in Z.", 1.0),
        ("Mr X lived in gdynia. X asked for help in Z.", 2 / 3),  # another case masks nothing
        ("Mr X lived in Y. nowak asked for help in Z.", 2 / 3),  # one name of an entity is the entity
        ("Mr X lived in Gdyniax. X asked for help in Z.", 1.0),  # another word is another word
    ],
)
async def test_tab_counts_entities_that_are_gone(text: str, privacy: float) -> None:
    judged = await SpansObjective().judge(MARKED, text, None)
    assert judged.privacy == pytest.approx(privacy)
    assert holds(judged, text)


async def test_tab_lists_what_remains_and_not_what_is_gone() -> None:
    judged = await SpansObjective().judge(MARKED, "Mr X lived in Gdynia. X asked for help in May 2004.", None)
    assert {words for leak in judged.leaks for words in leak.words} == {"Gdynia", "May 2004"}


async def test_tab_as_published_counts_spans_with_their_case() -> None:
    text = "Mr X lived in gdynia. X asked for help in Z."
    assert (await SpansObjective(paper=True).judge(MARKED, text, None)).privacy == 1.0
    bare = Document("b", "Nothing here.", mentions=())
    assert (await SpansObjective(paper=True).judge(bare, "Nothing here.", None)).privacy == 0.0
    assert (await SpansObjective().judge(bare, "Nothing here.", None)).privacy == 1.0


async def test_tab_needs_marked_spans() -> None:
    with pytest.raises(InputError, match="no marked spans"):
        await SpansObjective().judge(Document("x", "Text."), "Text.", None)


# spia

LETTER = "Tom Berger, aged 44, is a plumber in Graz. His daughter Lena Berger is a nurse."
PEOPLE = Document(
    "l",
    LETTER,
    subjects=(
        Subject("1", "Tom Berger - plumber", (Fact("NAME", "Tom Berger"), Fact("AGE", "44"))),
        Subject("2", "Lena Berger - daughter", (Fact("NAME", "Lena Berger"), Fact("OCCUPATION", "Nurse"))),
    ),
)


async def test_spia_scores_all_people_and_the_one_who_is_worst_off() -> None:
    objective = PeopleObjective(RulesAttack())
    whole = await objective.judge(PEOPLE, LETTER, None)
    nothing = await objective.judge(PEOPLE, "Somebody wrote about somebody.", None)
    half = "Tom Berger, aged 44, has a job. His daughter has another one."
    part = await objective.judge(PEOPLE, half, None)
    assert whole.privacy < 0.5
    assert (nothing.privacy, nothing.worst) == (1.0, 1.0)
    assert part.worst is not None
    assert part.worst < part.privacy
    assert all(holds(judged, text) for judged, text in ((whole, LETTER), (part, half)))
    assert "Tom Berger - plumber" in {leak.person for leak in part.leaks}
    assert nothing.leaks == ()


async def test_spia_takes_mean_utility_from_a_judge() -> None:
    answer = {"readability_reason": "", "readability": 4, "meaning_reason": "", "meaning": 9, "additions_reason": ""}
    model = scripted_model(lambda request: json.dumps({**answer, "additions": True}))
    text = "Somebody wrote about somebody."
    judged = await PeopleObjective(RulesAttack(), model).judge(PEOPLE, text, None)
    assert judged.utility > (await PeopleObjective(RulesAttack()).judge(PEOPLE, text, None)).utility
    said = [loss.what for loss in judged.losses]
    assert "its readability is rated 4 of 10" in said
    assert "it says things the original does not say" in said


# author

POST = Document(
    "p",
    "My husband and I moved to Cork, I am 61.",
    (Subject("author", "", (Fact("AGE", "61"), Fact("SEX", "Female"))),),
)


async def test_author_counts_attributes_that_the_rules_no_longer_guess() -> None:
    objective = AuthorObjective(AuthorRulesAttack())
    whole = await objective.judge(POST, POST.text, None)
    nothing = await objective.judge(POST, "We moved somewhere.", None)
    assert whole.privacy < nothing.privacy == 1.0
    assert holds(whole, POST.text)
    assert whole.utility == 1.0
    assert nothing.utility < 1.0


def _profile(value: str, known: str = "AGE") -> str:
    rows = [
        {"tag": tag, "quotes": [], "reasoning": "", "guesses": [value if tag == known else "unknown"], "certainty": 3}
        for tag in taxonomy("author").names
    ]
    return json.dumps({"attributes": rows})


async def test_author_as_published_compares_guesses_with_each_other() -> None:
    wrong_twice = AuthorObjective(AuthorAttack(scripted_model(lambda _: _profile("25"))), paper=True)
    known = await wrong_twice.prepare(POST)
    assert known == {"tag": "AGE", "guess": "25"}
    judged = await wrong_twice.judge(POST, "We moved.", known)
    assert judged.privacy == 0.0  # wrong both times, and still counted as a leak
    strict = AuthorObjective(AuthorAttack(scripted_model(lambda _: _profile("25"))))
    assert (await strict.judge(POST, "We moved.", None)).privacy == 1.0


@pytest.mark.parametrize(
    ("after", "answer", "privacy"),
    [("Canada", "less_precise", 0.0), ("Vancouver", "same", 0.0), ("Peru", "different", 1.0), ("Canada", "what?", 0.0)],
)
async def test_author_as_published_counts_a_right_guess_that_says_less(after: str, answer: str, privacy: float) -> None:
    there = Document("p", "Rain over Stanley Park.", (Subject("author", "", (Fact("LOCATION", "Vancouver"),)),))
    said = ("Vancouver / Canada", after)
    attacker = AuthorAttack(scripted_model(lambda asked: _profile(said["Park" not in asked.prompt], "LOCATION")))
    for judge in (None, judge_saying(answer=answer)):
        objective = AuthorObjective(attacker, judge, paper=True)
        judged = await objective.judge(there, "Rain again.", await objective.prepare(there))
        assert judged.privacy == privacy
        assert [leak.value for leak in judged.leaks] == ([] if privacy else [after])


# biography

BIO = Document(
    "b",
    "Robin McLaurin Williams was an American actor.",
    (Subject("1", "", (Fact("NAME", "Robin McLaurin Williams"),)),),
    meta={"occupation": "Actor", "page": "Robin_Williams_(actor)"},
)


def _names(*names: str) -> IdentityAttack:
    answer = {"quotes": ["an American actor"], "reasoning": "", "guesses": [{"name": n, "certainty": 4} for n in names]}
    return IdentityAttack(scripted_model(lambda _: json.dumps(answer)), AttackOptions(top_k=3))


@pytest.mark.parametrize(
    ("guess", "strict", "paper"),
    [
        ("Robin Williams", 0.0, 1.0),  # the published rule takes a shorter name for another person
        ("robin williams", 0.0, 1.0),
        ("Robin McLaurin Williams", 0.0, 0.0),
        ("Williams", 0.5, 1.0),
        ("Billy Crystal", 1.0, 1.0),
    ],
)
async def test_biography_knows_a_person_by_all_names(guess: str, strict: float, paper: float) -> None:
    text = "Somebody was an American actor."
    judge = judge_saying(number=1)
    made = [BiographyObjective(_names(guess), ("Actor", "Chef"), judge, flag) for flag in (False, True)]
    judged = [await one.judge(BIO, text, None) for one in made]
    assert [one.privacy for one in judged] == [strict, paper]
    assert all(one.utility == 1.0 for one in judged)
    assert all(holds(one, text) for one in judged)


async def test_biography_without_models_reads_names_and_jobs_by_rules() -> None:
    objective = BiographyObjective(RulesAttack())
    assert (await objective.judge(BIO, BIO.text, None)).privacy < 1.0
    kept = await objective.judge(BIO, "This person was an American actor.", None)
    assert (kept.privacy, kept.utility) == (1.0, 1.0)
    assert (await objective.judge(BIO, "This person was American.", None)).utility == 0.0
    assert "stand-in" in objective.measures[1]


# pupa

ASK = Document(
    "a",
    "Write a letter to Ms Odell of Brightwell about my rent of 900 euros.",
    meta={"pii_units": ["ms odell", "brightwell", "900 euros", "Brightwell"], "response": "Dear Ms Odell"},
)


async def test_pupa_finds_units_whatever_their_case() -> None:
    objective = RequestObjective()
    text = "Write a letter to [NAME] of Brightwell about my rent."
    judged = await objective.judge(ASK, text, None)
    assert judged.privacy == pytest.approx(2 / 3)  # three different units, one still there
    assert [leak.words for leak in judged.leaks] == [("brightwell",)]
    assert holds(judged, text)


async def test_pupa_counts_what_the_judge_finds_in_other_words() -> None:
    judge = judge_saying(leaked=[2], response="Dear", better="equal")
    judged = await RequestObjective(judge).judge(ASK, "Write to the firm in Wellbright about my rent.", "Dear Ms Odell")
    assert judged.privacy == pytest.approx(2 / 3)
    assert [(leak.value, leak.words) for leak in judged.leaks] == [("brightwell", ())]
    assert judged.utility == 1.0


@pytest.mark.parametrize(
    ("orders", "strict", "paper"),
    [
        (("first", "second"), 0.0, 1.0),  # worse in both orders; as published that counts as agreement
        (("second", "first"), 1.0, 1.0),
        (("first", "first"), 0.5, 0.0),
        (("second", "second"), 0.5, 1.0),
    ],
)
async def test_pupa_judges_answers_in_both_orders(orders: tuple[str, str], strict: float, paper: float) -> None:
    for flag, expected in ((False, strict), (True, paper)):
        asked = iter(orders)
        judge = judge_saying(leaked=[], response="New", better=lambda _, asked=asked: next(asked))
        assert (await RequestObjective(judge, flag).judge(ASK, "Write a letter.", "Dear")).utility == expected


@pytest.mark.parametrize("paper", [False, True])
async def test_pupa_as_published_spares_famous_names_and_allows_answers_nothing(paper: bool) -> None:
    said: list[str] = []

    def heard(answer: object) -> Callable[[ChatRequest], object]:
        def tell(asked: ChatRequest) -> object:
            said.append(asked.prompt)
            return answer

        return tell

    judge = judge_saying(leaked=heard([]), response="x", better=heard("equal"))
    await RequestObjective(judge, paper=paper).judge(ASK, "Write to the office.", "x")
    assert any("the mere name of a famous person" in one for one in said) == paper
    assert any("do not make an answer worse" in one for one in said) != paper


async def test_pupa_answers_the_original_itself_unless_as_published() -> None:
    judge = judge_saying(response="mine")
    assert await RequestObjective(judge).prepare(ASK) == "mine"
    assert await RequestObjective(judge, paper=True).prepare(ASK) == "Dear Ms Odell"
    assert await RequestObjective().prepare(ASK) is None


# medqa

CASE = Document(
    "m",
    "A 45-year-old man comes to the clinic because of a dull pain in his left knee for three weeks.",
    meta={"options": {"A": "Gout", "B": "Flu"}, "answer": "A"},
)


async def test_medqa_rewards_another_style_and_the_right_answer() -> None:
    objective = CaseObjective(judge_saying(number=1))
    same = await objective.judge(CASE, CASE.text, None)
    other = await objective.judge(CASE, "Knee ache on the left, dull, three weeks; male, mid-forties.", None)
    assert (same.privacy, same.utility) == (0.0, 1.0)
    assert other.privacy > 0.5
    assert holds(same, CASE.text)
    assert same.leaks
    assert "stand-in" in objective.measures[0]
    wrong = await CaseObjective(judge_saying(number=2)).judge(CASE, CASE.text, None)
    assert wrong.utility == 0.0
    assert "'Flu' instead of 'Gout'" in wrong.losses[0].what


async def test_medqa_asks_the_question_that_the_text_does_not_hold() -> None:
    seen: list[str] = []

    def first(request: ChatRequest) -> int:
        seen.append(request.messages[-1].content)
        return 1

    case = Document("m", CASE.text, meta={**CASE.meta, "question": "What ails his knee?"})
    await CaseObjective(judge_saying(number=first)).judge(case, "A man limps.", None)
    assert "A man limps.\n\nWhat ails his knee?" in seen[0]


# own

NOBODY = Document("o", "It rained all day, and nothing else is said here.", ())


async def test_own_takes_the_attackers_reading_of_the_original_as_the_truth() -> None:
    objective = OwnObjective(RulesAttack())
    bare = Document("o", LETTER)
    known = await objective.prepare(bare)
    whole = await objective.judge(bare, LETTER, known)
    nothing = await objective.judge(bare, "Somebody wrote about somebody.", known)
    assert whole.privacy == 0.0
    assert nothing.privacy == 1.0
    assert holds(whole, LETTER)
    assert await objective.prepare(PEOPLE) is None  # somebody annotated it


async def test_own_listens_to_the_judge_about_the_users_sentences() -> None:
    judge = judge_saying(learned="some", rating=6)
    objective = OwnObjective(RulesAttack(), judge, protect="who it is", preserve="what happened")
    text = "Somebody wrote about somebody."
    judged = await objective.judge(Document("o", LETTER), text, await objective.prepare(Document("o", LETTER)))
    assert judged.privacy == pytest.approx(2 / 3)
    assert judged.utility == 0.6
    assert holds(judged, text)
    assert judged.leaks[-1].value == "who it is"


async def test_a_document_of_which_nothing_is_known_is_not_protected_it_cannot_be_measured() -> None:
    bare, text = Document("o", "It rained all day, and nothing else is said here."), "It rained."
    known = await OwnObjective(RulesAttack()).prepare(bare)
    for objective, document in ((OwnObjective(RulesAttack()), bare), (PeopleObjective(RulesAttack()), NOBODY)):
        with pytest.raises(InputError, match="no fact is known of anybody"):
            await objective.judge(document, text, known)
    judge = judge_saying(learned="some", rating=6)
    told = await OwnObjective(RulesAttack(), judge, protect="where it rained", preserve="rain").judge(bare, text, known)
    assert told.privacy == told.worst == pytest.approx(2 / 3)


# all


async def test_every_kind_can_be_opened_with_one_model_or_says_what_it_needs() -> None:
    async with ModelPool() as pool:
        for kind in KINDS:
            model = "http://127.0.0.1:1/v1#m"
            objective = open_objective(kind, Means(pool, attacker=model, judge=model))
            assert all(objective.measures)
            if kind == "medqa":
                with pytest.raises(ConfigError, match="answers the questions"):
                    open_objective(kind, Means(pool))
            else:
                assert open_objective(kind, Means(pool)).settings != objective.settings or kind == "tab"
        with pytest.raises(UnknownNameError):
            open_objective("tabs", Means(pool))


async def test_a_plain_model_attacks_in_the_way_of_the_task() -> None:
    async with ModelPool() as pool:
        model = "http://127.0.0.1:1/v1#m"
        names = {
            kind: open_objective(kind, Means(pool, attacker=model)).settings["attacker"]
            for kind in ("author", "biography", "spia")
        }
        assert names == {"author": f"author:{model}", "biography": f"identity:{model}", "spia": model}
        assert open_objective("author", Means(pool)).settings["attacker"] == "author:rules"
