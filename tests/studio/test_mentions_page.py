"""Annotating mentions in a real browser."""

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from studio.conftest import OpenPage, RunningStudio, studios
from studio.pages import draw_over, wait_until_open, wait_until_saved

pytestmark = pytest.mark.slow

TEXT = "🙂👩‍👧 Ana Reis met Rui.\nThen Ana went to Porto, and Anabel\u200b stayed. Ana Reis wrote to Rui in May.\n"
NUMBERS = count(1)
DOCUMENTS = [{"id": "letter", "text": TEXT}]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """One studio for all of them: every sheet is somebody's own."""
    with studios(tmp_path_factory.mktemp("page")) as start:
        yield start(DOCUMENTS)


@pytest.fixture
def me() -> str:
    return f"somebody {next(NUMBERS)}"


def _open(studio: RunningStudio, open_page: OpenPage, me: str) -> Page:
    page = open_page(studio, me)
    page.wait_for_selector(".row")
    page.goto(f"{studio.address}/#/mentions/1")
    wait_until_open(page)
    return page


def _kept(studio: RunningStudio, me: str) -> list[tuple[str, str, str, str]]:
    """Return what is kept: words, type, identifier, entity; each must stand where it says."""
    mentions = studio.client(me).get("/api/sheets/mentions/1").json()["body"]["mentions"]
    assert [TEXT[one["start"] : one["end"]] for one in mentions] == [one["text"] for one in mentions]
    return [(one["text"], one["type"], one["identifier"], one["entity_id"]) for one in mentions]


def test_words_behind_emoji_are_marked_typed_and_kept_in_code_points(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    draw_over(page, "Ana Reis")
    page.keyboard.press("1")
    expect(page.locator("mark.mention")).to_have_text("Ana Reis")
    draw_over(page, "Porto, ")
    page.keyboard.press("3")
    page.keyboard.press("n")
    draw_over(page, "May")
    page.get_by_role("group", name="Type", exact=True).get_by_role("button", name="DATETIME").click()
    expect(page.locator("mark.mention")).to_have_count(3)
    wait_until_saved(page)
    page.reload()
    expect(page.locator("mark.mention")).to_have_text(["Ana Reis", "Porto", "May"])
    assert _kept(studio, me) == [
        ("Ana Reis", "PERSON", "DIRECT", "e1"),
        ("Porto", "LOC", "NO_MASK", "e2"),
        ("May", "DATETIME", "QUASI", "e3"),
    ]


def test_all_places_of_the_same_whole_words_are_marked_at_once(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    draw_over(page, "Ana Reis", 1)
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Mark 1 more")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("mark.mention")).to_have_count(2)
    draw_over(page, "Ana", 1)
    page.keyboard.press("1")
    expect(page.locator("mark.mention")).to_have_text(["Ana Reis", "Ana", "Ana Reis"])
    expect(page.get_by_role("button", name="Mark all")).to_be_disabled()  # not in Anabel, not inside Ana Reis
    wait_until_saved(page)
    assert [words for words, *_ in _kept(studio, me)] == ["Ana Reis", "Ana", "Ana Reis"]


def test_mentions_are_joined_to_one_entity_and_parted_again(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    draw_over(page, "Ana Reis")
    page.keyboard.press("1")
    draw_over(page, "Ana", 1)
    page.keyboard.press("1")
    page.keyboard.press("q")
    expect(page.get_by_role("heading", name="2 entities, 2 mentions")).to_be_visible()
    page.keyboard.press("s")
    page.locator("mark.mention").first.click()
    expect(page.get_by_role("heading", name="1 entities, 2 mentions")).to_be_visible()
    wait_until_saved(page)
    assert _kept(studio, me) == [("Ana Reis", "PERSON", "DIRECT", "e1"), ("Ana", "PERSON", "DIRECT", "e1")]
    page.keyboard.press("j")
    page.keyboard.press("o")
    expect(page.get_by_role("heading", name="2 entities, 2 mentions")).to_be_visible()
    page.keyboard.press("s")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1 entities, 2 mentions")).to_be_visible()


def test_spans_may_overlap_and_each_of_them_can_be_taken_in_hand(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    draw_over(page, "Ana Reis")
    page.keyboard.press("1")
    draw_over(page, "Reis met")
    page.keyboard.press("8")
    expect(page.locator("mark.overlap")).to_have_text("Reis")
    wait_until_saved(page)
    assert [words for words, *_ in _kept(studio, me)] == ["Ana Reis", "Reis met"]
    overlap, hand = page.locator("mark.overlap"), page.locator(".mention-panel .in-hand q")
    overlap.click()
    first = hand.inner_text()
    overlap.click()
    expect(hand).not_to_have_text(first)
    expect(hand).to_have_text("Ana Reis" if first == "Reis met" else "Reis met")


def test_every_step_is_undone_and_done_again(studio: RunningStudio, open_page: OpenPage, me: str) -> None:
    page = _open(studio, open_page, me)
    draw_over(page, "Rui")
    page.keyboard.press("1")
    page.keyboard.press("m")
    page.keyboard.press("d")
    page.keyboard.press("Delete")
    expect(page.locator("mark.mention")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator("mark.mention")).to_have_count(2)
    while page.get_by_role("button", name="Undo").is_enabled():
        page.keyboard.press("Control+z")
    expect(page.locator("mark.mention")).to_have_count(0)
    while page.get_by_role("button", name="Redo").is_enabled():
        page.keyboard.press("Control+y")
    expect(page.locator("mark.mention")).to_have_count(1)
    wait_until_saved(page)
    assert len(_kept(studio, me)) == 1


def test_a_text_is_marked_without_a_pointer(studio: RunningStudio, open_page: OpenPage, me: str) -> None:
    page = _open(studio, open_page, me)
    page.locator(".text").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("1")
    expect(page.locator("mark.mention")).to_have_text("Ana Reis")
    page.locator(".text").focus()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".in-hand q")).to_have_text("Porto")
    page.keyboard.press("3")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator(".in-hand q")).to_have_text("Ana Reis")
    wait_until_saved(page)
    assert [words for words, *_ in _kept(studio, me)] == ["Ana Reis", "Porto"]


def test_what_the_masker_finds_is_proposed_and_accepted(studio: RunningStudio, open_page: OpenPage, me: str) -> None:
    page = _open(studio, open_page, me)
    page.get_by_role("button", name="Get proposals").click()
    expect(page.locator("mark.proposed").first).to_be_visible()
    proposed = page.locator("mark.mention").count()
    page.keyboard.press("j")
    page.keyboard.press("a")
    expect(page.locator("mark.mention:not(.proposed)").first).to_be_visible()
    page.get_by_role("button", name="Accept all").click()
    expect(page.locator("mark.proposed")).to_have_count(0)
    wait_until_saved(page)
    assert len(_kept(studio, me)) == proposed
