"""Two annotators and somebody who settles their differences, in real browsers."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gyges.corpus import read_documents
from studio.conftest import OpenPage, RunningStudio, StartStudio
from studio.sheets import ANA, ANA_MARKS, BEN, BEN_MARKS, PEOPLE_TEXT, save

pytestmark = pytest.mark.slow

DOCUMENTS = [{"id": "a/1", "text": PEOPLE_TEXT}, {"id": "b", "text": "Nobody here."}]


@pytest.fixture
def annotated(start_studio: StartStudio) -> RunningStudio:
    """A project with a document that two people have annotated differently."""
    studio = start_studio(DOCUMENTS)
    for name, people, marks in (("ana", ANA, ANA_MARKS), ("ben", BEN, BEN_MARKS)):
        client = studio.client(name)
        save(client, "people", 1, people)
        save(client, "mentions", 1, marks)
    return studio


def _settle_people(page: Page) -> None:
    expect(page.get_by_text("9 of 9 open")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_text("4 of 9 open")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator(".line[aria-current]")).to_have_attribute("aria-label", "LOCATION")
    expect(page.locator("mark.mine")).to_have_text("Lisbon")
    for key in ("1", "o", "e"):
        page.keyboard.press(key)
    page.get_by_label("Value", exact=True).fill("Nurse at a hospital")
    page.keyboard.press("Enter")
    page.keyboard.press("o")
    expect(page.locator(".line[aria-current]")).to_have_attribute("aria-label", "Marta, a saint")
    page.keyboard.press("1")
    expect(page.get_by_text("All decided")).to_be_visible()
    page.get_by_role("button", name="This is agreed").click()
    expect(page.get_by_role("button", name="Agreed: open again")).to_be_visible()


def _settle_mentions(page: Page) -> None:
    expect(page.get_by_text("4 of 4 open")).to_be_visible()
    expect(page.get_by_role("button", name="This is agreed")).to_be_disabled()
    for key in ("a", "o", "2", "2"):
        page.keyboard.press(key)
    expect(page.get_by_text("All decided")).to_be_visible()
    page.get_by_role("button", name="This is agreed").click()
    expect(page.get_by_role("button", name="Agreed: open again")).to_be_visible()


def test_differences_are_found_settled_by_keys_and_exported(
    annotated: RunningStudio, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(annotated, "cai")
    page.get_by_role("link", name="Agreement").click()
    expect(page.get_by_role("row", name="ana and ben").first).to_contain_text("50 % [")
    page.get_by_role("link", name="Settle People and facts of a/1").click()
    _settle_people(page)
    page.locator(".kinds").get_by_role("link", name="Mentions").click()
    _settle_mentions(page)
    page.get_by_role("link", name="Files").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="annotations-agreed.jsonl", exact=True).click()
    download.value.save_as(tmp_path / "agreed.jsonl")
    (agreed,) = read_documents(tmp_path / "agreed.jsonl")
    said = {person.description: {fact.tag: fact.value for fact in person.facts} for person in agreed.subjects or ()}
    assert said == {
        "Ana Reis": {"NAME": "Ana Reis", "AGE": "34", "LOCATION": "Lisbon / Portugal"},
        "Tom Okafor, her partner": {"NAME": "Tom Okafor", "OCCUPATION": "Nurse at a hospital"},
    }
    marked = [(mention.text, mention.identifier.value) for mention in agreed.mentions or ()]
    assert marked == [("Ana Reis", "DIRECT"), ("34", "QUASI"), ("Lisbon", "NO_MASK"), ("Ana Reis", "DIRECT")]
    first, *_, last = agreed.mentions or ()
    assert first.entity_id == last.entity_id


def test_a_decision_on_words_that_changed_since_is_shown_and_open_again(
    annotated: RunningStudio, open_page: OpenPage
) -> None:
    page = open_page(annotated, "cai")
    page.goto(f"{annotated.address}/#/adjudicate/1")
    page.get_by_role("button", name="Take all that is the same").click()
    expect(page.get_by_text("4 of 9 open")).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    save(annotated.client("ben"), "people", 1, json.loads(json.dumps(BEN).replace('"34"', '"35"')), done=False)
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("Only ana has finished this.")).to_be_visible()
    changed = json.loads(json.dumps(BEN).replace('"value": "34"', '"value": "40"'))
    save(annotated.client("ben"), "people", 1, changed)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("1 decision is on words that an annotator has changed since")
    expect(page.get_by_text("5 of 9 open")).to_be_visible()
    page.get_by_role("button", name="Drop it").click()
    expect(page.get_by_role("alert")).to_have_count(0)
