"""What the table of Spanish writes agrees: articles, contractions, genders, numbers."""

import pytest

from anonymizers.subjectwise.languages.first_rungs import on_first_rungs

SENTENCES = [
    (
        "Ella trabaja desde hace años en el Hospital Clínico y está muy contenta con todo.",
        "Ella trabaja desde hace años en un hospital y está muy contenta con todo.",
    ),
    (
        "La señora fue trasladada al Hospital Clínico y está muy contenta con todo.",
        "La señora fue trasladada a un hospital y está muy contenta con todo.",
    ),
    (
        "La dirección del Hospital Clínico no quiso hablar con la familia de ella.",
        "La dirección de un hospital no quiso hablar con la familia de ella.",
    ),
    (
        "Ella trabaja desde hace años para Transportes Rueda S.L. y está muy contenta.",
        "Ella trabaja desde hace años para una empresa y está muy contenta.",
    ),
    (
        "Ella vive con los niños en Zaragoza y está muy contenta con la casa.",
        "Ella vive con los niños en una ciudad de España y está muy contenta con la casa.",
    ),
    (
        "Ella vino con los niños de Zaragoza y está muy contenta con la casa.",
        "Ella vino con los niños de una ciudad de España y está muy contenta con la casa.",
    ),
    (
        "La maestra de 45 años no está contenta con la casa y lo ha dicho.",
        "La profesora de entre 30 y 60 años no está contenta con la casa y lo ha dicho.",
    ),
    (
        "El maestro, de 45 años, no está contento con la casa y lo ha dicho.",
        "El profesor, de entre 30 y 60 años, no está contento con la casa y lo ha dicho.",
    ),
    (
        "El 9 de mayo de 2024 vino con la familia y se quedó hasta el 3 de junio de 2024.",
        "En mayo de 2024 vino con la familia y se quedó hasta junio de 2024.",
    ),
    (
        "La reunión del 9 de mayo de 2024 fue con la familia y no con los vecinos.",
        "La reunión de mayo de 2024 fue con la familia y no con los vecinos.",
    ),
    (
        "Nacida el 3 de febrero de 1967, vive con la familia y no está contenta.",
        "Nacida en la década de 1960, vive con la familia y no está contenta.",
    ),
    (
        "Su esposa no está contenta con la casa y lo ha dicho a los vecinos.",
        "Su compañera no está contenta con la casa y lo ha dicho a los vecinos.",
    ),
    (
        "El ciudadano de nacionalidad rumana vive con la familia y no está contento.",
        "El ciudadano de nacionalidad reservada vive con la familia y no está contento.",
    ),
    (
        "Una turista alemana vino con la familia y no está contenta con la casa.",
        "Una turista extranjera vino con la familia y no está contenta con la casa.",
    ),
    (
        "Don Lorenzo Cruz vive con la familia y no está contento; el Sr. Cruz lo ha dicho.",
        "Don B. vive con la familia y no está contento; el Sr. B. lo ha dicho.",
    ),
    (
        "Ella habla alemán con la familia y no está contenta con la casa.",
        "Ella habla otra lengua con la familia y no está contenta con la casa.",
    ),
]


@pytest.mark.parametrize(("text", "written"), SENTENCES)
def test_what_stands_there_instead_agrees_with_what_stands_around_it(text: str, written: str) -> None:
    assert on_first_rungs(text) == written
