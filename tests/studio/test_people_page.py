"""Annotating people in a real browser."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from studio.conftest import OpenPage, RunningStudio, studios
from studio.pages import draw_over, wait_until_open, wait_until_saved

pytestmark = pytest.mark.slow

TEXT = "🙂 Ana Reis, born in 1980, lives in Porto.\nHer husband Rui \u200bdrives a bus in Lisbon.\n"
NUMBERS = count(1)
DOCUMENTS = [
    {"id": "letter", "text": TEXT},
    {"id": "second", "text": "Bob Stone is a nurse."},
    {"id": "third", "text": "Nothing."},
]


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
    page.goto(f"{studio.address}/#/people/1")
    wait_until_open(page)
    return page


def _sheet(studio: RunningStudio, me: str) -> Any:
    return studio.client(me).get("/api/sheets/people/1").json()


def _fact(page: Page, person: str, number: int) -> Locator:
    return page.get_by_role("region", name=person).locator(".fact").nth(number)


def test_a_document_is_annotated_from_nothing_by_pointer_and_keys_and_all_of_it_is_there_afterwards(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    page.keyboard.press("n")
    page.keyboard.type("Ana Reis: the writer")
    page.keyboard.press("Escape")
    draw_over(page, "Ana Reis")
    page.keyboard.press("f")
    fact = _fact(page, "Ana Reis: the writer", 0)
    expect(fact.get_by_label("Kind of fact")).to_be_focused()
    expect(fact.get_by_label("Value of NAME")).to_have_value("Ana Reis")
    fact.get_by_label("Certainty").select_option("5")
    fact.get_by_label("Hardness").select_option("1")
    page.get_by_role("button", name="Add a fact").click()
    age = _fact(page, "Ana Reis: the writer", 1)
    age.get_by_label("Kind of fact").select_option("AGE")
    age.get_by_label("Value of AGE").fill("44-45")
    age.get_by_label("Certainty").select_option("5")
    age.get_by_label("Hardness").select_option("2")
    expect(age.locator(".remarks")).to_contain_text("Select the words")
    draw_over(page, "born in 1980")
    page.get_by_role("button", name="Evidence", exact=True).click()
    expect(age.locator(".chip")).to_contain_text("born in 1980")
    expect(age.locator(".remarks")).to_have_count(0)
    page.get_by_role("button", name="Finish", exact=True).click()
    expect(page.get_by_role("button", name="Finished: open again")).to_be_visible()
    wait_until_saved(page)
    page.reload()
    expect(page.get_by_label("Who is person 1")).to_have_value("Ana Reis: the writer")
    expect(_fact(page, "Ana Reis: the writer", 1).get_by_label("Value of AGE")).to_have_value("44-45")
    expect(page.get_by_role("button", name="Finished: open again")).to_be_visible()
    kept = _sheet(studio, me)
    assert kept["done"]
    facts = [
        (one["tag"], one["value"], one["certainty"], one["hardness"], one["evidence"])
        for one in kept["body"]["subjects"][0]["facts"]
    ]
    assert facts == [("NAME", "Ana Reis", 5, 1, ["Ana Reis"]), ("AGE", "44-45", 5, 2, ["born in 1980"])]


def test_steps_are_undone_and_done_again_over_all_fields(studio: RunningStudio, open_page: OpenPage, me: str) -> None:
    page = _open(studio, open_page, me)
    page.keyboard.press("n")
    page.keyboard.type("Ana")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.keyboard.press("f")
    expect(page.locator(".fact")).to_have_count(1)
    page.locator(".text").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".fact")).to_have_count(0)
    expect(page.get_by_label("Who is person 1")).to_have_value("Ana")
    while page.locator(".person").count():
        page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    while page.get_by_role("button", name="Redo").is_enabled():
        page.keyboard.press("Control+Shift+z")
    expect(page.get_by_label("Who is person 1")).to_have_value("Ana")
    expect(page.locator(".fact")).to_have_count(1)
    wait_until_saved(page)


def test_proposals_are_marked_until_they_are_accepted_one_by_one_by_person_or_all(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    page.get_by_role("button", name="Get proposals").click()
    expect(page.locator(".person.proposed")).to_have_count(2)
    count = page.locator(".fact.proposed").count()
    assert count > 4
    wait_until_saved(page)
    page.get_by_role("button", name="Accept NAME Ana Reis").click()
    expect(page.locator(".fact.proposed")).to_have_count(count - 1)
    expect(page.locator(".person.proposed")).to_have_count(1)
    page.get_by_role("button", name="Accept all of Ana Reis").click()
    expect(page.get_by_role("region", name="Ana Reis", exact=True).locator(".proposed")).to_have_count(0)
    assert page.locator(".fact.proposed").count() > 0
    page.get_by_role("button", name="Accept all proposals").click()
    expect(page.locator(".proposed")).to_have_count(0)
    expect(page.locator(".fact .by").first).to_have_text("from rules")
    wait_until_saved(page)
    page.get_by_role("button", name="Get proposals").click()
    expect(page.locator(".prefill [role=status]")).to_have_text("rules proposes nothing new")
    facts = [fact for one in _sheet(studio, me)["body"]["subjects"] for fact in one["facts"]]
    assert all(fact["accepted"] and fact["by"] == "rules" for fact in facts)


def test_a_selection_across_hidden_characters_and_behind_an_emoji_is_kept_literally(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    page.keyboard.press("n")
    page.keyboard.type("Rui")
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll('.text [data-start]')];
          const before = parts.find(part => part.textContent.includes('husband Rui'));
          const behind = parts.find(part => part.textContent.startsWith('drives'));
          const at = before.firstChild.textContent.indexOf('Rui');
          getSelection().setBaseAndExtent(before.firstChild, at, behind.firstChild, 'drives'.length);
          document.querySelector('.text').dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
        }"""
    )
    page.keyboard.press("f")
    expect(page.locator(".chip")).to_have_count(1)
    wait_until_saved(page)
    assert _sheet(studio, me)["body"]["subjects"][0]["facts"][0]["evidence"] == ["Rui \u200bdrives"]
    marked = page.locator("mark.evidence").all_text_contents()
    assert "".join(marked) == "Rui ZWSPdrives"


def test_keys_lead_from_document_to_document_and_the_list_says_where_one_is(
    studio: RunningStudio, open_page: OpenPage, me: str
) -> None:
    page = _open(studio, open_page, me)
    page.keyboard.press("n")
    page.keyboard.type("Ana")
    page.keyboard.press("Escape")
    wait_until_saved(page)
    page.keyboard.press("]")
    expect(page.get_by_role("heading", name="second")).to_be_visible()
    expect(page.get_by_role("button", name="Finish", exact=True)).to_be_disabled()
    page.get_by_label("There is nobody in this text").check()
    page.get_by_role("button", name="Finish", exact=True).click()
    expect(page.get_by_role("button", name="Finished: open again")).to_be_visible()
    wait_until_saved(page)
    page.keyboard.press("[")
    expect(page.get_by_role("heading", name="letter")).to_be_visible()
    expect(page.get_by_label("Who is person 1")).to_have_value("Ana")
    expect(page.get_by_role("button", name="Next unfinished")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.get_by_role("heading", name="third")).to_be_visible()
    page.goto(f"{studio.address}/#/documents")
    expect(page.get_by_role("link", name="People of letter: begun")).to_be_visible()
    expect(page.get_by_role("link", name="People of second: done")).to_be_visible()
    expect(page.get_by_role("link", name="People of third: not begun")).to_be_visible()
