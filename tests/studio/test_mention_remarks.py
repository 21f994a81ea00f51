"""What the guideline says while mentions are marked."""

from typing import Any

from gyges.studio._kinds._mentions import MentionsBody, MentionWritten, remarks_on_mentions

TEXT = "🙂 Ana Reis met Ana in Porto, in May."


def _mention(words: str, type: str = "PERSON", *, start: int | None = None, **more: Any) -> MentionWritten:
    start = TEXT.index(words) if start is None else start
    return MentionWritten(start=start, end=start + len(words), text=words, type=type, **more)


def _rules(*mentions: MentionWritten) -> list[str]:
    return [remark.rule for remark in remarks_on_mentions(TEXT, MentionsBody(mentions=list(mentions)))]


def test_whole_words_behind_an_emoji_and_spans_that_overlap_are_fine() -> None:
    mentions = [_mention("Ana Reis", identifier="DIRECT"), _mention("Reis"), _mention("Porto", "LOC")]
    assert _rules(*mentions) == []


def test_words_that_do_not_stand_at_their_place_are_remarked_on() -> None:
    assert _rules(_mention("Ana Reis", start=3)) == ["words_differ"]
    assert _rules(_mention("May.", "DATETIME", start=len(TEXT) - 2)) == ["words_differ"]


def test_blanks_and_commas_at_the_edges_and_cut_words_are_remarked_on() -> None:
    assert _rules(_mention("Ana Reis ")) == ["blank_edge"]
    assert _rules(_mention("Porto,", "LOC")) == ["blank_edge"]
    assert _rules(_mention("Port", "LOC")) == ["cuts_a_word"]


def test_one_span_twice_with_one_type_is_remarked_on_and_with_two_types_not() -> None:
    assert _rules(_mention("Porto", "LOC"), _mention("Porto", "LOC")) == ["same_span_twice"]
    assert _rules(_mention("Porto", "LOC"), _mention("Porto", "ORG")) == []


def test_an_entity_of_two_types_or_two_identifier_types_is_remarked_on() -> None:
    first = _mention("Ana Reis", entity_id="e1")
    assert _rules(first, _mention("Porto", "LOC", entity_id="e1")) == ["entity_of_two_types"]
    assert _rules(first, _mention("Reis", identifier="NO_MASK", entity_id="e1")) == ["entity_of_two_identifiers"]


def test_a_type_that_tells_nobody_by_itself_is_not_direct() -> None:
    assert _rules(_mention("May", "DATETIME", identifier="DIRECT")) == ["never_direct"]


def test_proposals_are_counted_and_not_judged() -> None:
    assert _rules(_mention("Port", "LOC", by="rules", accepted=False)) == ["proposals"]
