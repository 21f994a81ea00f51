"""Spanish is read by its tables: what a masker hides, and what is understood of whom, in Spain and in America."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.marked import read_marks

from gyges.reading import read_text, why_unread
from gyges.reading.finder._mentions import find_mentions
from reading.languages.checks import assert_hidden, assert_sound, assert_told

TAIL = " Eso es todo lo que podemos decir por ahora sobre este asunto."

MARKED = [
    "Declaró también la menor {P!|A.M.V.} sin que nadie la interrumpiera.",
    "Luego habló con {P!|la Norma} y se fue de allí sin más.",
    "Firma por todos el {P!|Suboficial (R) Ramón Cortez} sin decir nada.",
    "La reserva {C!|KX5R2W} no aparece por ninguna parte.",
    "Por la tarde llamó {P!|Julián Peñalver}, pero no estaba nadie.",
    "Firma la resolución {P!|D.ª Inés Olmedo Garrido}, que no asistió.",
    "Le atendió la {P!|Dra. Quintanilla} sin cita previa.",
    "Nos lo contó {P!|doña Eulogia} en la puerta de la tienda.",
    "Luego vino {P!|Xavi Puig i Serra} con todos los papeles.",
    "Así lo declara {P!|María de los Ángeles Tejada de la Fuente} ante todos.",
    "El {P!|señor Urdaneta} no quiso hablar de eso con nadie.",
    "Me llamo {P!|Edelmira} y escribo porque no sé qué hacer.",
    "En el acta figura {P!|Celso R.} como el único que votó en contra.",
    "Le pregunté a {P!|Lupita} si quería venir con nosotros.",
    "La cuenta era de {P!|@nacho_bcn} y nadie más la usaba.",
    "Según el {P!|Lic. Arnulfo Tovar}, no hay nada que hacer.",
    "Vive en {L|Salamanca} y nunca ha estado en {L|Francia}.",
    "Se fueron de {L|Barquisimeto} a {L|Medellín} sin nada.",
    "La carta llegó a la {L!|calle Feria, 58, 2.º A, 41003 Sevilla} con retraso.",
    'Nos mudamos a la {L!|Av. Las Heras 2280, piso 4.º, depto. "C"} en cuanto pudimos.',
    "El paquete iba a {L!|Cra. 15 # 93-47, apto. 802, Bogotá} y se perdió.",
    "Su casa está en {L!|Calle Morelos 114, col. Centro, C.P. 68000, Oaxaca} y es azul.",
    "Presentarse en el {L!|Jr. Ayacucho N.° 347, Cusco} antes de todo, por favor.",
    "Vive en la {L|colonia Doctores} desde que era chico.",
    "Trabaja en {O|Conservas del Cantábrico S.L.} y está contento.",
    "Lo llevaron al {O|Hospital General de Zona} sin decirnos nada.",
    "Va al {O|Colegio San Ignacio} y le gusta mucho.",
    "Reclamó ante el {O|Juzgado de lo Social n.º 3} y perdió.",
    "Estudió en la {O|Universidad de Antioquia} sin terminar.",
    "Pidió ayuda en el {O|Ayuntamiento de Mérida} y no se la dieron.",
    "La vista se celebró el {T|21 de febrero de 2024} sin público.",
    "Se firma a los {T|tres días del mes de mayo de 2019} en dos copias.",
    "El plazo venció el {T|15/06/2023} y no hizo nada.",
    "Quedamos el {T|miércoles 9} a las {T|18:30 h} en la puerta.",
    "Se fue en {T|septiembre} y no ha vuelto.",
    "Cuesta {Q|1.250,75 €} y no los vale.",
    "Le prestó {Q|$ 45.000} y no se los devolvió.",
    "Perdió {Q|12 kg} y todavía no come bien.",
    "Tardaron {Q|tres semanas} en contestar a la carta.",
    "Un hombre de {D|43 años} lo vio todo desde la ventana.",
    "Mi madre no, pero mi {D|cuñada} sí estaba de acuerdo.",
    "Ella es {D|enfermera} y él es {D|electricista}.",
    "La {D|conductora} no quiso parar.",
    "Está {D|divorciado} y ella es {D|viuda}.",
    "Es {D|venezolana} y habla muy bien.",
    "El turista {D|alemán} no entendía nada.",
    "Le encontraron {D|diabetes} y {D|artritis reumatoide}.",
    "Es {D|católica}, según dicen.",
    "Era un {D|cuarentón} que no saludaba a nadie.",
    "Llámeme al {C!|612 555 087} o deje un recado.",
    "Su DNI es {C!|50555123-T} y está caducado.",
    "Tiene el NIE {C!|X5551234-L} desde hace poco.",
    "La CURP {C!|GOMR850512HDFNRS04} no coincide con la otra.",
    "Su RUT es {C!|12.555.678-9} según la ficha.",
    "Con CUIT {C!|20-25555678-3} se inscribió en la página.",
    "La cédula de ciudadanía {C!|1.020.555.432} estaba rota.",
    "Escriba a {C!|m.tejada@correo.example} si no contesta nadie.",
    "El expediente n.º {C!|334/2024} sigue abierto.",
    "El pasaporte {C!|AAB555012} se lo quedaron ellos.",
]

TOLD = [
    ("Don Evaristo Nava, nacido el 12 de marzo de 1961, no se presentó al juicio.", "Evaristo Nava", "AGE", "64"),
    ("Julia Cárdenas tiene 38 años y dos hijos que van a la escuela del barrio.", "Julia Cárdenas", "AGE", "38"),
    ("La testigo Remedios Pardo lo vio todo desde la ventana de su cocina.", "Remedios Pardo", "SEX", "Female"),
    ("Mi novio, Rubén, es cocinero y trabaja hasta muy tarde casi todos los días.", "Rubén", "OCCUPATION", "Cook"),
    (
        "Mi novio, Rubén, es cocinero y trabaja hasta muy tarde casi todos los días.",
        "Rubén",
        "RELATIONSHIP",
        "In Relation",
    ),
    (
        "Ana Belén Soria vive en Logroño desde que era pequeña y no piensa irse.",
        "Ana Belén Soria",
        "LOCATION",
        "Logroño / La Rioja / Spain",
    ),
    (
        "Norberto Paz, vecino de Arequipa, dijo que no había visto a nadie por ahí.",
        "Norberto Paz",
        "LOCATION",
        "Arequipa / Peru",
    ),
    (
        "El detenido resultó ser Dragos Ilie, de nacionalidad rumana y sin trabajo.",
        "Dragos Ilie",
        "NATIONALITY",
        "Romania",
    ),
    (
        "Marisol Quispe es boliviana y llegó con su madre cuando era una niña.",
        "Marisol Quispe",
        "NATIONALITY",
        "Bolivia",
    ),
    (
        "La abogada Teresa Luján pidió que se repitiera la prueba y no la dejaron.",
        "Teresa Luján",
        "OCCUPATION",
        "Lawyer",
    ),
    (
        "Don Ramiro Ochoa, albañil jubilado, se queja de que no le pagan lo suyo.",
        "Ramiro Ochoa",
        "OCCUPATION",
        "Retired Bricklayer",
    ),
    (
        "Lucía Ferrer trabaja en Conservas del Cantábrico S.L. y está contenta allí.",
        "Lucía Ferrer",
        "AFFILIATION",
        "Conservas del Cantábrico S.L.",
    ),
    (
        "Gladys Montiel, casada, declaró que no conocía de nada a los otros dos.",
        "Gladys Montiel",
        "RELATIONSHIP",
        "Married",
    ),
    (
        "Doña Pura Lago, viuda, dijo que no había oído nada durante toda la noche.",
        "Pura Lago",
        "RELATIONSHIP",
        "Widowed",
    ),
    (
        "Iván Cortés estudia medicina y por las noches ayuda a su padre en el bar.",
        "Iván Cortés",
        "EDUCATION",
        "In College",
    ),
    (
        "Rosa Tello dejó la escuela a los doce años y nunca volvió a estudiar nada.",
        "Rosa Tello",
        "EDUCATION",
        "No High School Diploma",
    ),
    (
        "La licenciada Nelly Burgos firmó el informe y se lo envió a todos.",
        "Nelly Burgos",
        "EDUCATION",
        "College Degree",
    ),
    (
        "La presidenta, Aurora Blasco, abrió la sesión y dio las gracias a todos.",
        "Aurora Blasco",
        "POSITION",
        "President",
    ),
    (
        "Al señor Bermúdez lo encuentran en el teléfono 91 555 01 23 por las tardes.",
        "Bermúdez",
        "PHONE_NUMBER",
        "91 555 01 23",
    ),
    (
        "Soledad Mora, con DNI 50555123-T, dice que ella no firmó ese papel nunca.",
        "Soledad Mora",
        "IDENTIFICATION_NUMBER",
        "50555123-T",
    ),
]

LETTER = """Ronda, 4 de abril de 2025

