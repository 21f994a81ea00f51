import pytest

from gyges.anonymizers.subjectwise._names import name_spans
from gyges.reading import read_text


def named(text: str) -> set[str]:
    return {text[start:end] for start, end in name_spans(text, read_text(text))}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My wife, Bu Sri, who plays the gendèr, carried the instruments home.", "Sri"),
        ("It was a gift from Tita Baby, she bought it with her own card.", "Baby"),
        ("My grandson Bin sat the graduation exam in June.", "Bin"),
        ("His widow, Girlie, couldn't stay long because of the rice.", "Girlie"),
        ("Our science teacher, Hem Raj, paid my exam form from his own salary.", "Hem Raj"),
        ("When the police got there our new neighbour at number 31, Fetu, had already gone over.", "Fetu"),
        ("Tofā Leilua, high talking chief, spoke for the family.", "Leilua"),
        ("Please text me about the sponge.\n\nRaewyn Park", "Raewyn Park"),
        ("The Board President, Chuck Bishop (Lot 90), told me so at the mailboxes.", "Chuck Bishop"),
        ("If it is finished, ring me.\n\nYour munyai,\nShadreck", "Shadreck"),
        ("I have done so.\n\nM. Gooding, Coroner", "M. Gooding"),
        ("My husband Ganzorig drives the number 23 and stays in our flat.", "Ganzorig"),
        ("I have one assistant. Dinusha, who is 20, sits here. I know that Dinusha heard him.", "Dinusha"),
        ("FOR WOUTER. Please read it all before you open the fridge.", "WOUTER"),
        ("Visitor: Greet Verstappen, volunteer.\n\nThe man gave Greet his own dried fish to say thanks.", "Greet"),
    ],
)
def test_a_name_that_its_place_proves_is_found(text: str, name: str) -> None:
    assert name in named(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A son in Valencia, who programmes, has read about it.", "Valencia"),
        ("An offer from Riyadh, not discussed, found by chance.", "Riyadh"),
        ("A Prado, white, came from the flyover.", "Prado"),
        ("I get my daughter Fridays. She is taller than me now.", "Fridays"),
        ("Of the plate: Amanita phalloides, two caps.", "Amanita"),
        ("Ara h 2: 14.8 kU/L, raised.", "Ara"),
        ("Toi toi toi, and break a leg.", "Toi"),
        ("He was our Chief Technologist until Monday.", "Technologist"),
        ("Thank you for sending us Frau Mag. Steyr, who was with us.", "Mag"),
    ],
)
def test_a_place_a_day_or_a_title_is_no_name(text: str, word: str) -> None:
    assert not any(word in name.split() for name in named(text))
