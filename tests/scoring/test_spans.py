from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import Document, IdentifierType, JsonValue, Mention, Release
from gyges.scoring import Profile, SpanCounts, SpanMode, count_spans, span_recall

TEXT = "Mr John Smith of the Ankara Assize Court met Ann on 5 May 1998. The court sat on 15 May."
DIRECT, QUASI, NO_MASK = IdentifierType.DIRECT, IdentifierType.QUASI, IdentifierType.NO_MASK


def _mention(
    words: str, identifier: IdentifierType = QUASI, entity: str = "", type: str = "MISC", text: str = TEXT
) -> Mention:
    start = text.index(words)
    return Mention(start, start + len(words), words, type, identifier, entity)


def _document(*mentions: Mention, text: str = TEXT) -> Document:
    return Document("a", text, mentions=mentions)


def _masked(*mentions: Mention) -> Release:
    edits: list[JsonValue] = [{"start": m.start, "end": m.end} for m in mentions]
    return Release("a", "", "mask", {"edits": edits})


def _stands(words: str, release: str, profile: Profile = "strict", text: str = TEXT) -> bool:
    counts = count_spans(_document(_mention(words, text=text), text=text), Release("a", release, "x"), profile=profile)
    return counts.mentions.hits == 0


def test_an_entity_is_masked_when_all_its_mentions_are() -> None:
    name, court, ann = _mention("John Smith", DIRECT, "e1"), _mention("Ann", DIRECT, "e1"), _mention("Assize", QUASI)
    document = _document(name, court, ann)
    half = count_spans(document, _masked(name))
    assert (half.direct, half.quasi, half.mentions, half.tokens) == ((0, 1), (0, 1), (1, 3), (2, 4))
    whole = count_spans(document, _masked(name, court))
    assert (whole.direct, whole.quasi) == ((1, 1), (0, 1))


def test_an_entity_has_the_kind_of_its_first_mention_that_must_be_masked() -> None:
    mentions = (_mention("Ann", NO_MASK, "e"), _mention("John", QUASI, "e"), _mention("Smith", DIRECT, "e"))
    counts = count_spans(_document(*mentions), _masked(*mentions))
    assert (counts.direct, counts.quasi, counts.mentions) == ((0, 0), (1, 1), (2, 2))


def test_function_words_titles_and_punctuation_may_stay() -> None:
    whole = _mention("Mr John Smith of the Ankara Assize Court")
    edits = _masked(_mention("John Smith"), _mention("Ankara Assize Court"))
    for profile, tokens in (("strict", (5, 5)), ("paper", (8, 8))):
        counts = count_spans(_document(whole), edits, profile=profile)  # type: ignore[arg-type]
        assert counts.mentions == (1, 1)
        assert counts.tokens == tokens


@pytest.mark.parametrize("sign", ["’", "'", "“", "”", "(", "–"])
def test_quotes_may_stay_curly_ones_too(sign: str) -> None:
    text = f"{sign}Ann"
    mention = _mention(text, text=text)
    assert count_spans(_document(mention, text=text), _masked(_mention("Ann", text=text))).mentions == (1, 1)


def test_the_possessive_may_stay_and_an_initial_may_not() -> None:
    text = "Ann’s friend A. Berg"
    counts = count_spans(
        _document(_mention("Ann’s", text=text), _mention("A. Berg", text=text), text=text),
        _masked(_mention("Ann", text=text), _mention("Berg", text=text)),
    )
    assert counts.mentions == (1, 2)


def test_a_mention_of_forgiven_words_only_must_be_masked_strictly() -> None:
    document = _document(_mention("of the"))
    assert count_spans(document, Release("a", TEXT, "x")).mentions == (0, 1)
    assert count_spans(document, Release("a", TEXT, "x"), profile="paper").mentions == (1, 1)


def test_precision_counts_masked_words_nobody_had_to_mask() -> None:
    counts = count_spans(_document(_mention("Ann")), _masked(_mention("Ann"), _mention("sat on")))
    assert counts.precision == (1, 3)


