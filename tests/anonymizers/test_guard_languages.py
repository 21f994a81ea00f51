"""The guard's own look in German and Spanish: names that the reader misses, and words that are none."""

from dataclasses import replace

import pytest

from gyges.reading import why_unread
from gyges.records import Edit, Release, edits_to_json
from gyges.scoring import guarded, residual_identifiers


def said(text: str) -> list[str]:
    return [one.words for one in residual_identifiers(text, Release("a", text, "none"))]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Der Mieter Wolke zahlt seit Mai nicht mehr, und die Verwaltung hat ihm geschrieben.", "Wolke"),
        ("Er stürzte von der Leiter, als Donner den Strom in der Werkstatt abschaltete.", "Donner"),
        ("Laut Vahrenkamp hat er die Wohnung längst verlassen und den Schlüssel behalten.", "Vahrenkamp"),
        ("Wir danken für die Blumen und den Kuchen.\nMit freundlichen Grüßen\nHedi Wald", "Wald"),
        ("El inquilino Nublado no paga desde mayo y la llave la tiene la gestoría.", "Nublado"),
        ("Se cayó de la escalera cuando Trueno cortó la luz de la casa.", "Trueno"),
        ("La reunión terminó tarde. Liduvina, que dirige el grupo, tomaba notas para todos.", "Liduvina"),
    ],
)
def test_a_name_the_reader_misses_is_named(text: str, name: str) -> None:
    assert any(name in words for words in said(text))


@pytest.mark.parametrize(
    "text",
    [
        "Der Nebel war dicht, und die Wolke über dem Haus zog langsam nach Norden.",
        "Sehr geehrte Damen und Herren, die Kundennummer steht auf der Rechnung. Das war alles.",
        "El trueno asustó al perro y la nube cubrió el monte durante toda la tarde.",
        "Estimados señores: la factura está en la oficina y la llave la tiene el portero.",
    ],
)
def test_ordinary_words_are_no_names(text: str) -> None:
    assert said(text) == []


def test_a_word_of_a_name_that_was_replaced_is_no_name_where_it_has_an_article() -> None:
    text = "Frau Engel hat den Brief geschrieben. Sie sagt, sie sei auch kein Engel gewesen."
    edits = [Edit(0, 10, "[PERSON]", "PERSON", direct=True)]
    release = Release("a", "[PERSON]" + text[10:], "mask", {"edits": edits_to_json(edits)})
    assert residual_identifiers(text, release) == ()


DAS = (
    "Dear Mr Das, I am writing on behalf of my neighbour, who cannot hold a pen any more and asked me for help.\n\n"
    "Das Schreiben der Verwaltung hat sie sehr beunruhigt. Das ist kein Wunder, denn sie hat die Miete immer bezahlt."
)


def test_an_article_is_nobodys_name_in_a_paragraph_of_its_language() -> None:
    release = Release("d", DAS.replace("Mr Das", "[PERSON]"), "m")
    assert [one.words for one in residual_identifiers(DAS, release)] == []
    assert [one.words for one in residual_identifiers(DAS, replace(release, text=DAS))] == ["Mr Das"]


def test_a_few_words_that_are_left_of_a_passage_that_was_read_do_not_make_a_release_unread() -> None:
    german = "Mein Bruder ist Schreiner in Wismar und hat im Mai Geburtstag, aber er will das nicht feiern."
    original = f"{german} Er bleibt hier.\n\nPlease call my colleague Rose Whitfield, who looks after the file."
    left = "Mein Bruder hat im Mai Geburtstag.\n\nPlease call her."
    assert why_unread(left) is not None
    assert "unread" not in guarded(original, Release("d", left, "m")).trace
    russian = "Анна Петрова живёт в Казани и работает там учительницей уже много лет."
    assert "unread" in guarded(f"{original}\n\n{russian}", Release("d", f"{left}\n\n{russian}", "m")).trace
