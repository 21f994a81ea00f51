"""Hidden, spelled, coded and cut text is read as it is seen, at the places of the given text."""

import base64
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from training.languages import FOLDER, language_documents

from gyges.errors import UnreadError
from gyges.reading import (
    find_spans,
    language_of,
    plain_text,
    read_text,
    require_read,
    unread_kinds,
    unseen_places,
    why_garbled,
    why_unread,
)
from gyges.reading.details import find_details

TEXTS = [one.text for name in ("german", "spanish") for one in language_documents([FOLDER / f"{name}_opened.txt"])]
SHORT = "Frau Jörg wohnt mit ihrem Sohn Rüdiger Müller in Köln und arbeitet seit März als Ärztin."
ENGLISH = "Ana Reis lives in Porto with her two sons."
SEEN = [
    ("J\u200bo\u2060hn Sm\u00adith", "John Smith"),
    ("".join(chr(0xE0000 + ord(sign)) for sign in "Ana Reis"), "Ana Reis"),
    ("\u202ehtimS nhoJ\u202c was here", "John Smith was here"),
    ("Ana\u00a0Reis,\u200343", "Ana Reis, 43"),
    ("Mar-\ntin has a well-\nknown fat-\nher", "Martin has a well-\nknown father"),
    ("J&#111;h&#x6e; R&ouml;hm &amp;#74;im", "John Röhm Jim"),
    ("Jo<b>hn</b> <i>Smith</i>", "John Smith"),
    ("Jo<!-- hi -->hn", "John\nhi\n"),
    ('Jo<span title="Ana Reis">hn</span>', "John\nAna Reis\n"),
    ('<a href="mailto:ana@mail.example">mail</a>', "\nana@mail.example\nmail"),
    ('<a href="tel:+4917112345678">us</a>', "\n+4917112345678\nus"),
    ('<td data-ssn="078-05-1120" data-born=1972>x</td>', "\n078-05-1120\n1972\nx "),
    ('<span class="Maria Santos" style="Porto">x</span>', "\nMaria Santos\nPorto\nx"),
    ('<td width="20%" align=left bgcolor="#ffeedd">x</td>', " x "),
    ("Јоhn Smіth", "John Smith"),
    ("Ｊｏｈｎ 𝐒𝐦𝐢𝐭𝐡 ⓙⓞⓗⓝ ﬁnd", "John Smith john find"),
    ("Jᴏʜɴ Sᴍɪᴛʜ", "John Smith"),
    ("Jo\u0336h\u0336n\u0336", "John"),
    ("J o h n   S m i t h", "John Smith"),
    ("J-o-h-n S.m.i.t.h", "John Smith"),
    ("J0hn Sm1th, W1lliam, Wa1ter, 0liver", "John Smith, William, Walter, Oliver"),
    (base64.b64encode(ENGLISH.encode()).decode(), ENGLISH),
    (base64.urlsafe_b64encode("Jürgen Röhm lebt in Köln.".encode()).decode(), "Jürgen Röhm lebt in Köln."),
    (base64.b64encode(base64.b64encode(ENGLISH.encode())).decode(), ENGLISH),
    (base64.encodebytes((ENGLISH * 4).encode()).decode(), ENGLISH * 4 + "\n"),
    (ENGLISH.encode().hex(), ENGLISH),
    ("%4A%6F%68%6E J%6Fhn", "John John"),
    (r"\u004aohn \x4aohn", "John John"),
    ("Ju\u0308rgen", "Jürgen"),
]
"""Texts and what is seen of them."""

AS_THEY_ARE = [
    "H1N1, mp3, k8s, COVID19, log4j, B2B, 10am, 1st, H2O, Covid19, A4, i18n",
    "[PERSON] met <PERSON> on <DATE_TIME> at <TIME>; *** said **so** and a<b and c>d.",
    "H-E-B, U.S.A., e.g. J.R.R. Tolkien, p.m., 100%20 of 50%",
    "internationalization src/gyges/reading/plain 784-1992-4417203-1 AT&T R&D m² 1ª … № 5",
    "Анна сказала: он тут, а там сок. Ο ίδιος.",
    "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 می\u200cخواهم",
    "Černý, Šárka a Řehoř Žižka šli do Říčan. Ðặng Ấn Đỗ",
    SHORT,
    *TEXTS[:3],
]

