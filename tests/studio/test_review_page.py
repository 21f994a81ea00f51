"""Reviewing a release in a real browser."""

import re
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from gyges.studio._store._database import digest_of
from studio.conftest import OpenPage, RunningStudio, StartStudio

pytestmark = pytest.mark.slow
expect.set_options(timeout=20_000)  # the first text a server reads waits for the tables of the reader

TEXT = "😀 Ana Reis, 41, is a nurse in Porto. She was born in Braga, and her son Rui goes to school there."
EDITS = [{"start": 2, "end": 10, "text": "[PERSON]", "direct": True}, {"start": 30, "end": 35, "text": "[PLACE]"}]
RELEASED = "😀 [PERSON], 41, is a nurse in [PLACE]. She was born in Braga, and her son Rui goes to school there."
DOCUMENTS = [{"id": "letter", "text": TEXT}, {"id": "note", "text": "Rui Reis, 12, lives in Porto."}]
RELEASES = [
    {"id": "letter", "text": RELEASED, "method": "mask", "trace": {"edits": EDITS}},
    {"id": "note", "text": "", "method": "mask", "trace": {"failed": "GY501 the model gave no rewrite"}},
]


def studio_with_releases(start_studio: StartStudio, *options: str) -> RunningStudio:
    return start_studio(DOCUMENTS, {"masked": RELEASES}, *options)


def opened(page: Page, number: int = 1) -> Page:
    page.goto(re.sub(r"/(#.*)?$", "", page.url) + f"/#/review/{number}")
    page.wait_for_selector(".edit")
    return page


def released(page: Page) -> str:
    return str(page.get_by_label("Release as it is now").text_content())


def asked(studio: RunningStudio, path: str) -> Any:
    with closing(studio.client()) as client:
        return client.get(path).json()


def edits_kept(studio: RunningStudio) -> list[dict[str, Any]]:
    body = asked(studio, "/api/sheets/review/1")["body"]
    return list(body["edits"]) if body else []


def select_words(page: Page, label: str, words: str) -> None:
    """Select words of a text as a pointer does."""
    page.get_by_label(label, exact=True).evaluate(
        """(root, words) => {
            const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.indexOf(words);
                if (at < 0) continue;
                getSelection().setBaseAndExtent(node, at, node, at + words.length);
                root.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
                return;
            }
            throw new Error("not there: " + words);
        }""",
        words,
    )