Estimada señora Villalobos:

Me llamo Encarnación Heredia Luque, tengo 72 años y fui maestra. Mi marido, Baldomero, va en silla de ruedas desde que
tuvo un ictus. Me encuentra en el 952 555 017.

Un saludo,
Encarnación Heredia
"""


@pytest.mark.parametrize("marked", MARKED)
def test_what_a_masker_hides_is_found_with_its_type(marked: str) -> None:
    assert_hidden(marked, TAIL)


@pytest.mark.parametrize(("text", "name", "tag", "value"), TOLD)
def test_a_fact_is_understood_of_the_one_it_is_told_of(text: str, name: str, tag: str, value: str) -> None:
    assert_told(text, name, tag, value)


def test_words_that_open_a_sentence_are_no_names() -> None:
    plain = "Si llueve, no vamos. Ojalá pare. Bueno, ya veremos. Así es la vida, y nada más hay que decir de eso."
    assert [one for one in find_mentions(plain) if one.type in {"PERSON", "LOC", "ORG"}] == []


def test_whoever_signs_a_letter_is_the_one_who_says_i() -> None:
    people = {one.description.split(" - ")[0]: one for one in read_text(LETTER).people}
    author = next(one for name, one in people.items() if name.startswith("Encarnación Heredia"))
    told = {fact.tag: fact.value for fact in author.facts if fact.certainty >= 4}
    assert told["SEX"] == "Female"
    assert told["AGE"] == "72-73"
    assert told["RELATIONSHIP"] == "Married"
    assert told["PHONE_NUMBER"] == "952 555 017"
    assert {"Baldomero", "Villalobos"} <= people.keys()


def test_a_name_with_an_initial_is_that_of_the_whole_name() -> None:
    text = "Comparece Yolanda Milagros Quispe Flores. No dijo nada más por ahora. Firma Yolanda Quispe F. ante todos."
    chains = [one.person for one in find_mentions(text) if one.type == "PERSON"]
    assert len(chains) == 2
    assert chains[0] == chains[1]


def test_a_title_before_a_first_name_names_the_same_person() -> None:
    text = "Ingresa Amalia Estévez Roca por una caída. Doña Amalia dice que está bien y que se quiere ir a su casa."
    assert len([one for one in read_text(text).people if "Amalia" in one.description]) == 1


def test_a_saint_in_the_name_of_a_place_is_nobody() -> None:
    text = "Se casaron en San Pedro Garza y después se fueron a vivir a otro pueblo que no conocía nadie."
    assert not any(one.type == "PERSON" for one in find_mentions(text))


def test_a_town_that_begins_with_a_first_name_is_nobody() -> None:
    text = "La familia se fue a vivir a Santiago de los Caballeros y no volvió nunca más a ver a nadie."
    assert [one.type for one in find_mentions(text) if "Santiago" in text[one.start : one.end]] == ["LOC"]


def test_a_capital_that_no_table_explains_is_hidden_wherever_the_word_stands() -> None:
    text = "Nos lo contó ayer Brxtwen en la plaza. Brxtwen no sabía nada más. Nadie sabía lo que había pasado allí."
    hidden = [text[one.start : one.end] for one in find_mentions(text)]
    assert hidden.count("Brxtwen") == 2
    assert "Nadie" not in hidden


def test_nothing_is_found_where_something_is_masked() -> None:
    text = "[PERSON] vive con su esposa en [LOC] y trabaja desde [DATETIME] como maestro en la [ORG]."
    assert [text[one.start : one.end] for one in find_mentions(text)] == ["esposa", "maestro"]
    assert all("[" not in fact.value for person in read_text(text).people for fact in person.facts)


def test_short_spanish_sentences_are_not_taken_for_a_neighbour_language() -> None:
    text = "La alertante llama de noche. Muy nerviosa. Respira. Se moviliza ambulancia. En el lugar. No responde."
    assert why_unread(text + TAIL) is None


PIECES = st.sampled_from(
    [*(read_marks(marked)[0] for marked in MARKED), "y", "\n\n", "Un saludo,\n", "(", "«", "ñ", "😀", "12.º"]
)


@given(st.lists(PIECES, max_size=8).map(" ".join))
def test_offsets_are_those_of_the_text_and_nothing_changes_from_one_reading_to_the_next(text: str) -> None:
    assert_sound(TAIL.strip() + " " + text)
