"""Every page, wide and narrow, light and dark: named controls, contrast, headings, focus, no scrolling sideways."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from studio.conftest import RunningStudio, studios
from studio.sheets import ANA, ANA_MARKS, BEN, BEN_MARKS, PEOPLE_TEXT, save

pytestmark = pytest.mark.slow

CHECKS = (Path(__file__).parent / "accessibility.js").read_text(encoding="utf-8")
LONG_ID = "case-" + "x" * 200
DOCUMENTS = [{"id": "letter-1", "text": PEOPLE_TEXT}, {"id": LONG_ID, "text": f"{PEOPLE_TEXT}\n" * 30}]
RELEASES = [
    {"id": "letter-1", "text": "Somebody lives in Portugal with a nurse.", "method": "mask"},
    {"id": LONG_ID, "text": "[PERSON] is a nurse. " * 40, "method": "mask"},
]
PAGES = {
    "documents": "Documents",
    "people/1": "letter-1",
    "mentions/1": "letter-1",
    "agreement": "Agreement",
    "adjudicate/1/people": "letter-1",
    "adjudicate/1/mentions": "letter-1",
    "releases": "Releases",
    "review/1": "letter-1",
    "read": "",
    "read/1": "",
    "who/1": "",
    "rate": "",
    "ratings": "Ratings",
    "runs": "Runs",
    "files": "Files",
    "nothing": "",
}


@pytest.fixture(scope="module")
def worked_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """A studio in which two people have annotated and one has read."""
    with studios(tmp_path_factory.mktemp("every")) as start:
        studio = start(DOCUMENTS, {"masked": RELEASES})
        for name, people, mentions in (("ana", ANA, ANA_MARKS), ("ben", BEN, BEN_MARKS)):
            client = studio.client(name)
            save(client, "people", 1, people)
            save(client, "mentions", 1, mentions)
        cyn = studio.client("cyn")
        save(
            cyn,
            "reading",
            cyn.get("/api/pile").json()[0]["key"],
            {"subjects": [{"id": "1", "description": "a nurse"}]},
            done=False,
        )
        yield studio


def _ready(page: Page) -> None:
    page.wait_for_timeout(150)  # until what the address names is asked for
    expect(page.get_by_text("Loading…")).to_have_count(0)
    expect(page.locator("h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(150)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_every_page_is_for_everybody(worked_on: RunningStudio, browser: Browser, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(worked_on.link_for("ana"))
    wrong = {}
    key = worked_on.client("ana").get("/api/pile").json()[0]["key"]
    for name, words in PAGES.items():
        page.goto(f"{worked_on.address}/#/{name.replace('read/1', f'read/{key}')}")
        _ready(page)
        expect(page.locator("main")).to_contain_text(words)
        wrong[name] = page.evaluate(CHECKS)
    context.close()
    assert not {name: found for name, found in wrong.items() if found}


def test_who_has_no_link_is_told_on_a_page_that_is_for_everybody(worked_on: RunningStudio, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(worked_on.address)
    expect(page.get_by_role("alert")).to_contain_text("open the link")
    assert page.evaluate(CHECKS) == []
    context.close()


@pytest.mark.parametrize("name", ["documents", "people/1", "review/1"])
def test_the_keyboard_goes_through_a_page_and_one_sees_where_it_is(
    worked_on: RunningStudio, browser: Browser, name: str
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(worked_on.link_for("ana"))
    page.goto(f"{worked_on.address}/#/{name}")
    _ready(page)
    seen = []
    for _ in range(25):
        page.keyboard.press("Tab")
        where = page.evaluate(
            "() => { const node = document.activeElement, style = getComputedStyle(node);"
            " return [node.tagName, node.outerHTML.slice(0, 90), style.outlineStyle, parseFloat(style.outlineWidth)]; }"
        )
        if where[0] == "BODY":
            break
        seen.append(where)
    context.close()
    if name == "documents":
        assert "skip" in seen[0][1]
    assert len(seen) > 8
    assert not [one for one in seen if one[2] == "none" or one[3] < 2]


def test_nothing_inline_runs_and_no_token_stays_anywhere(worked_on: RunningStudio, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.headers.get("referer", "")))
    page.goto(worked_on.link_for("ana"))
    _ready(page)
    token = worked_on.link.split("token=")[1].split("&")[0]
    assert set(asked) == {""}
    assert token not in page.url + page.title() + page.content() + page.evaluate("document.referrer + document.cookie")
    page.evaluate(
        "() => { const tag = document.createElement('script'); tag.textContent = 'window.taken = 1';"
        " document.body.append(tag); const box = document.createElement('div');"
        ' box.innerHTML = \'<img src=x onerror="window.taken = 2"><b style="color: red">x</b>\';'
        " document.body.append(box); }"
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.taken") is None
    assert any("Content Security Policy" in said for said in refused)
    context.close()
