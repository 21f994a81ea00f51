"""Paragraphs in another language than the rest are read and masked in their own."""

import pytest

from gyges.reading import foreign_paragraphs, read_text, reading_language, why_unread
from gyges.reading.finder._mentions import find_mentions
from gyges.records import Release
from gyges.scoring import residual_identifiers

GERMAN = (
    "Sehr geehrte Frau Weber, ich schreibe Ihnen wegen meines Nachbarn. Klaus Brandt wohnt seit 2019 in Bonn und ist "
    "Lehrer. Er hat mir gestern eine Nachricht geschickt, die ich hier beilege."
)
ENGLISH = "Gordon Pike is a nurse and lives in Leeds. He told me that Klaus Brandt was born in Kiel."
SPANISH = "La señora Carmen Ruiz vive en Lima y es maestra. Su hijo no quiere que la llamen por la tarde."


def people(text: str) -> dict[str, dict[str, str]]:
    read = read_text(text).people
    return {who.description: {fact.tag: fact.value for fact in reversed(who.facts)} for who in read}


@pytest.mark.parametrize("order", [(GERMAN, ENGLISH), (ENGLISH, GERMAN), (GERMAN, ENGLISH, SPANISH)])
def test_people_of_every_paragraph_are_found_with_their_facts(order: tuple[str, ...]) -> None:
    text = "\n\n".join(order)
    found = people(text)
    assert found["Gordon Pike"]["OCCUPATION"] == "Nurse"
    assert found["Klaus Brandt"]["OCCUPATION"] == "Teacher"
    assert SPANISH not in order or found["Carmen Ruiz"]["OCCUPATION"] == "Teacher"
    hidden = {text[one.start : one.end] for one in find_mentions(text)}
    assert {"Gordon Pike", "Leeds", "Klaus Brandt", "Bonn"} <= hidden


def test_somebody_named_in_two_languages_is_one_person() -> None:
    text = f"{GERMAN}\n\n{ENGLISH}"
    reading = read_text(text)
    named = [who for who in reading.people if who.description.startswith("Klaus Brandt")]
    assert len(named) == 1
    assert {text[one.start : one.end] for one in named[0].mentions} >= {"Klaus Brandt"}
    assert any(one.start > len(GERMAN) for one in named[0].mentions)


def test_offsets_are_those_of_the_text() -> None:
    text = f"{GERMAN}\n\n{ENGLISH}\n\n{GERMAN}\n\n{ENGLISH.replace('Gordon Pike', 'Nora Hobbs')}"
    for who in read_text(text).people:
        for fact in who.facts:
            for one in fact.evidence:
                assert 0 <= one.start < one.end <= len(text)
            if fact.tag == "NAME":
                assert fact.value.split()[-1] in {text[one.start : one.end].split()[-1] for one in fact.evidence}


def test_a_text_half_of_which_is_in_another_language_that_is_read_is_read() -> None:
    assert why_unread(f"{GERMAN}\n\n{ENGLISH}") is None
    assert why_unread(f"{GERMAN}\n\n{ENGLISH}", english_only=True) is not None


def test_a_text_half_of_which_is_in_a_language_that_is_not_read_is_not() -> None:
    polish = "Pani Maria Kowalska mieszka w Krakowie i pracuje w szpitalu, ale jej syn nie chce o tym mówić nikomu."
    assert why_unread(f"{GERMAN}\n\n{polish}\n\n{polish}") is not None


def test_the_guard_looks_at_a_paragraph_in_its_own_language() -> None:
    german = "Der Mieter Wolke zahlt seit Mai nicht mehr, und die Verwaltung hat ihm deshalb schon zweimal geschrieben."
    text = f"{ENGLISH} {ENGLISH}\n\n{ENGLISH}\n\n{german}"
    assert "Wolke" in {one.words for one in residual_identifiers(text, Release("a", text, "none"))}


def passages(text: str) -> list[str]:
    return [text[low:high] for low, high in foreign_paragraphs(text, reading_language(text))]


