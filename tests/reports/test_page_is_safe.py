import base64
import hashlib
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.reports import AuditView, TextPair, render_html, render_markdown, tables_csv
from gyges.reports._plain import visible
from gyges.scoring import Results
from reports import samples
from reports.page import Page

PAYLOADS = (
    samples.NASTY,
    "</script><script>x()</script>",
    "</style></p></details></table>",
    "<!-- ",
    "<?php",
    "<![CDATA[",
    "'\" onload=x() autofocus",
    "javascript:alert(1)",
    "{% raw %}{{ self }}",
    "&lt;b&gt;&#60;i&#62;",
    "\u202eevil\u202c\u2066\u2069\u200f",
    "\x00\x08\x1b[2J\x7f\x85\u2028\u2029\ufeff\uffff\U000e0041",
    "line\r\nline\rline",
)
hostile = st.one_of(st.sampled_from(PAYLOADS), st.text(alphabet="<>&\"'/=!-? {}%#`a\n\u202e\x00"), st.text())


def filled(words: list[str]) -> AuditView:
    """An audit with the given words in every place that holds text."""
    say = [*words, *(["x"] * 8)]
    data = samples.masked().results.model_dump()
    rate = samples.rate(0.5, 3).model_dump()
    data |= {
        "profile": say[0],
        "truth": say[1],
        "attacker": {"name": say[2], say[3]: say[4]},
        "judge": {"name": say[5]},
        "anonymizer": {say[0]: [say[1], {say[2]: say[3]}]},
        "by_tag": {say[0]: rate, say[1]: rate},
        "by_hardness": {say[2]: rate},
        "by_type": {say[3]: rate},
        "by_location_level": {say[4]: rate},
        "controls": {say[5]: rate},
        "utility": {say[6]: rate},
        "metrics": {**data["metrics"], say[7]: rate},
        "calibration": [{say[0]: 1, "certainty": 2}],
        "agreement": {"cpr": {say[1]: rate}, "spearman": {say[2]: 0.5}},
        "cost": {say[3]: 1},
    }
    data["coverage"]["failed"] = [{"id": say[0], "stage": say[1], "reason": say[2]}]
    data["combination"]["by_facts"] = {say[1]: 2}
    data["combination"]["people"] = [
        {"document": say[0], "id": say[1], "facts": [{"tag": say[2], "value": say[3]}]},
    ]
    data["subjects"] = [
        {
            "document": say[0],
            "id": say[1],
            "description": say[2],
            "matched_to": say[3],
            "facts": [
                {
                    "tag": say[(place + 4) % 8],
                    "truth": say[(place + 5) % 8],
                    "guess": say[(place + 6) % 8],
                    "score": score,
                    "decided_by": say[7],
                    "evidence": words,
                    "cue": say[place % 8],
                    "guess_certainty": 3,
                }
                for place, score in enumerate((1.0, 0.5, 0.0, None))
            ],
        }
    ]
    texts = {say[0]: TextPair(" ".join(words) * 3, "".join(reversed(words)))}
    return AuditView(say[4], Results.model_validate(data), texts)


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(hostile, min_size=1, max_size=8), st.booleans(), st.integers(1, 3))
def test_no_text_of_any_kind_becomes_a_tag(words: list[str], show_text: bool, audits: int) -> None:
    html = render_html([filled(words)] * audits, show_text=show_text, show_original=True)
    page = Page(html)
    assert page.tags["script"] == page.tags["style"] == 1
    assert all(re.fullmatch(r"#[a-z0-9-]+", href) for href in page.hrefs)
    assert len(set(page.ids)) == len(page.ids)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]", html)
    html.encode()


@given(st.lists(hostile, min_size=1, max_size=8))
def test_markdown_keeps_hostile_words_on_their_line(words: list[str]) -> None:
    text = render_markdown([filled(words)])
    shape = render_markdown([filled(["x"])])
    assert not re.search(r"<[a-zA-Z/!?]", text)
    assert [line[:3] for line in text.splitlines() if line.startswith("#")] == [
        line[:3] for line in shape.splitlines() if line.startswith("#")
    ]
    tables_csv([filled(words)])


def test_texts_are_shown_as_they_are() -> None:
    page = Page(render_html([samples.masked()], show_original=True))
    assert samples.NASTY in page.words
    assert "⟦U+202E⟧" in page.words
    assert "␛[31m" in page.words
    assert "⟦U+2028⟧" in page.words
    assert "👩🏽‍🔬" in page.words


def test_lone_surrogates_do_not_break_the_file() -> None:
    audit = samples.masked()
    broken = AuditView("masked", audit.results, {"forum-12": TextPair("Tobi here \ud800")})
    assert "⟦U+D800⟧" in render_html([broken]).encode().decode()


def test_the_policy_allows_our_style_and_script_only() -> None:
    html = render_html([samples.masked(), samples.rewritten()])
    page = Page(html)
    rules = dict(rule.strip().split(" ", 1) for rule in page.policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["img-src"] == "data:"
    for name in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(page.code[name].encode()).digest()).decode()
        assert rules[f"{name}-src"] == f"'sha256-{digest}'"
    assert "unsafe" not in page.policy
    assert html.index("Content-Security-Policy") < html.index("<style>") < html.index("<script>")


def test_nothing_is_loaded_from_anywhere() -> None:
    html = render_html([samples.masked()], show_original=True)
    page = Page(html)
    assert all(href.startswith("#") and href[1:] in page.ids for href in page.hrefs)
    assert not re.search(r"""(?:src|href|action)\s*=\s*["']?\s*(?:https?:|//)""", html)
    assert not re.search(r"url\(|@import|@font-face|https?:|fetch|XMLHttp|import\(", "".join(page.code.values()))
    assert "style=" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


@given(hostile)
def test_whatever_is_visible_stays_visible(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert "\n" in visible(text) or "\n" not in text
