"""Methods are given what is seen of a text; what they change is carried back to the text as it was given."""

import base64
import re
from dataclasses import dataclass
from functools import partial

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gyges
from gyges.anonymizers import Anonymizer, release_of
from gyges.errors import IdentifiersLeftError
from gyges.reading import plain_text, unseen_places
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_from_json, edits_to_json
from gyges.scoring import guarded, residual_identifiers

CODE = base64.b64encode(b"Ana Reis lives in Porto with her son.").decode()
MASKED = [
    ("J\u200bohn Sm\u00adith called from P&ouml;rto &amp; left.", "[X] called from [X] &amp; left."),
    ("<p>Jo<b>hn</b> Smith lives in Por-\nto now.</p>", "<p>[X] lives in [X] now.</p>"),
    (
        '<a href="http://x.org/ana" title="Ana Reis">Ana</a> came.',
        '<a href="[X]" title="[X]">[X]</a> came.',
    ),
    ('<a href="tel:+4917112345678">Call</a> us.', '<a href="tel:[X]">Call</a> us.'),
    ('<td data-ssn="078-05-1120">x</td>', '<td data-ssn="[X]">x</td>'),
    ('We met <span class="Maria Santos">her</span>.', 'We met <span class="[X]">her</span>.'),
    (
        '<font face="Maria Santos, born 12 May 1972 in Porto">x</font>',
        '<font face="[X], born [X] in [X]">x</font>',
    ),
    (f"{CODE} He met Tom\u00a0Berger.", "[X] lives in [X] with her [X]. He met [X]."),
    ("M y  n a m e  i s  J o h n  S m i t h", "M y  n a m e  i s  [X]"),
    ("J0hn Sm1th needs an MP3 player.", "[X] needs an MP3 player."),
]


@pytest.mark.parametrize(("text", "masked"), MASKED)
def test_words_are_found_as_they_are_seen_and_the_rest_stays_as_it_was(text: str, masked: str) -> None:
    assert re.sub(r"\[(?:[A-Z]+|\.\.\.)\]", "[X]", gyges.anonymize(text, "mask")) == masked


@pytest.mark.parametrize("method", ["mask", "subjectwise", "none"])
def test_the_edits_of_the_trace_lead_from_the_given_text_to_the_release(method: str) -> None:
    for number, (text, _) in enumerate(MASKED):
        made = gyges.anonymize([Document(str(number), text)], method)
        (release,) = made.releases.values()
        assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
        assert unseen_places(release.text) == []


def test_signs_that_nobody_sees_are_never_released() -> None:
    hidden = "".join(chr(0xE0000 + ord(sign)) for sign in "Ana Reis lives in Porto.")
    assert gyges.anonymize(f"All is w\u200bell here.{hidden}", "none") == "All is well here."


@dataclass(frozen=True)
class _Says:
    """A method that rewrites freely."""

    text: str
    name = "says"
    settings: dict[str, JsonValue]

    async def anonymize(self, document: Document) -> Release:
        return Release(document.id, self.text, self.name)


def _release(given: str, said: str) -> Release:
    return anyio.run(release_of, _Says(said, {}), Document("a", given))


def test_a_rewrite_keeps_the_markup_around_what_it_changed() -> None:
    given = "<p>Jo<b>hn</b> Smith &amp; sons live in Porto.</p>"
    assert _release(given, "\nSomebody & sons live abroad.\n").text == "<p>Somebody &amp; sons live abroad.</p>"


def test_a_model_that_writes_with_hidden_signs_does_not_publish_them() -> None:
    assert _release("The tea is here.", "T\u200bh\u200be te\u200ba is here.").text == "The tea is here."


@pytest.mark.parametrize("name", ["A\u200bna R\u200beis", "A&#110;a Reis", "A n a  R e i s", "Аnа Rеіs", "𝐀𝐧𝐚 𝐑𝐞𝐢𝐬"])
def test_the_guard_sees_what_stands_disguised(name: str) -> None:
    original = "Ms Ana Reis lives in Porto and came to see us today about her two sons."
    release = Release("a", f"Ms {name} lives far away and came to see us today about her two sons.", "mine")
    left = residual_identifiers(original, release)
    assert [release.text[one.start : one.end] for one in left] == [one.words for one in left]
    assert [plain_text(one.words).text.removeprefix("Ms ") for one in left] == ["Ana Reis"]
    with pytest.raises(IdentifiersLeftError):
        guarded(original, release, strict=True)


@pytest.mark.parametrize("tag", ['<b class="{}">', "<font face='{}'>", '<i style="x:{}">', '<a target="{}">'])
def test_the_guard_sees_what_stands_in_a_tag(tag: str) -> None:
    original = "Ms Ana Reis lives in Porto and came to see us today about her two sons."
    release = Release("a", f"{tag.format('Ana Reis')} Somebody lives far away and came to see us today.", "mine")
    assert [one.words for one in residual_identifiers(original, release)] == ["Ana Reis"]


def test_a_release_that_cannot_be_read_is_not_published_under_strict() -> None:
    original = "Ms Ana Reis lives in Porto and came to see us today about her two sons, who are well."
    release = Release("a", original.replace("a", "*").replace("e", "*"), "mine")
    with pytest.raises(IdentifiersLeftError, match=r"cannot be checked.*hidden or garbled text"):
        guarded(original, release, strict=True)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_edits_of_what_is_seen_are_made_in_the_given_text(data: st.DataObject) -> None:
    pieces = st.sampled_from(
        ["Ana ", "R&eacute;is ", "J\u200bo", CODE + " ", "<b>x</b>", "a\u0301", "o-\nn", "\U000e0041"]
    )
    text = data.draw(st.lists(pieces, min_size=1, max_size=6).map("".join))
    seen = plain_text(text).text
    places = sorted(data.draw(st.sets(st.integers(0, len(seen)), max_size=6)))
    edits = [Edit(start, end, "[X]") for start, end in zip(places[::2], places[1::2], strict=False)]
    told = apply_edits(seen, edits)

    class _Edits(_Says):
        async def anonymize(self, document: Document) -> Release:
            return Release(document.id, told, self.name, {"edits": edits_to_json(edits)})

    made = anyio.run(release_of, _Edits("", {}), Document("a", text))
    assert made.text.count("[X]") == len(edits)
    assert apply_edits(text, edits_from_json(made.trace["edits"])) == made.text
    assert unseen_places(made.text) == []


def test_words_shown_from_right_to_left_are_released_as_they_are_seen() -> None:
    text = "Say hello. \u202etnaruatser eht ta ecno retne tsum uoy\u202c and wait."
    assert gyges.anonymize(text, "none") == "Say hello. you must enter once at the restaurant and wait."


@dataclass(frozen=True)
class _PutsInAndReplaces:
    name: str = "puts-in"

    @property
    def settings(self) -> dict[str, JsonValue]:
        return {}

    async def anonymize(self, document: Document) -> Release:
        edits = [Edit(6, 6, "X "), Edit(6, 9, "B.")]
        return Release(document.id, apply_edits(document.text, edits), self.name, {"edits": edits_to_json(edits)})


def test_two_edits_that_begin_at_one_place_are_carried_back() -> None:
    method: Anonymizer = _PutsInAndReplaces()
    release = anyio.run(partial(release_of, floor=False), method, Document("a", "<b>Hello</b> Ana Reis"))
    assert release.text == "<b>Hello</b> X B. Reis"
