"""A learned instruction holds nothing of the documents it was learned from."""

import pytest

from gyges.records import Document, Fact, IdentifierType, Mention, Subject
from gyges.tuning import InstructionCheck

TEXT = "Ana Reis lives at 4 Mill Lane and has waited for her new boiler since the cold spring of last year."
DOCUMENTS = [
    Document(
        "d",
        TEXT,
        subjects=(Subject("1", "", (Fact("NAME", "Ana Reis"), Fact("EMAIL_ADDRESS", "ana@reis.example"))),),
        mentions=(Mention(0, 8, "Ana Reis", "PERSON", IdentifierType.DIRECT),),
        meta={"pii_units": ["Nordwerk AG"]},
    )
]
GOOD = "Replace names of people by [PERSON]. Keep the order of events. Do not shorten the text."


@pytest.fixture(scope="module")
def check() -> InstructionCheck:
    return InstructionCheck.against(DOCUMENTS, allowed="Rewrite the text so that it is anonymous.")


def test_an_instruction_of_general_words_passes(check: InstructionCheck) -> None:
    assert check(GOOD).text == GOOD
    assert check(GOOD).reasons == ()


@pytest.mark.parametrize("secret", ["Ana Reis", "ANA REIS", "ana@reis.example", "nordwerk ag"])
def test_a_sentence_with_somebodys_data_is_taken_out(check: InstructionCheck, secret: str) -> None:
    checked = check(f"{GOOD} For example, {secret} becomes a mark.")
    assert checked.text == GOOD
    assert "identifier from a document" in checked.reasons[0]
    assert secret not in " ".join(checked.reasons)


def test_a_quotation_is_taken_out(check: InstructionCheck) -> None:
    checked = check(f"{GOOD} Rewrite has waited for her new boiler since the cold spring in other words.")
    assert checked.text == GOOD
    assert "8 or more words" in checked.reasons[0]


def test_an_instruction_that_is_mostly_quotation_is_refused(check: InstructionCheck) -> None:
    checked = check("Replace Ana Reis by [PERSON] wherever Ana Reis is named in the text. Be brief.")
    assert checked.text is None
    assert checked.reasons


def test_words_of_the_seed_and_of_the_task_are_allowed() -> None:
    documents = [Document("d", "Please rewrite the text so that it is anonymous and send it to Ana Reis.")]
    check = InstructionCheck.against(documents, allowed="Rewrite the text so that it is anonymous and send it.")
    assert check("Rewrite the text so that it is anonymous and send it. Keep dates.").reasons == ()


def test_part_of_another_word_is_no_name(check: InstructionCheck) -> None:
    assert check("Treat every ana reisen alike. Keep the rest of the text as it stands.").reasons == ()