def test_a_greeting_of_a_few_words_is_in_the_language_of_the_paragraph_it_looks_like() -> None:
    text = f"Sehr geehrte Frau Lind,\n\n{GERMAN}\n\n{ENGLISH}\n\n{ENGLISH}\n\nViele Grüße\nSwantje Albers"
    assert passages(text) == ["Sehr geehrte Frau Lind,", GERMAN, "Viele Grüße\nSwantje Albers"]


@pytest.mark.parametrize(
    ("before", "inside", "after"),
    [
        (
            "Lorcan Devaney asked me to pass this on. His aunt told the officer:",
            '"Mi yerno Lorcan es albañil y vive con nosotros en Badajoz desde hace dos años."',
            "The officer wrote it down, and nobody read it back to her before she signed.",
        ),
        (
            "Frau Strathmann war sehr verärgert. Am Telefon sagte ihr Sohn wörtlich:",
            '"My mother is seventy-six and she lives alone in Hildesheim, so please stop sending these letters."',
            "Danach hat er aufgelegt, und ich habe ihn seitdem nicht mehr erreicht.",
        ),
    ],
)
def test_a_sentence_inside_a_paragraph_is_read_in_its_own_language(before: str, inside: str, after: str) -> None:
    text = f"{before} {inside} {after}"
    assert passages(text) == [inside]
    assert why_unread(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "[20:14] Seraina: Und i bi als Lehrerin do in Chur grad im Stress, also kei Usflug. Mir gönd denn im Mai.",
        "Ana de la Cruz met Luis de los Santos and the van der Bergs in El Paso. They all came by bus from Las Cruces.",
        "He said that das Auto was not his. The officer, who spoke no German, wrote that down and let him go home.",
    ],
)
def test_a_dialect_names_and_a_few_foreign_words_are_no_other_language(text: str) -> None:
    assert passages(text) == []


TITLED = (
    "She told me on the phone that she would like to meet Dr. Kurt Weber and his daughter Anna Lindqvist in person."
)
DATED = (
    "Er wohnt dort mit seiner Frau Ilse und ist seit dem 3. Mai 1988 bei uns im 4. Stock, "
    "geboren am 4. Juni 1955 in Ulm."
)
THANKS = "Thanks for all of your help with the papers, it was very kind."


@pytest.mark.parametrize(
    ("before", "inside", "after"),
    [
        ("Hallo! Ich habe gestern lange mit ihr gesprochen, und sie meinte, dass alles gut wird.", TITLED, GERMAN),
        (THANKS, DATED, "See you on Monday at the office, and bring the keys."),
        (
            THANKS,
            "Schreiben Sie bitte an Herrn Paul Sander, der mit uns in der Hauptstr. 12 wohnt und K. M. heißt.",
            THANKS,
        ),
        (
            THANKS,
            "Ich habe mit ihr z. B. über Hrn. Prof. Weber gesprochen, und sie ist jetzt ca. zwei Jahre bei uns.",
            THANKS,
        ),
    ],
)
def test_a_stop_of_a_title_an_initial_a_day_or_a_street_ends_no_passage(before: str, inside: str, after: str) -> None:
    assert passages(f"{before} {inside} {after}") == [inside]


def test_what_crosses_the_edge_of_a_passage_is_cut_there_and_not_lost() -> None:
    text = f"{THANKS} Please write to Mr. Paul Sander, Hauptstr. 12, 38640 Goslar. {DATED} {THANKS}"
    assert passages(text) == [DATED]
    hidden = [text[one.start : one.end] for one in find_mentions(text)]
    assert "Hauptstr. 12, 38640 Goslar" in hidden
    assert "Er" not in hidden
    residual = {one.words for one in residual_identifiers(text, Release("a", text, "none"))}
    assert "Hauptstr. 12, 38640 Goslar" in residual


def test_a_turn_of_a_chat_and_a_label_end_a_passage() -> None:
    said = "Mi hermana Rocío vive en la calle Serrano y quiere que le enviemos las llaves a su casa"
    text = f"{THANKS}\n[10:04] Marisol: {said}\n[10:05] Pete: ok, what is her number?\nNote: {THANKS}"
    assert passages(text) == [f"[10:04] Marisol: {said}"]
