"""The method ``rupta``: evaluators, memory, reward, the best version."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.adversarial_world import profile, question, rewrite, texts_in
from anonymizers.rupta_world import BIOGRAPHY, STEPS, Biographers, rewards
from gyges.anonymizers import Purpose, Tools, open_anonymizer
from gyges.anonymizers.rupta import RatedVersion, best_of
from gyges.anonymizers.rupta._privacy import Privacy
from gyges.anonymizers.rupta._version import base_of
from gyges.errors import AnswerInvalidError, ConfigError, ReleaseError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Release
from gyges.testing import Answer, ChatRequest, ModelServer

DOCUMENT = Document("b", BIOGRAPHY)
HIDDEN = BIOGRAPHY
for _words, _instead in STEPS:
    HIDDEN = HIDDEN.replace(_words, _instead)


async def _release(
    world: Answer, document: Document = DOCUMENT, *, purpose: Purpose | None = None, **options: Any
) -> tuple[Release, int]:
    with ModelServer(world) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            tools = Tools(pool, model=server.spec(), purpose=purpose or Purpose())
            release = await open_anonymizer("rupta", tools, options).anonymize(document)
        return release, len(server.requests)


def _versions(release: Release) -> list[dict[str, Any]]:
    rows: Any = release.trace["versions"]
    return list(rows)


@pytest.mark.anyio
async def test_it_hides_first_and_stops_when_both_goals_are_reached() -> None:
    world = Biographers()
    release, calls = await _release(world, label="find out what the person works as")
    rows = _versions(release)
    assert [row["rank"] for row in rows] == [3, 5, 7, 11]
    assert [row["hidden"] for row in rows] == [False, False, False, True]
    assert [row["reward"] for row in rows] == [3, 5, 7, 98]
    assert release.text == HIDDEN
    assert (release.trace["stopped"], release.trace["complete"]) == ("goal", True)
    assert calls == release.trace["calls"] == 1 + 4 * 3
    assert release.trace["hidden"] == ["NAME=Ilse Marwitz"]
    assert json.loads(json.dumps(release.trace)) == release.trace
    assert BIOGRAPHY not in json.dumps(release.trace)


@pytest.mark.anyio
async def test_once_hidden_the_rewriter_is_asked_for_utility() -> None:
    world = Biographers(careless=True, steps=4)
    release, _ = await _release(world, label="find out what the person works as")
    first, second = _versions(release)
    assert (first["reward"], second["reward"]) == (40, 98)
    assert "make the text more useful" in question(world.rewrites[1])
    assert "find out what the person works as" in question(world.rewrites[1])
    assert release.text == HIDDEN


@pytest.mark.anyio
async def test_while_recognised_the_rewriter_is_told_by_which_words() -> None:
    world = Biographers()
    await _release(world)
    assert texts_in(world.rewrites[0])[1].split("\n") == [words for words, _ in STEPS]
    assert texts_in(world.rewrites[1])[-1].split("\n") == [words for words, _ in STEPS[1:]]
    assert "make these words broader" in question(world.rewrites[1])


@pytest.mark.anyio
async def test_the_rewriter_remembers_its_latest_versions_with_their_ratings() -> None:
    world = Biographers()
    release, _ = await _release(world, memory=2)
    asked = world.rewrites[3]
    assert "Attempt 1:" not in question(asked)
    assert rewards(asked) == [5, 7]
    best, original, older, _leaks_of_it, reason, _reason, _leaks = texts_in(asked)
    assert best == _versions(release)[2]["text"]
    assert original == BIOGRAPHY
    assert older == _versions(release)[1]["text"]
    assert reason == "The job."  # of the judge
    assert "Attempt 3, the one above: " in question(asked)


@pytest.mark.anyio
async def test_the_best_version_is_released_not_the_last_one() -> None:
    world = Biographers(steps=2)

    def wavering(request: ChatRequest, text: str) -> str:
        if len(world.rewrites) == 3:
            return rewrite(text.replace("on a lake", "on a lake in the country").replace("a town in", "Uppsala in"))
        return world.rewrite(request, text)

    def clueless(request: ChatRequest, text: str) -> str:
        return wavering(request, text).replace("botanist", "scientist")

    world.rewriting = clueless
    release, _ = await _release(world, label="find out what the person works as", iterations=2)
    rows = _versions(release)
    assert [row["rank"] for row in rows][:2] == [5, 11]
    assert release.trace["released"] == 2
    assert release.text == rows[1]["text"] != rows[2]["text"]
    assert (release.trace["complete"], release.trace["stopped"]) == (False, "iterations")


@pytest.mark.anyio
async def test_without_a_label_the_judge_compares_with_the_original_and_with_a_purpose_it_rates_for_that() -> None:
    world = Biographers()
    await _release(world)
    assert texts_in(world.ratings[0])[0] == BIOGRAPHY
    world = Biographers()
    await _release(world, purpose=Purpose(preserve="teach young readers about plants"))
    assert BIOGRAPHY not in texts_in(world.ratings[0])
    assert "teach young readers about plants" in question(world.ratings[0])


@pytest.mark.anyio
async def test_a_given_truth_counts_instead_of_what_the_attacker_reads() -> None:
    release, _ = await _release(Biographers(), truth="Anna Berg; Karin Holm", iterations=1)
    assert [row["rank"] for row in _versions(release)] == [1, 1]
    assert release.trace["complete"] is False


@pytest.mark.anyio
async def test_an_original_in_which_nobody_is_recognised_has_no_release_without_a_truth() -> None:
    world = Biographers()
    with pytest.raises(ReleaseError, match="recognises nothing"):
        await _release(lambda request: json.dumps({"quotes": [], "reasoning": "", "guesses": []}))
    assert world.rewrites == []


@pytest.mark.anyio
async def test_attributes_are_hidden_when_no_guess_with_evidence_is_right() -> None:
    text = "Night shift on the ward again. My husband walked the dog and I slept through the whole morning."

    rewrites: list[str] = []

    def answer(request: ChatRequest) -> str:
        asked = question(request)
        if "work out" in asked:
            on_ward = "on the ward" in texts_in(request)[0]
            job = ("Nurse", 4, "on the ward") if on_ward else ("Nurse", 2, "")
            return profile({"OCCUPATION": job, "SEX": ("Female", 2, "")})
        if "How sure are you" in asked:
            return json.dumps({"reason": "fine", "confidence": 99})
        rewrites.append(asked)
        return rewrite(texts_in(request)[0].replace("on the ward", "at work"))

    release, _ = await _release(answer, Document("d", text), goal="attributes")
    assert release.trace["hidden"] == ["OCCUPATION=Nurse"]
    assert [row["rank"] for row in _versions(release)] == [4]
    assert "any of these things about this person any more: occupation." in rewrites[0]
    assert release.trace["complete"] is True


@pytest.mark.anyio
async def test_the_embedded_attacker_reads_names_without_calls() -> None:
    world = Biographers()
    with ModelServer(world) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            tools = Tools(pool, model=server.spec(), attacker="rules")
            release = await open_anonymizer("rupta", tools).anonymize(DOCUMENT)
    assert world.attacks == []
    assert release.trace["hidden"] == ["NAME=Ilse Marwitz"]
    assert "Marwitz" not in release.text


@pytest.mark.anyio
@pytest.mark.parametrize(("most", "versions"), [(4, 1), (6, 1), (7, 2), (12, 3)])
async def test_it_stops_at_the_budget_with_the_best_version(most: int, versions: int) -> None:
    release, calls = await _release(Biographers(), max_calls=most)
    assert len(_versions(release)) == versions
    assert calls <= most
    assert release.trace["stopped"] == "budget"


@pytest.mark.anyio
async def test_a_version_that_comes_again_ends_the_search() -> None:
    world = Biographers(rewriting=lambda request, text: rewrite(text.replace("Ilse Marwitz", "Somebody")))
    release, _ = await _release(world)
    assert release.trace["stopped"] == "unchanged"
    assert len(_versions(release)) == 1
    assert "had been made before" not in question(world.rewrites[1])
    assert "had been made before" in question(world.rewrites[2])  # it was asked for another one before


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "the one the text is mainly about"),
        ({"target": "author"}, "the author of the text"),
        ({"target": "the restorer of boats"}, "the restorer of boats"),
    ],
)
async def test_attacker_and_rewriter_are_asked_about_the_same_person(options: dict[str, Any], sentence: str) -> None:
    world = Biographers(steps=4)
    await _release(world, **options)
    assert sentence in question(world.rewrites[0])
    assert ("mainly about" if not options else sentence) in question(world.attacks[0])


@pytest.mark.anyio
@pytest.mark.parametrize("bad", [BIOGRAPHY, "I'm sorry, but I can't help with that.", "A botanist."])
async def test_a_rewrite_that_is_none_is_no_release(bad: str) -> None:
    with pytest.raises(RewriteFailedError):
        await _release(Biographers(rewriting=lambda *_: rewrite(bad)))


@pytest.mark.anyio
async def test_a_later_failure_fails_the_release_unless_the_best_is_to_be_kept() -> None:
    def world() -> Biographers:
        made = Biographers()
        made.rewriting = lambda request, text: (
            made.rewrite(request, text) if text == BIOGRAPHY else rewrite("I'm sorry, but I can't help with that.")
        )
        return made

    with pytest.raises(RewriteFailedError):
        await _release(world())
    release, _ = await _release(world(), on_failure="keep-best")
    assert (release.trace["stopped"], len(_versions(release))) == ("failed", 1)
    assert "refusal" in str(release.trace["failure"])


@pytest.mark.anyio
@pytest.mark.parametrize("mute", ["say who it is", "How sure are you"])
async def test_an_evaluator_that_fails_is_no_release(mute: str) -> None:
    world = Biographers()

    def answer(request: ChatRequest) -> str:
        return "hm" if mute in question(request) and world.rewrites else world(request)

    with pytest.raises(AnswerInvalidError):
        await _release(answer, on_failure="keep-best")


versions = st.builds(
    lambda rank, utility: RatedVersion(f"{rank} {utility}", Privacy(rank, hidden=rank > 10), utility),
    st.integers(1, 11),
    st.integers(0, 100),
)


@given(st.lists(versions, min_size=1, max_size=8))
def test_the_newest_attempt_with_the_best_reward_is_gone_on_from(made: list[RatedVersion]) -> None:
    base, best = base_of(made), best_of(made)
    assert (base.privacy.rank, base.reward) == (best.privacy.rank, best.reward)
    later = made[next(number for number, one in enumerate(made) if one is base) + 1 :]
    assert all((one.privacy.rank, one.reward) < (base.privacy.rank, base.reward) for one in later)


@pytest.mark.anyio
async def test_the_rewriter_is_told_which_guess_counts_and_what_kind_of_fact_which_words_gave_away() -> None:
    text = "Night shift on the ward again. My husband walked the dog and I slept through the whole morning."
    asked: list[ChatRequest] = []

    def answer(request: ChatRequest) -> str:
        shown = texts_in(request)[0]
        if "work out" in question(request):
            job = ("Nurse", 4, "on the ward") if "on the ward" in shown else ("Nurse", 3, "Night shift")
            hidden = "Night shift" not in shown
            return profile({"OCCUPATION": ("", 1, "") if hidden else job, "SEX": ("Female", 2, "")})
        if "How sure are you" in question(request):
            return json.dumps({"reason": "fine", "confidence": 60})
        asked.append(request)
        steps = [
            ("on the ward", "at work"),
            ("the dog", "a pet"),
            ("Night shift", "A shift"),
            ("A shift", "Night shift"),
        ]
        old, new = steps[min(len(asked), len(steps)) - 1]
        return rewrite(shown.replace(old, new))

    release, _ = await _release(answer, Document("d", text), goal="attributes", iterations=4)
    assert [row["hidden"] for row in _versions(release)][:3] == [False, False, True]
    second, third, last = (question(request) for request in (asked[1], asked[2], asked[-1]))
    assert "its certainty is 3 or more" in second
    assert "occupation: Night shift" in second
    assert texts_in(asked[2])[0] == _versions(release)[1]["text"]  # the newest of two that were recognised alike
    assert "Attempt 2, the one above: the truth was guess number 1" in third
    assert "In the attempt above the truth was not found." in last
    assert "What gave the truth away in it:" in last


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"candidates": 0}, "candidates"),
        ({"utility": 101}, "utility"),
        ({"iterations": -1}, "iterations"),
        ({"max_calls": 3}, "first version"),
        ({"goal": "attributes", "truth": "Nurse"}, "not a tag"),
        ({"goal": "attributes", "truth": "SHOE=44"}, "SHOE"),
        ({"goal": "fame"}, "goal"),
    ],
)
@pytest.mark.anyio
async def test_options_that_make_no_sense_are_refused(options: Mapping[str, Any], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        await _release(Biographers(), **options)