def test_recall_by_type() -> None:
    rates = span_recall(
        [_document(_mention("Ann", type="PERSON"), _mention("5 May 1998", type="DATETIME"))],
        [_masked(_mention("5 May 1998"))],
    )
    assert {name: rate.value for name, rate in rates.by_type.items()} == {"PERSON": 0.0, "DATETIME": 1.0}


def test_offsets_win_where_there_are_some_and_may_be_demanded() -> None:
    document, mention = _document(_mention("Ann")), _mention("Ann")
    traced = Release("a", TEXT, "mask", {"edits": [{"start": mention.start, "end": mention.end}]})
    modes: tuple[SpanMode, ...] = ("auto", "offsets", "search")
    assert [count_spans(document, traced, mode=mode).mentions.hits for mode in modes] == [1, 1, 0]
    traces: list[dict[str, JsonValue]] = [{}, {"edits": []}, {"edits": [{"note": "rewritten"}]}, {"edits": ["Ann"]}]
    for trace in traces:
        bare = Release("a", TEXT, "rewrite", trace)
        assert count_spans(document, bare).mode == "search"
        with pytest.raises(InputError, match="no edits with offsets"):
            count_spans(document, bare, mode="offsets")


def _edited(mention: Mention, words: str, identifier: IdentifierType) -> SpanCounts:
    marked = replace(mention, identifier=identifier)
    edits: list[JsonValue] = [{"start": mention.start, "end": mention.end, "text": words}]
    made = TEXT[: mention.start] + words + TEXT[mention.end :]
    return count_spans(_document(marked), Release("a", made, "mask", {"edits": edits}))


@pytest.mark.parametrize(
    ("words", "identifier", "masked"),
    [
        ("John Smith", IdentifierType.DIRECT, 0),
        ("JOHN SMITH, that is", IdentifierType.QUASI, 0),
        ("Mr Smith", IdentifierType.DIRECT, 1),  # the surname still stands
        ("a man named Doe", IdentifierType.DIRECT, 2),
        ("[PERSON]", IdentifierType.DIRECT, 2),
    ],
)
def test_an_edit_that_says_the_words_again_masks_nothing(words: str, identifier: IdentifierType, masked: int) -> None:
    assert _edited(_mention("John Smith"), words, identifier).tokens == (masked, 2)


def test_the_plural_of_a_name_still_tells_the_name() -> None:
    assert _stands("Silva", "Those Silvas were there.", text="Mr Silva met Ann.")


def test_documents_without_release_or_annotation_are_listed() -> None:
    rates = span_recall([_document(), Document("b", "x"), Document("c", "x", mentions=())], [Release("b", "", "x")])
    assert rates.skipped == ("a", "b", "c")
    assert rates.recall.value is None
    with pytest.raises(InputError, match="no annotated mentions"):
        count_spans(Document("b", "x"), Release("b", "", "x"))


@pytest.mark.parametrize(
    ("words", "release", "strict", "paper"),
    [
        ("Ann", "Somebody met Anna.", False, True),  # part of another word
        ("5 May 1998", "It was on 15 May 1998.", True, True),  # "May" is elsewhere, "1998" is not
        ("Ann", "mr john smith met ann.", True, False),  # another case
        ("John Smith", "John  Smith was there.", True, False),  # another white space
        ("John Smith", "Mr Smith was there.", True, False),  # half of it
        ("John Smith", "It was Smith who met Ann.", True, False),  # half of it, elsewhere
        ("Ankara Assize Court", "Mr X of a court met Y.", False, False),  # the text speaks of a court anyway
        ("Ankara Assize Court", "The court, the Ankara Assize Court, sat.", True, True),
        ("5 May", "Somebody met somebody. The court sat on 15 May.", False, True),
    ],
)
def test_searching_word_by_word_and_as_published(words: str, release: str, strict: bool, paper: bool) -> None:
    assert _stands(words, release) is strict
    assert _stands(words, release, "paper") is paper


@pytest.mark.parametrize(
    ("text", "words", "release"),
    [
        ("Call (555) 123-4567 now", "(555) 123-4567", "Ring 5551234567 today"),
        ("He lives in İzmir there", "İzmir", "Izmir is his home"),
        ("#BakerVibes today", "Baker", "today, really: #BakerVibes"),
        ("私は田中です", "田中", "田中という人"),
        ("rated ★★★ by all", "★★★", "★★★ it was"),
    ],
)
def test_another_form_of_the_same_still_stands(text: str, words: str, release: str) -> None:
    assert _stands(words, release, text=text)