def test_a_release_is_reviewed_changed_attacked_and_signed_and_the_signature_falls_with_a_change(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = studio_with_releases(start_studio)
    page = opened(open_page(studio))
    assert released(page) == RELEASED
    first, second = page.locator(".edit").all()
    expect(first.locator(".worth")).to_contain_text("Undoing it costs: of the document a strong reader misses")
    expect(first.locator(".worth")).to_contain_text("“Ana Reis”")

    page.keyboard.press("u")
    expect(first).to_have_class(re.compile("undone"))
    assert released(page) == RELEASED.replace("[PERSON]", "Ana Reis")
    expect(first.locator(".worth")).to_contain_text("It has brought back direct identifiers: “Ana Reis”")
    expect(page.locator(".standing")).to_contain_text("since the change before")
    first.get_by_role("button", name="Accept").click()

    second.get_by_label("Words instead").fill("a town")
    assert released(page) == RELEASED.replace("[PLACE]", "a town")

    select_words(page, "Original", " Braga")
    page.get_by_label("with", exact=True).fill("the north")
    page.get_by_role("button", name="Make this edit").click()
    text = "😀 [PERSON], 41, is a nurse in a town. She was born in the north, and her son Rui goes to school there."
    assert released(page) == text
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    assert edits_kept(studio)[2] | {"own": True, "replacement": "the north"} == edits_kept(studio)[2]

    page.get_by_role("tab", name="Attack again").click()
    page.get_by_role("button", name="Attack again").click()
    expect(page.get_by_text("of this text")).to_be_visible()

    page.get_by_role("tab", name="Sign off").click()
    page.get_by_label("Note").fill("may go out")
    page.get_by_role("button", name="Sign off", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Signed by ana")).to_contain_text("“may go out”")
    assert asked(studio, "/api/releases")["rows"][0]["state"] == "signed"

    page.keyboard.press("Control+z")
    assert released(page) == text.replace("the north", "Braga")
    expect(page.get_by_text("That signature does not hold for this one")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="signature by ana does not hold any more")).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    row = asked(studio, "/api/releases")["rows"][0]
    assert (row["state"], row["signed_by"]) == ("in review", "")


def test_a_word_tells_whom_it_exposes_and_people_stand_beside_the_estimate(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    page = opened(open_page(studio_with_releases(start_studio)))
    page.locator("mark.tells", has_text="nurse").click()
    expect(page.get_by_label("Whom these words expose")).to_contain_text(re.compile("occupation nurse", re.I))
    page.get_by_role("tab", name="People").click()
    ana = page.get_by_role("region", name="Ana Reis", exact=True)
    expect(ana).to_contain_text(re.compile(r"strong reader leaves \d+ % before, \d+ % now"))
    ana.get_by_role("button", name="Ana Reis", exact=True).click()
    expect(ana.get_by_role("row", name=re.compile("occupation nurse", re.I))).to_contain_text("right")


def test_two_reviewers_at_once_lose_nothing(start_studio: StartStudio, open_page: OpenPage) -> None:
    studio = studio_with_releases(start_studio)
    one, two = (opened(open_page(studio, name)) for name in ("ana", "bo"))
    one.locator(".edit").first.get_by_role("button", name="Undo this edit").click()
    expect(one.get_by_text("Saved", exact=True)).to_be_visible()
    expect(one.locator(".standing")).to_contain_text("since the change before")
    two.locator(".edit").nth(1).get_by_label("Words instead").fill("a city")
    expect(two.get_by_text("Saved elsewhere meanwhile")).to_be_visible()
    assert [edit["accept"] for edit in edits_kept(studio)] == [False, True]
    two.get_by_role("button", name="Drop mine, take theirs").click()
    expect(two.locator(".edit").first).to_have_class(re.compile("undone"))
    two.locator(".edit").nth(1).get_by_label("Words instead").fill("a city")
    expect(two.get_by_text("Saved", exact=True)).to_be_visible()
    assert [edit["replacement"] for edit in edits_kept(studio)] == ["[PERSON]", "a city"]
    assert [edit["accept"] for edit in edits_kept(studio)] == [False, True]


def test_a_signature_is_not_shown_once_somebody_changed_the_text_elsewhere(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = studio_with_releases(start_studio)
    page = opened(open_page(studio))
    page.get_by_role("tab", name="Sign off").click()
    page.get_by_role("button", name="Sign off", exact=True).click()
    expect(page.get_by_text("signed by ana", exact=True)).to_be_visible()
    shown = asked(studio, "/api/releases/1")["edits"]
    with closing(studio.client("bo")) as bo:
        changed = {"edits": [shown[0] | {"accept": False}, shown[1]]}
        assert bo.put("/api/sheets/review/1", json={"seen": 0, "body": changed}).status_code == 200
    expect(page.get_by_role("alert").filter(has_text="signature by ana does not hold any more")).to_be_visible()
    expect(page.get_by_text("signed by ana", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("tab", name="Edits").click()
    expect(page.locator(".edit").first).to_have_class(re.compile("undone"))


def test_the_signature_of_somebody_else_is_withdrawn_only_after_a_question(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = studio_with_releases(start_studio)
    with closing(studio.client("ana")) as ana:
        assert ana.post("/api/releases/1/signature", json={"seen": 0, "digest": digest_of(RELEASED)}).status_code == 200
    page = opened(open_page(studio, "bo"))
    page.get_by_role("tab", name="Sign off").click()
    asked_for: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked_for.append(dialog.message)
        dialog.dismiss()

    def agree(dialog: Dialog) -> None:
        asked_for.append(dialog.message)
        dialog.accept()

    for answer, left in ((refuse, 1), (agree, 0)):
        page.once("dialog", answer)
        page.get_by_role("button", name="Withdraw the signature of ana").click()
        signed = page.get_by_role("status").filter(has_text="Signed by ana")
        expect(signed).to_have_count(left)
    assert ["signature of ana, not yours" in words for words in asked_for] == [True, True]
    expect(page.get_by_text("bo withdrew the signature of ana")).to_be_visible()


def test_on_a_phone_a_review_opens_at_its_head_and_hidden_signs_are_named_in_its_edits(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    text = "Ana\u200b Reis is a nurse in Porto."
    trace = {"edits": [{"start": 0, "end": 9, "text": "[PERSON]"}]}
    release = {"id": "a\u202eb", "text": "[PERSON] is a nurse in Porto.", "method": "mask", "trace": trace}
    studio = start_studio([{"id": "a\u202eb", "text": text}], {"masked": [release]})
    page = open_page(studio, viewport={"width": 360, "height": 700})
    expect(page.locator(".row-id .hidden-sign")).to_have_text("RLO")
    expect(page.locator(".row-opening .hidden-sign")).to_have_text("ZWSP")
    opened(page)
    expect(page.locator(".standing")).to_contain_text("strong reader")
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".edit del .hidden-sign")).to_have_text("ZWSP")
    expect(page.locator("h1 .hidden-sign")).to_have_text("RLO")
    select_words(page, "Original", "orto")
    page.get_by_role("button", name="Whole words").click()
    expect(page.locator(".new-edit")).to_contain_text("Porto")
    expect(page.get_by_role("button", name="Whole words")).to_have_count(0)


def test_a_text_that_is_not_read_is_signed_with_a_tick_and_shown_with_no_figure(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    chinese = "一位女护士住在北方的城市里，她有一个上学的儿子，她的丈夫开公共汽车，她的母亲和他们住在一起。"
    studio = start_studio(DOCUMENTS[:1], {"mine": [{"id": "letter", "text": chinese, "method": "mine"}]})
    page = opened(open_page(studio))
    expect(page.locator(".standing")).to_contain_text("Not attacked")
    expect(page.locator(".edit").first.locator(".worth")).to_be_visible()
    expect(page.locator(".edit").first.locator(".worth")).not_to_contain_text("%")
    page.get_by_role("tab", name="Sign off").click()
    button = page.get_by_role("button", name="Sign off", exact=True)
    expect(button).to_be_disabled()
    page.get_by_label("I sign though nobody attacked this text").check()
    button.click()
    expect(page.get_by_role("status").filter(has_text="Signed by ana")).to_contain_text("Chinese")