_ODD = st.sampled_from([
    *"aeoXJ10 -\n.*&;#<>/%=\\u", "\u0301", "\u0308", "\u200b", "\u00ad", "\u202e", "\u202c", "\U000e0041", "\ufe0f",
    "\u200d", "а", "Ο", "Ａ", "é", "É", "&amp;", "&#74;", "<b>", "</b>", "<p>", "%41",
    "QW5hIFJlaXMgbGl2ZXMgaGVyZQ==", "J o h n",
    "a-\nb",
])  # fmt: skip
_TEXT = st.lists(st.one_of(_ODD, st.characters()), max_size=30).map("".join)


@pytest.mark.parametrize(("text", "seen"), SEEN)
def test_a_text_is_read_as_it_is_seen(text: str, seen: str) -> None:
    assert plain_text(text).text == seen
    assert plain_text(seen).text == seen


@pytest.mark.parametrize("text", AS_THEY_ARE)
def test_what_hides_nothing_stays_as_it_is(text: str) -> None:
    assert plain_text(text).text == text
    assert not plain_text(text).layers
    assert unseen_places(text) == []


@settings(max_examples=400, deadline=None)
@given(_TEXT)
def test_every_place_goes_back_in_order_and_unchanged_signs_to_themselves(text: str) -> None:
    made = plain_text(text)
    places = [made.back(at, at + 1) for at in range(len(made.text))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)
    assert sorted(end for _, end in places) == [end for _, end in places]
    if not made.layers:
        assert places == [(at, at + 1) for at in range(len(text))]
    for at, (start, end) in enumerate(places):
        low, high = made.forth(start, end)
        assert low <= at < high


def test_every_value_of_a_tag_has_a_place_of_its_own() -> None:
    text = '<a href="mailto:ana@mail.example" title=\' Ana Reis \' class="Porto">x</a> <!-- Tom -->'
    made = plain_text(text)
    for words in ("ana@mail.example", "Ana Reis", "Porto", "Tom"):
        at = made.text.index(words)
        start, end = made.back(at, at + len(words))
        assert text[start:end] == words


@settings(max_examples=400, deadline=None)
@given(_TEXT)
def test_a_plain_text_is_plain(text: str) -> None:
    made = plain_text(text)
    if made.settled:
        assert plain_text(made.text).text == made.text
    else:
        assert why_garbled(text)


def test_what_is_hidden_too_deep_is_not_read() -> None:
    text = ENGLISH
    for _ in range(12):
        text = base64.b64encode(text.encode()).decode()
    assert why_garbled(text, to_a_model=True)
    assert why_unread(text)


@pytest.mark.parametrize(
    "text",
    [
        "M*ri* S*ntos l*st s*w her son in P*rto *nd c*me b*ck to L*gos.",
        "Thomas said it.\n\n" + "kJ8sQz71LpXv0aWm" * 20 + "\n\nHe left then, and that was all of it.",
        ENGLISH.translate({ord(sign): 0xE000 + ord(sign) for sign in "aeiouAPRl"}),
        "Th0ma7s w8rked a5t th2e p9ort o6f A4nt with h2er f9or ye8ars an2d da8ys.",
    ],
)
def test_what_cannot_be_made_plain_is_unread(text: str) -> None:
    assert why_garbled(text) == "there is hidden or garbled text"
    assert why_unread(text)


def test_a_text_of_words_with_garbled_ones_is_told_as_such() -> None:
    with pytest.raises(UnreadError, match="unread: there is hidden or garbled text; name a model") as caught:
        require_read(f"{ENGLISH} M*ri* S*ntos s*w her son in P*rto *nd c*me b*ck.", "rules")
    assert unread_kinds([str(caught.value)]) == {"hidden or garbled text": 1}


