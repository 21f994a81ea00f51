"""Names that no table holds are hidden by what the words around them, or their own letters, say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.reading.finder._mentions import find_mentions
from gyges.reading.languages.names._ordinary import is_ordinary
from gyges.reading.languages.table._language import Language, keys_of_phrase, language_named

BEGIN = ["Kl", "Tsch", "Br", "Gl", "Y", "Vr", "Dr", "Kn"]
MIDDLE = ["ova", "enga", "isti", "aiku", "undo", "erki", "ilpa"]
END = ["m", "ko", "wi", "rix", "luk", "nesh", "tew"]
INVENTED = st.tuples(*map(st.sampled_from, (BEGIN, MIDDLE, END))).map("".join)

GERMAN = [
    "Gestern hat {} angerufen, aber wir waren nicht zu Hause und haben es erst heute gehört.",
    "{} hat gestern angerufen, aber wir waren nicht zu Hause und haben es erst heute gehört.",
    "Wir waren mit unserem {} im Garten, und das war für alle sehr schön.",
    "Das ist die Wohnung von {}, und die andere gehört uns nicht mehr.",
    "Wir danken dir sehr für alles, was du getan hast, und grüßen dich.\n\nEuer {}",
    "{}s Hund hat wieder die ganze Nacht gebellt, und wir konnten nicht schlafen.",
    "[18:04] {}: wer holt das auto ab?\n[18:05] Anna: ich nicht, ich bin noch in der arbeit\n[18:06] {}: dann ich",
]
SPANISH = [
    "Ayer llamó {}, pero no estábamos en casa y lo supimos hoy.",
    "{} llamó ayer por la tarde, pero no estábamos en casa y lo supimos hoy.",
    "Nos fuimos con la {} al campo, y fue un día muy bonito para todos.",
    "Esta es la casa de {}, y la otra ya no es nuestra.",
    "Te damos las gracias por todo lo que hiciste por nosotros, y un beso.\n\n{}",
    "[18:04] {}: quién va por el auto?\n[18:05] Ana: yo no, sigo en el trabajo\n[18:06] {}: entonces yo",
]


def _language(name: str) -> Language:
    language = language_named(name)
    assert language is not None
    return language


@pytest.mark.parametrize(("language", "text"), [*(("German", t) for t in GERMAN), *(("Spanish", t) for t in SPANISH)])
@settings(max_examples=15, deadline=None)
@given(name=INVENTED)
def test_a_name_that_nobody_has_is_hidden_wherever_it_stands(language: str, text: str, name: str) -> None:
    if is_ordinary(keys_of_phrase(name), _language(language)):
        return
    text = text.replace("{}", name)
    hidden = bytearray(len(text))
    for one in find_mentions(text):
        hidden[one.start : one.end] = b"\x01" * (one.end - one.start)
    at = text.find(name)
    while at >= 0:
        assert 0 not in hidden[at : at + len(name)]
        at = text.find(name, at + 1)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "German",
            "Schlaflabor Haustürschlüssel Gleitsichtbrille Stellungnahme Überstunden Häuser Grüße Spitälern",
        ),
        ("Spanish", "Manifestó Notifíquese Llamadme Estuvimos Inscripciones Compañeros Queda Trabajaba Solicito"),
    ],
)
def test_forms_and_compounds_of_ordinary_words_are_ordinary(language: str, words: str) -> None:
    strange = [word for word in words.split() if not is_ordinary(keys_of_phrase(word), _language(language))]
    assert not strange


@pytest.mark.parametrize(("language", "word"), [("German", "Franzl"), ("German", "Walti"), ("Spanish", "Normita")])
def test_pet_forms_are_names_of_people(language: str, word: str) -> None:
    text = {
        "German": "Ich habe gestern {} getroffen, und wir haben lange geredet.",
        "Spanish": "Ayer encontré a {} en la calle, y hablamos mucho de todo.",
    }[language].format(word)
    assert [one.type for one in find_mentions(text) if text[one.start : one.end] == word] == ["PERSON"]
