"""What the table of German writes agrees: articles, contractions, cases, adjectives, numbers, genders."""

import pytest

from anonymizers.subjectwise.languages.first_rungs import on_first_rungs

SENTENCES = [
    (
        "Sie arbeitet seit drei Jahren im Geburtshaus Ilfis und ist dort sehr zufrieden.",
        "Sie arbeitet seit drei Jahren in einer Einrichtung und ist dort sehr zufrieden.",
    ),
    (
        "Sie arbeitet seit drei Jahren für die Ruhrlager GmbH und ist dort sehr zufrieden.",
        "Sie arbeitet seit drei Jahren für eine Firma und ist dort sehr zufrieden.",
    ),
    (
        "Er ging nach dem Streit zum Amtsgericht Essen und beschwerte sich dort über alles.",
        "Er ging nach dem Streit zu einem Gericht und beschwerte sich dort über alles.",
    ),
    (
        "Er ist seit dem Sommer bei der Ruhrlager GmbH und hat dort viel zu tun.",
        "Er ist seit dem Sommer bei einer Firma und hat dort viel zu tun.",
    ),
    (
        "Er hat unsere Ruhrlager GmbH verlassen und ist nun bei den anderen, die es auch gibt.",
        "Er hat unsere Firma verlassen und ist nun bei den anderen, die es auch gibt.",
    ),
    (
        "Er hat mit dem neuen LKH Sonnberg gesprochen, das auch nicht weiter wusste.",
        "Er hat mit einem neuen Krankenhaus gesprochen, das auch nicht weiter wusste.",
    ),
    (
        "Die Leitung des LKH Sonnberg hat sich bei uns gemeldet und alles erklärt.",
        "Die Leitung eines Krankenhauses hat sich bei uns gemeldet und alles erklärt.",
    ),
    (
        "Sie wohnt mit den Kindern in Graz und ist dort sehr zufrieden.",
        "Sie wohnt mit den Kindern in einer Stadt in Österreich und ist dort sehr zufrieden.",
    ),
    (
        "Sie zog mit den Kindern nach Graz und ist dort sehr zufrieden.",
        "Sie zog mit den Kindern in eine Stadt in Österreich und ist dort sehr zufrieden.",
    ),
    (
        "Sie kommt mit den Kindern aus Graz und ist hier sehr zufrieden.",
        "Sie kommt mit den Kindern aus einer Stadt in Österreich und ist hier sehr zufrieden.",
    ),
    (
        "Die 68-jährige Lehrerin ist mit dem Urteil nicht zufrieden und hat es gesagt.",
        "Die ältere Lehrerin ist mit dem Urteil nicht zufrieden und hat es gesagt.",
    ),
    (
        "Ein 68-jähriger Lehrer ist mit dem Urteil nicht zufrieden und hat es gesagt.",
        "Ein älterer Lehrer ist mit dem Urteil nicht zufrieden und hat es gesagt.",
    ),
    (
        "Er sprach mit dem 68-jährigen Lehrer über das Urteil und war nicht zufrieden.",
        "Er sprach mit dem älteren Lehrer über das Urteil und war nicht zufrieden.",
    ),
    (
        "Das ist das Haus des Dachdeckers, der nicht weit von hier mit der Familie wohnt.",
        "Das ist das Haus des Handwerkers, der nicht weit von hier mit der Familie wohnt.",
    ),
    (
        "Die Dachdecker haben mit den Lehrern gesprochen und sind nicht zufrieden.",
        "Die Handwerker haben mit den Lehrern gesprochen und sind nicht zufrieden.",
    ),
    (
        "Sie war mit dem Dachdecker nicht zufrieden und hat es ihm auch gesagt.",
        "Sie war mit dem Handwerker nicht zufrieden und hat es ihm auch gesagt.",
    ),
    (
        "Am 9. Mai 2024 kam er mit der Familie zu uns und blieb bis zum 3. Juni 2024 hier.",
        "Im Mai 2024 kam er mit der Familie zu uns und blieb bis Juni 2024 hier.",
    ),
    (
        "Er ist am 3. April 1971 geboren und wohnt mit der Familie nicht weit von hier.",
        "Er ist in den 1970er-Jahren geboren und wohnt mit der Familie nicht weit von hier.",
    ),
    (
        "Herr Kaiser ist geboren am 03.04.1971 und wohnt mit der Familie nicht weit von hier.",
        "Herr B. ist geboren in den 1970er-Jahren und wohnt mit der Familie nicht weit von hier.",
    ),
    (
        "Das Gericht hat Kaisers Entschuldigung nicht angenommen, weil Jürgen Kaiser nicht da war.",
        "Das Gericht hat B.s Entschuldigung nicht angenommen, weil B. nicht da war.",
    ),
    (
        "Seit dem Tod ihres Mannes wohnt Frau Weber allein und ist nicht zufrieden.",
        "Seit dem Tod ihres Partners wohnt Frau B. allein und ist nicht zufrieden.",
    ),
    (
        "Der polnische Staatsbürger ist mit der Familie hier und nicht zufrieden.",
        "Der ausländische Staatsbürger ist mit der Familie hier und nicht zufrieden.",
    ),
    (
        "Die Slowakin ist mit der Familie hier und nicht zufrieden.",
        "Die Ausländerin ist mit der Familie hier und nicht zufrieden.",
    ),
    (
        "Er war vom 5. Mai bis 14. Mai 2024 bei uns und ist dann mit der Familie gegangen.",
        "Er war im Mai 2024 bei uns und ist dann mit der Familie gegangen.",
    ),
    (
        "Er ist 54 Jahre alt und wohnt mit der Familie nicht weit von hier.",
        "Er ist 30 bis 60 Jahre alt und wohnt mit der Familie nicht weit von hier.",
    ),
    (
        "Er sprach mit seiner Ärztin, die nicht weit von hier wohnt, und war zufrieden.",
        "Er sprach mit seiner Heilberuflerin, die nicht weit von hier wohnt, und war zufrieden.",
    ),
    (
        "Herr Kaiser, geschieden, Staplerfahrer, ist mit dem Urteil nicht zufrieden.",
        "Herr B., Arbeiter, ist mit dem Urteil nicht zufrieden.",
    ),
]


@pytest.mark.parametrize(("text", "written"), SENTENCES)
def test_what_stands_there_instead_agrees_with_what_stands_around_it(text: str, written: str) -> None:
    assert on_first_rungs(text) == written