def test_a_masked_mention_does_not_stand_because_the_same_words_stand_elsewhere() -> None:
    text = "Ann was born on 5 May. The feast of 5 May is old."
    release = "Ann was born on [DATE]. The feast of 5 May is old."
    assert not _stands("5 May", release, text=text)
    assert _stands("5 May", release, "paper", text=text)


def test_one_mention_may_stand_while_another_of_the_same_words_is_masked() -> None:
    text = "Ann came. Then Ann left."
    first, second = Mention(0, 3, "Ann", "PERSON", DIRECT, "e"), Mention(15, 18, "Ann", "PERSON", DIRECT, "e")
    counts = count_spans(_document(first, second, text=text), Release("a", "[X] came. Then Ann left.", "x"))
    assert (counts.mentions, counts.direct) == ((1, 2), (0, 1))


def test_placeholders_are_no_words_and_other_words_in_brackets_are() -> None:
    text = "My code is 12-34, Ann"
    assert not _stands("code", "My [CODE] is [CODE_2], [redacted]", text=text)
    assert _stands("Ann", "My code is [CODE], [ANN]", text=text)


def test_texts_too_long_to_align_err_on_the_side_of_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gyges.scoring._standing._MAX_CELLS", 1)
    assert _stands("Ann", TEXT)
    assert _stands("John Smith", "Smith, or was it John?")
    assert not _stands("Ann", "Somebody met Anna.")


words = st.lists(
    st.sampled_from(["ann", "bo", "court", "of", "5", "may", "x1", "the", "Ñandú"]), min_size=1, max_size=14
)


@st.composite
def marked(draw: st.DrawFn) -> Document:
    """A text with every word possibly a mention."""
    tokens = draw(words)
    text = " ".join(tokens)
    mentions, start = [], 0
    for token in tokens:
        if draw(st.booleans()):
            kind = draw(st.sampled_from((DIRECT, QUASI, NO_MASK)))
            mentions.append(Mention(start, start + len(token), token, "MISC", kind, draw(st.sampled_from("abc"))))
        start += len(token) + 1
    return _document(*mentions, text=text)


@given(marked(), st.sampled_from(("strict", "paper")))
def test_masking_all_gives_one_and_masking_nothing_gives_zero(document: Document, profile: Profile) -> None:
    wanted = [m for m in document.mentions or () if m.identifier is not NO_MASK]
    for release in (_masked(*wanted), Release("a", "", "x")):
        counts = count_spans(document, release, profile=profile)
        for count in (counts.tokens, counts.mentions, counts.direct, counts.quasi):
            assert count.hits == count.out_of
    nothing = count_spans(document, Release("a", document.text, "x"))
    assert (nothing.tokens.hits, nothing.mentions.hits, nothing.direct.hits, nothing.quasi.hits) == (0, 0, 0, 0)
    entities = {m.entity_id for m in wanted}
    assert nothing.direct.out_of + nothing.quasi.out_of == len(entities)


@given(marked(), st.sampled_from((str.upper, str.title, lambda text: text.replace(" ", " - "))))
def test_another_look_of_the_text_masks_nothing(document: Document, change: Callable[[str], str]) -> None:
    assert count_spans(document, Release("a", change(document.text), "x")).mentions.hits == 0


@given(marked(), st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=4), st.integers(0, 40))
def test_masking_more_never_lowers_recall(document: Document, spans: list[tuple[int, int]], extra: int) -> None:
    edits: list[JsonValue] = [{"start": start, "end": start + length} for start, length in spans]
    more: list[JsonValue] = [*edits, {"start": extra, "end": extra + 5}]
    one = count_spans(document, Release("a", "", "x", {"edits": edits}), mode="auto" if edits else "search")
    two = count_spans(document, Release("a", "", "x", {"edits": more}))
    if edits:
        assert two.tokens.hits >= one.tokens.hits
        assert two.direct.hits + two.quasi.hits >= one.direct.hits + one.quasi.hits