@pytest.mark.parametrize("text", [*AS_THEY_ARE[1:4], "*Ana Reis*: hi\n*Tom B*: yo\n*Ana Reis*: **so it is**, *Tom*"])
def test_marks_and_emphasis_are_not_garbled(text: str) -> None:
    assert why_garbled(text) is None


def test_a_model_may_guess_letters_behind_stars_and_nobody_a_code() -> None:
    assert why_garbled("M*ri* S*ntos l*st s*w her son in P*rto *nd c*me b*ck.", to_a_model=True) is None
    assert why_garbled(base64.b64encode(bytes(range(256))).decode(), to_a_model=True)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([SHORT, *TEXTS]))
def test_both_forms_find_the_same_people_and_spans(text: str) -> None:
    whole, apart = normalize("NFC", text), normalize("NFD", text)
    assert language_of(whole) == language_of(apart)
    one, other = read_text(whole), read_text(apart)
    assert [person.description for person in one.people] == [person.description for person in other.people]
    for here, there in zip(one.people, other.people, strict=True):
        assert [(fact.tag, fact.value) for fact in here.facts] == [(fact.tag, fact.value) for fact in there.facts]
        assert [whole[m.start : m.end] for m in here.mentions] == [
            normalize("NFC", apart[m.start : m.end]) for m in there.mentions
        ]
    for find in (find_spans, find_details):
        assert [whole[m.start : m.end] for m in find(whole)] == [
            normalize("NFC", apart[m.start : m.end]) for m in find(apart)
        ]


PROSE = "She went back to the house by the river and told them what she had seen that day. " * 37
ORDINARY = [
    "Day5, Week5, Patient5 on Ward5, Flat5, file5.txt, Plan3, Tim3 and Sha1",
    "Kinder-\nund Jugendhilfe, Vor-\nund Nachteile, pre-\nand post-operative care",
    "Я и в школе. 한 번 더 할 수 있다.",
    "the axes x y z, x+y+z, a*b*c, a/b/c/d, x-y-z and the scale C D E F G A B",
    "ភាសា\u200bខ្មែរ ภาษา\u200bไทย",
    "ℹ\ufe0f and 〰\ufe0f",
]
"""Texts that hide nothing, and look a little like some that do."""


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_texts_do_not_change(text: str) -> None:
    assert plain_text(text).text == text


def test_marks_of_direction_stay_beside_letters_that_need_them() -> None:
    assert plain_text("שלום\u200f! (\u200fאנה) אנה\u200f.").text == "שלום\u200f! (\u200fאנה) אנה\u200f."
    assert plain_text("אנ\u200fה, A\u200fna").text == "אנה, Ana"


@pytest.mark.parametrize(
    "named",
    [
        [f"{7**40 * (at + 1):040x}"[-40:] for at in range(6)],
        [f"src/components/UserProfile{at}/v2/index" for at in range(8)],
        [f"kJ8sQz71LpXv0aWm{at}Tr5YbN2c" for at in range(9)],
    ],
)
def test_ids_that_a_text_names_hide_nothing_and_make_no_text_of_their_own(named: list[str]) -> None:
    assert why_garbled(f"{PROSE} {' '.join(named)}.") is None
    if "/" not in named[0]:
        assert why_garbled("\n".join(named))


@pytest.mark.parametrize(
    "text",
    [
        "Lehrer*innen und Schüler*innen, Kolleg*innen, Ärzt*innen, Student*innen kamen, jede*r Leser*in.",
        "We use k8s, e2e, i18n, l10n, a11y, o11y and p2p here.",
        "What the f**k is this s**t, he said; s**t, f**k, and f**k again, s**t.",
    ],
)
def test_signs_that_are_written_in_words_anyway_are_not_garbled(text: str) -> None:
    assert why_garbled(text) is None


def test_cut_and_spelled_words_are_still_read() -> None:
    text = "A doct-\nor, J-o-h-n R e i s and M A R I A S A N T O S here, S A N T O S too; D E C I S I O N"
    assert plain_text(text).text == "A doctor, John Reis and MARIASANTOS here, SANTOS too; DECISION"
    assert plain_text("Здесь Е л е н а").text == "Здесь Елена"
