import base64
import hashlib
from collections.abc import Callable

import pytest
from jinja2 import UndefinedError

from gyges.reports import render_html, render_link
from gyges.reports._figures import Figure
from gyges.reports._page import environment
from gyges.reports.benchmark import benchmark_html
from gyges.reports.tuning import tuning_html
from reports import samples
from reports.benchmark.files import usual
from reports.page import Page
from reports.test_link_report import linked
from reports.tuning.test_tuning_report import _file

PAGES: dict[str, Callable[[], str]] = {
    "audit": lambda: render_html([samples.masked()]),
    "linkage": lambda: render_link("a release", linked()),
    "benchmark": lambda: benchmark_html(usual()),
    "task": lambda: tuning_html(_file()),
}


def _allowed(code: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


@pytest.mark.parametrize("name", PAGES)
def test_every_page_allows_exactly_the_style_and_script_it_holds(name: str) -> None:
    read = Page(PAGES[name]())
    rules = dict(rule.strip().split(" ", 1) for rule in read.policy.split(";"))
    assert rules.pop("default-src") == rules.pop("base-uri") == rules.pop("form-action") == "'none'"
    assert rules.pop("img-src") == "data:"
    assert rules == {f"{kind}-src": _allowed(code) for kind, code in read.code.items()}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_leads_past_its_head_and_has_one_heading(name: str) -> None:
    read = Page(PAGES[name]())
    assert read.tags["h1"] == read.tags["header"] == read.tags["main"] == 1
    assert read.hrefs[0].removeprefix("#") in read.ids


def test_templates_show_what_is_unseen_and_write_a_dash_for_nothing() -> None:
    template = environment().from_string("{{ value }}")
    assert template.render(value=None) == template.render(value=Figure()) == "–"
    assert template.render(value="<b>\u202e") == "&lt;b&gt;⟦U+202E⟧"
    with pytest.raises(UndefinedError):
        template.render()
