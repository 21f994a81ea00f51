"""Two raters in real browsers, by keys, and what comes of it."""

import pytest
from playwright.sync_api import Page, Response, expect

from studio.conftest import OpenPage, StartStudio

pytestmark = pytest.mark.slow

DOCUMENTS = [{"id": f"doc-{number}", "text": f"Ana Reis wrote letter {number}."} for number in range(2)]
RELEASES = {
    name: [{"id": row["id"], "text": f"Somebody wrote {name[0]}.", "method": name} for row in DOCUMENTS]
    for name in ("zephyrmask", "quokkawrite")
}


def _rate(page: Page, readability: str) -> None:
    for number in range(1, 5):
        expect(page.get_by_role("heading", name=f"Text {number} of 4")).to_be_visible()
        expect(page.get_by_label("The text to rate")).to_contain_text("Somebody wrote")
        expect(page.get_by_label("Its original")).to_have_count(0)
        page.keyboard.press(readability)
        page.keyboard.press("y")
        expect(page.get_by_role("button", name="Show the original")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_label("Its original")).to_contain_text("Ana Reis wrote")
        page.keyboard.press("4")
        page.keyboard.press("n")
        expect(page.get_by_text(f"{number} of 4 rated")).to_be_visible()
        if number < 4:
            page.keyboard.press("Enter")


def test_two_raters_rate_by_keys_and_nothing_tells_them_the_method(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = start_studio(DOCUMENTS, RELEASES)
    received: list[str] = []

    def keep(response: Response) -> None:
        if "/api/" in response.url:
            received.append(response.text())

    for name, readability, size in (("rita", "5", (1280, 800)), ("sam", "3", (360, 740))):
        page = open_page(studio, name, viewport={"width": size[0], "height": size[1]})
        page.on("response", keep)
        page.goto(f"{studio.address}/#/rate")
        page.reload()
        _rate(page, readability)
        expect(page.get_by_text("All texts are rated.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert len(received) > 40
    assert not [said for said in received if "zephyrmask" in said or "quokkawrite" in said or "doc-" in said]
    lead = open_page(studio, "lead")
    lead.goto(f"{studio.address}/#/ratings")
    table = lead.get_by_role("table").filter(has_text="zephyrmask")
    expect(table).to_contain_text("2 of 2 releases rated by 2 people")
    expect(table.get_by_role("row", name="Readability")).to_contain_text("4.00 [")
    expect(table.get_by_role("row", name="Usable")).to_contain_text("no: 4, yes: 0")
