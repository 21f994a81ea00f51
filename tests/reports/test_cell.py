"""What a notebook shows is well-formed, stays in its frame, and lets nothing of a document act."""

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from gyges.records import Release
from gyges.reports import release_cell


@given(st.text(), st.text())
def test_names_and_kinds_of_others_are_shown_and_never_act(method: str, kind: str) -> None:
    trace = {"edits": [{"type": f"<script>{kind}"}]}
    shown = release_cell(f"<img src=x>{method}", [Release("a", "", "m", trace)])
    ET.fromstring(shown)  # noqa: S314  # our own
    assert "<script" not in shown
    assert "<img" not in shown


def test_a_failed_document_is_counted_as_failed_and_its_reason_is_not_shown() -> None:
    shown = release_cell("mask", [Release("a", "", "mask", {"failed": "still says 'Tom Berger'"})])
    assert "0 of 1 documents were released by mask" in shown
    assert "Berger" not in shown
