"""The list of documents in a real browser."""

import pytest
from playwright.sync_api import expect

from studio.conftest import OpenPage, StartStudio

pytestmark = pytest.mark.slow

DOCUMENTS = [{"id": f"letter-{number}", "text": f"Letter {number} of Ana Reis."} for number in range(300)]


def test_documents_are_listed_found_and_only_those_in_view_are_drawn(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    page = open_page(start_studio(DOCUMENTS))
    page.wait_for_selector(".row")
    assert page.locator(".row").count() < 60
    assert "token" not in page.url
    page.get_by_label("Find").fill("letter 299")
    expect(page.locator(".row-id")).to_have_text(["letter-299"])
